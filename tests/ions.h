/*
 * Ions of forty types, with different masses, coefficients for every pair of types, and charges:
 * the model is tests/extend/models/ions.h.
 */
#pragma once

#include "harness/extensions/extension.h"
#include "tests/support.h"

enum { ION_TYPES = 40 };

static inline struct set_model ions_model(void)
{
    const char *name = NULL;
    struct error error;
    assert_good(extension_add_model("tests/extend/models/ions.h", &name, &error));
    return model_with(name, NULL, NULL);
}

/** Force field of the ions as if read from a file: epsilon 0.5 to 0.94 and sigma 0.8 to 0.96. */
static inline struct force_field *ions_field(void)
{
    struct force_field *field = force_field_create(ION_TYPES, 0);
    force_field_add_pairs(field);
    for (int p = 0; p < ION_TYPES; p++) {
        field->type[p].mass = 1 + 0.1 * p;
        for (int q = 0; q < ION_TYPES; q++)
            field->of_pair[ION_TYPES * p + q] = (struct coefficients){
                .stated = true,
                .value = {0.5 + 0.02 * ((p * q + p + q) % 23), 0.8 + 0.01 * ((p + q) % 17)}};
    }
    return field;
}

/** Returns `n` ions with pair rows, and with coordinates that single precision represents. */
static inline struct system ions(int64_t n, const struct set_model *model)
{
    struct system built = fluid(n, 0.6, 1, 1), system;
    struct error error;
    assert_good(system_add(&built, SYSTEM_TYPE, &error) &&
                system_add(&built, SYSTEM_CHARGE, &error));
    for (int64_t i = 0; i < n; i++) {
        built.type[i] = (int32_t)(i % ION_TYPES);
        built.charge[i] = (int32_t)((i % 2 == 0 ? 1 : -1) * (20000 + 7919 * (i % 13)));
    }
    built.field = ions_field();
    assert_good(system_set_rows(&built, model->model, model->constants, &error) &&
                system_round(&built, PRECISION_SINGLE, &system, &error));
    system_free(&built);
    return system;
}

/** Returns the energy by the equations of the model, over all pairs. */
static inline double ions_energy(const struct system *system)
{
    const double cutoff = 2.5, coulomb = 5;
    double energy = 0;
    for (int64_t i = 0; i < system->n; i++)
        for (int64_t j = i + 1; j < system->n; j++) {
            const double r = distance_between(system, i, j);
            const double *of =
                system->field->of_pair[ION_TYPES * system->type[i] + system->type[j]].value;
            const double s6 = pow(of[1] / r, 6);
            const double charges = 1e-10 * system->charge[i] * system->charge[j];
            if (r < cutoff)
                energy +=
                    4 * of[0] * (s6 * s6 - s6) +
                    coulomb * charges * (1 / r + r * r / (2 * pow(cutoff, 3)) - 3 / (2 * cutoff));
        }
    return energy;
}

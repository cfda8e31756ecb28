/*
 * Compares forces of allatom in single precision, computed by the emulated filter of a texture unit
 * (models/texture.h). Compares them with interpolation of the same table in software, and with the
 * reference.
 */
#define REAL  float
#define MODEL allatom /* name of the model, as in kernels */
#include "models/allatom.h"
#undef MODEL
#include "harness/catalog/model.h"
#include "harness/catalog/model_table.h"
#include "tests/support.h"

#include <math.h>

enum { INTERVALS = 75, SAMPLES = 1000 };

/**
 * Largest and root mean square error of forces between oxygens of SPC/E water, relative to |vdw| +
 * |coulomb|. Distances are in an interval.
 */
struct off {
    double largest, rms;
};

static double begin_of(int interval)
{
    return 2.5 + 0.1 * interval;
}

/* Returns the force of the reference between two atoms with a type and a charge, evaluated
 * directly. */
static double expected(const struct model *model, int type, int charge, double r)
{
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    const struct particle atom = {.type = type, .charge = charge};
    const double at[3] = {r, 0, 0};
    struct pair_result result;
    struct error error;
    model_defaults(model, parameters);
    assert_true(model->derive(parameters, constants, &error));
    return model->pair(constants, NULL, &atom, &atom, at, &result) ? result.force[0] : 0;
}

static void measure(const char *force, struct off off[INTERVALS])
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS], row[2];
    struct allatom_constants c = {0};
    real *constant = (real *)&c;
    struct error error;
    model_defaults(model, parameters);
    assert_true(model_set(model, "force", force, parameters, &error));
    assert_true(model->derive(parameters, constants, &error));
    for (size_t k = 0; k < sizeof c / sizeof *constant; k++)
        constant[k] = (real)constants[k];
    void *table = model_table_build(model, constants, PRECISION_SINGLE, &error);
    assert_non_null(table);
    pairlanes_table = table;
    model->row(constants, model->types[ALLATOM_OW].coefficients, row);
    const struct texture texture = {table, LINEAR_ENTRIES};
    const struct allatom_row pair = {.repulsion = (real)row[0], .attraction = (real)row[1]};
    const int oxygen = -84760; /* charge of oxygen, in e / CHARGES_PER_E */
    const real charges = (real)(332.06371 * oxygen * oxygen / CHARGES_PER_E / CHARGES_PER_E);
    for (int interval = 0; interval < INTERVALS; interval++) {
        off[interval] = (struct off){0};
        for (int k = 0; k < SAMPLES; k++) {
            const float r = (float)(begin_of(interval) + 0.1 * (k + 0.5) / SAMPLES);
            struct pair_force found = {0};
            if (c.way == ALLATOM_TEXTURE)
                found.x = r * allatom_looked_up(&pair, charges,
                                                texture_lookup(&texture, reciprocal_sqrt(r * r)));
            else
                allatom_pair(&c, &pair, charges, r, 0, 0, &found);
            const double size = fabs(expected(model, ALLATOM_OW, 0, r)) +
                                fabs(expected(model, ALLATOM_HW, oxygen, r));
            const double error_of = fabs(found.x - expected(model, ALLATOM_OW, oxygen, r)) / size;
            off[interval].largest = fmax(off[interval].largest, error_of);
            off[interval].rms += error_of * error_of / SAMPLES;
        }
        off[interval].rms = sqrt(off[interval].rms);
    }
    free(table);
}

/*
 * Rounding the weights of a texture unit to 2^-8 shifts 1/r by at most 2^-9 of an entry, and forces
 * vary at most as r^-20. The entries of both tables are the same.
 */
TEST(weights_of_textures_cost_what_follows_from_their_bits)
{
    struct off table[INTERVALS], texture[INTERVALS];
    measure("table", table);
    measure("texture", texture);
    for (int k = 0; k < INTERVALS; k++) {
        const double moved = begin_of(k + 1) / LINEAR_ENTRIES / 512;
        assert_true(texture[k].largest < table[k].largest + 20 * moved);
        assert_true(texture[k].largest > table[k].largest);
        /* weights have RMS errors of 2^-9 / sqrt(3); forces decay at least as fast as r^-2 */
        assert_true(texture[k].rms > 2 * moved / 1.8);
    }
}

TESTS_MAIN(NULL, NULL)

/*
 * Ions of many types: each pair of types has its own Lennard-Jones coefficients, and charges
 * interact in a reaction field.
 *
 *   U(r) = 4 eps [(sigma/r)^12 - (sigma/r)^6] + C q_p q_q (1/r + r^2 / (2 r_c^3) - 3 / (2 r_c))
 *
 * for r < r_c, else 0. The force on q, with r = r_q - r_p and s = (sigma/r)^6, is
 * [24 eps (2 s^2 - s) / r^2 + C q_p q_q (1/r^3 - 1/r_c^3)] r.
 *
 * parameter  unit           meaning
 * cutoff     sigma          r_c
 * coulomb    epsilon sigma  C, of charges in e
 *
 * I. G. Tironi et al., J. Chem. Phys. 102, 5451 (1995).
 */
#ifndef PAIRLANES_MODELS_IONS_H
#define PAIRLANES_MODELS_IONS_H

#define MODEL_ROW
#define MODEL_CHARGES coulomb

#include "models/model.h"

struct ions_constants {
    real cutoff2, coulomb, per_cutoff3, shift;
};

/** Coefficients of a pair of types. */
struct ions_row {
    MODEL_ALIGNED(2 * sizeof(real))
    real repulsion;  /* 48 eps sigma^12 */
    real attraction; /* 24 eps sigma^6 */
};

MODEL_FUNCTION bool ions_pair(const struct ions_constants *c, const struct ions_row *row,
                              real charges, real dx, real dy, real dz, struct pair_force *f)
{
    real r2 = multiply_add(dz, dz, multiply_add(dy, dy, dx * dx));
    bool inside = r2 < c->cutoff2;
    real per_r = reciprocal_sqrt(r2), per_r2 = per_r * per_r, per_r6 = per_r2 * per_r2 * per_r2;
    real repulsion = row->repulsion * per_r6, attraction = row->attraction;
    real over_r =
        (repulsion - attraction) * per_r6 * per_r2 + charges * (per_r2 * per_r - c->per_cutoff3);
    over_r = inside ? over_r : 0;
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = 0;
    ADD_ENERGY(f, 0, inside ? ((real)0.5 * repulsion - attraction) * per_r6 / 6 : 0);
    ADD_ENERGY(f, 1, inside ? charges * (per_r + r2 * c->per_cutoff3 / 2 - c->shift) : 0);
    return inside;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

#include <math.h>

enum { IONS_CUTOFF, IONS_COULOMB };

static const struct parameter ions_parameters[] = {
    [IONS_CUTOFF] = {"cutoff", "sigma", "cut-off radius", 2.5, 0.1, 100, NULL},
    [IONS_COULOMB] = {"coulomb", "epsilon sigma", "energy of two charges of e", 5, 0, 1e6, NULL},
};

static double ions_range(const double *p)
{
    return p[IONS_CUTOFF];
}

static bool ions_derive(const double *p, double *constants, struct error *error)
{
    const double cutoff = p[IONS_CUTOFF];
    (void)error;
    *(struct ions_constants *)constants =
        (struct ions_constants){.cutoff2 = cutoff * cutoff,
                                .coulomb = p[IONS_COULOMB] / CHARGES_PER_E / CHARGES_PER_E,
                                .per_cutoff3 = 1 / (cutoff * cutoff * cutoff),
                                .shift = 3 / (2 * cutoff)};
    return true;
}

static void ions_fill_row(const double *constants, const double *pair, double *row)
{
    const double sigma6 = pow(pair[1], 6);
    struct ions_row *of = (struct ions_row *)row;
    (void)constants;
    of->attraction = 24 * pair[0] * sigma6;
    of->repulsion = 2 * of->attraction * sigma6;
}

static const struct particle_type ions_types[] = {
    {.name = "A", .mass = 1, .coefficients = {1, 1}},
    {0},
};

static const char *const ions_coefficients[] = {"epsilon", "sigma", NULL};

static const char *const ions_terms[] = {"lj", "coulomb", NULL};

static const struct model ions_model = {
    .name = "ions",
    .summary = "ions of any number of types",
    .citation = "Tironi et al., J. Chem. Phys. 102, 5451 (1995)",
    .builders = {"fluid"},
    .types = ions_types,
    .parameters = ions_parameters,
    .parameter_count = sizeof ions_parameters / sizeof *ions_parameters,
    .terms = ions_terms,
    .coefficients = ions_coefficients,
    .evaluated = {.flops = 28, .special = 1},
    .energy = {.flops = 11},
    .derive = ions_derive,
    .range = ions_range,
    .row = ions_fill_row,
};

#endif
#endif

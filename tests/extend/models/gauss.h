/*
 * The Gaussian core model; kernels look up its exponential in a table.
 *
 *   U(r) = epsilon exp(-r^2 / sigma^2) for r < r_c, else 0, with epsilon = sigma = 1.
 *
 * The force on q, with r = r_q - r_p, is 2 U r. The table has exp(-x) at equal steps of x = r^2 up
 * to r_c^2; between them it is linear.
 *
 * parameter  unit   meaning
 * cutoff     sigma  r_c
 *
 * F. H. Stillinger, J. Chem. Phys. 65, 3968 (1976).
 */
#ifndef PAIRLANES_MODELS_GAUSS_H
#define PAIRLANES_MODELS_GAUSS_H

#include "models/lookup.h"
#include "models/model.h"

enum { GAUSS_STEPS = 4096 };

struct gauss_constants {
    real cutoff2, per_step;
};

/** Returns exp(-x): in kernels from the table, in the harness exactly. */
MODEL_FUNCTION real gauss_exp(const struct gauss_constants *c, real x)
{
#if defined(MODEL) && !defined(MODEL_DESCRIBE)
    real at = x < c->cutoff2 ? x * c->per_step : 0;
    int k = (int)at;
    return pairlanes_table[k] + (at - k) * (pairlanes_table[k + 1] - pairlanes_table[k]);
#else
    (void)c;
    return exp(-x);
#endif
}

MODEL_FUNCTION bool gauss_pair(const struct gauss_constants *c, real dx, real dy, real dz,
                               struct pair_force *f)
{
    real r2 = dx * dx + dy * dy + dz * dz;
    bool inside = r2 < c->cutoff2;
    real energy = inside ? gauss_exp(c, r2) : 0;
    f->x = 2 * energy * dx;
    f->y = 2 * energy * dy;
    f->z = 2 * energy * dz;
    f->energy = energy;
    return inside;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

#include <math.h>

static const struct parameter gauss_parameters[] = {
    {"cutoff", "sigma", "cut-off radius", 2.5, 0.1, 10, NULL},
};

static double gauss_range(const double *p)
{
    return p[0];
}

static bool gauss_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    *(struct gauss_constants *)constants =
        (struct gauss_constants){.cutoff2 = p[0] * p[0], .per_step = GAUSS_STEPS / (p[0] * p[0])};
    return true;
}

/*
 * Returns the number of steps plus one, because a pair just within the cut-off may be rounded to
 * the end of the table.
 */
static int64_t gauss_table_size(const double *constants)
{
    (void)constants;
    return GAUSS_STEPS + 2;
}

static void gauss_table_fill(const double *constants, double *numbers)
{
    const struct gauss_constants *c = (const struct gauss_constants *)constants;
    for (int k = 0; k < GAUSS_STEPS + 2; k++)
        numbers[k] = exp(-k / c->per_step);
}

/* Returns a bound of the relative error: a straight line over a step has at most (step)^2 / 8. */
static double gauss_table_error(const double *constants)
{
    const double step = 1 / ((const struct gauss_constants *)constants)->per_step;
    return step * step / 8;
}

static const struct model gauss_model = {
    .name = "gauss",
    .summary = "the Gaussian core, by a table",
    .citation = "Stillinger, J. Chem. Phys. 65, 3968 (1976)",
    .builders = {"fluid"},
    .parameters = gauss_parameters,
    .parameter_count = sizeof gauss_parameters / sizeof *gauss_parameters,
    .table_size = gauss_table_size,
    .table_fill = gauss_table_fill,
    .table_error = gauss_table_error,
    .evaluated = {.flops = 20},
    .derive = gauss_derive,
    .range = gauss_range,
};

#endif
#endif

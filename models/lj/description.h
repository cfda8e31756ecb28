/* Description of the model lj for the harness. */
#ifndef PAIRLANES_MODELS_LJ_DESCRIPTION_H
#define PAIRLANES_MODELS_LJ_DESCRIPTION_H

#include "models/description.h"

enum { LJ_EPSILON, LJ_SIGMA, LJ_CUTOFF, LJ_SHIFT };

static const char *const lj_shifts[] = {"none", "energy", "force", NULL};

static const struct parameter lj_parameters[] = {
    [LJ_EPSILON] = {.name = "epsilon",
                    .unit = "epsilon",
                    .summary = "depth of the well",
                    .initial = 1,
                    .minimum = 1e-6,
                    .maximum = 1e6},
    [LJ_SIGMA] = {.name = "sigma",
                  .unit = "sigma",
                  .summary = "distance where the energy is zero",
                  .initial = 1,
                  .minimum = 1e-6,
                  .maximum = 1e6},
    [LJ_CUTOFF] = {.name = "cutoff",
                   .unit = "sigma",
                   .summary = "cut-off radius",
                   .initial = 2.5,
                   .minimum = 1e-6,
                   .maximum = 1e6},
    [LJ_SHIFT] = {.name = "shift",
                  .unit = "",
                  .summary = "what is made to vanish at the cut-off",
                  .initial = 1,
                  .minimum = 0,
                  .maximum = 2,
                  .choices = lj_shifts},
};

static double lj_range(const double *p)
{
    return p[LJ_CUTOFF];
}

static bool lj_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    struct lj_constants *c = (struct lj_constants *)constants;
    double sigma6 = pow(p[LJ_SIGMA], 6);
    double c12 = 4 * p[LJ_EPSILON] * sigma6 * sigma6;
    double c6 = 4 * p[LJ_EPSILON] * sigma6;
    double per_c6 = pow(p[LJ_CUTOFF], -6);
    bool energy = p[LJ_SHIFT] >= 1;
    bool force = p[LJ_SHIFT] >= 2;
    *c = (struct lj_constants){
        .cutoff2 = p[LJ_CUTOFF] * p[LJ_CUTOFF],
        .force12 = 12 * c12,
        .force6 = 6 * c6,
        .energy12 = c12,
        .energy6 = c6,
        .cutoff = p[LJ_CUTOFF],
        .energy_shift = energy ? (c12 * per_c6 - c6) * per_c6 : 0,
        .force_shift = force ? (6 * c6 - 12 * c12 * per_c6) * per_c6 / p[LJ_CUTOFF] : 0,
    };
    return true;
}

static const struct model lj_model = {
    .name = "lj",
    .summary = "Lennard-Jones fluid, truncated and shifted",
    .citation = "Rovigatti et al., J. Comput. Chem. 36, 1 (2015)",
    .builders = {"fluid"},
    .time = {.step = 0.005},
    .fixed_tolerance = 2e-3,
    .parameters = lj_parameters,
    .parameter_count = sizeof lj_parameters / sizeof *lj_parameters,
    .evaluated = {.flops = 20, .special = 1},
    .energy = {.flops = 5},
    .excluded_bonds = 1,
    .derive = lj_derive,
    .range = lj_range,
};

#endif

/*
 * Soft spheres, the simplest possible model: a harmonic repulsion between overlapping particles. It
 * is the conservative force of dissipative particle dynamics.
 *
 *   U(r) = (stiffness / 2) (1 - r / diameter)^2 for r < diameter, else 0.
 *
 * The force on q, with r = r_q - r_p, is F_q = (stiffness / diameter) (1 / r - 1 / diameter) r.
 *
 * parameter  unit     meaning
 * stiffness  epsilon  curvature of the repulsion
 * diameter   sigma    distance where it ends
 *
 * R. D. Groot, P. B. Warren, J. Chem. Phys. 107, 4423 (1997), eq. 4.
 */
#ifndef PAIRLANES_MODELS_SOFT_H
#define PAIRLANES_MODELS_SOFT_H

#include "models/model.h"

struct soft_constants {
    real stiffness;
    real diameter;
};

MODEL_FUNCTION bool soft_pair(const struct soft_constants *c, real dx, real dy, real dz,
                              struct pair_force *f)
{
    real r = sqrt(dx * dx + dy * dy + dz * dz);
    bool inside = r < c->diameter;
    real overlap = inside ? 1 - r / c->diameter : 0;
    real over_r = c->stiffness * overlap / (c->diameter * r);
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = c->stiffness / 2 * overlap * overlap;
    return inside;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { SOFT_STIFFNESS, SOFT_DIAMETER };

static const struct parameter soft_parameters[] = {
    [SOFT_STIFFNESS] = {"stiffness", "epsilon", "curvature of the repulsion", 25, 1e-6, 1e6, NULL},
    [SOFT_DIAMETER] = {"diameter", "sigma", "distance where it ends", 1.5, 1e-6, 1e6, NULL},
};

static double soft_range(const double *p)
{
    return p[SOFT_DIAMETER];
}

static bool soft_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    *(struct soft_constants *)constants =
        (struct soft_constants){.stiffness = p[SOFT_STIFFNESS], .diameter = p[SOFT_DIAMETER]};
    return true;
}

static const struct model soft_model = {
    .name = "soft",
    .summary = "soft spheres, a harmonic repulsion",
    .citation = "Groot and Warren, J. Chem. Phys. 107, 4423 (1997)",
    .builders = {"fluid"},
    .parameters = soft_parameters,
    .parameter_count = sizeof soft_parameters / sizeof *soft_parameters,
    .evaluated = {.flops = 17, .special = 3},
    .derive = soft_derive,
    .range = soft_range,
};

#endif
#endif

/*
 * Soft spheres of two types, like soft.h, but particles of type B make a pair stiffer.
 *
 *   U(r) = (1 + b) (stiffness / 2) (1 - r / diameter)^2 for r < diameter, else 0,
 *
 * with b the number of particles of type B in the pair. The force on q follows as in soft.h.
 *
 * parameter  unit     meaning
 * stiffness  epsilon  curvature of the repulsion of two A
 * diameter   sigma    distance where it ends
 *
 * R. D. Groot, P. B. Warren, J. Chem. Phys. 107, 4423 (1997), eq. 4.
 */
#ifndef PAIRLANES_MODELS_MIX_H
#define PAIRLANES_MODELS_MIX_H

#define MODEL_ROW
#include "models/model.h"

struct mix_constants {
    real stiffness;
    real diameter;
};

/** Coefficients of a pair of types. */
struct mix_row {
    MODEL_ALIGNED(2 * sizeof(real))
    real stiffness, none;
};

MODEL_FUNCTION bool mix_pair(const struct mix_constants *c, const struct mix_row *row, real charges,
                             real dx, real dy, real dz, struct pair_force *f)
{
    real stiffness = row->stiffness;
    (void)charges;
    real r = sqrt(dx * dx + dy * dy + dz * dz);
    bool inside = r < c->diameter;
    real overlap = inside ? 1 - r / c->diameter : 0;
    real over_r = stiffness * overlap / (c->diameter * r);
    f->x = over_r * dx;
    f->y = over_r * dy;
    f->z = over_r * dz;
    f->energy = stiffness / 2 * overlap * overlap;
    return inside;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { MIX_STIFFNESS, MIX_DIAMETER };

static const struct parameter mix_parameters[] = {
    [MIX_STIFFNESS] = {"stiffness", "epsilon", "curvature of the repulsion", 25, 1e-6, 1e6, NULL},
    [MIX_DIAMETER] = {"diameter", "sigma", "distance where it ends", 1.5, 1e-6, 1e6, NULL},
};

static double mix_range(const double *p)
{
    return p[MIX_DIAMETER];
}

static bool mix_derive(const double *p, double *constants, struct error *error)
{
    (void)error;
    *(struct mix_constants *)constants =
        (struct mix_constants){.stiffness = p[MIX_STIFFNESS], .diameter = p[MIX_DIAMETER]};
    return true;
}

/* Coefficients are 1 + b for two particles of the same type, and the mean for different types. */
static const struct particle_type mix_types[] = {{.name = "A", .mass = 1, .coefficients = {1}},
                                                 {.name = "B", .mass = 2, .coefficients = {3}},
                                                 {.name = NULL}};

static const char *const mix_coefficients[] = {"factor", NULL};

static void mix_mix(const double *p, const double *q, double *pair)
{
    pair[0] = (p[0] + q[0]) / 2;
}

static void mix_fill_row(const double *constants, const double *pair, double *row)
{
    const struct mix_constants *c = (const struct mix_constants *)constants;
    *(struct mix_row *)row = (struct mix_row){.stiffness = c->stiffness * pair[0]};
}

static const struct model mix_model = {
    .name = "mix",
    .summary = "mix spheres, a harmonic repulsion",
    .citation = "Groot and Warren, J. Chem. Phys. 107, 4423 (1997)",
    .builders = {"fluid"},
    .types = mix_types,
    .coefficients = mix_coefficients,
    .mix = mix_mix,
    .row = mix_fill_row,
    .parameters = mix_parameters,
    .parameter_count = sizeof mix_parameters / sizeof *mix_parameters,
    .evaluated = {.flops = 17, .special = 3},
    .derive = mix_derive,
    .range = mix_range,
};

#endif
#endif

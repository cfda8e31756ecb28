/*
 * Patchy particles: repulsive spheres with M attractive patches on their surfaces; a patch forms at
 * most one bond. With r = r_q - r_p, vectors P_i and Q_j of length 1/2 from the centres of p and q
 * to their patches, and d = r + Q_j - P_i:
 *
 *   U = (sigma/r)^200 - (sigma/r_c)^200                                  for r < r_c
 *     + sum over i, j of -1.001 eps exp[-(d/alpha)^10 / 2] - U_c         for d < 1.5 alpha
 *
 * U_c makes the energy of two patches zero at d = 1.5 alpha. Force and torques of a pair of
 * patches, with f = -dU/dd: F_q = f, T_p = -P_i x f, T_q = Q_j x f.
 *
 * Directions of patches in the body's frame: for M = 1, +y; 2, +y and -y; 3, the corners of a
 * triangle in the x, y plane; 4, of a tetrahedron; 5, of a triangular bipyramid; 6, of an
 * octahedron.
 *
 * parameter  unit     meaning
 * patches             M
 * epsilon    epsilon  1.001 times this is the depth of a bond
 * alpha      sigma    width of a patch; its range is 1.5 alpha
 * cutoff     sigma    r_c; patches touch up to 1 + 1.5 alpha
 *
 * L. Rovigatti, P. Sulc, I. Z. Reguly, F. Romano, J. Comput. Chem. 36, 1 (2015), eqs. 2 to 4, with
 * the sign of the exponent and the shifts of the authors' program.
 */
#ifndef PAIRLANES_MODELS_PATCHY_H
#define PAIRLANES_MODELS_PATCHY_H

#define MODEL_ORIENTED

#include "models/model.h"

#define PATCHY_MOST 6

struct patchy_constants {
    real patches;
    real sphere_shift;          /* (sigma/r_c)^200 */
    real contact2;              /* (1 + 1.5 alpha)^2: squared range of patches */
    real range2;                /* (1.5 alpha)^2 */
    real depth;                 /* -1.001 eps */
    real per_alpha2;            /* 1 / alpha^2 */
    real patch_shift;           /* U_c */
    real patch[PATCHY_MOST][3]; /* unit vectors to the patches, in the body's frame */
};

struct patchy_body {
    struct vector patch[PATCHY_MOST];
};

enum patchy_branch { PATCHY_CONTACT, PATCHY_BOND };

MODEL_FUNCTION struct patchy_body patchy_body_of(const struct patchy_constants *c, int type,
                                                 int charge, struct quaternion orientation)
{
    struct patchy_body body;
    struct axes axes = axes_of(orientation);
    (void)type;
    (void)charge;
    MODEL_UNROLL
    for (int k = 0; k < PATCHY_MOST; k++) {
        if (k < (int)c->patches)
            body.patch[k] =
                plus_times(plus_times(times(c->patch[k][0], axes.a1), c->patch[k][1], axes.a2),
                           c->patch[k][2], axes.a3);
        else
            body.patch[k] = vector(0, 0, 0);
    }
    return body;
}

/** Returns x^100. */
MODEL_FUNCTION real patchy_power(real x)
{
    real x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8, x32 = x16 * x16;
    return x32 * x32 * x32 * x4;
}

MODEL_FUNCTION bool patchy_pair(const struct patchy_constants *c, const struct patchy_body *p,
                                const struct patchy_body *q, real dx, real dy, real dz,
                                struct pair_force *f)
{
    struct vector r = vector(dx, dy, dz);
    real per_r2 = 1 / dot(r, r);
    real sphere = patchy_power(per_r2);
    struct vector force = times(200 * sphere * per_r2, r);
    f->torque = vector(0, 0, 0);
    f->energy = 0;
    ADD_ENERGY(f, 0, sphere - c->sphere_shift);
    if (dot(r, r) < c->contact2) {
        BRANCH(f, PATCHY_CONTACT);
        MODEL_UNROLL
        for (int i = 0; i < PATCHY_MOST && i < (int)c->patches; i++) {
            MODEL_UNROLL
            for (int j = 0; j < PATCHY_MOST && j < (int)c->patches; j++) {
                struct vector d = minus(plus(r, q->patch[j]), p->patch[i]);
                real d2 = dot(d, d);
                if (d2 >= c->range2)
                    continue;
                BRANCH(f, PATCHY_BOND);
                real s = d2 * c->per_alpha2;
                real s4 = s * s * s * s;
                real bond = c->depth * exp(s4 * s / -2);
                struct vector on_q = times(5 * bond * s4 * c->per_alpha2, d);
                force = plus(force, on_q);
                f->torque = minus(f->torque, cross(p->patch[i], on_q));
                ADD_ENERGY(f, 1, bond - c->patch_shift);
            }
        }
    }
    f->x = force.x;
    f->y = force.y;
    f->z = force.z;
    return true;
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { PATCHY_PATCHES, PATCHY_EPSILON, PATCHY_ALPHA, PATCHY_CUTOFF };

static const struct parameter patchy_parameters[] = {
    [PATCHY_PATCHES] = {.name = "patches",
                        .unit = "",
                        .summary = "patches per particle",
                        .initial = 2,
                        .minimum = 1,
                        .maximum = PATCHY_MOST},
    [PATCHY_EPSILON] = {.name = "epsilon",
                        .unit = "epsilon",
                        .summary = "depth of a bond by 1.001",
                        .initial = 1,
                        .minimum = 1e-6,
                        .maximum = 1e6},
    [PATCHY_ALPHA] = {.name = "alpha",
                      .unit = "sigma",
                      .summary = "width of a patch",
                      .initial = 0.12,
                      .minimum = 1e-3,
                      .maximum = 0.3},
    [PATCHY_CUTOFF] = {.name = "cutoff",
                       .unit = "sigma",
                       .summary = "cut-off radius",
                       .initial = 1.23,
                       .minimum = 1,
                       .maximum = 10},
};

static double patchy_range(const double *p)
{
    return p[PATCHY_CUTOFF];
}

/* Directions of the patches; the first index is their number M - 1. */
static const double patchy_directions[PATCHY_MOST][PATCHY_MOST][3] = {
    {{0, 1, 0}},
    {{0, 1, 0}, {0, -1, 0}},
    {{0, 1, 0}, {0.86602540378443864676, -0.5, 0}, {-0.86602540378443864676, -0.5, 0}},
    {{0.57735026918962576451, 0.57735026918962576451, 0.57735026918962576451},
     {0.57735026918962576451, -0.57735026918962576451, -0.57735026918962576451},
     {-0.57735026918962576451, 0.57735026918962576451, -0.57735026918962576451},
     {-0.57735026918962576451, -0.57735026918962576451, 0.57735026918962576451}},
    {{0, 1, 0},
     {0.86602540378443864676, -0.5, 0},
     {-0.86602540378443864676, -0.5, 0},
     {0, 0, 1},
     {0, 0, -1}},
    {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
};

static bool patchy_derive(const double *p, double *constants, struct error *error)
{
    struct patchy_constants *c = (struct patchy_constants *)constants;
    int patches = (int)p[PATCHY_PATCHES];
    double contact = 1 + 1.5 * p[PATCHY_ALPHA];
    if (patches != p[PATCHY_PATCHES])
        return model_refuse(error, "patches: expected a whole number, found %g", p[PATCHY_PATCHES]);
    if (p[PATCHY_CUTOFF] < contact)
        return model_refuse(
            error, "cutoff: %g is too short for patches that touch up to 1 + 1.5 alpha = %g",
            p[PATCHY_CUTOFF], contact);
    *c = (struct patchy_constants){
        .patches = patches,
        .sphere_shift = patchy_power(1 / (p[PATCHY_CUTOFF] * p[PATCHY_CUTOFF])),
        .contact2 = contact * contact,
        .range2 = 2.25 * p[PATCHY_ALPHA] * p[PATCHY_ALPHA],
        .depth = -1.001 * p[PATCHY_EPSILON],
        .per_alpha2 = 1 / (p[PATCHY_ALPHA] * p[PATCHY_ALPHA]),
        .patch_shift = -1.001 * p[PATCHY_EPSILON] * exp(-0.5 * pow(1.5, 10)),
    };
    for (int k = 0; k < patches; k++)
        for (int d = 0; d < 3; d++)
            c->patch[k][d] = patchy_directions[patches - 1][k][d] / 2;
    return true;
}

static const char *const patchy_terms[] = {"repulsion", "patches", NULL};

static const struct model_branch patchy_branches[] = {
    [PATCHY_CONTACT] = {.name = "touch", .work = {.flops = 44}},
    [PATCHY_BOND] = {.name = "bond", .work = {.flops = 24, .special = 1}},
    {0},
};

static const struct particle_type patchy_types[] = {
    {.name = "P", .mass = 1, .inertia = {1, 1, 1}},
    {0},
};

static const struct model patchy_model = {
    .name = "patchy",
    .summary = "patchy particles that bond into chains or networks",
    .citation = "Rovigatti et al., J. Comput. Chem. 36, 1 (2015)",
    .builders = {"patchy"},
    .time = {.step = 0.003},
    .parameters = patchy_parameters,
    .parameter_count = sizeof patchy_parameters / sizeof *patchy_parameters,
    .types = patchy_types,
    .terms = patchy_terms,
    .evaluated = {.flops = 24, .special = 1},
    .branches = patchy_branches,
    .energy = {.flops = 1},
    .derive = patchy_derive,
    .range = patchy_range,
};

#endif
#endif

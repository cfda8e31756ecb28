/*
 * Strands of soft discs that stack: a particle has an axis u, the third of its body.
 *
 *   pairs   U = (stiffness / 2) s^2 [1 + tilt (1 - c^2)],  s = 1 - r / diameter, c = u_p.u_q,
 *           for r < diameter, else 0
 *   bonds   U = (spring / 2) (r - length)^2 + bend (1 - c)
 *
 * With r = r_q - r_p, the forces on q and the torques on p are
 *
 *   pairs   F_q = (stiffness / diameter) s [1 + tilt (1 - c^2)] r / r,
 *           T_p = stiffness tilt s^2 c u_p x u_q
 *   bonds   F_q = -spring (r - length) r / r,  T_p = bend u_p x u_q
 *
 * and, because forces are central, F_p = -F_q and T_q = -T_p.
 *
 * parameter unit meaning stiffness epsilon curvature of the repulsion diameter sigma distance where
 * it ends tilt 1 additional repulsion of discs that are not parallel spring epsilon stiffness of
 * bonds, per sigma^2 length sigma length of a bond bend epsilon energy of bonded discs whose axes
 * are at a right angle
 *
 * A toy model, from R. D. Groot, P. B. Warren, J. Chem. Phys. 107, 4423 (1997), eq. 4, extended so
 * that it has every feature of a model.
 */
#ifndef PAIRLANES_MODELS_DISCS_H
#define PAIRLANES_MODELS_DISCS_H

#define MODEL_ORIENTED
#define MODEL_BONDED 2

#include "models/model.h"

enum { DISCS_PAIRS, DISCS_BONDS, DISCS_BENDING };

struct discs_constants {
    real stiffness, diameter, tilt;
    real spring, length, bend;
};

struct discs_body {
    struct vector axis;
};

MODEL_FUNCTION struct discs_body discs_body_of(const struct discs_constants *c, int type,
                                               int charge, struct quaternion orientation)
{
    struct discs_body body = {axes_of(orientation).a3};
    (void)c;
    (void)type;
    (void)charge;
    return body;
}

MODEL_FUNCTION bool discs_pair(const struct discs_constants *c, const struct discs_body *p,
                               const struct discs_body *q, real dx, real dy, real dz,
                               struct pair_force *f)
{
    struct vector r = vector(dx, dy, dz);
    real distance = sqrt(dot(r, r)), overlap = 1 - distance / c->diameter;
    real aligned = dot(p->axis, q->axis), more = 1 + c->tilt * (1 - aligned * aligned);
    real push = c->stiffness * overlap;
    f->energy = 0;
    f->torque = vector(0, 0, 0);
    f->x = f->y = f->z = 0;
    if (overlap <= 0)
        return false;
    struct vector force = times(push * more / (c->diameter * distance), r);
    f->x = force.x;
    f->y = force.y;
    f->z = force.z;
    f->torque = times(push * overlap * c->tilt * aligned, cross(p->axis, q->axis));
    ADD_ENERGY(f, DISCS_PAIRS, push * overlap * more / 2);
    return true;
}

MODEL_FUNCTION void discs_bonded(const struct discs_constants *c, int kind,
                                 const struct discs_body *bodies, const struct vector *steps,
                                 struct bonded_force *f)
{
    struct vector r = steps[0];
    real distance = sqrt(dot(r, r)), stretch = distance - c->length;
    (void)kind;
    f->energy = 0;
    ADD_ENERGY(f, DISCS_BONDS, c->spring * stretch * stretch / 2);
    ADD_ENERGY(f, DISCS_BENDING, c->bend * (1 - dot(bodies[0].axis, bodies[1].axis)));
    f->force[1] = times(-c->spring * stretch / distance, r);
    f->force[0] = times(-1, f->force[1]);
    f->torque[0] = times(c->bend, cross(bodies[0].axis, bodies[1].axis));
    f->torque[1] = times(-1, f->torque[0]);
}

#ifdef MODEL_DESCRIBE

#include "models/description.h"

enum { STIFFNESS, DIAMETER, TILT, SPRING, LENGTH, BEND };

static const struct parameter discs_parameters[] = {
    [STIFFNESS] = {.name = "stiffness",
                   .unit = "epsilon",
                   .summary = "curvature of the repulsion",
                   .initial = 2,
                   .minimum = 1e-6,
                   .maximum = 1e6},
    [DIAMETER] = {.name = "diameter",
                  .unit = "sigma",
                  .summary = "distance where it ends",
                  .initial = 1.6,
                  .minimum = 1e-6,
                  .maximum = 1e6},
    [TILT] = {.name = "tilt",
              .unit = "",
              .summary = "how much more discs repel that are not parallel",
              .initial = 0.5,
              .minimum = 0,
              .maximum = 1e3},
    [SPRING] = {.name = "spring",
                .unit = "epsilon/sigma^2",
                .summary = "stiffness of bonds",
                .initial = 10,
                .minimum = 0,
                .maximum = 1e6},
    [LENGTH] = {.name = "length",
                .unit = "sigma",
                .summary = "of a bond",
                .initial = 0.6,
                .minimum = 1e-6,
                .maximum = 1e6},
    [BEND] = {.name = "bend",
              .unit = "epsilon",
              .summary = "what it costs to bend a strand",
              .initial = 1,
              .minimum = 0,
              .maximum = 1e6},
};

static const char *const discs_terms[] = {"pairs", "bonds", "bending", NULL};

/* One type for each base that the builder of strands uses; all are equal. */
static const struct particle_type discs_types[] = {
    {.name = "A", .mass = 1, .inertia = {0.1, 0.1, 0.2}},
    {.name = "C", .mass = 1, .inertia = {0.1, 0.1, 0.2}},
    {.name = "G", .mass = 1, .inertia = {0.1, 0.1, 0.2}},
    {.name = "T", .mass = 1, .inertia = {0.1, 0.1, 0.2}},
    {0},
};

static double discs_range(const double *p)
{
    return p[DIAMETER];
}

static bool discs_derive(const double *p, double *constants, struct error *error)
{
    if (p[LENGTH] > p[DIAMETER])
        return model_refuse(error, "length: expected at most the diameter, %g, found %g",
                            p[DIAMETER], p[LENGTH]);
    *(struct discs_constants *)constants =
        (struct discs_constants){p[STIFFNESS], p[DIAMETER], p[TILT], p[SPRING], p[LENGTH], p[BEND]};
    return true;
}

static const struct model discs_model = {
    .name = "discs",
    .summary = "strands of soft discs that stack",
    .citation = "after Groot and Warren, J. Chem. Phys. 107, 4423 (1997)",
    .builders = {"duplexes"},
    .terms = discs_terms,
    .types = discs_types,
    .parameters = discs_parameters,
    .parameter_count = sizeof discs_parameters / sizeof *discs_parameters,
    .evaluated = {.flops = 60, .special = 3},
    .energy = {.flops = 3},
    .derive = discs_derive,
    .range = discs_range,
};

#endif
#endif

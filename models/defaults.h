/*
 * Names that are the same for all models, and defaults for names that a model header leaves out.
 * Kernels therefore need no conditionals on models. The build defines MODEL as the name of the
 * model. Names m_pair and m_constants of a model `m` are then also model_pair and MODEL_STRUCT, and
 * the following names are always defined:
 *
 *   HAS_ORIENTATION, HAS_ROWS   whether particles have orientation; whether pairs read rows
 *   HAS_BODIES                  whether the pair function needs more than the displacement
 *   HAS_KINDS, HAS_VARIANTS     whether types select the kind of interaction; whether the
 *                               constants select a variant of the pair function
 *   HAS_SUMS                    whether the model defines sums over the pairs of a particle
 *   MODEL_COPIES(c)             number of copies of the pair function in a GPU loop
 *   model_bonded(c, form, bodies, r, f)    a bonded term of a form that the model defines
 *   torque_of(f), partner_torque(f, dx, dy, dz)   the torques on the particles p and q of a pair:
 *                               zero without orientation
 *
 * Include this file after the model's header.
 */
#ifndef PAIRLANES_MODELS_DEFAULTS_H
#define PAIRLANES_MODELS_DEFAULTS_H

#define JOIN_(a, b)   a##b
#define JOIN(a, b)    JOIN_(a, b)
#define TEXT_(a)      #a
#define TEXT(a)       TEXT_(a)
#define OF_MODEL(end) JOIN(MODEL, end)

#define MODEL_STRUCT struct OF_MODEL(_constants)
#define model_pair   OF_MODEL(_pair)

#ifdef MODEL_ORIENTED
#define HAS_ORIENTATION 1
#else
#define HAS_ORIENTATION 0
#endif

#ifdef MODEL_ROW
#define HAS_ROWS 1
#else
#define HAS_ROWS 0
#endif

#ifdef MODEL_INTERACTIONS
#define HAS_KINDS 1
#else
#define HAS_KINDS 0
#endif

#ifdef MODEL_VARIANTS
#define HAS_VARIANTS 1
#else
#define HAS_VARIANTS 0
#endif

#if defined(MODEL_SUMS) && !defined(FRACTION_BITS)
#define HAS_SUMS 1
#else
#define HAS_SUMS 0
#endif

#define HAS_BODIES (HAS_ORIENTATION || HAS_ROWS)

/* HAS_EXCLUSIONS: particles may have excluded partners. For models without rows or private
 * bonded forms, the harness defines it if the system has excluded pairs. */
#if (defined(MODEL_BONDED) || HAS_ROWS) && !defined(HAS_EXCLUSIONS)
#define HAS_EXCLUSIONS
#endif

/* Number of copies of the pair function: four of a short one, one per entry of a group that is read
 * together. Only one with 64-bit rows, because these need many registers, and with orientation,
 * because the function fills the instruction cache. */
#ifndef MODEL_COPIES
#define MODEL_COPIES(c) (HAS_ORIENTATION || (HAS_ROWS && sizeof(real) != 4) ? 1 : 4)
#endif

#if !HAS_ORIENTATION
MODEL_FUNCTION struct vector torque_of(const struct pair_force *f)
{
    (void)f;
    return vector(0, 0, 0);
}

MODEL_FUNCTION struct vector partner_torque(const struct pair_force *f, real dx, real dy, real dz)
{
    (void)dx;
    (void)dy;
    (void)dz;
    return torque_of(f);
}
#endif

#if !HAS_BODIES
struct OF_MODEL(_body) {
#ifndef __cplusplus
    char none; /* C has no empty structs */
#endif
};
#endif

#if HAS_ROWS
#include "models/rows.h"
#else
/* Evaluates a bonded term of a form that the model defines. */
#define model_bonded(c, form, bodies, r, f) OF_MODEL(_bonded)(c, form, bodies, r, f)
#endif

#endif

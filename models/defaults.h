/*
 * Names of the model that a unit is compiled for, and defaults for what its header leaves out, so
 * that kernels need no conditional on models. The build defines MODEL as the model's name; the
 * names m_pair and m_constants of a model `m` become model_pair and MODEL_STRUCT in every unit, and
 * the following names are always defined, too:
 *
 *   HAS_ORIENTATION, HAS_ROWS   whether particles have orientation; whether pairs read rows
 *   HAS_BODIES                  whether a pair function takes more than a vector
 *   HAS_KINDS, HAS_VARIANTS     whether types decide between kinds of interaction; whether the
 *                               constants choose between variants of the pair function
 *   HAS_SUMS                    whether pairs of a particle have sums of the model's own
 *   MODEL_COPIES(c)             copies of the pair function in a loop of a GPU
 *   model_bonded(c, form, bodies, r, f)    a bonded term of a form of its own
 *   torque_of(f), partner_torque(f, dx, dy, dz)   the torques on the particles p and q of a pair:
 *                               0 without orientation
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

/*
 * Whether particles may have excluded partners. The harness defines it for a system with excluded
 * pairs whose model has no bonded forms of its own.
 */
#if (defined(MODEL_BONDED) || HAS_ROWS) && !defined(HAS_EXCLUSIONS)
#define HAS_EXCLUSIONS
#endif

/* A short function has a copy for each entry that is read at a time. Numbers of 64 bits need the
   registers of three copies, and functions of orientations fill the instruction cache. */
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
    char none; /* C has no empty structures */
#endif
};
#endif

#if HAS_ROWS
#include "models/rows.h"
#else
/* A term of the model's own form. */
#define model_bonded(c, form, bodies, r, f) OF_MODEL(_bonded)(c, form, bodies, r, f)
#endif

#endif

/*
 * Defaults for what a model's header leaves out, so that kernels need no conditional on models.
 * These names are always defined:
 *
 *   HAS_ORIENTATION, HAS_ROWS   whether particles have orientation; whether pairs read rows
 *   HAS_BODIES                  whether a pair function takes more than a vector
 *   HAS_KINDS, HAS_VARIANTS     whether types decide between kinds of interaction; whether the
 *                               constants choose between variants of the pair function
 *   MODEL_COPIES(c)             copies of the pair function in a loop of a GPU
 *   model_variant(c), model_settle(c, v)   the variant of the constants: 0 is the only one
 *   product_of_charges(c, p, q)            0 without charges
 *
 * This file is included by models/of_model.h, after the model's header.
 */
#ifndef PAIRLANES_MODELS_DEFAULTS_H
#define PAIRLANES_MODELS_DEFAULTS_H

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

#define HAS_BODIES (HAS_ORIENTATION || HAS_ROWS)

/*
 * Whether particles may have excluded partners. The harness defines it for a system with excluded
 * pairs whose model has no bonded terms of its own.
 */
#if (defined(MODEL_BONDED) || HAS_ROWS) && !defined(HAS_EXCLUSIONS)
#define HAS_EXCLUSIONS
#endif

/* A short function has a copy for each entry that is read at a time. Numbers of 64 bits need the
   registers of three copies, and functions of orientations fill the instruction cache. */
#ifndef MODEL_COPIES
#define MODEL_COPIES(c) (HAS_ORIENTATION || (HAS_ROWS && sizeof(real) != 4) ? 1 : 4)
#endif

#if HAS_VARIANTS
#define model_variant OF_MODEL(_variant)
#define model_settle  OF_MODEL(_settle)
#else
#define MODEL_VARIANTS 1

MODEL_FUNCTION int model_variant(const MODEL_STRUCT *c)
{
    (void)c;
    return 0;
}

MODEL_FUNCTION void model_settle(MODEL_STRUCT *c, int variant)
{
    (void)c;
    (void)variant;
}
#endif

#if !HAS_BODIES
struct OF_MODEL(_body) {
#ifndef __cplusplus
    char none; /* C has no empty structures */
#endif
};
#elif HAS_ROWS
/** Type and charge of a particle, for a pair function that reads a row of two types. */
struct OF_MODEL(_body) {
    int type;
    real charge; /* charge in 1 / CHARGES_PER_E of that of a proton */
};

MODEL_FUNCTION struct OF_MODEL(_body)
    OF_MODEL(_body_of)(const MODEL_STRUCT *c, int type, int charge, struct quaternion orientation)
{
    const struct OF_MODEL(_body) body = {type, (real)charge};
    (void)c;
    (void)orientation;
    return body;
}
#endif

/** The product of two charges that a pair function takes. In fixed point it is the same from either
 * side; otherwise the first two factors are common to all pairs of a particle. */
MODEL_FUNCTION real product_of_charges(const MODEL_STRUCT *c, real p, real q)
{
#if !defined(MODEL_CHARGES)
    (void)c;
    (void)p;
    (void)q;
    return 0;
#elif defined(FRACTION_BITS)
    return c->MODEL_CHARGES * (p * q);
#else
    return c->MODEL_CHARGES * p * q;
#endif
}

/* A term of the model's own form. That of a model with rows takes the product of the charges of the
   first two members. */
#if HAS_ROWS
#define model_bonded(c, form, bodies, r, f)                                                        \
    OF_MODEL(_bonded)                                                                              \
    (c, form, product_of_charges(c, (bodies)[0].charge, (bodies)[1].charge), r, f)
#else
#define model_bonded(c, form, bodies, r, f) OF_MODEL(_bonded)(c, form, bodies, r, f)
#endif

#endif

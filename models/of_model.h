/*
 * Names of the model that a unit is compiled for: the build defines MODEL as the model's name, and
 * what a model `m` calls m_pair or m_constants is model_pair and MODEL_STRUCT in every unit.
 */
#ifndef PAIRLANES_MODELS_OF_MODEL_H
#define PAIRLANES_MODELS_OF_MODEL_H

#define JOIN_(a, b)   a##b
#define JOIN(a, b)    JOIN_(a, b)
#define TEXT_(a)      #a
#define TEXT(a)       TEXT_(a)
#define OF_MODEL(end) JOIN(MODEL, end)

#define MODEL_STRUCT struct OF_MODEL(_constants)
#define model_pair   OF_MODEL(_pair)

/* Whether particles may have excluded partners. The harness defines it for a system with some whose
   model has no bonded terms of its own. */
#if (defined(MODEL_BONDED) || defined(MODEL_ROW)) && !defined(HAS_EXCLUSIONS)
#define HAS_EXCLUSIONS
#endif

/* Of a particle kernels know type and charge, where the pair function reads a row of two types. */
#ifdef MODEL_ROW
#define MODEL_BODY
#ifdef __CUDACC__
#define MODEL_EVERYWHERE
#endif

struct OF_MODEL(_body) {
    int type;
    real charge; /* in 1 / CHARGES_PER_E of that of a proton */
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

/* A term of the model's own form. That of a model with rows takes the product of the charges of the
   first two members. */
#ifdef MODEL_ROW
#define model_bonded(c, form, bodies, r, f)                                                        \
    OF_MODEL(_bonded)(c, form, (bodies)[0].charge * (bodies)[1].charge, r, f)
#else
#define model_bonded(c, form, bodies, r, f) OF_MODEL(_bonded)(c, form, bodies, r, f)
#endif

#endif

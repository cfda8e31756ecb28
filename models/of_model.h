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

/** The product of two charges that a pair function takes. In fixed point it is the same from
 * either side; else the first two factors are those of all pairs of a particle. */
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
#endif

/* A term of the model's own form. That of a model with rows takes what `row14` of the description
   makes of the types of the first two members, and the product of their charges. */
#ifdef MODEL_ROW
#define model_bonded(c, row14, form, bodies, r, f)                                                 \
    OF_MODEL(_bonded)                                                                              \
    (c, form, row14, product_of_charges(c, (bodies)[0].charge, (bodies)[1].charge), r, f)
#else
#define model_bonded(c, row14, form, bodies, r, f) OF_MODEL(_bonded)(c, form, bodies, r, f)
#endif

#endif

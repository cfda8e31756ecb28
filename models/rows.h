/*
 * Particles with types but no orientation, whose pair function reads a row of numbers of two types
 * (MODEL_ROW). models/defaults.h includes this file.
 */
#ifndef PAIRLANES_MODELS_ROWS_H
#define PAIRLANES_MODELS_ROWS_H

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

/** The product of two charges that a pair function takes, 0 of a model without charges. In fixed
 * point it is the same from either side; otherwise the first two factors are common to all pairs of
 * a particle. */
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

/* A term of the model's own form, which takes the product of the charges of the first two members.
 */
#define model_bonded(c, form, bodies, r, f)                                                        \
    OF_MODEL(_bonded)                                                                              \
    (c, form, product_of_charges(c, (bodies)[0].charge, (bodies)[1].charge), r, f)

#endif

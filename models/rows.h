/*
 * Bodies of particles with types but no orientation. Their pair function reads a coefficient row
 * for each pair of types (MODEL_ROW). models/defaults.h includes this file.
 */
#ifndef PAIRLANES_MODELS_ROWS_H
#define PAIRLANES_MODELS_ROWS_H

/** Body of a particle: its type and charge. */
struct OF_MODEL(_body) {
    int type;
    real charge; /* charge in units of e / CHARGES_PER_E */
};

MODEL_FUNCTION struct OF_MODEL(_body)
    OF_MODEL(_body_of)(const MODEL_STRUCT *c, int type, int charge, struct quaternion orientation)
{
    const struct OF_MODEL(_body) body = {type, (real)charge};
    (void)c;
    (void)orientation;
    return body;
}

/**
 * Returns the product of two charges for the pair function; 0 in models without charges. In fixed
 * point the order of factors makes the product symmetric in p and q. In other precisions, all pairs
 * of p share the product of the first two factors.
 */
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

/*
 * Evaluates a bonded term, with the product of the charges of its first two members. The model
 * defines its form.
 */
#define model_bonded(c, form, bodies, r, f)                                                        \
    OF_MODEL(_bonded)                                                                              \
    (c, form, product_of_charges(c, (bodies)[0].charge, (bodies)[1].charge), r, f)

#endif

/*
 * Types of a system's own, in the place of those of its model (MODEL_OWN of models/model.h): what a
 * file says of each.
 */
#ifndef PAIRLANES_MODELS_OWN_TYPES_H
#define PAIRLANES_MODELS_OWN_TYPES_H

enum { OWN_TYPES_MOST = 80 };

struct own_type {
    double depth, sigma;     /* of the Lennard-Jones interaction */
    double depth14, sigma14; /* the same of particles three bonds apart */
    double mass;
};

struct own_types {
    int count; /* 0: the types are the model's */
    struct own_type of[OWN_TYPES_MOST];
};

#endif

/* How neighbor lists know the way in which the two particles of a pair interact. */
#ifndef PAIRLANES_INTERACTIONS_H
#define PAIRLANES_INTERACTIONS_H

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/** Of models whose pairs interact in several ways, as the types of the particles decide. */
enum interaction_structure {
    INTERACTIONS_LOOKUP, /* the kernel finds it, from the two types */
    INTERACTIONS_STORED, /* it lies beside the list, entry by entry */
    INTERACTIONS_SORTED, /* rows are sorted by it; the kernel finds it */
    INTERACTIONS_COUNT
};

enum { INTERACTION_WAYS = 8 };

/** The ways in which a model's particles interact, and what lists do about it. */
struct interactions {
    enum interaction_structure structure;
    int ways;                              /* 1: nothing is stored or sorted */
    uint8_t of[MODEL_TYPES * MODEL_TYPES]; /* of types p, q: [MODEL_TYPES p + q] */
};

/** Those of a model with its constants. A model with one way to interact has no structure. */
void interactions_of(const struct model *model, const double *constants,
                     enum interaction_structure structure, struct interactions *interactions);

/** The name of a structure, and back. */
const char *interactions_name(enum interaction_structure structure);
bool interactions_find(const char *name, enum interaction_structure *structure);

#endif

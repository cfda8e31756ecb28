/* Ways in which a kernel gets the kind of interaction of a pair: from the types, or from the
 * neighbor list. */
#ifndef PAIRLANES_INTERACTIONS_H
#define PAIRLANES_INTERACTIONS_H

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Ways in which kernels find the kind of interaction of a pair, if a model has several kinds. The
 * kind depends on the types of the two particles.
 */
enum interaction_structure {
    INTERACTIONS_LOOKUP, /* the kernel looks it up by the two types */
    INTERACTIONS_STORED, /* an array parallel to the list, entry by entry */
    INTERACTIONS_SORTED, /* rows are sorted by it; the kernel also looks it up */
    INTERACTIONS_COUNT
};

enum { INTERACTION_KINDS = 8 };

/** Kinds of interaction of a model, and their use in lists. */
struct interactions {
    enum interaction_structure structure;
    int kinds;                             /* 1: nothing is stored or sorted */
    uint8_t of[MODEL_TYPES * MODEL_TYPES]; /* the kind of types p, q: [MODEL_TYPES p + q] */
};

/** Fills in the kinds of interaction of a model with its constants. A model with one kind has no
 * structure. */
void interactions_of(const struct model *model, const double *constants,
                     enum interaction_structure structure, struct interactions *interactions);

/**
 * Returns the kind of interaction whose pairs load no coefficients on a GPU, while all others load
 * four numbers (`pair_table` of struct model); -1: no pair of the model loads any.
 */
int interactions_unloaded(const struct model *model, const double *constants);

/** Returns the name of a structure, and finds a structure by name. */
const char *interactions_name(enum interaction_structure interactions);
bool interactions_find(const char *name, enum interaction_structure *structure);

#endif

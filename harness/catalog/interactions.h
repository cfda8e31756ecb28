/*
 * Sources of a pair's kind of interaction in a kernel: the particles' types, or the neighbor list.
 */
#ifndef PAIRLANES_INTERACTIONS_H
#define PAIRLANES_INTERACTIONS_H

#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Ways in which kernels get the kind of interaction of a pair, for models with several kinds. The
 * kind depends on the types of the two particles.
 */
enum interaction_structure {
    INTERACTIONS_LOOKUP, /* the kernel looks up the kind by the two types */
    INTERACTIONS_STORED, /* the kind is stored in an array parallel to the list */
    INTERACTIONS_SORTED, /* rows are sorted by kind; the kernel also looks up the kind */
    INTERACTIONS_COUNT
};

enum { INTERACTION_KINDS = 8 };

/** Kinds of interaction of a model, and their place in lists. */
struct interactions {
    enum interaction_structure structure;
    int kinds;                             /* number of kinds; 1: nothing is stored or sorted */
    uint8_t of[MODEL_TYPES * MODEL_TYPES]; /* kind of interaction of types p and q: [MODEL_TYPES
                                            * p + q] */
};

/**
 * Finds the kinds of interaction of a model with its constants. For a model with one kind,
 * `structure` has no effect.
 */
void interactions_of(const struct model *model, const double *constants,
                     enum interaction_structure structure, struct interactions *interactions);

/**
 * Returns the kind of interaction that loads no coefficients on a GPU. Pairs of other kinds load
 * four numbers (`pair_table` of struct model). -1: no pairs of the model load coefficients.
 */
int interactions_unloaded(const struct model *model, const double *constants);

/** Return the name of a value, and find a value by its name. */
const char *interactions_name(enum interaction_structure interactions);
bool interactions_find(const char *name, enum interaction_structure *structure);

#endif

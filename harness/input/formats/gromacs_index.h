/*
 * Index of a list in a topology: the entry with a key. Looking up all of N entries takes a time
 * proportional to N log N.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"

#include <stdbool.h>
#include <stdint.h>

/** An index of keys; zeroed: empty. */
struct gromacs_index {
    void *tree; /* keys with their entries, by tsearch */
};

/** Returns the entry of a key; -1: there is none. */
int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key);

/** Adds the entry of a key that is not known; EXIT_ENVIRONMENT if memory runs out. */
bool gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry,
                       struct error *error);

void gromacs_index_free(struct gromacs_index *index);

/*
 * Neighbor structures that users' functions build (strategies/neighbors.h): their arrays on the
 * host.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/catalog/neighbor_structure.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"
#include "strategies/neighbors.h"

#include <stdbool.h>
#include <stdint.h>

/** An array that kernels read. */
struct user_array {
    void *memory; /* NULL: the last build did not request the array */
    int64_t bytes;
    int64_t room; /* bytes allocated for `memory` */
    bool asked;   /* true if the current build has requested the array */
};

/** The structure of the last build, and memory that the next build reuses; zeroed: none. */
struct user_neighbors {
    bool built;
    int64_t pairs, items; /* numbers from struct neighbor_result */
    struct user_array array[NEIGHBOR_ARRAYS];
    struct rows rows;
    int64_t building_bytes; /* bytes kept for the next build */
};

/**
 * Builds a structure, or builds it again, with the user's function. `tuning` has the values of the
 * structure's tuning keys. Uses all threads. EXIT_USAGE with the reason if the function refuses.
 * After an error there is no structure.
 */
bool user_neighbors_build(const struct neighbor_structure *structure, const struct system *system,
                          double cutoff, double skin, const struct topology *topology,
                          const struct interactions *interactions,
                          const int tuning[NEIGHBOR_TUNINGS], struct user_neighbors *own,
                          struct error *error);

/** Returns the bytes of all arrays. */
int64_t user_neighbors_bytes(const struct user_neighbors *own);

/** Frees the memory, and zeroes all members. */
void user_neighbors_free(struct user_neighbors *own);

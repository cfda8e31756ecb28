/* Kinds of interaction in lists of pairs: the kind of each entry, or rows sorted by kind. */
#pragma once

#include "harness/backend/cuda/lists/cuda_particles.h"

/** Zeroed: lists do not contain the kinds. */
struct cuda_interactions {
    struct cuda_buffer interaction; /* kind of each entry */
    struct cuda_buffer sorted;      /* entries sorted by kind in each row */
};

/**
 * Allocates memory for `entries` list entries of `size` bytes, as particles->structure requires.
 */
bool cuda_interactions_resize(const struct cuda_particles *particles,
                              struct cuda_interactions *interactions, struct list_arguments *a,
                              int64_t entries, int64_t size, struct error *error);

/** Returns the estimated memory of the kinds of interaction. */
double cuda_interactions_estimate(const struct cuda_particles *particles, double entries,
                                  double size);

/**
 * Enqueues storing the kind of each entry, or sorting rows by it, as particles->structure requires.
 * `layout` is the layout of the entries: "rows", "columns" or "edges".
 */
bool cuda_interactions_enqueue(const struct cuda_particles *particles, const char *layout,
                               const struct list_arguments *a, struct error *error);

/** Returns the bytes that kernels read in addition to the entries; 0 for sorted lists. */
int64_t cuda_interactions_bytes(const struct cuda_interactions *interactions);

/** Returns the bytes that are needed only for building. */
int64_t cuda_interactions_building_bytes(const struct cuda_interactions *interactions);

void cuda_interactions_free(struct cuda_interactions *interactions);

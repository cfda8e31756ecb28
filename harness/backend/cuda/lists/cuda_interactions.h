/* Kinds of interaction in lists of pairs: the kind of each entry, and rows sorted by it. */
#pragma once

#include "harness/backend/cuda/lists/cuda_particles.h"

/** Zeroed: no kinds are stored. */
struct cuda_interactions {
    struct cuda_buffer interaction; /* kind of each entry */
    struct cuda_buffer sorted;      /* entries of each row, sorted by their kind */
};

/** Makes room for that many entries of `size` bytes, as particles->structure requires. */
bool cuda_interactions_resize(const struct cuda_particles *particles,
                              struct cuda_interactions *interactions, struct list_arguments *a,
                              int64_t entries, int64_t size, struct error *error);

/** Returns the estimated memory of the kinds of interaction. */
double cuda_interactions_estimate(const struct cuda_particles *particles, double entries,
                                  double size);

/**
 * Enqueues storing the interaction of each entry, and sorting by it, as particles->structure
 * requires; `layout` is the order of the entries: "rows", "columns" or "edges".
 */
bool cuda_interactions_enqueue(const struct cuda_particles *particles, const char *layout,
                               const struct list_arguments *a, struct error *error);

/** Returns the bytes that kernels read: none for sorted lists. */
int64_t cuda_interactions_bytes(const struct cuda_interactions *interactions);

/** Returns the further bytes that only building needs. */
int64_t cuda_interactions_building_bytes(const struct cuda_interactions *interactions);

void cuda_interactions_free(struct cuda_interactions *interactions);

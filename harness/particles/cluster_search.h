/* Finds the rows of clusters (clusters.h) from particles that are sorted into columns. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/cluster_columns.h"
#include "harness/particles/clusters.h"

/** Input that all threads share. */
struct cluster_search {
    const struct clusters *clusters;
    const struct topology *topology; /* topology with excluded pairs; NULL: none */
    double box[3], range;
    struct cluster_columns columns;
    float *low, *high;          /* bounds along z of each group of `partners` slots */
    float *middle[3], *half[3]; /* centre and half edges of the box around each group */
    int32_t *slot_of;           /* slot of each particle; NULL: there are no exclusions */
};

struct cluster_entry {
    int32_t first;
    uint32_t mask;
};

struct cluster_entries {
    struct cluster_entry *entry;
    int64_t count, room;
};

/** A slot that is excluded from interacting with slot `by` of a cluster. */
struct cluster_exclusion {
    int32_t slot, by;
};

/** The clusters begin … end - 1, and their rows in contiguous memory. */
struct cluster_chunk {
    int64_t begin, end, pairs;
    struct cluster_entries rows;
    struct cluster_entries held;         /* entries with excluded pairs of one row, before they are
                                          * moved to its front */
    struct cluster_exclusion *exclusion; /* excluded slots of the current cluster */
    int64_t exclusion_room;
    bool fine;
    struct error error;
};

/** Computes the box around a group of partners. */
void cluster_search_bound(const struct cluster_search *search, int64_t group);

/**
 * Finds the rows of a chunk's clusters, and sets their lengths and frames. If memory runs out, sets
 * the chunk's error.
 */
void cluster_search_chunk(const struct cluster_search *search, struct cluster_chunk *chunk);

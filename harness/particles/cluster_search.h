/* The rows of clusters (clusters.h), found in the columns into which particles are sorted. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/cluster_columns.h"
#include "harness/particles/clusters.h"

/** Common input of all threads. */
struct cluster_search {
    const struct clusters *clusters;
    const struct topology *topology; /* NULL: no exclusions */
    double box[3], range;
    struct cluster_columns columns;
    float *low, *high;          /* bounds along z of each `partners` slots, a group */
    float *middle[3], *half[3]; /* centre and half edges of the box around each group */
    int32_t *slot_of;           /* slot of each particle; NULL: no exclusions */
};

struct cluster_entry {
    int32_t first;
    uint32_t mask;
};

struct cluster_entries {
    struct cluster_entry *entry;
    int64_t count, room;
};

/** A slot that is excluded from a cluster's slot `by`. */
struct cluster_exclusion {
    int32_t slot, by;
};

/** Clusters begin … end - 1, with their rows one after another. */
struct cluster_chunk {
    int64_t begin, end, pairs;
    struct cluster_entries rows;
    struct cluster_entries held;         /* entries of one row that hold excluded pairs */
    struct cluster_exclusion *exclusion; /* excluded slots of one cluster */
    int64_t exclusion_room;
    bool fine;
    struct error error;
};

/** Fills in the box around a group of partners. */
void cluster_search_bound(const struct cluster_search *search, int64_t group);

/**
 * Finds the rows of a chunk's clusters, and sets their counts and frames. If memory runs out, the
 * chunk has the error.
 */
void cluster_search_chunk(const struct cluster_search *search, struct cluster_chunk *chunk);

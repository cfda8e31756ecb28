/*
 * Prunes rows of clusters (clusters.h), on the host, to the pairs that are in range at the current
 * positions. A list with a large skin stays valid for many steps, but kernels read short rows.
 *
 * S. Pall et al., J. Chem. Phys. 153, 134110 (2020): dual pair lists.
 */
#pragma once

#include "harness/particles/clusters.h"

/** Pruned rows of clusters, as in struct clusters; the bits of an entry are its pairs in range. */
struct cluster_pruning {
    int64_t *start; /* clusters + 1 indices at which rows begin */
    int32_t *masked;
    int32_t *first;
    uint32_t *mask;
    int64_t pairs;

    int64_t n, clusters, slots, entries; /* capacities of the arrays */
    int32_t *count;
    uint32_t *kept;    /* bits that remain of each entry of the clusters */
    double *at[3];     /* position of each slot at the last pruning */
    double *was_at[3]; /* position of each particle at the last pruning */
};

/**
 * Returns the skin of pruned rows, `percent` of the list's skin; `percent` 0: rows are not pruned.
 */
static inline double cluster_pruning_skin(int percent, double skin)
{
    return percent / 100.0 * skin;
}

/**
 * Allocates room for the rows of clusters before pruning. The structure must be zeroed; after an
 * error it is freed.
 */
bool cluster_pruning_allocate(const struct clusters *clusters, struct cluster_pruning *pruning,
                              struct error *error);

/**
 * Prunes the rows of clusters to `range`, and pads them as in clusters_build. The arrays must be
 * large enough. Uses all threads; the rows do not depend on their number.
 */
void cluster_pruning_prune(const struct clusters *clusters, const struct system *system,
                           double range, int padding, struct cluster_pruning *pruning);

/** Whether any particle is farther than `step` from its position at the last pruning. */
bool cluster_pruning_is_due(const struct cluster_pruning *pruning, const struct system *system,
                            double step);

/**
 * Returns the bytes of the pruned rows. The second function returns the bytes that only pruning
 * needs.
 */
int64_t cluster_pruning_bytes(const struct cluster_pruning *pruning);
int64_t cluster_pruning_building_bytes(const struct cluster_pruning *pruning);

/** Returns the estimated memory of cluster_pruning_allocate for a homogeneous system. */
struct footprint cluster_pruning_footprint(const struct system *system, double range, int size,
                                           bool reciprocal);

/** Frees the arrays and zeroes all members. */
void cluster_pruning_free(struct cluster_pruning *pruning);

/*
 * Rows of clusters (clusters.h) pruned to the pairs in range at the current positions: the list for
 * a wide range stays valid for long, and the rows that kernels read are short. On the host.
 *
 * S. Pall et al., J. Chem. Phys. 153, 134110 (2020): dual pair lists.
 */
#pragma once

#include "harness/particles/clusters.h"

/** Rows of clusters, as in struct clusters; the bits of an entry are those of pairs in range. */
struct cluster_pruning {
    int64_t *start; /* clusters + 1 */
    int32_t *masked;
    int32_t *first;
    uint32_t *mask;
    int64_t pairs;

    int64_t n, clusters, slots, entries; /* capacities of the arrays */
    int32_t *count;
    uint32_t *kept;    /* remaining bits of each entry of the clusters */
    double *at[3];     /* position of each slot … */
    double *was_at[3]; /* position of each particle at the last pruning */
};

/** Returns the skin of rows that are pruned to `percent` of it; 0: rows are not pruned. */
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
 * Prunes the rows of clusters to `range`, and pads them as clusters_build does; the arrays are
 * large enough. All threads; the same rows for every number of them.
 */
void cluster_pruning_prune(const struct clusters *clusters, const struct system *system,
                           double range, int padding, struct cluster_pruning *pruning);

/** Whether a particle is farther than `step` from its position at the last pruning. */
bool cluster_pruning_is_due(const struct cluster_pruning *pruning, const struct system *system,
                            double step);

/** Returns the bytes of the rows, and those that pruning needs in addition. */
int64_t cluster_pruning_bytes(const struct cluster_pruning *pruning);
int64_t cluster_pruning_building_bytes(const struct cluster_pruning *pruning);

/** Returns the memory of cluster_pruning_allocate for the clusters of a homogeneous system. */
struct footprint cluster_pruning_footprint(const struct system *system, double range, int size,
                                           bool reciprocal);

/** Frees the arrays and zeroes the rest. */
void cluster_pruning_free(struct cluster_pruning *pruning);

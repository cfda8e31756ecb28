/*
 * Groups of nearby clusters that share one row, on the host. A kernel then loads a partner once for
 * all of them.
 *
 * S. Pall et al., J. Chem. Phys. 153, 134110 (2020): super-clusters.
 */
#pragma once

#include "harness/particles/clusters.h"

enum { CLUSTER_GROUP_MOST = 8 /* clusters of a group: one per bit */ };

/**
 * Groups of clusters, and their entries. Cluster k of group g is cluster[g * size + k] of
 * `clusters`. If a group has fewer than `size` clusters, the rest of its elements are the index
 * `clusters->clusters`: a cluster of empty slots after the last one. Each cluster with particles is
 * in one group. Entry e pairs a group with the partners in slots starting at first[e]; active[e]
 * has a bit for each cluster with pairs. Group g has the entries start[g] … start[g + 1] - 1. The
 * first masked[g] of them have masks: bit k of lanes[(masked_start[g] + e) * CLUSTER_PAIRS + p] is
 * bit p of the mask for cluster k. The other entries need no masks: each of their pairs is either
 * evaluated or out of range.
 */
struct cluster_groups {
    int64_t groups;
    int size;
    int32_t *cluster;
    int64_t *start, *masked_start; /* groups + 1 indices */
    int32_t *masked;
    int32_t *first;
    uint8_t *active;
    uint8_t *lanes;
    double *cut; /* three numbers per group: the cuts of its frame (frame.h) */

    int64_t groups_room, entries_room, masked_room;
};

/**
 * Makes groups of `size` clusters, a power of two up to CLUSTER_GROUP_MOST. A group is within two
 * by two columns. System and range must be the same as for the clusters. Uses all threads; the
 * groups do not depend on their number. Allocates zeroed groups; overwrites the arrays of an
 * earlier build if they are large enough. After an error they are freed.
 */
bool cluster_groups_build(const struct system *system, double range,
                          const struct clusters *clusters, int size, struct cluster_groups *groups,
                          struct error *error);

/** Frees the arrays and zeroes all members. */
void cluster_groups_free(struct cluster_groups *groups);

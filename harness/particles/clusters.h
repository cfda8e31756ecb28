/*
 * Clusters: `size` particles near one another, and the pairs of clusters and partners in range. On
 * the host.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013): columns of the x, y plane, particles
 * sorted along z within each, boxes around the clusters.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/footprint.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CLUSTER_PAIRS = 32, /* pairs of an entry, a bit each */
    CLUSTER_MOST = 8,   /* particles of a cluster, and partners of an entry */
    CLUSTER_SPARE = 16, /* slots after the last cluster, without particles */
};

/**
 * Slots are places of particles: cluster c has those from c * size on. A slot that no particle
 * fills has particle n; every column of the grid ends with those that it needs for a multiple of
 * CLUSTER_MOST, and CLUSTER_SPARE of them follow the last cluster.
 *
 * An entry pairs a cluster with `partners` slots that follow one another, from first[k] on, a
 * multiple of `partners`. Bit j * size + i of mask[k] says that slot i of the cluster and slot j of
 * the partners are in range and not excluded. The entries of cluster c are start[c] … start[c] +
 * count[c] - 1, those up to start[c + 1] have no bit and the first slot after the last cluster. The
 * first masked[c] of a row hold pairs in range that are left out: of a particle with itself, of
 * particles that are excluded, those that another row has.
 */
struct clusters {
    int64_t n, clusters;
    int size, partners; /* 4 and 8, or 8 and 4: CLUSTER_PAIRS together */
    bool reciprocal;    /* each pair is in one row, otherwise in the rows of both particles */
    int32_t *particle;  /* particle of each slot */
    int grid[2];     /* column k of the grid is in row k / grid[1] along x, k % grid[1] along y */
    int64_t *column; /* the first cluster of each column, and where the last one's end */
    int64_t *start;
    int32_t *count, *masked;
    int32_t *first;
    uint32_t *mask;
    double *cut; /* three of each cluster: where its frame ends (frame.h) */
    int64_t pairs;

    int64_t slots_room, columns_room, entries_room;
};

/**
 * Builds clusters of 4 or 8 particles, and the list of all pairs within `range`, without those that
 * the topology (NULL: none) excludes. With `reciprocal` the row of the pair's first slot has it if
 * both are in one column; otherwise, of two lines of columns along x, or along y, the one from
 * which the other is at most half the grid further on. Rows are padded to a multiple of `padding`
 * entries. No edge of the box may be under twice the range. All threads; the same list for every
 * number of them. Zeroed, they are allocated; of an earlier build they are overwritten where there
 * is room. After an error they are freed.
 */
bool clusters_build(const struct system *system, double range, const struct topology *topology,
                    int size, bool reciprocal, int padding, struct clusters *clusters,
                    struct error *error);

/** The column that a cluster is in. */
static inline int64_t clusters_column(const struct clusters *s, int64_t cluster)
{
    int64_t low = 0, high = (int64_t)s->grid[0] * s->grid[1];
    while (high - low > 1) { /* the last column that does not begin after it */
        const int64_t middle = (low + high) / 2;
        if (s->column[middle] <= cluster)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/** Returns the bytes that kernels read, without spare room. */
int64_t clusters_bytes(const struct clusters *clusters);

/** Returns the part of these bytes that rows take. */
int64_t clusters_row_bytes(const struct clusters *clusters);

/** Pairs of slots that a list has entries for, in range or not. */
int64_t clusters_pairs_covered(const struct clusters *clusters);

/**
 * Estimates the entries of `together` nearby clusters with partners in range of any of them, in a
 * homogeneous system.
 */
double clusters_entries_expected(const struct system *system, double range, int size, int together);

/** Returns the memory of the first clusters_build of a homogeneous system. */
struct footprint clusters_footprint(const struct system *system, double range, int size,
                                    bool reciprocal);

/** Frees the arrays and zeroes the rest. */
void clusters_free(struct clusters *clusters);

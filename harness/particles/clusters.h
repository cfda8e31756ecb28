/*
 * Clusters of `size` nearby particles, and their partners in range. On the host.
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
    CLUSTER_PAIRS = 32, /* pairs of an entry, a bit for each */
    CLUSTER_MOST = 8,   /* particles of a cluster, and partners of an entry */
    CLUSTER_SPARE = 16, /* slots after the last cluster, without particles */
};

/**
 * Slots are places of particles: cluster c has those from c * size on. An empty slot has particle
 * n. Empty slots fill every column of the grid up to a multiple of CLUSTER_MOST, and CLUSTER_SPARE
 * of them follow the last cluster.
 *
 * An entry pairs a cluster with `partners` slots that follow one another, from first[k] on, a
 * multiple of `partners`. Bit j * size + i of mask[k] says that slot i of the cluster and slot j of
 * the partners are in range and not excluded. The entries of cluster c are start[c] … start[c] +
 * count[c] - 1, those up to start[c + 1] have no bit and the first slot after the last cluster. The
 * first masked[c] entries of a row contain pairs in range that are left out: a particle with
 * itself, excluded pairs, and pairs of another row.
 */
struct clusters {
    int64_t n, clusters;
    int size, partners; /* 4 and 8, or 8 and 4: CLUSTER_PAIRS together */
    bool reciprocal;    /* true if each pair is in one row; false: in the rows of both particles */
    int32_t *particle;  /* particle of each slot */
    int grid[2];     /* column k of the grid is in row k / grid[1] along x, k % grid[1] along y */
    int64_t *column; /* first cluster of each column; the last entry is the end of the last
                      * column */
    int64_t *start;
    int32_t *count, *masked;
    int32_t *first;
    uint32_t *mask;
    double *cut; /* three of each cluster: ends of its frame (frame.h) */
    int64_t pairs;

    int64_t slots_room, columns_room, entries_room;
};

/**
 * Builds clusters of 4 or 8 particles, and the list of all pairs within `range`, without those that
 * the topology (NULL: none) excludes. With `reciprocal` a pair within one column is in the row of
 * its first slot. A pair of two columns is in the row of the line of columns, along x or y, from
 * which the other line is at most half the grid further on. Rows are padded to a multiple of
 * `padding` entries. No edge of the box may be under twice the range. Uses all threads, with the
 * same list for every number of them. Allocates zeroed clusters; overwrites the arrays of an
 * earlier build if they are large enough. After an error they are freed.
 */
bool clusters_build(const struct system *system, double range, const struct topology *topology,
                    int size, bool reciprocal, int padding, struct clusters *clusters,
                    struct error *error);

/** Returns the column of a cluster. */
static inline int64_t clusters_column(const struct clusters *s, int64_t cluster)
{
    int64_t low = 0, high = (int64_t)s->grid[0] * s->grid[1];
    while (high - low > 1) { /* finds the last column that does not begin after it */
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

/** Returns the pairs of slots that the list's entries cover, in range or not. */
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

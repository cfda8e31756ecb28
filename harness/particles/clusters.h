/*
 * Builds clusters of `size` nearby particles, and lists of their partners in range, on the host.
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
    CLUSTER_PAIRS = 32, /* pairs of an entry; each has a bit */
    CLUSTER_MOST = 8,   /* particles of a cluster, and partners of an entry */
    CLUSTER_SPARE = 16, /* empty slots after the last cluster */
};

/**
 * A slot contains a particle; cluster c has the slots c * size … c * size + size - 1. An empty slot
 * contains n. Empty slots fill every column of the grid up to a multiple of CLUSTER_MOST slots.
 * CLUSTER_SPARE empty slots follow the last cluster.
 *
 * An entry k pairs a cluster with the partners, `partners` consecutive slots starting at first[k];
 * first[k] is a multiple of `partners`. Bit j * size + i of mask[k] is set if slot i of the cluster
 * and slot j of the partners are in range and not excluded. The row of cluster c has the entries
 * start[c] … start[c] + count[c] - 1, followed by padding up to start[c + 1]. Padding entries have
 * no bits, and the slots after the last cluster as partners. In the first masked[c] entries of a
 * row some pairs in range have no bit. These are a particle with itself, excluded pairs, and pairs
 * in another row.
 */
struct clusters {
    int64_t n, clusters;
    int size, partners; /* 4 and 8, or 8 and 4; their product is CLUSTER_PAIRS */
    bool reciprocal;    /* true if each pair is in one row; false if it is in the rows of both
                         * particles */
    int32_t *particle;  /* particle of each slot */
    int grid[2];     /* column k of the grid is in row k / grid[1] along x, k % grid[1] along y */
    int64_t *column; /* first cluster of each column, then the end of the last column */
    int64_t *start;
    int32_t *count, *masked;
    int32_t *first;
    uint32_t *mask;
    double *cut; /* three numbers per cluster: the cuts of its frame (frame.h) */
    int64_t pairs;

    int64_t slots_room, columns_room, entries_room;
};

/**
 * Builds clusters of 4 or 8 particles, and the list of all pairs within `range`, without pairs that
 * the topology (NULL: none) excludes. With `reciprocal` each pair is in one row. A pair within a
 * column is in the row of its first slot. A pair between columns is in a row of the line along x or
 * y that precedes by at most half the grid. Rows are padded to a multiple of `padding` entries.
 * Each edge of the box must be at least twice the range. Uses all threads; the list does not depend
 * on their number. Allocates zeroed clusters; overwrites the arrays of an earlier build if they are
 * large enough. After an error they are freed.
 */
bool clusters_build(const struct system *system, double range, const struct topology *topology,
                    int size, bool reciprocal, int padding, struct clusters *clusters,
                    struct error *error);

/** Returns the column that a cluster is in. */
static inline int64_t clusters_column(const struct clusters *s, int64_t cluster)
{
    int64_t low = 0, high = (int64_t)s->grid[0] * s->grid[1];
    while (high - low > 1) { /* finds the last column that begins at the cluster or before */
        const int64_t middle = (low + high) / 2;
        if (s->column[middle] <= cluster)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/** Returns the bytes of the arrays that kernels read, without spare room. */
int64_t clusters_bytes(const struct clusters *clusters);

/** Returns the bytes of the rows, a part of clusters_bytes. */
int64_t clusters_row_bytes(const struct clusters *clusters);

/** Returns the number of pairs of slots in all entries, in range or not. */
int64_t clusters_pairs_covered(const struct clusters *clusters);

/**
 * Estimates, for a homogeneous system, the number of entries in the merged row of `together` nearby
 * clusters. It contains the partners in range of at least one of the clusters.
 */
double clusters_entries_expected(const struct system *system, double range, int size, int together);

/** Returns the estimated memory of the first clusters_build of a homogeneous system. */
struct footprint clusters_footprint(const struct system *system, double range, int size,
                                    bool reciprocal);

/** Frees the arrays and zeroes all members. */
void clusters_free(struct clusters *clusters);

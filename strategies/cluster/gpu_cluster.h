/* Data of GPU kernels of `cluster`, and arguments of the kernels that build them. Shared by host C
 * and device code. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H

#include "strategies/gpu_arguments.h"

enum {
    CLUSTER_LANES = 32,      /* pairs of a cluster with the partners of an entry, one per lane */
    CLUSTER_INDEX_BITS = 30, /* low bits of a word of an entry: index of the particle */
    CLUSTER_BITS = 2,        /* high bits of a word: one for each of two clusters */
    CLUSTER_AHEAD = 64,      /* entries past the last that kernels may read ahead; contents are not
                              * used */
    CLUSTER_GROUP = 8,       /* maximum clusters of a group */
    CLUSTER_COLUMN = 8,      /* the number of slots of a column is a multiple of this */
};

/**
 * Groups of GROUP clusters of CLUSTER slots. Slot i of cluster k of group g has the particle own[(g
 * * GROUP + k) * CLUSTER + i], or n if it is empty. An entry pairs clusters of a group with
 * CLUSTER_LANES / CLUSTER partners. It has a word for each partner, with the index of the particle
 * in the low bits. The two bits above it, in the word of partner j, are set if the clusters 2 j and
 * 2 j + 1 have pairs with any partner of the entry. Group g has count[g] entries, starting at
 * start[g]. The first masked[g] entries contain excluded pairs in range: bit k of
 * lanes[(masked_start[g] + e) * CLUSTER_LANES + j * CLUSTER + i] is set if slot i of cluster k and
 * partner j of entry e interact. In all other entries, pairs that are not listed are out of range.
 * There is a group for each block; the last groups may have no entries.
 */
struct gpu_cluster {
    DEVICE_POINTER(const int) own;
    DEVICE_POINTER(const long long) start;
    DEVICE_POINTER(const long long) masked_start;
    DEVICE_POINTER(const int) count;
    DEVICE_POINTER(const int) masked;
    DEVICE_POINTER(const unsigned) word;
    DEVICE_POINTER(const unsigned char) lanes;

    /*
     * cuts of each group along x, y, z. Shifting coordinates at or above a cut down by one box
     * length puts group and partners in the same periodic image. If w is not 0, no cut exists; each
     * pair computes its nearest image
     */
    DEVICE_POINTER(const vector4) frame;
};

/** The rows of all groups of clusters, as in struct gpu_cluster. */
struct cluster_rows {
    DEVICE_POINTER(long long) start;
    DEVICE_POINTER(long long) masked_start;
    DEVICE_POINTER(int) count;
    DEVICE_POINTER(int) masked;
    DEVICE_POINTER(unsigned) word;
    DEVICE_POINTER(unsigned char) lanes;
};

/**
 * Arguments of the kernels that build the rows. A slot holds the index of a particle, or n if it is
 * empty. The slots of each column of the x, y plane are consecutive and sorted by z. Consecutive
 * slots form clusters, of `size` slots, and j-clusters, of CLUSTER_LANES / size slots: the partners
 * of an entry. A tile is two by two columns. Memory has the same room for each row: row g has
 * masked_room + room entries, starting at g * (masked_room + room). Entries with excluded pairs
 * fill the first masked_room entries from the last to the first, other entries follow. Pruned rows
 * have the same layout.
 */
struct cluster_build {
    int n;
    int size, group;
    int reciprocal;
    int grid[2]; /* number of columns along x and y; a column has number x * grid[1] + y */
    double edge[2];
    int height_bits; /* bits of a key for the height of a particle in its column */
    struct box_double box_double;
    struct box_single box_single;
    double range; /* range of listed pairs */
    double reach; /* `range` with a margin for rounding of the boxes around particles */
    DEVICE_POINTER(const vector4) position;
    DEVICE_POINTER(const int) excluded; /* exclusions, as in struct gpu_arguments */

    DEVICE_POINTER(unsigned) key; /* n sort keys, each made of column and height */
    DEVICE_POINTER(int) value;    /* 0, 1, 2 … n - 1, sorted along with the key */
    DEVICE_POINTER(const unsigned) sorted_key;
    DEVICE_POINTER(const int) sorted_value;

    /*
     * arrays of columns + 1 (particles, slots) or tiles + 1 (groups) elements: the number in each
     * column or tile, and its prefix sums
     */
    DEVICE_POINTER(int) particles_before;
    DEVICE_POINTER(int) slots;
    DEVICE_POINTER(const int) slots_before;
    DEVICE_POINTER(int) groups;
    DEVICE_POINTER(const int) groups_before;

    /* arrays by slot: index of the particle; its position, with the index in w */
    DEVICE_POINTER(int) particle;
    DEVICE_POINTER(vector4) slot_at;

    /*
     * two vectors per j-cluster, for its box: centre, with the low end along z in w; half of the
     * edges, with the high end along z in w
     */
    DEVICE_POINTER(vector4) bounds;
    DEVICE_POINTER(double) height; /* height of each cluster */
    DEVICE_POINTER(int) cluster;   /* `group` clusters of each group; -1: none */

    /* arrays of struct gpu_cluster, and the number of pairs of each group */
    DEVICE_POINTER(int) own;
    struct cluster_rows rows;
    DEVICE_POINTER(vector4) frame;
    DEVICE_POINTER(int) pairs;
    int room, masked_room; /* entries that fit a row: without, with excluded pairs */

    double inner; /* range of pruned rows; 0: kernels read the unpruned `rows` */
    double step;  /* distance that a particle may move before rows are pruned again */
    struct cluster_rows pruned;
    DEVICE_POINTER(vector4) pruned_at; /* positions of n particles at the last pruning */
    DEVICE_POINTER(int) due;           /* [0]: 1 if pruning is due; [1]: blocks that have pruned */

    DEVICE_POINTER(int) most;         /* most entries of a row: without, with excluded pairs */
    DEVICE_POINTER(long long) halted; /* set to LIST_OVERFLOW if a row does not fit; can be NULL */
};

#endif

/* Data of GPU kernels of `cluster`, and arguments of the kernels that build them. Shared by host C
 * and device code. */
#ifndef PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H
#define PAIRLANES_STRATEGIES_CLUSTER_GPU_CLUSTER_H

#include "strategies/gpu_arguments.h"

enum {
    CLUSTER_LANES = 32,      /* pairs of a cluster and the partners of an entry, a lane each */
    CLUSTER_INDEX_BITS = 30, /* bits for the particle, in a word of an entry */
    CLUSTER_BITS = 2,        /* higher bits, for two of the clusters */
    CLUSTER_AHEAD = 64,      /* entries after the last one, with any particle, that kernels may
                              * read */
    CLUSTER_GROUP = 8,       /* clusters of a group, at most */
    CLUSTER_COLUMN = 8,      /* the slots of a column are a multiple of this */
};

/**
 * Groups of GROUP clusters of CLUSTER slots. Slot i of cluster k of group g has the particle own[(g
 * * GROUP + k) * CLUSTER + i], or n where there is none. An entry pairs clusters of a group with
 * CLUSTER_LANES / CLUSTER partners and has a word for each of these: the particle, and above it in
 * the word of partner j a bit each for the clusters 2 j and 2 j + 1, whether they have pairs with
 * the partners. Group g has the entries start[g] …, count[g] of them. The first masked[g] entries
 * contain excluded pairs in range: bit k of lanes[(masked_start[g] + e) * CLUSTER_LANES + j *
 * CLUSTER + i] is set if slot i of cluster k and partner j of entry e interact. In all others,
 * pairs that are not listed are out of range. There is a group for each block; the last ones may
 * have no entries.
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
     * cuts along x, y, z of each group: coordinates from there on are shifted down by one box, so
     * that no pair of its particles and their partners needs another image; w is not 0 if there is
     * no such place, and pairs take the nearest image
     */
    DEVICE_POINTER(const vector4) frame;
};

/** Rows of all groups that kernels read, in the form of struct gpu_cluster. */
struct cluster_rows {
    DEVICE_POINTER(long long) start;
    DEVICE_POINTER(long long) masked_start;
    DEVICE_POINTER(int) count;
    DEVICE_POINTER(int) masked;
    DEVICE_POINTER(unsigned) word;
    DEVICE_POINTER(unsigned char) lanes;
};

/**
 * Slots are places of particles, n where there is none: those of a column of the x, y plane are
 * consecutive, by z, and so are clusters, of `size` slots, and j-clusters, of CLUSTER_LANES / size,
 * which are the partners of an entry. Tiles are two columns by two. All rows have the same room:
 * row g has the entries from g * (masked_room + room) on, masked ones up to the entry masked_room
 * of these, from the last to the first, all others from there on. Pruned rows have the same layout.
 */
struct cluster_build {
    int n;
    int size, group;
    int reciprocal;
    int grid[2]; /* columns along x and y; column x * grid[1] + y */
    double edge[2];
    int height_bits; /* bits of a key: height of a particle in its column */
    struct box_double box_double;
    struct box_single box_single;
    double range; /* range of listed pairs */
    double reach; /* the same with a margin for the rounding of boxes around particles */
    DEVICE_POINTER(const vector4) position;
    DEVICE_POINTER(const int) excluded; /* exclusions, as in struct gpu_arguments */

    DEVICE_POINTER(unsigned) key; /* n: column of each particle, and height in it */
    DEVICE_POINTER(int) value;    /* n: 0, 1, 2 … to be sorted along with the key */
    DEVICE_POINTER(const unsigned) sorted_key;
    DEVICE_POINTER(const int) sorted_value;

    /* columns + 1, tiles + 1: particles, slots and groups before each, and the numbers of each */
    DEVICE_POINTER(int) particles_before;
    DEVICE_POINTER(int) slots;
    DEVICE_POINTER(const int) slots_before;
    DEVICE_POINTER(int) groups;
    DEVICE_POINTER(const int) groups_before;

    /* arrays by slot: the particle, and its position, with its number in w */
    DEVICE_POINTER(int) particle;
    DEVICE_POINTER(vector4) slot_at;

    /* two vectors for each j-cluster: the centre of the box around it and its low end along z; half
     * of its edges, and its high end along z */
    DEVICE_POINTER(vector4) bounds;
    DEVICE_POINTER(double) height; /* height of each cluster */
    DEVICE_POINTER(int) cluster;   /* columns of each group `group`; -1: none */

    /* data of kernels, as in struct gpu_cluster, and the pairs of each group */
    DEVICE_POINTER(int) own;
    struct cluster_rows rows;
    DEVICE_POINTER(vector4) frame;
    DEVICE_POINTER(int) pairs;
    int room, masked_room; /* room of a row: entries without excluded pairs, and entries with
                            * them */

    double inner; /* range to which the rows for kernels are pruned; 0: they read `rows` */
    double step;  /* distance that particles may move before rows are pruned again */
    struct cluster_rows pruned;
    DEVICE_POINTER(vector4) pruned_at; /* n: positions at the last pruning */
    DEVICE_POINTER(int) due;           /* 2: whether pruning is due; blocks that have finished it */

    DEVICE_POINTER(int) most;         /* 2: most entries of a row so far, masked and others */
    DEVICE_POINTER(long long) halted; /* LIST_OVERFLOW where room is lacking; or NULL */
};

#endif

/* Arguments of the kernels that sort particles and build lists. */
#ifndef PAIRLANES_STRATEGIES_GPU_LIST_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_GPU_LIST_ARGUMENTS_H

#include "strategies/gpu_arguments.h"

enum {
    LIST_BLOCK = 128, /* threads per block of list kernels with a thread per particle */
    CELL_BLOCK = 32,  /* threads per block of list kernels with a block per cell */
    LIST_TYPES = 16,  /* maximum types in `interaction_of` */
    ROW_GROUP = 4,    /* rows are written and padded in groups of this many entries */
    LIST_OVERFLOW = -1,
};

struct list_arguments {
    int n;
    int grid[3]; /* cells or patches along each axis. Without cells: particles of a replica, 0, 0 */
    int reach[3];     /* largest distance of partners along each axis, in cells */
    int hilbert_bits; /* bits per axis of sort keys */
    unsigned types;   /* number of particle types in sort keys */
    int ordered;      /* 1: particles near each other in space are near each other in memory */
    struct box_double box_double;
    struct box_single box_single;
    double range2_double; /* squared range of listed pairs */
    float range2_single;

    DEVICE_POINTER(const vector4) position; /* positions in the workload's order */
    DEVICE_POINTER(const int) excluded;     /* exclusions, as in struct gpu_arguments */
    DEVICE_POINTER(unsigned) key;           /* n */
    DEVICE_POINTER(int) value;              /* 0, 1, 2 … n - 1, sorted along with the key */
    DEVICE_POINTER(const unsigned) sorted_key;
    DEVICE_POINTER(int) sorted_value;
    DEVICE_POINTER(vector4) sorted_position; /* n + ROW_GROUP, sorted by cell; index in w */
    int narrow; /* 1: sorted_position is in single precision even if REAL is not */
    DEVICE_POINTER(int) cell_start; /* cells + 1 */

    /* arrays for filling cells without sorting by key */
    DEVICE_POINTER(int) cell_size; /* particles of each cell; 0; largest excess over `slots` */
    DEVICE_POINTER(int) bin;       /* particles by cell, unordered: n, or `slots` per cell */
    int slots;
    int drift; /* most cells that a particle may have moved since the cells were filled */

    DEVICE_POINTER(int) count; /* n */
    DEVICE_POINTER(int) entry;
    long long stride;
    DEVICE_POINTER(int) longest; /* length of the longest row */
    DEVICE_POINTER(long long)
    halted; /* set to LIST_OVERFLOW if a row or the edges do not fit; can be NULL */
    DEVICE_POINTER(long long) row_size; /* n + 1: lengths of rows; edge_start: prefix sums */
    DEVICE_POINTER(const long long) edge_start;
    DEVICE_POINTER(int2) edge;
    long long edge_room; /* edges for which memory has room */

    /*
     * kind of interaction of types p and q, [LIST_TYPES * p + q]; used if lists store or sort kinds
     */
    DEVICE_POINTER(const unsigned char) interaction_of;
    int kinds;
    DEVICE_POINTER(unsigned char) interaction; /* kind of each entry or edge, in the same layout */
    DEVICE_POINTER(int) sorted_entry;          /* rows of `entry` or `edge`, sorted by kind */
    DEVICE_POINTER(int2) sorted_edge;
};

#endif

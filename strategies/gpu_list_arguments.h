/* Arguments of the kernels that sort particles and build lists. */
#ifndef PAIRLANES_STRATEGIES_GPU_LIST_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_GPU_LIST_ARGUMENTS_H

#include "strategies/gpu_arguments.h"

enum {
    LIST_BLOCK = 128, /* threads per block of list kernels, except with a block per cell */
    CELL_BLOCK = 32,  /* threads of a block per cell */
    LIST_TYPES = 16,  /* most types in the table of interactions */
    ROW_GROUP = 4,    /* number of entries in the groups in which rows are written and padded */
    LIST_OVERFLOW = -1,
};

struct list_arguments {
    int n;
    int grid[3];  /* cells or patches along each axis; without cells: particles of a system, 0, 0 */
    int reach[3]; /* largest distance of partners, in cells */
    int hilbert_bits; /* bits per axis of sort keys */
    unsigned types;   /* types of particles in sort keys */
    int ordered;      /* 1: particles are sorted in memory by their place in space */
    struct box_double box_double;
    struct box_single box_single;
    double range2_double; /* squared distance up to which pairs are listed */
    float range2_single;

    DEVICE_POINTER(const vector4) position; /* positions in the workload's order */
    DEVICE_POINTER(const int) excluded;     /* exclusions, as in struct gpu_arguments */
    DEVICE_POINTER(unsigned) key;           /* n */
    DEVICE_POINTER(int) value;              /* n: 0, 1, 2 … to be sorted along with the key */
    DEVICE_POINTER(const unsigned) sorted_key;
    DEVICE_POINTER(int) sorted_value;
    DEVICE_POINTER(vector4) sorted_position; /* n + ROW_GROUP, by cell; w holds the index */
    int narrow;                     /* 1: sorted_position has single precision, whatever REAL is */
    DEVICE_POINTER(int) cell_start; /* cells + 1 */

    /* arrays for filling cells without sorting keys */
    DEVICE_POINTER(int) cell_size; /* cells + 2: size of each, 0, and the largest lack of slots */
    DEVICE_POINTER(int) bin;       /* particles by cell, without order: n, or slots per cell */
    int slots;
    int drift; /* largest number of cells that particles have moved since the cells were filled */

    DEVICE_POINTER(int) count; /* n */
    DEVICE_POINTER(int) entry;
    long long stride;
    DEVICE_POINTER(int) longest; /* length of the longest row */
    DEVICE_POINTER(long long)
    halted; /* LIST_OVERFLOW if rows are longer than the stride, or edges too many; or NULL */
    DEVICE_POINTER(long long) row_size; /* n + 1: lengths of rows; edge_start is their scan */
    DEVICE_POINTER(const long long) edge_start;
    DEVICE_POINTER(int2) edge;
    long long edge_room; /* edges for which memory has room */

    /* kinds of interaction of types p, q, if lists use them: [LIST_TYPES p + q] */
    DEVICE_POINTER(const unsigned char) interaction_of;
    int kinds;
    DEVICE_POINTER(unsigned char) interaction; /* kind of each entry or edge, in their layout */
    DEVICE_POINTER(int) sorted_entry;          /* rows of `entry`, or of `edge`, sorted by it */
    DEVICE_POINTER(int2) sorted_edge;
};

#endif

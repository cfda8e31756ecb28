/* Arguments of a GPU kernel, passed by value. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_GPU_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_GPU_ARGUMENTS_H

#include "models/special_values.h"

#ifdef __CUDACC__
#define DEVICE_POINTER(type) type *
struct vector4;
struct sum4;
#else
#define DEVICE_POINTER(type) unsigned long long
#endif

/** The periodic box, in one precision. */
struct box_double {
    double edge[3];
    double half[3];
    double inverse[3];
    double margin; /* a particle farther than this from all faces needs no periodic images */
};
struct box_single {
    float edge[3];
    float half[3];
    float inverse[3];
    float margin;
};

/** Full and half lists. Entry k of particle i is entry[i * stride + k]; in an interleaved list
 * it is entry[((k / 4) * n + i) * 4 + k % 4]. Rows are padded to a multiple of four entries with
 * particle n. */
struct gpu_rows {
    DEVICE_POINTER(const int) count;
    DEVICE_POINTER(const int) entry;
    long long stride;
    DEVICE_POINTER(const unsigned char) interaction; /* kind of each entry; NULL: not stored */
};

/** Room for the arguments of a neighbor structure, in words of eight bytes. */
enum { GPU_NEIGHBOR_WORDS = 13 };

/** Room for the bit strings of excluded pairs, in 32-bit words: the remaining part of a GPU's 64
 * KiB of constant memory. */
enum { EXCLUSION_WORDS = 15 * 1024 };

struct gpu_arguments {
    int n;
    /* nonzero: the list is invalid, and kernels do nothing. NULL: the list is always valid */
    DEVICE_POINTER(const long long) halted;
    struct box_double box_double;
    struct box_single box_single;
    DEVICE_POINTER(const vector4) position;    /* x, y, z, type of n particles and a dummy */
    DEVICE_POINTER(sum4) force;                /* fx, fy, fz, energy of n particles */
    DEVICE_POINTER(const vector4) orientation; /* n + 1 quaternions w, x, y, z; NULL: none */
    DEVICE_POINTER(sum4) torque;               /* n: x, y, z, 0, in the space frame; NULL: none */

    /* excluded[excluded[i]] … excluded[excluded[i + 1] - 1] are the excluded partners of i;
     * lists leave them out. NULL: there are none */
    DEVICE_POINTER(const int) excluded;

    /* bonded terms, in one of three forms. By particle: harness/particles/topology.h. With a
     * thread per term: the word of each term with role 0, then its members in order; -1:
     * fewer members. With a block per group: strategies/term_group.h. NULL: there are none */
    DEVICE_POINTER(const int) bonded_start;
    DEVICE_POINTER(const int4) bonded;

    /* the strategy's neighbor structure: struct gpu_rows, struct gpu_edges (gpu_edge_list.h),
     * struct gpu_patches (gpu_patches.h) or a struct that the strategy defines */
    unsigned long long neighbors[GPU_NEIGHBOR_WORDS];

    /* coefficient rows: [types * p + q] for types p and q (struct m_row of models/README.md),
     * and for bonded terms (struct form_row of models/forms/row.h); NULL: there are none */
    DEVICE_POINTER(const void) pair_rows;
    DEVICE_POINTER(const void) bonded_rows;
    int types;
    int term_count; /* number of bonded terms, with a thread per term */

    DEVICE_POINTER(sum4) scratch;
    DEVICE_POINTER(unsigned long long) atomics; /* atomic adds, counted by the energy twins */
    unsigned terms; /* bit k: the energy twins add the model's energy term k. Can be TERMS_VIRIAL */

    /* index, place and reach of n + 1 particles, in the form of
     * harness/particles/exclusion_strings.h; NULL: no bit strings */
    DEVICE_POINTER(const int4) strings;
};

#endif

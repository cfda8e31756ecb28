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
    double margin; /* a particle farther than that from every face has no neighbor across it */
};
struct box_single {
    float edge[3];
    float half[3];
    float inverse[3];
    float margin;
};

/**
 * Full and half lists: entry k of particle i is entry[i * stride + k], or by column, in groups of
 * four, entry[((k / 4) * n + i) * 4 + k % 4]; rows are padded to four with particle n.
 */
struct gpu_rows {
    DEVICE_POINTER(const int) count;
    DEVICE_POINTER(const int) entry;
    long long stride;
    DEVICE_POINTER(const unsigned char) interaction; /* kind of each entry; NULL unless STORED */
};

/** Room for the arguments of a neighbor structure, in words of eight bytes. */
enum { GPU_NEIGHBOR_WORDS = 13 };

/** 32-bit words of the strings of excluded pairs: the rest of a GPU's 64 KiB of constants. */
enum { EXCLUSION_WORDS = 15 * 1024 };

struct gpu_arguments {
    int n;
    /* not 0: the list is invalid, and kernels do nothing. NULL: it is valid */
    DEVICE_POINTER(const long long) halted;
    struct box_double box_double;
    struct box_single box_single;
    DEVICE_POINTER(const vector4) position;    /* n + 1: x, y, z, type; entry n is far from all */
    DEVICE_POINTER(sum4) force;                /* n: fx, fy, fz, energy */
    DEVICE_POINTER(const vector4) orientation; /* n + 1 quaternions w, x, y, z; NULL: none */
    DEVICE_POINTER(sum4) torque;               /* n: x, y, z, 0, in the space frame; NULL: none */

    /* excluded[excluded[i]] … excluded[excluded[i + 1] - 1] are the particles with which i does not
     * interact as a pair; lists leave them out. NULL: there are none */
    DEVICE_POINTER(const int) excluded;

    /* bonded terms by particle, in the form of harness/particles/topology.h; or each once, if a
     * thread takes each: its word with role 0, and its members in their order, -1 after the last;
     * or, if a block takes a group, the groups (strategies/term_group.h). NULL: there are none */
    DEVICE_POINTER(const int) bonded_start;
    DEVICE_POINTER(const int4) bonded;

    /* data of the strategy's neighbor structure: struct gpu_rows, struct gpu_edges of
     * gpu_edge_list.h, struct gpu_patches of gpu_patches.h or the strategy's own */
    unsigned long long neighbors[GPU_NEIGHBOR_WORDS];

    /* rows of two of `types` types, row [types * p + q] (struct m_row of models/README.md), and of
       bonded terms, struct form_row of models/forms/row.h; NULL: there are none */
    DEVICE_POINTER(const void) pair_rows;
    DEVICE_POINTER(const void) bonded_rows;
    int types;
    int term_count; /* number of bonded terms, if a thread takes each */

    DEVICE_POINTER(sum4) scratch;
    DEVICE_POINTER(unsigned long long) atomics; /* counts of the energy twins */
    unsigned terms; /* bit k: the energy twins add the model's energy term k; or TERMS_VIRIAL */

    /* n + 1: index, place and reach of a particle, in the form of
     * harness/particles/exclusion_strings.h; NULL: there are none */
    DEVICE_POINTER(const int4) strings;
};

#endif

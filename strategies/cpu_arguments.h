/* Arguments of a kernel from the CPU backend. No type here depends on the precision. */
#ifndef PAIRLANES_STRATEGIES_CPU_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_CPU_ARGUMENTS_H

#include "models/special_values.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * Rows are padded to a multiple of this many entries, so that vector loops need no remainder.
 * Padding is the dummy particle n, which is too far away to interact.
 */
enum { LIST_PADDING = 16 };

/**
 * Full and half lists. The neighbors of i are entry[start[i]] … entry[start[i] + count[i] - 1];
 * padding follows up to start[i + 1].
 */
struct cpu_rows {
    const int64_t *start;
    const int32_t *count;
    const int32_t *entry;
    const uint8_t *interaction; /* kind of interaction of each entry; NULL: not stored */

    /*
     * ends of runs, if rows are sorted by kind of interaction: the entries of kind k in row i end
     * before entry[start[i] + run_end[i * kinds + k]]; NULL: rows are not sorted
     */
    const int32_t *run_end;
    int kinds;
};

/** Coefficient rows of the force field. */
struct cpu_tables {
    const void *pair; /* row [types * p + q] for types p and q (struct m_row of models/README.md);
                         NULL: none */
    int64_t types;
    const void *bonded; /* struct form_row of models/forms/row.h; NULL: none */
};

/** A tuning value of the strategy's row in strategies/table.h. */
struct cpu_tuning {
    const char *name;
    int value;
};

/**
 * Returns the tuning value `name` from an array; an unnamed entry ends the array. A name that the
 * strategy does not declare is a bug in the kernel and ends the program.
 */
static inline int tuning_by_name(const struct cpu_tuning *tuning, const char *name)
{
    for (; tuning->name != NULL; tuning++)
        if (strcmp(tuning->name, name) == 0)
            return tuning->value;
    fprintf(stderr, "a CPU kernel reads the tuning value \"%s\", which its strategy lacks\n", name);
    abort();
}

struct cpu_arguments {
    int64_t n;
    const void *position; /* n + 1 vectors of four reals: x, y, z, type; entry n is the dummy */
    void *force;          /* n + 1 vectors of four sums: fx, fy, fz, energy; entry n is unused */
    union {
        const void *orientation;         /* n + 1 quaternions of four reals: w, x, y, z */
        const struct cpu_tables *tables; /* NULL for particles without orientation */
    };
    void *torque; /* n + 1 vectors of four sums: x, y, z, 0; entry n is unused; NULL: none */

    /*
     * excluded[excluded[i]] … excluded[excluded[i + 1] - 1] are the excluded partners of i; lists
     * leave them out. NULL: there are none
     */
    const int32_t *excluded;

    /*
     * bonded terms: by particle (harness/particles/topology.h) or by group
     * (strategies/term_group.h); NULL: there are none
     */
    const int32_t *bonded_start;
    const int32_t *bonded;

    double box[3];
    double range; /* cut-off plus skin; a particle farther than this from all faces of the box needs
                     no periodic images */
    double cutoff;                   /* pairs farther apart do not interact */
    const double *constants;         /* constants of the model */
    uint8_t variant;                 /* 1 + the variant for which the kernel is compiled; 0: all
                                      * variants. CPU_KERNEL sets it */
    const struct cpu_tuning *tuning; /* tuning values; kernels read them by tuning_by_name */
    int threads;
    unsigned terms; /* bit k: the energy twins add the model's energy term k. Can be TERMS_VIRIAL */

    /*
     * the strategy's neighbor structure: struct cpu_rows, cpu_edges, cpu_patches or a struct that
     * the strategy defines
     */
    const void *neighbors;

    void *scratch; /* scratch memory. SCRATCH_BUFFERS: `buffers` (a tuning value) times n + 1
                    * vectors of four sums. SCRATCH_PATCH_PAIRS: n + LIST_PADDING vectors of four
                    * sums, then the outputs. With orientation, the same again for torques */

    /* true: lists contain excluded pairs, and kernels test each pair */
    bool tests_exclusions;

    /*
     * bit strings of excluded partners (harness/particles/exclusion_strings.h): index, place, reach
     * and 0 of each of n + 1 particles, then the bits. NULL: kernels test `excluded` instead
     */
    const int32_t *strings;
    const uint32_t *string_bits;
};

/** Whether particles i and j are an excluded pair. */
static inline bool are_excluded(const struct cpu_arguments *a, int64_t i, int64_t j)
{
    if (a->strings != NULL) {
        const int32_t *own = a->strings + 4 * i;
        const int32_t apart = a->strings[4 * j] - own[0], bit = own[1] + apart;
        return apart >= -own[2] && apart <= own[2] && (a->string_bits[bit / 32] >> bit % 32 & 1);
    }
    if (a->excluded == NULL)
        return false;
    for (int32_t k = a->excluded[i]; k < a->excluded[i + 1]; k++)
        if (a->excluded[k] == j)
            return true;
    return false;
}

/** Returns the neighbor structure of a strategy that uses rows. */
static inline const struct cpu_rows *rows_of(const struct cpu_arguments *a)
{
    return (const struct cpu_rows *)a->neighbors;
}

typedef void cpu_force(const struct cpu_arguments *arguments);

/** Name of the OpenMP runtime of the compiler that compiles this file. */
#ifdef __clang__
#define CPU_POOL "libomp"
#else
#define CPU_POOL "libgomp"
#endif

/** A compiled kernel: the export `pairlanes_kernel` of a shared object. */
struct cpu_kernel {
    const char *strategy;
    const char *model;
    const char *precision;
    cpu_force *force;
    cpu_force *force_energy; /* computes forces and, in the fourth component, energies. Their sum
                              * over particles counts each pair once */
    const char *pool;        /* CPU_POOL of the compilation */

    /*
     * sets `bytes` bytes of memory to 0 with the kernel's threads; 0 bytes: only wakes the threads
     */
    void (*clear)(void *memory, int64_t bytes, int threads);
};

#endif

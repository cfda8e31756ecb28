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
 * Rows are padded to a multiple of LIST_PADDING entries with the dummy particle n, so far away that
 * it never interacts: full-width loops need no remainder.
 */
enum { LIST_PADDING = 16 };

/** Full and half lists: the neighbors of i are entry[start[i]] … entry[start[i] + count[i] - 1],
 * padded up to start[i + 1]. */
struct cpu_rows {
    const int64_t *start;
    const int32_t *count;
    const int32_t *entry;
    const uint8_t *interaction; /* kind of interaction of each entry; NULL: not stored */

    /* ends of kinds, if rows are sorted by them, with `kinds` kinds: entries of row i of kind k
     * end before entry[start[i] + run_end[i * kinds + k]]; NULL: they are not sorted */
    const int32_t *run_end;
    int kinds;
};

/** Rows of numbers of the force field. */
struct cpu_tables {
    const void *pair; /* row [types * p + q] of types p and q (struct m_row of models/README.md);
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
 * Returns the value of that name in `tuning`, which ends with an entry without a name. A value that
 * the strategy does not declare is an error in the kernel, and ends the program.
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
    void *force;          /* n + 1 vectors of four sums: fx, fy, fz, energy; entry n has no
                           * meaning */
    union {
        const void *orientation;         /* n + 1 quaternions of four reals: w, x, y, z */
        const struct cpu_tables *tables; /* NULL for particles without orientation */
    };
    void *torque; /* n + 1 vectors of four sums: x, y, z, 0; as `force`; NULL: none */

    /*
     * excluded[excluded[i]] … excluded[excluded[i + 1] - 1] are the particles with which i does not
     * interact as a pair; lists leave them out. NULL: there are none
     */
    const int32_t *excluded;

    /*
     * bonded terms by particle, in the form of harness/particles/topology.h, or in groups, in the
     * form of strategies/term_group.h; NULL: there are none
     */
    const int32_t *bonded_start;
    const int32_t *bonded;

    double box[3];
    double range;            /* cut-off plus skin: a particle farther than that from every face
                                of the box has no neighbor across it */
    double cutoff;           /* no pair beyond it interacts */
    const double *constants; /* constants of the model */
    uint8_t variant;         /* 1 + the variant for which the kernel is compiled; 0: all
                              * variants. CPU_KERNEL sets it */
    const struct cpu_tuning *tuning; /* kernels read it by tuning_by_name */
    int threads;
    unsigned terms; /* bit k: the energy twins add the model's energy term k; or TERMS_VIRIAL */

    /*
     * data of the strategy's neighbor structure: struct cpu_rows, cpu_edges, cpu_patches or the
     * strategy's own
     */
    const void *neighbors;

    void *scratch; /* SCRATCH_BUFFERS: tuning `buffers` times n + 1 vectors of four sums;
                    * SCRATCH_PATCH_PAIRS: n + LIST_PADDING of them, then the outputs. With
                    * orientations the same number follows, for torques */

    /* true if kernels of list strategies test pairs for exclusions, because lists hold */
    bool tests_exclusions;

    /* n + 1 times index, place, reach and 0, and bits, in the form of
       harness/particles/exclusion_strings.h, which kernels test instead of rows; NULL: they test
       rows */
    const int32_t *strings;
    const uint32_t *string_bits;
};

/** Whether particles i and j do not interact as a pair. */
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

/** Returns the data of a neighbor structure. */
static inline const struct cpu_rows *rows_of(const struct cpu_arguments *a)
{
    return (const struct cpu_rows *)a->neighbors;
}

typedef void cpu_force(const struct cpu_arguments *arguments);

/** Name of the OpenMP library, which belongs to the compiler of this unit. */
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
    cpu_force *force_energy; /* the same, and energies in the fourth component: their sum over
                                the particles counts every pair once */
    const char *pool;        /* CPU_POOL of the compilation */

    /* sets `bytes` of memory to 0 with the kernel's threads; 0 bytes only wakes the threads */
    void (*clear)(void *memory, int64_t bytes, int threads);
};

#endif

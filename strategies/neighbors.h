/*
 * Interface for neighbor structures of strategies outside this repository. The file neighbors.c in
 * the folder of the strategy builds flat arrays on the host. CPU kernels read these arrays, GPU
 * kernels read copies. Kernels get a struct of pointers to the arrays, at most NEIGHBOR_ARRAYS. A
 * header in the folder defines the struct for C and CUDA C:
 *
 *     struct pairs {
 *         const int *first, *second;
 *         const long long *count; // a number is an array of one element
 *     };
 *
 * neighbors.c includes that header and this one, and defines a function and a row:
 *
 *     static bool build(const struct neighbor_source *source, struct neighbor_result *result)
 *     {
 *         …
 *         int *first = NEIGHBOR_ARRAY(result, struct pairs, first, count);
 *         if (first == NULL)
 *             return false;
 *         …
 *         result->pairs = count;
 *         return true;
 *     }
 *
 *     NEIGHBORS(pairs, .summary = "…", .skin = true, .lists = true, .once = true,
 *               .entry_bytes = 8, .rows = NEIGHBOR_ROWS_HALF, .build = build)
 *
 * harness/catalog/neighbor_structure.h explains the fields of the row. strategy.h refers to the row
 * as &neighbors_pairs. A CPU kernel reads `(const struct pairs *)a->neighbors`. A GPU kernel reads
 * `neighbors_of<pairs>(a)`. The `items` of its steps give the number of its threads; ITEMS_OWN
 * stands for result->items. On a GPU a list may grow between steps, and the launch may then have
 * more threads than items. Therefore one of the arrays has to contain the number of items.
 *
 * Particles may have any number of excluded partners. Either the arrays leave out excluded pairs,
 * or kernels test each pair. The test is are_excluded (cpu_arguments.h), on a GPU `exclusions`
 * (gpu_excluded.cuh).
 *
 * The measured time of a list build includes this function. On a GPU it also includes copying
 * positions to the host and the arrays back.
 */
#ifndef PAIRLANES_STRATEGIES_NEIGHBORS_H
#define PAIRLANES_STRATEGIES_NEIGHBORS_H

#include "strategies/cpu_arguments.h"

#include <stddef.h>

enum { NEIGHBOR_ARRAYS = 13 };

/** Input of a build. It does not change until the function returns. */
struct neighbor_source {
    int64_t n;               /* number of particles; arrays are in the order of kernels */
    const double *x, *y, *z; /* positions in [0, box), rounded to the case's precision */
    const int32_t *type;     /* type of each particle; NULL: all 0 */
    double box[3];           /* edges of the periodic box */
    double range; /* range of wanted pairs: cut-off, plus skin if the structure has a skin */
    const int32_t *excluded;     /* exclusions as in struct cpu_arguments; NULL: there are none */
    const struct cpu_rows *rows; /* rows without excluded pairs, full or half as the structure's
                                  * `rows` says */
    const struct cpu_tuning *tuning; /* tuning values of the strategy, for tuning_by_name */
    int threads;                     /* maximum number of threads */
};

/** Result of a build; zeroed before the call. */
struct neighbor_result {
    int64_t pairs;       /* number of pairs that kernels evaluate */
    int64_t items;       /* number of GPU threads for a step with ITEMS_OWN */
    const char *refused; /* reason for `return false`, if the structure cannot be built; a string
                            constant */

    /* a function of the harness, called by NEIGHBOR_ARRAY */
    void *(*array)(struct neighbor_result *result, int index, const char *name, int64_t count,
                   int64_t size);
    void *context;
};

/**
 * Allocates the array `member` of the kernels' struct, with `count` uninitialized elements. The
 * harness owns and frees it; a second call for a member replaces the array. Returns NULL if memory
 * runs out; `build` must then return false.
 */
#define NEIGHBOR_ARRAY(result, type, member, count)                                                \
    (result)->array((result), (int)(offsetof(type, member) / sizeof(void *)), #member, (count),    \
                    sizeof *((type *)0)->member)

/** Defines a neighbor structure: its name, and fields of struct neighbor_structure. */
#define NEIGHBORS(row, ...)                                                                        \
    static const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};

#endif

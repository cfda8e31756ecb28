/*
 * The contract of a neighbor structure outside the tree, which is the file neighbors.c in the
 * folder of its strategy. neighbors.c builds flat arrays on the host. CPU kernels read these arrays
 * and GPU kernels read copies of them. Kernels get a struct of pointers to the arrays, of at most
 * NEIGHBOR_ARRAYS members and without others. A header of the folder, which C and CUDA C include,
 * defines it:
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
 * harness/catalog/neighbor_structure.h explains the fields of the row. strategy.h names the row as
 * &neighbors_pairs. A CPU kernel reads `(const struct pairs *)a->neighbors`. A GPU kernel reads
 * `neighbors_of<pairs>(a)`. The items of its steps give the number of its threads; with ITEMS_OWN
 * that number is result->items. The list of a GPU may grow between steps. The launch then has more
 * threads than items, so that an array has to hold the number of items.
 *
 * Particles may have any number of excluded partners. Either the arrays leave these out, or kernels
 * ask are_excluded (cpu_arguments.h), on a GPU `exclusions` (gpu_types.cuh).
 *
 * The time of a list includes the function. On a GPU it also includes copying positions to the host
 * and the arrays back.
 */
#ifndef PAIRLANES_STRATEGIES_NEIGHBORS_H
#define PAIRLANES_STRATEGIES_NEIGHBORS_H

#include "strategies/cpu_arguments.h"

#include <stddef.h>

enum { NEIGHBOR_ARRAYS = 13 };

/** Input of a build. It does not change until the function returns. */
struct neighbor_source {
    int64_t n;                   /* particles, in the order of kernels */
    const double *x, *y, *z;     /* positions, in the precision, in [0, box) */
    const int32_t *type;         /* type of each; NULL: all 0 */
    double box[3];               /* edges of the periodic box */
    double range;                /* range of the wanted pairs: the cut-off, and the skin if the
                                  * structure has one */
    const int32_t *excluded;     /* exclusions as in struct cpu_arguments; NULL: there are none */
    const struct cpu_rows *rows; /* requested rows, without excluded pairs */
    const struct cpu_tuning *tuning; /* tuning values of the row, for tuning_by_name */
    int threads;                     /* most threads for building */
};

/** Result of the function; zeroed before the call. */
struct neighbor_result {
    int64_t pairs;       /* pairs that kernels evaluate */
    int64_t items;       /* threads of a GPU for a step with ITEMS_OWN */
    const char *refused; /* reason why it cannot be built, with `return false`; a constant text */

    /* function of the harness; NEIGHBOR_ARRAY calls it */
    void *(*array)(struct neighbor_result *result, int index, const char *name, int64_t count,
                   int64_t size);
    void *context;
};

/**
 * Memory for `count` elements of the array that is a member of the kernels' struct, contents
 * undefined; the harness keeps and frees it. A second call replaces the memory. NULL if memory runs
 * out: then the function has to return false.
 */
#define NEIGHBOR_ARRAY(result, type, member, count)                                                \
    (result)->array((result), (int)(offsetof(type, member) / sizeof(void *)), #member, (count),    \
                    sizeof *((type *)0)->member)

/** The row of a structure: its name and fields of struct neighbor_structure. */
#define NEIGHBORS(row, ...)                                                                        \
    static const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};

#endif

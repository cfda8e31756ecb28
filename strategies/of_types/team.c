/*
 * The strategy team for particles with types but no orientation:
 *
 *     for each particle i, shared out among the threads
 *         for each entry in the row of i
 *             sum += force on i of the pair of i and the entry's particle
 *         force[i] = sum
 *
 * The lanes of a core take no part: the functions of such pairs have tables by type, and
 * exponential and error functions, of which compilers make no vector instructions.
 */
#include "strategies/rows.h"

INLINE void store_row(const struct row *row, int axes, bool energy)
{
    struct total sum = {0};
    for (int32_t k = 0; k < row->count; k++) {
        struct pair pair;
        if (evaluate_entry(row, k, axes, &pair))
            total_add(&sum, &pair.f, energy);
    }
    total_store(row->self.arguments, row->self.i, &sum, true);
}

INLINE void team(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        const struct row row = row_of(a, &c, i);
        if (row.frame.across)
            store_row(&row, ACROSS_ALL, energy);
        else
            store_row(&row, ACROSS_NONE, energy);
    }
}

CPU_KERNEL(team, team)

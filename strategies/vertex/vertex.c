/*
 * An iteration per particle, shared out among the threads, with a full list:
 *
 *     for each particle i, in parallel
 *         for each entry j in the row of i
 *             sum += force on i of the pair (i, j)
 *         force[i] = sum
 *
 * Every pair is evaluated twice, so no two threads write the same force. With BONDED, an iteration
 * also adds the bonded terms of its particle.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "vertex-based" approach.
 */
#include "strategies/rows.h"

#ifdef BONDED
#include "strategies/bonded/terms.h"
#endif

INLINE void store_row(const struct row *row, int axes, bool energy)
{
    struct total sum = {0};
    for (int32_t k = 0; k < row->count; k++) {
        struct pair pair;
        if (evaluate_entry(row, k, axes, &pair))
            total_add(&sum, &pair.f, energy);
    }
#ifdef BONDED
    sum.energy /= 2;
    if (row->self.arguments->bonded_start != NULL)
        add_terms(row->self.arguments, row->self.constants, row->self.i, energy, &sum);
    total_store(row->self.arguments, row->self.i, &sum, false);
#else
    total_store(row->self.arguments, row->self.i, &sum, true);
#endif
}

INLINE void vertex(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        struct row row = row_of(a, &c, i);
        if (row.frame.across || energy) /* calls with energies are untimed and share this branch */
            store_row(&row, ACROSS_ALL, energy);
        else
            store_row(&row, ACROSS_NONE, energy);
    }
}

CPU_KERNEL(vertex, vertex)

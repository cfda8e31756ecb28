/*
 * An iteration per particle, shared out among the threads, with a half list and m force buffers:
 *
 *     for each particle i, in parallel, thread t
 *         for each entry j in the row of i
 *             f = force on j of the pair (i, j)
 *             sum -= f
 *             buffer[t mod m][j] += f
 *         buffer[t mod m][i] += sum
 *     for each particle i, in parallel
 *         force[i] = sum of buffer[b][i] over b
 *
 * If every thread has its own buffer, it adds without atomics.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, the vertex-based approach with
 * Newton's third law and m force vectors per particle.
 */
#include "strategies/add.h"
#include "strategies/rows.h"

#include <omp.h>

INLINE void add_row(const struct addends *to, const struct row *row, bool energy)
{
    struct total sum = {0};
    for (int32_t k = 0; k < row->count; k++) {
        struct pair pair;
        if (!evaluate_entry(row, k, ACROSS_ALL, &pair))
            continue;
        total_add(&sum, &pair.f, energy);
        add_partner(to, &pair);
    }
    add_total(to, row->self.i, &sum, energy);
}

/** Stores in `to` the sum of `buffers` arrays of `sums` numbers each. */
INLINE void combine(const SUM *from, int64_t buffers, int64_t sums, SUM *to)
{
#pragma omp for schedule(static)
    for (int64_t k = 0; k < sums; k++) {
        SUM sum = 0;
        for (int64_t b = 0; b < buffers; b++)
            sum += from[b * sums + k];
        to[k] = sum;
    }
}

INLINE void newton(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    int64_t buffers = tuning_by_name(a->tuning, "buffers");
    int64_t sums = 4 * (a->n + 1);
    SUM *scratch = (SUM *)a->scratch;
    SUM *torque_scratch = scratch + buffers * sums;
    bool shared = buffers < a->threads;
    int64_t mine = omp_get_thread_num() % buffers * sums;
    int64_t all = (a->torque != NULL ? 2 : 1) * buffers * sums;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < all; k++)
        scratch[k] = 0;
    const struct addends own = {scratch + mine, torque_scratch + mine, false};
    const struct addends common = {scratch + mine, torque_scratch + mine, true};
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        struct row row = row_of(a, &c, i);
        if (shared)
            add_row(&common, &row, energy);
        else
            add_row(&own, &row, energy);
    }
    combine(scratch, buffers, sums, (SUM *)a->force);
    if (a->torque != NULL)
        combine(torque_scratch, buffers, sums, (SUM *)a->torque);
}

CPU_KERNEL(newton, newton)

/*
 * One loop iteration per particle over its half row. Forces go to m buffers, thread t to buffer
 * t modulo m: plainly where every thread has a buffer of its own, else atomically. The buffers are
 * then combined.
 */
#include "strategies/add.h"

#include <omp.h>

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, SUM *forces,
                SUM *torques, bool shared, bool energy)
{
    const REAL *position = (const REAL *)a->position;
    const int64_t start = rows_of(a)->start[i];
    const int32_t *entry = rows_of(a)->entry + start;
    const body_type self = body_at(a, c, i);
    struct view v = view_from(a, i);
    struct total sum = {0};
    for (int32_t k = 0; k < rows_of(a)->count[i]; k++) {
        int64_t j = entry[k];
        struct pair_force f;
        REAL dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
        REAL dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
        REAL dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
        if (!meet(a, c, &self, j, interaction_at(rows_of(a)->interaction, start + k), dx, dy, dz,
                  &f))
            continue;
        total_add(&sum, &f, energy);
        add_partner(forces, torques, j, &f, dx, dy, dz, shared);
    }
    add_total(forces, torques, i, &sum, energy, shared);
}

/** Adds up `buffers` arrays of `sums` into `to`. */
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

INLINE void body(const struct cpu_arguments *a, bool energy)
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
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        if (shared)
            row(a, &c, i, scratch + mine, torque_scratch + mine, true, energy);
        else
            row(a, &c, i, scratch + mine, torque_scratch + mine, false, energy);
    }
    combine(scratch, buffers, sums, (SUM *)a->force);
    if (a->torque != NULL)
        combine(torque_scratch, buffers, sums, (SUM *)a->torque);
}

CPU_KERNEL(newton, body)

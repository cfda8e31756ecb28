/*
 * One loop iteration per particle over its half row. Forces go to m buffers, thread t to buffer
 * t modulo m: plainly where every thread has a buffer of its own, else atomically. The buffers are
 * then combined.
 */
#include "strategies/add.h"
#include "strategies/view.h"

#include <omp.h>
#include <string.h>

enum { BUFFERS = 1 }; /* place of the number of buffers among the tuning values */

INLINE void add(real *to, real x, real y, real z, bool shared)
{
    if (shared) {
        add_atomic(to, x, y, z);
        return;
    }
    to[0] += x;
    to[1] += y;
    to[2] += z;
}

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, real *buffer,
                bool shared, bool energy)
{
    const real *position = a->position;
    const int32_t *entry = a->entry + a->start[i];
    struct view v = view_from(a, i);
    real x = 0, y = 0, z = 0, e = 0;
    for (int32_t k = 0; k < a->count[i]; k++) {
        int64_t j = entry[k];
        struct pair_force f;
        real dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
        real dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
        real dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
        if (!pair(c, dx, dy, dz, &f))
            continue;
        x -= f.x;
        y -= f.y;
        z -= f.z;
        if (energy)
            e += f.energy;
        add(buffer + 4 * j, f.x, f.y, f.z, shared);
    }
    add(buffer + 4 * i, x, y, z, shared);
    if (energy)
        add_energy_atomic(buffer + 4 * i, e);
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    int64_t buffers = a->tuning[BUFFERS];
    int64_t reals = 4 * (a->n + 1);
    real *scratch = a->scratch;
    real *force = a->force;
    bool shared = buffers < a->threads;
    real *buffer = scratch + omp_get_thread_num() % buffers * reals;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < buffers * reals; k++)
        scratch[k] = 0;
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        if (shared)
            row(a, &c, i, buffer, true, energy);
        else
            row(a, &c, i, buffer, false, energy);
    }
#pragma omp for schedule(static)
    for (int64_t k = 0; k < reals; k++) {
        real sum = 0;
        for (int64_t b = 0; b < buffers; b++)
            sum += scratch[b * reals + k];
        force[k] = sum;
    }
}

CPU_KERNEL(newton, body)

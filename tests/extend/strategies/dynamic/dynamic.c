/* Rows of a full list handed out to the threads as they come: vertex, balanced at run time. */
#include "strategies/view.h"

static inline __attribute__((always_inline)) void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const real *position = a->position;
    int rows = a->tuning[0];
#pragma omp parallel for schedule(dynamic, rows) num_threads(a->threads)
    for (int64_t i = 0; i < a->n; i++) {
        struct view v = view_from(a, i);
        real x = 0, y = 0, z = 0, e = 0;
        for (int64_t k = a->start[i]; k < a->start[i] + a->count[i]; k++) {
            const real *partner = position + 4 * (int64_t)a->entry[k];
            real r[3];
            struct pair_force f;
            view_of(&v, true, partner[0], partner[1], partner[2], r);
            if (!pair(&c, r[0], r[1], r[2], &f))
                continue;
            x -= f.x;
            y -= f.y;
            z -= f.z;
            e += energy ? f.energy : 0;
        }
        real *force = (real *)a->force + 4 * i;
        force[0] = x;
        force[1] = y;
        force[2] = z;
        force[3] = e / 2;
    }
}

CPU_KERNEL(dynamic, body)

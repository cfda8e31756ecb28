/* Rows of a full list handed out to the threads as they come: vertex, balanced at run time. */
#include "strategies/view.h"

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const real *position = a->position;
    int rows = a->tuning[0];
#pragma omp for schedule(dynamic, rows)
    for (int64_t i = 0; i < a->n; i++) {
        struct view v = view_from(a, i);
        real x = 0, y = 0, z = 0, e = 0;
        for (int64_t k = a->start[i]; k < a->start[i] + a->count[i]; k++) {
            const real *partner = position + 4 * (int64_t)a->entry[k];
            struct pair_force f;
            real dx = VIEW_X(&v, partner[0], ACROSS_ALL);
            real dy = VIEW_Y(&v, partner[1], ACROSS_ALL);
            real dz = VIEW_Z(&v, partner[2], ACROSS_ALL);
            if (!pair(&c, dx, dy, dz, &f))
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

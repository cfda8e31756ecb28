/* One iteration per pair; both forces are added atomically, only if the pair interacts. */
#include "strategies/add.h"
#include "strategies/view.h"

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const real *position = a->position;
    real *force = a->force;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < a->edges; k++) {
        int64_t i = a->first[k];
        int64_t j = a->second[k];
        struct view v = view_from(a, i);
        struct pair_force f;
        real dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
        real dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
        real dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
        if (!pair(&c, dx, dy, dz, &f))
            continue;
        add_atomic(force + 4 * i, -f.x, -f.y, -f.z);
        add_atomic(force + 4 * j, f.x, f.y, f.z);
        if (energy)
            add_energy_atomic(force + 4 * i, f.energy);
    }
}

CPU_KERNEL(edge, body)

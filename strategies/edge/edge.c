/* One iteration per pair; both forces are added atomically, only if the pair interacts. */
#include "strategies/add.h"
#include "strategies/view.h"

static inline __attribute__((always_inline)) void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const real *position = a->position;
    real *force = a->force;
#pragma omp parallel for schedule(static) num_threads(a->threads)
    for (int64_t k = 0; k < a->edges; k++) {
        int64_t i = a->first[k];
        int64_t j = a->second[k];
        struct view v = view_from(a, i);
        real r[3];
        struct pair_force f;
        view_of(&v, true, position[4 * j], position[4 * j + 1], position[4 * j + 2], r);
        if (!pair(&c, r[0], r[1], r[2], &f))
            continue;
        add_atomic(force + 4 * i, -f.x, -f.y, -f.z);
        add_atomic(force + 4 * j, f.x, f.y, f.z);
        if (energy)
            add_energy_atomic(force + 4 * i, f.energy);
    }
}

CPU_KERNEL(edge, body)

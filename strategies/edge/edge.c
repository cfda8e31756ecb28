/* One iteration per pair; both forces are added atomically, only if the pair interacts. */
#include "strategies/add.h"

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const REAL *position = (const REAL *)a->position;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < edges_of(a)->edges; k++) {
        int64_t i = edges_of(a)->first[k];
        int64_t j = edges_of(a)->second[k];
        struct view v = view_from(a, i);
        struct pair_force f;
        struct total sum = {0};
        REAL dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
        REAL dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
        REAL dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
        const body_type self = body_at(a, &c, i);
        if (!meet(a, &c, &self, j, interaction_at(edges_of(a)->interaction, k), dx, dy, dz, &f))
            continue;
        total_add(&sum, &f, energy);
        add_total(a->force, a->torque, i, &sum, energy, true);
        add_partner(a->force, a->torque, j, &f, dx, dy, dz, true);
    }
}

CPU_KERNEL(edge, body)

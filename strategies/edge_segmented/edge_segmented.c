/*
 * One iteration per pair, in chunks: the forces of a run of equal first particles are summed, then
 * added atomically once; those of the second particles one by one.
 */
#include "strategies/add.h"

INLINE void chunk(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t begin, int64_t end,
                  bool energy)
{
    const REAL *position = (const REAL *)a->position;
    for (int64_t k = begin; k < end;) {
        int64_t i = edges_of(a)->first[k];
        struct view v = view_from(a, i);
        const body_type self = body_at(a, c, i);
        struct total sum = {0};
        bool any = false;
        for (; k < end && edges_of(a)->first[k] == i; k++) {
            int64_t j = edges_of(a)->second[k];
            struct pair_force f;
            REAL dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
            REAL dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
            REAL dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
            if (!meet(a, c, &self, j, interaction_at(edges_of(a)->interaction, k), dx, dy, dz, &f))
                continue;
            any = true;
            total_add(&sum, &f, energy);
            add_partner(a->force, a->torque, j, &f, dx, dy, dz, true);
        }
        if (any)
            add_total(a->force, a->torque, i, &sum, energy, true);
    }
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t begin = 0; begin < edges_of(a)->edges; begin += EDGE_CHUNK) {
        int64_t end =
            begin + EDGE_CHUNK < edges_of(a)->edges ? begin + EDGE_CHUNK : edges_of(a)->edges;
        chunk(a, &c, begin, end, energy);
    }
}

CPU_KERNEL(edge_segmented, body)

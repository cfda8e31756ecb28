/* Rows of a full list handed out to the threads as they come: vertex, balanced at run time. */
#include "strategies/body.h"

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const REAL *position = (const REAL *)a->position;
    int rows = tuning_by_name(a->tuning, "rows");
#pragma omp for schedule(dynamic, rows)
    for (int64_t i = 0; i < a->n; i++) {
        struct view v = view_from(a, i);
        const body_type self = body_at(a, &c, i);
        struct total sum = {0};
        for (int64_t k = rows_of(a)->start[i]; k < rows_of(a)->start[i] + rows_of(a)->count[i];
             k++) {
            int64_t j = rows_of(a)->entry[k];
            struct pair_force f;
            REAL dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
            REAL dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
            REAL dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
            if (meet(a, &c, &self, j, interaction_at(rows_of(a)->interaction, k), dx, dy, dz, &f))
                total_add(&sum, &f, energy);
        }
        total_store(a, i, &sum, true);
    }
}

CPU_KERNEL(dynamic, body)

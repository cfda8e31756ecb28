/* One thread, a half list, Newton's third law: the papers' CPU baseline, a plain scalar loop. */
#include "strategies/add.h"
#include "strategies/body.h"

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                const struct view *v, int axes, bool energy)
{
    const REAL *position = (const REAL *)a->position;
    const int64_t start = rows_of(a)->start[i];
    const int32_t *entry = rows_of(a)->entry + start;
    const body_type self = body_at(a, c, i);
    struct total sum = {0};
    for (int32_t k = 0; k < rows_of(a)->count[i]; k++) {
        int64_t j = entry[k];
        struct pair_force f;
        REAL dx = VIEW_X(v, position[4 * j], axes);
        REAL dy = VIEW_Y(v, position[4 * j + 1], axes);
        REAL dz = VIEW_Z(v, position[4 * j + 2], axes);
        if (!meet(a, c, &self, j, interaction_at(rows_of(a)->interaction, start + k), dx, dy, dz,
                  &f))
            continue;
        total_add(&sum, &f, energy);
        add_partner(a->force, a->torque, j, &f, dx, dy, dz, false);
    }
    add_total(a->force, a->torque, i, &sum, energy, false);
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    for (int64_t i = 0; i < a->n; i++) {
        struct view v = view_from(a, i);
        if (v.across)
            row(a, &c, i, &v, ACROSS_ALL, energy);
        else
            row(a, &c, i, &v, 0, energy);
    }
}

CPU_KERNEL(serial, body)

/*
 * The SIMD lanes of a core share a particle's full row: positions of the partners are first laid
 * side by side, then every lane takes a pair, and the lanes' sums are added at the end of the row.
 */
#include "strategies/simd.h"
#include "strategies/view.h"

/** Adds the forces of a padded row, lane by lane. */
INLINE void add_row(const real *position, const int32_t *entry, int64_t count,
                    const MODEL_STRUCT *c, const struct view *v, bool across, bool energy,
                    struct lanes *sum)
{
    for (int64_t begin = 0; begin < count; begin += LANES) {
        struct lanes at;
        lanes_load(&at, position, entry + begin);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            real dx = VIEW_X(v, at.x[k], across);
            real dy = VIEW_Y(v, at.y[k], across);
            real dz = VIEW_Z(v, at.z[k], across);
            pair(c, dx, dy, dz, &f);
            sum->x[k] += f.x;
            sum->y[k] += f.y;
            sum->z[k] += f.z;
            if (energy)
                sum->energy[k] += f.energy;
        }
    }
}

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy)
{
    struct view v = view_from(a, i);
    struct lanes sum = {0};
    const int32_t *entry = a->entry + a->start[i];
    int64_t count = a->start[i + 1] - a->start[i];
    if (v.across)
        add_row(a->position, entry, count, c, &v, true, energy, &sum);
    else
        add_row(a->position, entry, count, c, &v, false, energy, &sum);
    real *force = (real *)a->force + 4 * i;
    force[0] = -lanes_sum(sum.x);
    force[1] = -lanes_sum(sum.y);
    force[2] = -lanes_sum(sum.z);
    force[3] = energy ? lanes_sum(sum.energy) / 2 : 0;
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        row(a, &c, i, energy);
}

CPU_KERNEL(team, body)

/*
 * The SIMD lanes of a core share a particle's full row: positions of the partners are first laid
 * side by side, then every lane takes a pair, and the lanes' sums are added at the end of the row.
 */
#include "strategies/simd.h"
#include "strategies/view.h"

/** Adds the forces of a padded row, lane by lane. */
INLINE void add_row(const real *position, const int32_t *entry, int64_t count,
                    const MODEL_STRUCT *c, const struct view *v, int axes, bool energy,
                    struct lanes *sum)
{
    for (int64_t begin = 0; begin < count; begin += LANES) {
        struct lanes at;
        lanes_load(&at, position, entry + begin);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            real dx = VIEW_X(v, at.x[k], axes);
            real dy = VIEW_Y(v, at.y[k], axes);
            real dz = VIEW_Z(v, at.z[k], axes);
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
    switch (v.across) {
    case 0:
        add_row(a->position, entry, count, c, &v, 0, energy, &sum);
        break;
    case ACROSS_X:
        add_row(a->position, entry, count, c, &v, ACROSS_X, energy, &sum);
        break;
    case ACROSS_Y:
        add_row(a->position, entry, count, c, &v, ACROSS_Y, energy, &sum);
        break;
    case ACROSS_Z:
        add_row(a->position, entry, count, c, &v, ACROSS_Z, energy, &sum);
        break;
    default:
        add_row(a->position, entry, count, c, &v, ACROSS_ALL, energy, &sum);
    }
    real total[4];
    real *force = (real *)a->force + 4 * i;
    lanes_sum(&sum, total);
    force[0] = -total[0];
    force[1] = -total[1];
    force[2] = -total[2];
    force[3] = total[3] / 2;
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        row(a, &c, i, energy);
}

CPU_KERNEL(team, body)

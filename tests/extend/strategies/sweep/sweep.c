/* Each particle meets those that are no farther along x than the range, below it and above. */
#include "strategies/body.h"
#include "strategies/sweep_arguments.h"

/** Whether the particles are none that meet as a pair. */
INLINE bool excludes(const struct cpu_arguments *a, int64_t i, int64_t j)
{
    for (int k = 0; k < 4 && a->excluded != NULL; k++)
        if (a->excluded[4 * i + k] == j)
            return true;
    return false;
}

/** Adds the pairs of the particle at `place` on one side: `step` is 1 or -1. */
INLINE void add_side(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t place, int step,
                     bool energy, struct total *sum)
{
    const struct cpu_sweep *sweep = (const struct cpu_sweep *)a->neighbors;
    const REAL *position = (const REAL *)a->position;
    const int64_t i = sweep->particle[place];
    const struct view v = view_from(a, i);
    const body_type self = body_at(a, c, i);
    for (int64_t k = 1; k < a->n; k++) {
        const int64_t other = (place + step * k + a->n) % a->n;
        const int64_t j = sweep->particle[other];
        const double apart = step * (sweep->x[other] - sweep->x[place]);
        struct pair_force f;
        if ((apart < 0 ? apart + a->box[0] : apart) > a->range)
            break;
        REAL dx = VIEW_X(&v, position[4 * j], ACROSS_ALL);
        REAL dy = VIEW_Y(&v, position[4 * j + 1], ACROSS_ALL);
        REAL dz = VIEW_Z(&v, position[4 * j + 2], ACROSS_ALL);
        if (!excludes(a, i, j) && meet(a, c, &self, j, LOOK_UP, dx, dy, dz, &f))
            total_add(sum, &f, energy);
    }
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct cpu_sweep *sweep = (const struct cpu_sweep *)a->neighbors;
#pragma omp for schedule(static)
    for (int64_t place = 0; place < a->n; place++) {
        struct total sum = {0};
        add_side(a, &c, place, -1, energy, &sum);
        add_side(a, &c, place, 1, energy, &sum);
        total_store(a, sweep->particle[place], &sum, true);
    }
}

CPU_KERNEL(sweep, body)

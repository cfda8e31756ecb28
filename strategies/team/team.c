/*
 * The SIMD lanes of a core share a particle's full row: positions of the partners are first laid
 * side by side, then every lane takes a pair, and the lanes' sums are added at the end of the row.
 */
#include "strategies/simd.h"
#include "strategies/view.h"

static inline __attribute__((always_inline)) void add_lanes(const struct lanes *lanes, int count,
                                                            const MODEL_STRUCT *c,
                                                            const struct view *v, bool across,
                                                            bool energy, struct pair_force *sum)
{
    real x = 0, y = 0, z = 0, e = 0;
#pragma omp simd reduction(+ : x, y, z, e) aligned(lanes : 64)
    for (int k = 0; k < count; k++) {
        real r[3];
        struct pair_force f;
        view_of(v, across, lanes->x[k], lanes->y[k], lanes->z[k], r);
        pair(c, r[0], r[1], r[2], &f);
        x += f.x;
        y += f.y;
        z += f.z;
        if (energy)
            e += f.energy;
    }
    sum->x += x;
    sum->y += y;
    sum->z += z;
    sum->energy += e;
}

static inline __attribute__((always_inline)) void row(const struct cpu_arguments *a,
                                                      const MODEL_STRUCT *c, int64_t i, bool energy)
{
    struct lanes lanes;
    struct view v = view_from(a, i);
    struct pair_force sum = {0};
    for (int64_t begin = a->start[i]; begin < a->start[i + 1]; begin += LANES_MOST) {
        int64_t rest = a->start[i + 1] - begin;
        int count = rest < LANES_MOST ? (int)rest : LANES_MOST;
        lanes_load(&lanes, a->position, a->entry + begin, count);
        if (v.across)
            add_lanes(&lanes, count, c, &v, true, energy, &sum);
        else
            add_lanes(&lanes, count, c, &v, false, energy, &sum);
    }
    real *force = (real *)a->force + 4 * i;
    force[0] = -sum.x;
    force[1] = -sum.y;
    force[2] = -sum.z;
    force[3] = sum.energy / 2;
}

static inline __attribute__((always_inline)) void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp parallel for schedule(static) num_threads(a->threads)
    for (int64_t i = 0; i < a->n; i++)
        row(a, &c, i, energy);
}

CPU_KERNEL(team, body)

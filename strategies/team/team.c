/*
 * The SIMD lanes of a core share a particle's full row: positions of the partners are first laid
 * side by side, then every lane takes a pair, and the lanes' sums are added at the end of the row.
 */
#include "strategies/body.h"
#include "strategies/simd.h"

#ifdef MODEL_BODY

/**
 * Adds a padded row: the lanes find which pairs are in range, which are then taken one by one, for
 * they rarely branch alike.
 */
INLINE void add_row(const struct cpu_arguments *a, int64_t i, const int32_t *entry, int64_t count,
                    const MODEL_STRUCT *c, const struct view *v, int axes, bool energy,
                    struct total *sum)
{
    const body_type self = body_at(a, c, i);
    const real cutoff2 = (real)(a->cutoff * a->cutoff);
    for (int64_t begin = 0; begin < count; begin += LANES) {
        struct lanes at;
        bool near[LANES];
        lanes_load(&at, a->position, entry + begin);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            at.x[k] = VIEW_X(v, at.x[k], axes);
            at.y[k] = VIEW_Y(v, at.y[k], axes);
            at.z[k] = VIEW_Z(v, at.z[k], axes);
            near[k] = at.x[k] * at.x[k] + at.y[k] * at.y[k] + at.z[k] * at.z[k] < cutoff2;
        }
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            if (near[k] &&
                meet(a, c, &self, entry[begin + k], interaction_at(a, a->start[i] + begin + k),
                     at.x[k], at.y[k], at.z[k], &f))
                total_add(sum, &f, energy);
        }
    }
}

#else

/** Adds the forces of a padded row, lane by lane. */
INLINE void add_row(const struct cpu_arguments *a, int64_t i, const int32_t *entry, int64_t count,
                    const MODEL_STRUCT *c, const struct view *v, int axes, bool energy,
                    struct total *total)
{
    struct lane_sums sum = {0};
    SUM sums[4];
    (void)i;
    for (int64_t begin = 0; begin < count; begin += LANES) {
        struct lanes at;
        lanes_load(&at, a->position, entry + begin);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            real dx = VIEW_X(v, at.x[k], axes);
            real dy = VIEW_Y(v, at.y[k], axes);
            real dz = VIEW_Z(v, at.z[k], axes);
            f.selected = a->terms;
            pair(c, dx, dy, dz, &f);
            sum.x[k] += to_sum(f.x);
            sum.y[k] += to_sum(f.y);
            sum.z[k] += to_sum(f.z);
            if (energy)
                sum.energy[k] += to_sum(f.energy);
        }
    }
    lanes_sum(&sum, sums);
    *total = (struct total){-sums[0], -sums[1], -sums[2], sums[3]};
}

#endif

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy)
{
    struct view v = view_from(a, i);
    struct total sum = {0};
    const int32_t *entry = a->entry + a->start[i];
    int64_t count = a->start[i + 1] - a->start[i];
    switch (v.across) {
    case 0:
        add_row(a, i, entry, count, c, &v, 0, energy, &sum);
        break;
    case ACROSS_X:
        add_row(a, i, entry, count, c, &v, ACROSS_X, energy, &sum);
        break;
    case ACROSS_Y:
        add_row(a, i, entry, count, c, &v, ACROSS_Y, energy, &sum);
        break;
    case ACROSS_Z:
        add_row(a, i, entry, count, c, &v, ACROSS_Z, energy, &sum);
        break;
    default:
        add_row(a, i, entry, count, c, &v, ACROSS_ALL, energy, &sum);
    }
    total_store(a, i, &sum, true);
}

INLINE void body(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        row(a, &c, i, energy);
}

CPU_KERNEL(team, body)

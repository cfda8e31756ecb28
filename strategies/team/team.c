/*
 * The SIMD lanes of a core share a particle's full row: positions of the partners are first laid
 * side by side, then every lane takes a pair, and the lanes' sums are added at the end of the row.
 * Of particles with bodies only the partners in range get so far (strategies/near.h).
 */
#include "strategies/body.h"
#include "strategies/simd.h"

#ifdef MODEL_BODY

#include "strategies/near.h"

/* Not inlined: once for all faces of the box that a particle may be near to. */
static __attribute__((noinline)) void add_forces(const struct cpu_arguments *a,
                                                 const MODEL_STRUCT *c, const body_type *self,
                                                 const struct near near[NEAR_TYPES],
                                                 struct total *total)
{
    near_add_all(a, c, self, near, false, total);
}

static __attribute__((noinline)) void
add_forces_energies(const struct cpu_arguments *a, const MODEL_STRUCT *c, const body_type *self,
                    const struct near near[NEAR_TYPES], struct total *total)
{
    near_add_all(a, c, self, near, true, total);
}

/** Adds the forces of a padded row. */
INLINE void add_row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                    const struct view *v, int axes, bool energy, struct total *total)
{
    const body_type self = body_at(a, c, i);
    struct near near[NEAR_TYPES];
    for (int64_t place = rows_of(a)->start[i]; place < rows_of(a)->start[i + 1];
         place += NEAR_MOST) {
        int64_t left = rows_of(a)->start[i + 1] - place;
        near_find(a, v, axes, place, left < NEAR_MOST ? (int)left : NEAR_MOST, near);
        (energy ? add_forces_energies : add_forces)(a, c, &self, near, total);
    }
}

#else

/** Adds the forces of a padded row, lane by lane. */
INLINE void add_row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                    const struct view *v, int axes, bool energy, struct total *total)
{
    struct lane_sums sum = {0};
    SUM sums[4];
    for (int64_t place = rows_of(a)->start[i]; place < rows_of(a)->start[i + 1]; place += LANES) {
        struct lanes at;
        lanes_load(&at, (const REAL *)a->position, rows_of(a)->entry + place);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            REAL dx = VIEW_X(v, at.x[k], axes);
            REAL dy = VIEW_Y(v, at.y[k], axes);
            REAL dz = VIEW_Z(v, at.z[k], axes);
            f.selected = a->terms;
            model_pair(c, dx, dy, dz, &f);
            select_virial(&f, dx, dy, dz);
            sum.x[k] += to_sum(f.x);
            sum.y[k] += to_sum(f.y);
            sum.z[k] += to_sum(f.z);
            if (energy)
                sum.energy[k] += energy_to_sum(f.energy);
        }
    }
    lanes_sum(&sum, sums);
    total->x = -sums[0];
    total->y = -sums[1];
    total->z = -sums[2];
    total->energy = sums[3];
}

#endif

INLINE void row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy)
{
    struct view v = view_from(a, i);
    struct total sum = {0};
    switch (v.across) {
    case 0:
        add_row(a, c, i, &v, 0, energy, &sum);
        break;
    case ACROSS_X:
        add_row(a, c, i, &v, ACROSS_X, energy, &sum);
        break;
    case ACROSS_Y:
        add_row(a, c, i, &v, ACROSS_Y, energy, &sum);
        break;
    case ACROSS_Z:
        add_row(a, c, i, &v, ACROSS_Z, energy, &sum);
        break;
    default:
        add_row(a, c, i, &v, ACROSS_ALL, energy, &sum);
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

/*
 * The SIMD lanes of a core share a particle's row of a full list:
 *
 *     for each particle i, shared out among the threads
 *         for each LANES entries in the row of i
 *             load the positions of these partners side by side
 *             in each lane: sum[lane] += force on i of the pair of i and the lane's partner
 *         force[i] = sum over the lanes
 *
 * For particles with bodies, the partners in range are gathered first (strategies/in_range.h).
 *
 * X. Zhang et al., J. Chem. Phys. 153, 045103 (2020), ddcMD: the eight threads of a particle.
 */
#include "strategies/in_range.h"

/*
 * Not inlined, so that the calls for different faces of the box share one copy of the pair
 * function.
 */
static __attribute__((noinline)) void add_forces(const struct own_particle *self,
                                                 const struct in_range partners[IN_RANGE_TYPES],
                                                 struct total *total)
{
    in_range_add_all(self, partners, false, total);
}

static __attribute__((noinline)) void
add_forces_energies(const struct own_particle *self, const struct in_range partners[IN_RANGE_TYPES],
                    struct total *total)
{
    in_range_add_all(self, partners, true, total);
}

/** Adds the forces from a padded row of bodies. */
INLINE void add_row_of_bodies(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                              const struct box_frame *v, int axes, bool energy, struct total *total)
{
    const struct own_particle self = own_particle_of(a, c, i);
    const int64_t end = rows_of(a)->start[i + 1];
    struct in_range partners[IN_RANGE_TYPES];
    for (int64_t place = rows_of(a)->start[i]; place < end; place += IN_RANGE_MOST) {
        int64_t left = end - place;
        in_range_find(a, v, axes, place, left < IN_RANGE_MOST ? (int)left : IN_RANGE_MOST,
                      partners);
        (energy ? add_forces_energies : add_forces)(&self, partners, total);
    }
}

/** Adds the forces of a padded row of points, lane by lane. */
INLINE void add_row_of_points(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                              const struct box_frame *v, int axes, bool energy, struct total *total)
{
    struct lane_sums sum = {0};
    SUM sums[4];
    for (int64_t place = rows_of(a)->start[i]; place < rows_of(a)->start[i + 1]; place += LANES) {
        struct lanes at;
        lanes_load(&at, (const REAL *)a->position, rows_of(a)->entry + place);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            struct pair_force f;
            REAL dx = FRAME_X(v, at.x[k], axes);
            REAL dy = FRAME_Y(v, at.y[k], axes);
            REAL dz = FRAME_Z(v, at.z[k], axes);
            f.selected = a->terms;
            pair_of_points(c, dx, dy, dz, &f);
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

INLINE void add_row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i,
                    const struct box_frame *v, int axes, bool energy, struct total *total)
{
    if (HAS_BODIES)
        add_row_of_bodies(a, c, i, v, axes, energy, total);
    else
        add_row_of_points(a, c, i, v, axes, energy, total);
}

INLINE void store_row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy)
{
    struct box_frame v = frame_of(a, i);
    struct total sum = {0};
    switch (energy ? ACROSS_ALL : v.across) { /* calls with energies are not timed */
    case ACROSS_NONE:
        add_row(a, c, i, &v, ACROSS_NONE, energy, &sum);
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

INLINE void team(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++)
        store_row(a, &c, i, energy);
}

CPU_KERNEL(team, team)

/*
 * A block of particles copies its partners into a contiguous array, in the first-level cache:
 *
 *     for each block, shared out among the threads
 *         for each place in the block's table
 *             staged[place] = position of that partner, in the image that is nearest to the block
 *         for each particle i of the block
 *             for each LANES entries in the row of i
 *                 in each lane: sum[lane] += force on i of the pair (i, staged[entry])
 *             force[i] = sum over the lanes
 *
 * Entries have 16 bits, and pairs need no test for periodic images. Pairs of bodies are evaluated
 * one by one.
 */
#include "strategies/particle.h"
#include "strategies/simd.h"
#include "strategies/staged/cpu_staged.h"

/** The partners of a block. */
struct stage {
    REAL x[STAGED_MOST + 1], y[STAGED_MOST + 1], z[STAGED_MOST + 1];
    const int32_t *table;
    REAL box[3], cut[3];
    bool image; /* true: each pair computes its nearest image */
} __attribute__((aligned(64)));

INLINE const struct cpu_staged *staged_of(const struct cpu_arguments *a)
{
    return (const struct cpu_staged *)a->neighbors;
}

/** Returns a coordinate in the frame of the block. */
INLINE REAL staged_along(const struct stage *stage, REAL at, int axis)
{
    return at - (at >= stage->cut[axis] ? stage->box[axis] : 0);
}

/** Copies the partners of block b. */
INLINE void fill_stage(const struct cpu_arguments *a, int64_t b, struct stage *stage)
{
    const struct cpu_staged *s = staged_of(a);
    const REAL *position = (const REAL *)a->position;
    const int64_t places = s->table_start[b + 1] - s->table_start[b];
    stage->table = s->table + s->table_start[b];
    stage->image = false;
    for (int d = 0; d < 3; d++) {
        stage->box[d] = (REAL)a->box[d];
        stage->cut[d] = (REAL)s->cut[3 * b + d];
        stage->image = stage->image || stage->cut[d] < 0;
    }
    for (int d = 0; d < 3 && stage->image; d++)
        stage->cut[d] = 2 * stage->box[d]; /* nothing is shifted */
    for (int64_t k = 0; k < places; k++) {
        const REAL *at = position + 4 * (int64_t)stage->table[k];
        stage->x[k] = staged_along(stage, at[0], 0);
        stage->y[k] = staged_along(stage, at[1], 1);
        stage->z[k] = staged_along(stage, at[2], 2);
    }
}

/**
 * Returns the displacement from a particle, in the frame of the block, to a staged partner. `image`
 * is a compile-time constant.
 */
INLINE struct displacement displacement_to_place(const struct stage *stage, const REAL from[3],
                                                 int place, bool image)
{
    if (image) {
        const struct displacement d = {nearest_along(from[0], stage->x[place], stage->box[0]),
                                       nearest_along(from[1], stage->y[place], stage->box[1]),
                                       nearest_along(from[2], stage->z[place], stage->box[2])};
        return d;
    }
    const struct displacement d = {stage->x[place] - from[0], stage->y[place] - from[1],
                                   stage->z[place] - from[2]};
    return d;
}

/** Adds the forces of a row of bodies, one by one. */
INLINE void add_row_of_bodies(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                              const struct stage *stage, int64_t i, const REAL from[3], bool image,
                              bool energy, struct total *total)
{
    const struct cpu_staged *s = staged_of(a);
    const struct own_particle self = own_particle_of(a, c, i);
    const uint16_t *entry = s->entry + s->start[i];
    for (int32_t k = 0; k < s->count[i]; k++) {
        struct pair pair;
        pair.other.i = stage->table[entry[k]];
        pair.other.interaction = LOOK_UP;
        pair.d = displacement_to_place(stage, from, entry[k], image);
        if (evaluate_pair(&self, &pair))
            total_add(total, &pair.f, energy);
    }
}

/** Adds the forces of a padded row of points, lane by lane. */
INLINE void add_row_of_points(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                              const struct stage *stage, int64_t i, const REAL from[3], bool image,
                              bool energy, struct total *total)
{
    const struct cpu_staged *s = staged_of(a);
    struct lane_sums sum = {0};
    SUM sums[4];
    for (int64_t k = s->start[i]; k < s->start[i + 1]; k += LANES) {
        const uint16_t *entry = s->entry + k;
#pragma omp simd
        for (int l = 0; l < LANES; l++) {
            struct pair_force f;
            const struct displacement d = displacement_to_place(stage, from, entry[l], image);
            f.selected = a->terms;
            pair_of_points(c, d.x, d.y, d.z, &f);
            select_virial(&f, d.x, d.y, d.z);
            sum.x[l] += to_sum(f.x);
            sum.y[l] += to_sum(f.y);
            sum.z[l] += to_sum(f.z);
            if (energy)
                sum.energy[l] += energy_to_sum(f.energy);
        }
    }
    lanes_sum(&sum, sums);
    total->x = -sums[0];
    total->y = -sums[1];
    total->z = -sums[2];
    total->energy = sums[3];
}

INLINE void store_block(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                        const struct stage *stage, int64_t begin, int64_t end, bool image,
                        bool energy)
{
    const REAL *position = (const REAL *)a->position;
    for (int64_t i = begin; i < end; i++) {
        const REAL from[3] = {staged_along(stage, position[4 * i], 0),
                              staged_along(stage, position[4 * i + 1], 1),
                              staged_along(stage, position[4 * i + 2], 2)};
        struct total sum = {0};
        if (HAS_BODIES)
            add_row_of_bodies(a, c, stage, i, from, image, energy, &sum);
        else
            add_row_of_points(a, c, stage, i, from, image, energy, &sum);
        total_store(a, i, &sum, true);
    }
}

INLINE void staged(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct cpu_staged *s = staged_of(a);
    struct stage stage;
#pragma omp for schedule(static)
    for (int64_t b = 0; b < s->blocks; b++) {
        const int64_t begin = b * s->particles;
        const int64_t end = begin + s->particles < a->n ? begin + s->particles : a->n;
        fill_stage(a, b, &stage);
        if (stage.image)
            store_block(a, &c, &stage, begin, end, true, energy);
        else
            store_block(a, &c, &stage, begin, end, false, energy);
    }
}

CPU_KERNEL(staged, staged)

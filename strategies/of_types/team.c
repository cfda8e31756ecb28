/*
 * The strategy team for particles with types but no orientation:
 *
 *     for each particle i, shared out among the threads
 *         for each entry in the row of i
 *             sum += force on i of the pair of i and the entry's particle
 *         force[i] = sum
 *
 * The lanes of a core take no part: the functions of such pairs have tables by type, and
 * exponential and error functions, of which compilers make no vector instructions.
 */
#include "strategies/particle.h"

/** Adds the forces of a row. */
INLINE void add_row(const struct own_particle *self, const struct box_frame *v, int axes,
                    bool energy, struct total *total)
{
    const struct cpu_arguments *a = self->arguments;
    const int64_t begin = rows_of(a)->start[self->i], end = begin + rows_of(a)->count[self->i];
    for (int64_t place = begin; place < end; place++) {
        const int32_t other = rows_of(a)->entry[place];
        const REAL *at = (const REAL *)a->position + 4 * (int64_t)other;
        struct pair pair = {
            .other = {other, interaction_at(rows_of(a)->interaction, place)},
            .d = {FRAME_X(v, at[0], axes), FRAME_Y(v, at[1], axes), FRAME_Z(v, at[2], axes)}};
        if (evaluate_pair(self, &pair))
            total_add(total, &pair.f, energy);
    }
}

INLINE void store_row(const struct cpu_arguments *a, const MODEL_STRUCT *c, int64_t i, bool energy)
{
    const struct own_particle self = own_particle_of(a, c, i);
    const struct box_frame v = frame_of(a, i);
    struct total sum = {0};
    if (v.across == ACROSS_NONE)
        add_row(&self, &v, ACROSS_NONE, energy, &sum);
    else
        add_row(&self, &v, ACROSS_ALL, energy, &sum);
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

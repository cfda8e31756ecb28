/*
 * An iteration per pair of the edge list, like `edge`, but forces are added to m buffers:
 *
 *     for each edge (i, j), in parallel, thread t
 *         f = force on j of the pair
 *         if f is not zero
 *             buffer[t mod m][i] -= f, buffer[t mod m][j] += f
 *     for each particle i, in parallel
 *         force[i] = sum of buffer[b][i] over b
 *
 * If every thread has its own buffer, it adds without atomics.
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, have m force vectors per particle
 * in the vertex-based approach; their code, oxDNA, has them for edges too (edge_n_forces).
 */
#include "strategies/add.h"
#include "strategies/cpu_edges.h"

#include <omp.h>

INLINE void add_edges(const struct cpu_arguments *a, const struct addends *to, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
#pragma omp for schedule(static)
    for (int64_t k = 0; k < edges_of(a)->edges; k++) {
        int64_t i = edges_of(a)->first[k];
        const struct own_particle self = own_particle_of(a, &c, i);
        struct box_frame frame = frame_of(a, i);
        struct total sum = {0};
        struct pair pair;
        pair.other.i = edges_of(a)->second[k];
        pair.other.interaction = interaction_at(edges_of(a)->interaction, k);
        pair.d = displacement_to(a, &frame, pair.other.i, ACROSS_ALL);
        if (!evaluate_pair(&self, &pair))
            continue;
        total_add(&sum, &pair.f, energy);
        add_total(to, i, &sum, energy);
        add_partner(to, &pair);
    }
}

/** Stores in `to` the sum of `buffers` arrays of `sums` numbers each. */
INLINE void combine(const SUM *from, int64_t buffers, int64_t sums, SUM *to)
{
#pragma omp for schedule(static)
    for (int64_t k = 0; k < sums; k++) {
        SUM sum = 0;
        for (int64_t b = 0; b < buffers; b++)
            sum += from[b * sums + k];
        to[k] = sum;
    }
}

INLINE void edge_buffered(const struct cpu_arguments *a, bool energy)
{
    const int64_t buffers = tuning_by_name(a->tuning, "buffers"), sums = 4 * (a->n + 1);
    SUM *forces = (SUM *)a->scratch, *torques = forces + buffers * sums;
    const int64_t all = (a->torque != NULL ? 2 : 1) * buffers * sums;
    const int64_t mine = omp_get_thread_num() % buffers * sums;
#pragma omp for schedule(static)
    for (int64_t k = 0; k < all; k++)
        forces[k] = 0;
    const struct addends own = {forces + mine, torques + mine, false};
    const struct addends common = {forces + mine, torques + mine, true};
    if (buffers < a->threads)
        add_edges(a, &common, energy);
    else
        add_edges(a, &own, energy);
    combine(forces, buffers, sums, (SUM *)a->force);
    if (a->torque != NULL)
        combine(torques, buffers, sums, (SUM *)a->torque);
}

CPU_KERNEL(edge_buffered, edge_buffered)

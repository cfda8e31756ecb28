/*
 * An iteration per pair of the edge list, shared out among the threads:
 *
 *     for each edge (i, j), in parallel
 *         f = force on j of the pair
 *         if f is not zero
 *             atomically: force[i] -= f, force[j] += f
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, "edge-based" approach.
 */
#include "strategies/add.h"
#include "strategies/cpu_edges.h"

INLINE void edge(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, true);
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
        add_total(&to, i, &sum, energy);
        add_partner(&to, &pair);
    }
}

CPU_KERNEL(edge, edge)

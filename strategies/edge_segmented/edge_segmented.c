/*
 * An iteration per pair of the edge list, like `edge`, but the forces of a run of edges with the
 * same first particle are summed before they are added:
 *
 *     for each chunk of EDGE_CHUNK edges, in parallel
 *         for each run of edges (i, j) in it with equal i
 *             for each edge of the run
 *                 f = force on j of the pair
 *                 if f is not zero
 *                     sum -= f, and atomically: force[j] += f
 *             if any edge of the run interacts
 *                 atomically: force[i] += sum
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II, propose a segmented reduction
 * instead of atomics; here it reduces the number of atomics.
 */
#include "strategies/add.h"
#include "strategies/cpu_edges.h"

INLINE void add_chunk(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                      const struct addends *to, int64_t begin, int64_t end, bool energy)
{
    const int32_t *first = edges_of(a)->first;
    for (int64_t k = begin; k < end;) {
        int64_t i = first[k];
        const struct own_particle self = own_particle_of(a, c, i);
        struct box_frame frame = frame_of(a, i);
        struct total sum = {0};
        bool any = false;
        for (; k < end && first[k] == i; k++) {
            struct pair pair;
            pair.other.i = edges_of(a)->second[k];
            pair.other.interaction = interaction_at(edges_of(a)->interaction, k);
            pair.d = displacement_to(a, &frame, pair.other.i, ACROSS_ALL);
            if (!evaluate_pair(&self, &pair))
                continue;
            any = true;
            total_add(&sum, &pair.f, energy);
            add_partner(to, &pair);
        }
        if (any)
            add_total(to, i, &sum, energy);
    }
}

INLINE void edge_segmented(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct addends to = addends_of(a, true);
    const int64_t edges = edges_of(a)->edges;
#pragma omp for schedule(static)
    for (int64_t begin = 0; begin < edges; begin += EDGE_CHUNK)
        add_chunk(a, &c, &to, begin, begin + EDGE_CHUNK < edges ? begin + EDGE_CHUNK : edges,
                  energy);
}

CPU_KERNEL(edge_segmented, edge_segmented)

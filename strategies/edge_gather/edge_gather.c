/*
 * A loop over the edge list that stores the force of each pair, followed by a segmented sum:
 *
 *     for each edge k = (i, j), in parallel
 *         store[k] = force on j of the pair
 *     for each particle i, in parallel
 *         force[i] = sum of -store[k] over the edges k with first particle i
 *                  + sum of store[k] over the edges k with second particle i
 *
 * L. Rovigatti et al., J. Comput. Chem. 36, 1 (2015), section II: "the most general approach",
 * forces stored on a per-edge basis and a parallel segmented reduction.
 */
#include "strategies/particle.h"

#include "strategies/edge_gather/cpu_ends.h"

/**
 * Arrays with a vector of four sums per edge: force on the second particle and energy, torque on
 * the first particle, torque on the second particle.
 */
struct stored_edges {
    SUM *force, *first_torque, *second_torque;
};

INLINE struct stored_edges stored_edges_of(const struct cpu_arguments *a)
{
    const int64_t sums = 4 * edges_of(a)->edges;
    SUM *scratch = (SUM *)a->scratch;
    struct stored_edges stored = {scratch, scratch + sums, scratch + 2 * sums};
    return stored;
}

INLINE void store_edge(const struct cpu_arguments *a, const MODEL_STRUCT *c,
                       const struct stored_edges *to, int64_t k, bool energy)
{
    const int64_t i = edges_of(a)->first[k];
    const struct own_particle self = own_particle_of(a, c, i);
    struct box_frame frame = frame_of(a, i);
    struct pair pair = {0};
    pair.other.i = edges_of(a)->second[k];
    pair.other.interaction = interaction_at(edges_of(a)->interaction, k);
    pair.d = displacement_to(a, &frame, pair.other.i, ACROSS_ALL);
    const bool interacts = evaluate_pair(&self, &pair);
    SUM *force = to->force + 4 * k;
    force[0] = interacts ? to_sum(pair.f.x) : (SUM)0;
    force[1] = interacts ? to_sum(pair.f.y) : (SUM)0;
    force[2] = interacts ? to_sum(pair.f.z) : (SUM)0;
    force[3] = interacts && energy ? energy_to_sum(pair.f.energy) : (SUM)0;
    if (!HAS_ORIENTATION)
        return;
    struct sum3 first = {0}, second = {0};
    if (interacts) {
        sum3_add(&first, torque_of(&pair.f));
        sum3_add(&second, partner_torque(&pair.f, pair.d.x, pair.d.y, pair.d.z));
    }
    SUM *first_torque = to->first_torque + 4 * k, *second_torque = to->second_torque + 4 * k;
    first_torque[0] = first.x;
    first_torque[1] = first.y;
    first_torque[2] = first.z;
    second_torque[0] = second.x;
    second_torque[1] = second.y;
    second_torque[2] = second.z;
}

/**
 * Adds the force and torque of edge k on its first or second particle; only the first gets the
 * energy.
 */
INLINE void add_end(const struct stored_edges *from, int64_t k, bool is_first, struct total *sum)
{
    const SUM *force = from->force + 4 * k;
    sum->x += is_first ? -force[0] : force[0];
    sum->y += is_first ? -force[1] : force[1];
    sum->z += is_first ? -force[2] : force[2];
    if (is_first)
        sum->energy += force[3];
    if (HAS_ORIENTATION)
        total_turn_by(sum, (is_first ? from->first_torque : from->second_torque) + 4 * k);
}

INLINE void edge_gather(const struct cpu_arguments *a, bool energy)
{
    const MODEL_STRUCT c = model_constants(a);
    const struct cpu_ends *ends = (const struct cpu_ends *)a->neighbors;
    const struct stored_edges stored = stored_edges_of(a);
#pragma omp for schedule(static)
    for (int64_t k = 0; k < ends->edges.edges; k++)
        store_edge(a, &c, &stored, k, energy);
#pragma omp for schedule(static)
    for (int64_t i = 0; i < a->n; i++) {
        struct total sum = {0};
        for (int64_t k = ends->first_start[i]; k < ends->first_start[i + 1]; k++)
            add_end(&stored, k, true, &sum);
        for (int64_t k = ends->second_start[i]; k < ends->second_start[i + 1]; k++)
            add_end(&stored, ends->second[k], false, &sum);
        total_store(a, i, &sum, false);
    }
}

CPU_KERNEL(edge_gather, edge_gather)

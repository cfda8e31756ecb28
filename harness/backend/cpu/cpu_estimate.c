#include "harness/backend/cpu/cpu_members.h"

#include "harness/backend/cpu/machine/cpu_cache.h"
#include "harness/particles/constraint_groups.h"
#include "harness/particles/order.h"

#include <omp.h>

/* Returns the number of vectors per particle: one, or two for a rigid body. */
static double bodies_of(const struct workload_spec *spec)
{
    return (double)spec->system->n * (spec->model->oriented ? 2 : 1);
}

void cpu_estimate_load(const struct workload_spec *spec, struct memory_need *need)
{
    const struct system *system = spec->system;
    const double range = spec->cutoff + spec->skin;
    footprint_keep(&need->host,
                   bodies_of(spec) * VECTOR * precision_info(spec->precision)->real_size);
    footprint_add(&need->host, order_footprint(system, spec->sort, range));
    footprint_add(&need->host, system_reorder_footprint(system, spec->model));
    footprint_keep(&need->host, topology_bytes(system));
    if (spec->bonding == BONDING_GROUP)
        footprint_keep(&need->host, term_groups_bytes(system));
    if (spec->exclusion_method == EXCLUSION_STRINGS)
        footprint_keep(&need->host, exclusion_strings_bytes(system->n));
}

void cpu_estimate_case(const struct workload_spec *spec, const struct strategy *strategy,
                       const int tuning[STRATEGY_TUNINGS], struct memory_need *need)
{
    struct interactions interactions;
    interactions_of(spec->model, spec->constants, spec->interactions, &interactions);
    const struct cpu_neighbor_source source = {
        .system = spec->system,
        .cutoff = spec->cutoff,
        .skin = spec->skin,
        .interactions = &interactions,
        .strategy = strategy,
        .tuning = tuning,
    };
    const struct cpu_neighbor_estimate neighbors = cpu_neighbors_estimate(&source);
    double vector = VECTOR * precision_info(spec->precision)->sum_size, scratch = 0;
    if (strategy->scratch == SCRATCH_BUFFERS)
        scratch = strategy_tuning_value(strategy, tuning, "buffers", 1) * bodies_of(spec);
    else if (strategy->scratch == SCRATCH_PATCH_PAIRS)
        scratch = bodies_of(spec) * (1 + neighbors.outputs / (double)spec->system->n);
    else if (strategy->scratch == SCRATCH_EDGES)
        scratch = neighbors.outputs * strategy_edge_vectors(spec->model->oriented);
    footprint_add(&need->host, neighbors.memory);
    footprint_keep(&need->host, (bodies_of(spec) + scratch) * vector);
}

/*
 * Adds the memory that motion needs: for velocities, forces, energies, listed positions and
 * constraints. Rigid bodies also need memory for spins and torques.
 */
void cpu_estimate_motion(const struct workload_spec *spec, struct memory_need *need)
{
    double numbers = spec->model->oriented ? 3 + 3 + 3 + 3 + 1 + 3 : 3 + 3 + 1 + 3;
    footprint_keep(&need->host, (double)spec->system->n * numbers * sizeof(double));
    footprint_keep(&need->host, constraint_groups_bytes(spec->system->constraint_count));
}

void cpu_estimate_flush(int threads, struct memory_need *need)
{
    footprint_keep(&need->host,
                   (double)cpu_cache_bytes_here(threads > 0 ? threads : omp_get_max_threads()));
}

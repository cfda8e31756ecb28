#include "harness/backend/cuda/cuda_members.h"

#include "harness/backend/cuda/cuda_renumber.h"
#include "harness/backend/cuda/lists/cuda_order.h"
#include "harness/particles/constraint_groups.h"
#include "harness/particles/term_groups.h"

/* Returns the bytes of bonded terms and excluded pairs. */
static double topology_of(const struct workload_spec *spec)
{
    return topology_bytes(spec->system) +
           (spec->bonding == BONDING_SCATTER ? term_list_bytes(spec->system) : 0) +
           (spec->bonding == BONDING_GROUP ? term_groups_bytes(spec->system) : 0);
}

/* Returns the number of vectors per particle: one, or two for a rigid body. */
static double bodies_of(const struct workload_spec *spec)
{
    return (double)spec->system->n * (spec->model->oriented ? 2 : 1);
}

void cuda_estimate_load(const struct workload_spec *spec, struct memory_need *need)
{
    const struct cuda_particles particles = cuda_workload_particles(spec);
    const double n = (double)spec->system->n;
    const double vectors = 4 * n * precision_info(spec->precision)->real_size;
    footprint_keep(&need->host, n * sizeof(int32_t));
    footprint_use(&need->host, vectors);
    footprint_keep(&need->device, vectors);
    if (spec->sort != SORT_NONE) {
        struct memory_need order = {0};
        cuda_order_estimate(&particles, &order);
        footprint_use(&need->device, vectors + order.device.peak);
    }
    if (spec->model->oriented || particles.bonded) {
        struct footprint sorted = system_reorder_footprint(spec->system, spec->model);
        const double topology = topology_of(spec);
        footprint_keep(&sorted, vectors > topology ? vectors : topology);
        footprint_use(&need->host, sorted.peak);
        footprint_keep(&need->device,
                       bodies_of(spec) * 4 * precision_info(spec->precision)->real_size - vectors +
                           topology);
        if (spec->exclusion_method == EXCLUSION_STRINGS) {
            footprint_keep(&need->host, exclusion_strings_bytes(spec->system->n));
            footprint_keep(&need->device, exclusion_strings_bytes(spec->system->n));
        }
    }
}

void cuda_estimate_case(const struct workload_spec *spec, const struct strategy *strategy,
                        const int tuning[STRATEGY_TUNINGS], struct memory_need *need)
{
    struct cuda_particles particles = cuda_workload_particles(spec);
    struct interactions interactions;
    interactions_of(spec->model, spec->constants, spec->interactions, &interactions);
    particles.structure = interactions.structure;
    struct cuda_list list = cuda_workload_wanted(strategy, tuning);
    const double sums = 4 * precision_info(spec->precision)->sum_size;
    double outputs = cuda_list_estimate(&particles, &list, need), scratch = 0;
    if (strategy->scratch == SCRATCH_BUFFERS)
        scratch = (strategy_tuning_value(strategy, tuning, "buffers", 1) - 1) * bodies_of(spec);
    else if (strategy->scratch == SCRATCH_PATCH_PAIRS)
        scratch = outputs * bodies_of(spec) / (double)spec->system->n;
    else if (strategy->scratch == SCRATCH_EDGES)
        scratch = outputs * strategy_edge_vectors(spec->model->oriented);
    footprint_keep(&need->device, (bodies_of(spec) + scratch) * sums);
    footprint_keep(&need->host, bodies_of(spec) * sums); /* forces that are read back to the host */
}

/*
 * Adds the memory that motion needs: for listed positions, velocities, indices, and for spins and
 * orientations of rigid bodies. Sorting needs a second copy of all but the listed positions. It
 * also needs memory to renumber bonded terms. Finally adds the memory of constraints, virtual sites
 * and restraints.
 */
void cuda_estimate_motion(const struct workload_spec *spec, struct memory_need *need)
{
    const struct precision_info *precision = precision_info(spec->precision);
    const double n = (double)spec->system->n, state = 4 * precision->state_size;
    const double moving = state * (spec->model->oriented ? 3 : 1) + sizeof(int32_t);
    footprint_keep(&need->device, n * (state + moving * (spec->sort != SORT_NONE ? 2 : 1)));
    if (spec->sort != SORT_NONE && cuda_workload_particles(spec).bonded)
        footprint_keep(&need->device, cuda_renumber_bytes(n, topology_of(spec)));
    footprint_keep(&need->device,
                   constraint_groups_bytes(spec->system->constraint_count) +
                       (double)spec->system->site_count * sizeof *spec->system->site +
                       (double)spec->system->restraint_count * sizeof *spec->system->restraint);
    footprint_keep(&need->host, constraint_groups_bytes(spec->system->constraint_count));
    footprint_keep(&need->host, n * (spec->model->oriented ? 6 : 3) * sizeof(double));
    footprint_use(&need->host, n * state);
}

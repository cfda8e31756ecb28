/*
 * Patches of particles on the CPU. The tuning selects their size and whether each pair of patches
 * is evaluated once or twice.
 */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/patches.h"
#include "strategies/cpu_patches.h"

struct kept {
    struct patches patches;
    struct cpu_patches arguments;
};

/*
 * Returns the edge of patches with the requested number of particles; the cut-off if no number is
 * requested.
 */
static double edge_of(const struct cpu_neighbor_source *source)
{
    const int size = strategy_tuning_value(source->strategy, source->tuning, "patch", 0);
    return size > 0 ? patches_edge(source->system, size) : source->cutoff;
}

static bool is_reciprocal(const struct cpu_neighbor_source *source)
{
    return strategy_tuning_value(source->strategy, source->tuning, "reciprocal", 0) != 0;
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct patches *patches = &kept->patches;
    if (!patches_build(source->system, source->cutoff, edge_of(source), is_reciprocal(source),
                       &kept->patches, error))
        return false;
    kept->arguments = (struct cpu_patches){
        .patches = patches->patches,
        .start = patches->patch_start,
        .particle = patches->patch_particle,
        .partner_start = patches->partner_start,
        .partner = patches->partner,
        .image = patches->image,
        .output = patches->output,
        .incoming_start = patches->incoming_start,
        .incoming = patches->incoming,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = patches->pairs,
        .list_bytes = patches_bytes(patches),
        .outputs = patches_outputs(patches),
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    struct cpu_neighbor_estimate need;
    need.memory = patches_footprint(source->system, source->cutoff, edge_of(source),
                                    is_reciprocal(source), &need.outputs);
    return need;
}

static void free_kept(void *kept)
{
    patches_free(&((struct kept *)kept)->patches);
}

const struct cpu_neighbor_structure cpu_neighbors_patches = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

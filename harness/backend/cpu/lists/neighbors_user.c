/* Neighbor structures of users' strategies on the CPU. Kernels read the users' arrays in place. */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/user_neighbors.h"

struct kept {
    struct user_neighbors own;
    const void *arguments[NEIGHBOR_ARRAYS];
};

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct neighbor_structure *structure = source->strategy->neighbors;
    int tuning[NEIGHBOR_TUNINGS] = {0};
    for (int k = 0; structure->tunings[k] != NULL; k++)
        tuning[k] =
            strategy_tuning_value(source->strategy, source->tuning, structure->tunings[k], 0);
    if (!user_neighbors_build(structure, source->system, source->cutoff, source->skin,
                              source->topology, source->interactions, tuning, &kept->own, error))
        return false;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        kept->arguments[k] = kept->own.array[k].memory;
    *built = (struct cpu_neighbor_built){
        .arguments = kept->arguments,
        .pairs_listed = kept->own.pairs,
        .list_bytes = user_neighbors_bytes(&kept->own),
        .building_bytes = kept->own.building_bytes,
    };
    return true;
}

/* Estimates the memory of a user structure's pair rows; the rest of its memory is unknown. */
static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    const struct neighbor_structure *structure = source->strategy->neighbors;
    return (struct cpu_neighbor_estimate){
        .memory =
            rows_footprint(source->system, source->cutoff + (structure->skin ? source->skin : 0),
                           structure->once, source->interactions),
    };
}

static void free_kept(void *kept)
{
    user_neighbors_free(&((struct kept *)kept)->own);
}

const struct cpu_neighbor_structure cpu_neighbors_user = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

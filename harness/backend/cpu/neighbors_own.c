/* Structures that strategies bring along, on the CPU: kernels read their arrays where they lie. */
#include "harness/backend/cpu/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/own_neighbors.h"

struct kept {
    struct own_neighbors own;
    const void *arguments[NEIGHBOR_ARRAYS];
};

static bool build(const struct cpu_neighbor_source *source, void *context, struct error *error)
{
    struct kept *kept = context;
    const struct neighbor_structure *structure = source->strategy->neighbors;
    int tuning[NEIGHBOR_TUNINGS] = {0};
    for (int k = 0; structure->tunings[k] != NULL; k++)
        tuning[k] =
            strategy_tuning_value(source->strategy, source->tuning, structure->tunings[k], 0);
    return own_neighbors_build(structure, source->system, source->cutoff, source->skin,
                               source->topology, source->interactions, tuning, &kept->own, error);
}

/* What rows of its pairs would take: what else it keeps, it alone knows. */
static struct cpu_neighbor_forecast foresee(const struct cpu_neighbor_source *source)
{
    const struct neighbor_structure *structure = source->strategy->neighbors;
    return (struct cpu_neighbor_forecast){
        .memory =
            rows_footprint(source->system, source->cutoff + (structure->skin ? source->skin : 0),
                           structure->once, source->interactions),
    };
}

static bool is_built(const void *kept)
{
    return ((const struct kept *)kept)->own.built;
}

static const void *arguments(void *context)
{
    struct kept *kept = context;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        kept->arguments[k] = kept->own.array[k].memory;
    return kept->arguments;
}

static struct cpu_neighbor_sizes sizes(const void *context)
{
    const struct own_neighbors *own = &((const struct kept *)context)->own;
    return (struct cpu_neighbor_sizes){
        .pairs_listed = own->pairs,
        .list_bytes = own_neighbors_bytes(own),
        .building_bytes = own->building_bytes,
    };
}

static void free_kept(void *kept)
{
    own_neighbors_free(&((struct kept *)kept)->own);
}

const struct cpu_neighbor_structure cpu_neighbors_own = {
    .size = sizeof(struct kept),
    .build = build,
    .is_built = is_built,
    .foresee = foresee,
    .arguments = arguments,
    .sizes = sizes,
    .free = free_kept,
};

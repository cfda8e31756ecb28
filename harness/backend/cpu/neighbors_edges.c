/* Edges on the CPU: each pair once, sorted by its first particle. */
#include "harness/backend/cpu/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "strategies/cpu_arguments.h"

struct kept {
    struct edges edges;
    struct cpu_edges arguments;
};

static bool build(const struct cpu_neighbor_source *source, void *context, struct error *error)
{
    struct kept *kept = context;
    return edges_build(source->system, source->cutoff + source->skin, source->topology,
                       source->interactions, &kept->edges, error);
}

static struct cpu_neighbor_forecast foresee(const struct cpu_neighbor_source *source)
{
    return (struct cpu_neighbor_forecast){
        .memory =
            edges_footprint(source->system, source->cutoff + source->skin, source->interactions),
    };
}

static bool is_built(const void *kept)
{
    return ((const struct kept *)kept)->edges.first != NULL;
}

static const void *arguments(void *context)
{
    struct kept *kept = context;
    const struct edges *edges = &kept->edges;
    kept->arguments = (struct cpu_edges){
        .edges = edges->edges,
        .first = edges->first,
        .second = edges->second,
        .interaction = edges->interaction,
    };
    return &kept->arguments;
}

static struct cpu_neighbor_sizes sizes(const void *kept)
{
    const struct edges *edges = &((const struct kept *)kept)->edges;
    struct cpu_neighbor_sizes sizes = {
        .pairs_listed = edges->edges,
        .list_bytes = edges->edges * 2 * (int64_t)sizeof *edges->first,
    };
    if (edges->interaction != NULL)
        sizes.list_bytes += edges->edges;
    return sizes;
}

static void free_kept(void *kept)
{
    edges_free(&((struct kept *)kept)->edges);
}

const struct cpu_neighbor_structure cpu_neighbors_edges = {
    .size = sizeof(struct kept),
    .build = build,
    .is_built = is_built,
    .foresee = foresee,
    .arguments = arguments,
    .sizes = sizes,
    .free = free_kept,
};

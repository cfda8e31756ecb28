/* Edges on the CPU: each pair once, sorted by its first particle. */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "strategies/cpu_edges.h"

struct kept {
    struct edges edges;
    struct cpu_edges arguments;
};

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct edges *edges = &kept->edges;
    if (!edges_build(source->system, source->cutoff + source->skin, source->topology,
                     source->interactions, &kept->edges, error))
        return false;
    kept->arguments = (struct cpu_edges){
        .edges = edges->edges,
        .first = edges->first,
        .second = edges->second,
        .interaction = edges->interaction,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = edges->edges,
        .list_bytes = edges_bytes(edges),
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    return (struct cpu_neighbor_estimate){
        .memory =
            edges_footprint(source->system, source->cutoff + source->skin, source->interactions),
    };
}

static void free_kept(void *kept)
{
    edges_free(&((struct kept *)kept)->edges);
}

const struct cpu_neighbor_structure cpu_neighbors_edges = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

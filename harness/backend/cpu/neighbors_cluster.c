/* Clusters of particles and the list of their pairs, on the CPU. */
#include "harness/backend/cpu/cpu_neighbors.h"
#include "harness/particles/clusters.h"
#include "strategies/cluster/cpu_cluster.h"
#include "strategies/cpu_arguments.h"

_Static_assert((int)CLUSTER_SIZE_MOST == (int)CLUSTER_MOST, "a kernel has room for a cluster");
_Static_assert((int)CLUSTER_SPARE >= (int)LIST_PADDING, "padding has slots to point to");

struct kept {
    struct clusters clusters;
    struct cpu_cluster arguments;
};

static int value(const struct cpu_neighbor_source *source, const char *name)
{
    return strategy_tuning_value(source->strategy, source->tuning, name, 0);
}

static void free_kept(void *context)
{
    clusters_free(&((struct kept *)context)->clusters);
}

static bool build(const struct cpu_neighbor_source *source, void *context, struct error *error)
{
    struct kept *kept = context;
    const int size = value(source, "cluster");
    return clusters_build(source->system, source->cutoff + source->skin, source->topology, size,
                          value(source, "reciprocal") != 0, LIST_PADDING * size / CLUSTER_PAIRS,
                          &kept->clusters, error);
}

static struct cpu_neighbor_forecast foresee(const struct cpu_neighbor_source *source)
{
    return (struct cpu_neighbor_forecast){
        .memory = clusters_footprint(source->system, source->cutoff + source->skin,
                                     value(source, "cluster"), value(source, "reciprocal") != 0)};
}

static bool is_built(const void *kept)
{
    return ((const struct kept *)kept)->clusters.particle != NULL;
}

static const void *arguments(void *context)
{
    struct kept *kept = context;
    const struct clusters *clusters = &kept->clusters;
    kept->arguments = (struct cpu_cluster){
        .clusters = clusters->clusters,
        .size = clusters->size,
        .partners = clusters->partners,
        .particle = clusters->particle,
        .start = clusters->start,
        .masked = clusters->masked,
        .first = clusters->first,
        .mask = clusters->mask,
        .cut = clusters->cut,
    };
    return &kept->arguments;
}

static struct cpu_neighbor_sizes sizes(const void *context)
{
    const struct clusters *clusters = &((const struct kept *)context)->clusters;
    return (struct cpu_neighbor_sizes){
        .pairs_listed = clusters->pairs,
        .list_bytes = clusters_bytes(clusters),
    };
}

const struct cpu_neighbor_structure cpu_neighbors_cluster = {
    .size = sizeof(struct kept),
    .build = build,
    .is_built = is_built,
    .foresee = foresee,
    .arguments = arguments,
    .sizes = sizes,
    .free = free_kept,
};

/* Clusters of particles and the list of their pairs, on the CPU. */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/cluster_pruning.h"
#include "strategies/cluster/cpu_cluster.h"
#include "strategies/cpu_arguments.h"

_Static_assert((int)CLUSTER_SIZE_MOST == (int)CLUSTER_MOST, "a kernel has room for a cluster");
_Static_assert((int)CLUSTER_SPARE >= (int)LIST_PADDING, "padding has slots to point to");

struct kept {
    struct clusters clusters;
    struct cluster_pruning pruning; /* zeroed: rows are not pruned */
    struct cpu_cluster arguments;
};

static int value(const struct cpu_neighbor_source *source, const char *name)
{
    return strategy_tuning_value(source->strategy, source->tuning, name, 0);
}

/* Returns the skin of pruned rows; 0: rows are not pruned. */
static double inner_skin(const struct cpu_neighbor_source *source)
{
    return cluster_pruning_skin(value(source, "prune"), source->skin);
}

/* Returns the number of entries that divides the length of every padded row. */
static int padding_of(int size)
{
    return LIST_PADDING * size / CLUSTER_PAIRS;
}

static void prune(const struct cpu_neighbor_source *source, struct kept *kept)
{
    cluster_pruning_prune(&kept->clusters, source->system, source->cutoff + inner_skin(source),
                          padding_of(kept->clusters.size), &kept->pruning);
}

static void describe(struct kept *kept, struct cpu_neighbor_built *built)
{
    const struct clusters *clusters = &kept->clusters;
    const struct cluster_pruning *pruning = &kept->pruning;
    const bool pruned = pruning->start != NULL;
    kept->arguments = (struct cpu_cluster){
        .clusters = clusters->clusters,
        .size = clusters->size,
        .partners = clusters->partners,
        .particle = clusters->particle,
        .start = pruned ? pruning->start : clusters->start,
        .masked = pruned ? pruning->masked : clusters->masked,
        .first = pruned ? pruning->first : clusters->first,
        .mask = pruned ? pruning->mask : clusters->mask,
        .cut = clusters->cut,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = clusters->pairs,
        .list_bytes = clusters_bytes(clusters),
    };
    if (pruned) {
        const int64_t rows = clusters_row_bytes(clusters);
        built->pairs_listed = pruning->pairs;
        built->list_bytes += cluster_pruning_bytes(pruning) - rows;
        built->building_bytes = rows + cluster_pruning_building_bytes(pruning);
    }
}

static void refresh(const struct cpu_neighbor_source *source, void *context,
                    struct cpu_neighbor_built *built)
{
    struct kept *kept = context;
    if (inner_skin(source) > 0 &&
        cluster_pruning_is_due(&kept->pruning, source->system, inner_skin(source) / 2)) {
        prune(source, kept);
        describe(kept, built);
    }
}

static void free_kept(void *context)
{
    struct kept *kept = context;
    clusters_free(&kept->clusters);
    cluster_pruning_free(&kept->pruning);
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const int size = value(source, "cluster");
    if (!clusters_build(source->system, source->cutoff + source->skin, source->topology, size,
                        value(source, "reciprocal") != 0, padding_of(size), &kept->clusters, error))
        return false;
    if (inner_skin(source) > 0) {
        if (!cluster_pruning_allocate(&kept->clusters, &kept->pruning, error)) {
            free_kept(kept);
            return false;
        }
        prune(source, kept);
    }
    describe(kept, built);
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    const double range = source->cutoff + source->skin;
    const int size = value(source, "cluster");
    const bool reciprocal = value(source, "reciprocal") != 0;
    struct footprint memory = clusters_footprint(source->system, range, size, reciprocal);
    if (inner_skin(source) > 0)
        footprint_add(&memory, cluster_pruning_footprint(source->system, range, size, reciprocal));
    return (struct cpu_neighbor_estimate){.memory = memory};
}

const struct cpu_neighbor_structure cpu_neighbors_cluster = {
    .size = sizeof(struct kept),
    .build = build,
    .refresh = refresh,
    .estimate = estimate,
    .free = free_kept,
};

/* Full and half rows on the CPU, contiguous in memory. */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "strategies/cpu_arguments.h"

struct kept {
    struct rows rows;
    struct cpu_rows arguments;
};

/* Whether each pair is in one row. */
static bool is_half(const struct cpu_neighbor_source *source)
{
    return source->strategy->neighbors->once;
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct rows *rows = &kept->rows;
    const int kinds = source->interactions->kinds;
    if (!rows_build(source->system, source->cutoff + source->skin, is_half(source),
                    source->topology, source->interactions, &kept->rows, error))
        return false;
    kept->arguments = (struct cpu_rows){
        .start = rows->start,
        .count = rows->count,
        .entry = rows->entry,
        .interaction = rows->interaction,
        .run_end = rows->run_end,
        .kinds = kinds,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = rows->pairs,
        .list_bytes = rows_bytes(rows, kinds),
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    return (struct cpu_neighbor_estimate){
        .memory = rows_footprint(source->system, source->cutoff + source->skin, is_half(source),
                                 source->interactions),
    };
}

static void free_kept(void *kept)
{
    rows_free(&((struct kept *)kept)->rows);
}

const struct cpu_neighbor_structure cpu_neighbors_full = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

const struct cpu_neighbor_structure cpu_neighbors_half = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

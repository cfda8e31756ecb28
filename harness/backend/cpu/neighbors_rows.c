/* Full and half rows on the CPU, one after another in memory. */
#include "harness/backend/cpu/cpu_neighbors.h"
#include "harness/particles/neighbors.h"
#include "strategies/cpu_arguments.h"

struct kept {
    struct rows rows;
    int kinds;
    struct cpu_rows arguments;
};

static bool build(const struct cpu_neighbor_source *source, bool half, struct kept *kept,
                  struct error *error)
{
    kept->kinds = source->interactions->kinds;
    return rows_build(source->system, source->cutoff + source->skin, half, source->topology,
                      source->interactions, &kept->rows, error);
}

static bool build_full(const struct cpu_neighbor_source *source, void *kept, struct error *error)
{
    return build(source, false, kept, error);
}

static bool build_half(const struct cpu_neighbor_source *source, void *kept, struct error *error)
{
    return build(source, true, kept, error);
}

static struct cpu_neighbor_forecast foresee(const struct cpu_neighbor_source *source, bool half)
{
    return (struct cpu_neighbor_forecast){
        .memory = rows_footprint(source->system, source->cutoff + source->skin, half,
                                 source->interactions),
    };
}

static struct cpu_neighbor_forecast foresee_full(const struct cpu_neighbor_source *source)
{
    return foresee(source, false);
}

static struct cpu_neighbor_forecast foresee_half(const struct cpu_neighbor_source *source)
{
    return foresee(source, true);
}

static bool is_built(const void *kept)
{
    return ((const struct kept *)kept)->rows.start != NULL;
}

static const void *arguments(void *context)
{
    struct kept *kept = context;
    const struct rows *rows = &kept->rows;
    kept->arguments = (struct cpu_rows){
        .start = rows->start,
        .count = rows->count,
        .entry = rows->entry,
        .interaction = rows->interaction,
        .run_end = rows->run_end,
        .kinds = kept->kinds,
    };
    return &kept->arguments;
}

static struct cpu_neighbor_sizes sizes(const void *context)
{
    const struct kept *kept = context;
    return (struct cpu_neighbor_sizes){
        .pairs_listed = kept->rows.pairs,
        .list_bytes = rows_bytes(&kept->rows, kept->kinds),
    };
}

static void free_kept(void *kept)
{
    rows_free(&((struct kept *)kept)->rows);
}

const struct cpu_neighbor_structure cpu_neighbors_full = {
    .size = sizeof(struct kept),
    .build = build_full,
    .is_built = is_built,
    .foresee = foresee_full,
    .arguments = arguments,
    .sizes = sizes,
    .free = free_kept,
};

const struct cpu_neighbor_structure cpu_neighbors_half = {
    .size = sizeof(struct kept),
    .build = build_half,
    .is_built = is_built,
    .foresee = foresee_half,
    .arguments = arguments,
    .sizes = sizes,
    .free = free_kept,
};

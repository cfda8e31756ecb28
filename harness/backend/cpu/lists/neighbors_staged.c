/*
 * Tables of partners on the CPU, and rows of 16-bit indices into these tables, made from the full
 * rows.
 */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/particles/staged.h"
#include "strategies/cpu_arguments.h"
#include "strategies/staged/cpu_staged.h"

struct kept {
    struct rows rows;
    struct staged staged;
    struct cpu_staged arguments;
};

/* Kernels look up the kind of interaction, so rows need not be sorted by it. */
static const struct interactions one_kind = {.kinds = 1};

static int particles_of(const struct cpu_neighbor_source *source)
{
    return strategy_tuning_value(source->strategy, source->tuning, "particles", 1);
}

static void free_kept(void *context)
{
    struct kept *kept = context;
    rows_free(&kept->rows);
    staged_free(&kept->staged);
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct staged *staged = &kept->staged;
    double range = source->cutoff + source->skin;
    if (!rows_build(source->system, range, false, source->topology, &one_kind, &kept->rows,
                    error) ||
        !staged_build(source->system, range, &kept->rows, particles_of(source), LIST_PADDING,
                      STAGED_MOST, &kept->staged, error)) {
        free_kept(kept);
        return false;
    }
    kept->arguments = (struct cpu_staged){
        .blocks = staged->blocks,
        .particles = staged->particles,
        .start = staged->start,
        .count = staged->count,
        .entry = staged->entry,
        .table_start = staged->table_start,
        .table = staged->table,
        .cut = staged->cut,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = staged->pairs,
        .list_bytes = staged_bytes(staged),
        .building_bytes = rows_bytes(&kept->rows, one_kind.kinds),
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    double range = source->cutoff + source->skin;
    struct cpu_neighbor_estimate need = {
        .memory = rows_footprint(source->system, range, false, &one_kind)};
    footprint_add(&need.memory, staged_footprint(source->system, range, particles_of(source)));
    return need;
}

const struct cpu_neighbor_structure cpu_neighbors_staged = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};

#include "harness/lanes/lanes_patch_pairs.h"

#include "harness/base/memory.h"

#include <stdlib.h>

typedef void block_visit(const struct patch_launch *, const struct patch_block *);

int64_t patch_pairs_size(const struct patch_launch *launch, int64_t patch)
{
    return launch->cells->start[patch + 1] - launch->cells->start[patch];
}

struct patch_place patch_pairs_place(const struct patch_launch *launch, int64_t patch, int64_t k,
                                     const double shift[3])
{
    const struct system *s = &launch->input->sorted;
    int32_t i = launch->cells->particle[launch->cells->start[patch] + k];
    return (struct patch_place){{s->x[i] + shift[0], s->y[i] + shift[1], s->z[i] + shift[2]}, k, i};
}

uint32_t patch_pairs_flags(const struct patch_launch *launch, const struct patch_place *p,
                           const struct patch_place *q)
{
    const double *box = launch->input->sorted.box;
    double r[3];
    for (int d = 0; d < 3; d++) {
        r[d] = q->r[d] - p->r[d];
        if (launch->image)
            r[d] = system_nearest(r[d], box[d]);
    }
    return topology_excludes(launch->topology, p->particle, q->particle)
               ? 0
               : gpu_pair(&launch->input->spec, &launch->input->sorted, p->particle, q->particle,
                          r);
}

/* Whether two patches are in range of each other; their cells differ by `difference`. */
static bool in_range(const struct patch_launch *launch, const int difference[3])
{
    const struct gpu_cells *cells = launch->cells;
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        int apart = abs(difference[d]);
        if (cells->grid[d] < 2 * cells->reach[d] + 1 && cells->grid[d] - apart < apart)
            apart = cells->grid[d] - apart;
        double gap = (apart > 1 ? apart - 1 : 0) * (launch->input->sorted.box[d] / cells->grid[d]);
        sum += gap * gap;
    }
    return sum < launch->input->spec.cutoff * launch->input->spec.cutoff;
}

/*
 * Whether the block of a pair of patches belongs to `patch`, as in
 * harness/backend/cuda/device/patches.cu.
 */
static bool owns(const struct patch_launch *launch, int64_t patch, int64_t partner)
{
    return !launch->once || patch == partner || (patch < partner) != (((patch ^ partner) & 1) != 0);
}

static void run_patch(const struct patch_launch *launch, int64_t patch, block_visit *visit,
                      struct patch_block *block)
{
    const struct gpu_cells *cells = launch->cells;
    const int *grid = cells->grid;
    const double *box = launch->input->sorted.box;
    const int cell[3] = {(int)(patch % grid[0]), (int)(patch / grid[0] % grid[1]),
                         (int)(patch / grid[0] / grid[1])};
    int first[3];
    int span[3];
    for (int d = 0; d < 3; d++)
        span[d] = gpu_span(grid[d], cells->reach[d], cell[d], &first[d]);
    int at[3];
    for (at[2] = first[2]; at[2] < first[2] + span[2]; at[2]++) {
        for (at[1] = first[1]; at[1] < first[1] + span[1]; at[1]++) {
            for (at[0] = first[0]; at[0] < first[0] + span[0]; at[0]++) {
                int difference[3];
                int64_t inside[3];
                for (int d = 0; d < 3; d++) {
                    int image = at[d] < 0 ? -1 : at[d] >= grid[d] ? 1 : 0;
                    difference[d] = at[d] - cell[d];
                    inside[d] = at[d] - image * grid[d];
                    block->shift_first[d] = image > 0 ? -box[d] : 0;
                    block->shift_second[d] = image < 0 ? -box[d] : 0;
                }
                block->first = patch;
                block->second = (inside[2] * grid[1] + inside[1]) * grid[0] + inside[0];
                if (in_range(launch, difference) && owns(launch, patch, block->second))
                    visit(launch, block);
            }
        }
    }
}

static bool run_patches(const struct patch_launch *launch, block_visit *visit,
                        struct lane_counts *lanes, struct error *error)
{
    int64_t patches = launch->cells->cells;
    bool good = true;
#pragma omp parallel
    {
        struct error reason;
        struct lane_counts part = {.range_first = lanes->range_first};
        struct patch_place *places =
            memory_allocate(launch->places, sizeof *places, "a block to replay", &reason);
        struct patch_block block = {.places = places, .lanes = &part};
#pragma omp for schedule(dynamic, 16)
        for (int64_t patch = 0; patch < patches; patch++)
            if (places != NULL)
                run_patch(launch, patch, visit, &block);
#pragma omp critical
        {
            lanes_add(lanes, &part);
            if (places == NULL) {
                *error = reason;
                good = false;
            }
        }
        free(places);
    }
    return good;
}

bool patch_pairs_walk(const struct patch_launch *wanted, block_visit *visit,
                      struct lane_counts *lanes, struct error *error)
{
    const struct workload_spec *spec = &wanted->input->spec;
    const struct system *system = &wanted->input->sorted;
    struct gpu_cells cells;
    if (!gpu_cells_build(system, spec->precision, wanted->edge, spec->cutoff, &cells, error))
        return false;
    struct topology topology;
    struct patch_launch launch = *wanted;
    launch.cells = &cells;
    launch.topology = &topology;
    for (int d = 0; d < 3; d++)
        launch.image = launch.image || cells.grid[d] < 2 * cells.reach[d] + 1;
    bool good =
        topology_build(system, &topology, error) && run_patches(&launch, visit, lanes, error);
    topology_free(&topology);
    gpu_cells_free(&cells);
    return good;
}

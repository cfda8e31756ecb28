/* Lanes of a block that pairs two patches, strategies/tile/tile.cu. */
#include "harness/base/memory.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/topology.h"

#include <math.h>
#include <stdlib.h>

/* What every block of a launch sees. */
struct launch {
    const struct lanes_input *input;
    const struct gpu_cells *cells;
    const struct topology *topology;
    int block;
    bool reciprocal;
    bool image; /* the box is too small for one image per pair of patches */
};

struct place {
    double r[3];
    int64_t index; /* within its patch */
    int64_t particle;
};

/* The particles of a block, and which pairs of those at hand interact. */
struct tile {
    struct place *first, *second; /* `block` each */
    struct lanes lanes;
};

static int64_t patch_size(const struct gpu_cells *cells, int64_t patch)
{
    return cells->start[patch + 1] - cells->start[patch];
}

static struct place place_of(const struct launch *launch, int64_t patch, int64_t k,
                             const double shift[3])
{
    const struct system *s = &launch->input->sorted;
    int32_t i = launch->cells->particle[launch->cells->start[patch] + k];
    return (struct place){{s->x[i] + shift[0], s->y[i] + shift[1], s->z[i] + shift[2]}, k, i};
}

/* Whether a particle may interact with one of the patch whose cell is moved by `shift`. */
static bool reaches(const struct launch *launch, int64_t patch, const double shift[3],
                    const double r[3])
{
    const int *grid = launch->cells->grid;
    const double *box = launch->input->sorted.box;
    const int64_t cell[3] = {patch % grid[0], patch / grid[0] % grid[1], patch / grid[0] / grid[1]};
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        double edge = box[d] / grid[d];
        double centre = edge * ((double)cell[d] + 0.5) + shift[d];
        double gap = fmax(fabs(r[d] - centre) - (edge / 2 + box[d] * 1e-6), 0);
        sum += gap * gap;
    }
    return sum < launch->input->spec.cutoff * launch->input->spec.cutoff;
}

/* What becomes of a pair, enum gpu_pair. */
static uint32_t meet(const struct launch *launch, const struct place *p, const struct place *q)
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

/* All lanes of a warp meet one partner after the other; within a patch none meets itself. */
static void meet_in_turn(const struct launch *launch, struct tile *tile, int threads, int kept,
                         bool same)
{
    for (int warp = 0; warp < threads; warp += WARP) {
        int end = warp + WARP < threads ? warp + WARP : threads;
        for (int slot = 0; slot < kept; slot++) {
            struct lanes_votes votes;
            lanes_votes_clear(&votes);
            for (int t = warp; t < end; t++) {
                if (same && tile->second[slot].index == tile->first[t].index)
                    continue;
                lanes_vote(&votes, meet(launch, &tile->first[t], &tile->second[slot]));
            }
            lanes_note(&tile->lanes, LANES_TRIP, end - warp);
            lanes_note_pair(&tile->lanes, &votes, false);
        }
    }
}

/* In step s thread t meets partner t + s; the whole block makes every trip. */
static void meet_in_steps(const struct launch *launch, struct tile *tile, int threads, int kept)
{
    int rounds = kept > threads ? kept : threads;
    for (int step = 0; step < rounds; step++) {
        for (int warp = 0; warp < launch->block; warp += WARP) {
            struct lanes_votes votes;
            lanes_votes_clear(&votes);
            for (int t = warp; t < warp + WARP && t < threads; t++) {
                int slot = (t + step) % rounds;
                if (slot >= kept)
                    continue;
                lanes_vote(&votes, meet(launch, &tile->first[t], &tile->second[slot]));
            }
            lanes_note(&tile->lanes, LANES_TRIP, WARP);
            lanes_note_pair(&tile->lanes, &votes, true);
        }
    }
}

static void run_block(const struct launch *launch, int64_t patch, int64_t partner,
                      const int image[3], struct tile *tile)
{
    const double *box = launch->input->sorted.box;
    int64_t mine = patch_size(launch->cells, patch);
    int64_t theirs = patch_size(launch->cells, partner);
    bool same = patch == partner;
    double shift_first[3];
    double shift_second[3];
    for (int d = 0; d < 3; d++) {
        shift_first[d] = image[d] > 0 ? -box[d] : 0;
        shift_second[d] = image[d] < 0 ? -box[d] : 0;
    }
    tile->lanes.warps += launch->block / WARP;
    tile->lanes.pairs_listed += mine * theirs - (same ? mine : 0);
    for (int64_t base = 0; base < mine; base += launch->block) {
        int threads = mine - base < launch->block ? (int)(mine - base) : launch->block;
        for (int t = 0; t < threads; t++)
            tile->first[t] = place_of(launch, patch, base + t, shift_first);
        for (int64_t next = 0; next < theirs; next += launch->block) {
            int kept = 0;
            for (int64_t j = next; j < theirs && j < next + launch->block; j++) {
                tile->second[kept] = place_of(launch, partner, j, shift_second);
                kept += launch->image || reaches(launch, patch, shift_first, tile->second[kept].r);
            }
            if (launch->reciprocal && !same)
                meet_in_steps(launch, tile, threads, kept);
            else
                meet_in_turn(launch, tile, threads, kept, same);
        }
    }
}

/* Whether two patches that lie `difference` cells apart are in range of each other. */
static bool in_range(const struct launch *launch, const int difference[3])
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

/* Which of two patches has the block, harness/backend/cuda/device/patches.cu. */
static bool owns(const struct launch *launch, int64_t patch, int64_t partner)
{
    return !launch->reciprocal || patch == partner ||
           (patch < partner) != (((patch ^ partner) & 1) != 0);
}

static void run_patch(const struct launch *launch, int64_t patch, struct tile *tile)
{
    const struct gpu_cells *cells = launch->cells;
    const int *grid = cells->grid;
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
                int image[3];
                int64_t inside[3];
                for (int d = 0; d < 3; d++) {
                    difference[d] = at[d] - cell[d];
                    image[d] = at[d] < 0 ? -1 : at[d] >= grid[d] ? 1 : 0;
                    inside[d] = at[d] - image[d] * grid[d];
                }
                int64_t partner = (inside[2] * grid[1] + inside[1]) * grid[0] + inside[0];
                if (in_range(launch, difference) && owns(launch, patch, partner))
                    run_block(launch, patch, partner, image, tile);
            }
        }
    }
}

static bool run_patches(const struct launch *launch, struct lanes *lanes, struct error *error)
{
    int64_t patches = launch->cells->cells;
    bool good = true;
#pragma omp parallel
    {
        struct error reason;
        struct place *places = memory_allocate(2 * (int64_t)launch->block, sizeof *places,
                                               "a block to replay", &reason);
        struct tile tile = {.first = places,
                            .second = places ? places + launch->block : NULL,
                            .lanes.range_first = lanes->range_first};
#pragma omp for schedule(dynamic, 16)
        for (int64_t patch = 0; patch < patches; patch++)
            if (places != NULL)
                run_patch(launch, patch, &tile);
#pragma omp critical
        {
            lanes_add(lanes, &tile.lanes);
            if (places == NULL) {
                *error = reason;
                good = false;
            }
        }
        free(places);
    }
    return good;
}

bool lanes_of_patches(const struct lanes_input *input, int patch, int block, bool reciprocal,
                      struct lanes *lanes, struct error *error)
{
    const struct workload_spec *spec = &input->spec;
    const struct system *system = &input->sorted;
    double volume = system->box[0] * system->box[1] * system->box[2];
    double edge = cbrt(patch * volume / (double)system->n);
    struct gpu_cells cells;
    if (!gpu_cells_build(system, spec->precision, edge, spec->cutoff, &cells, error))
        return false;
    struct topology topology;
    struct launch launch = {.input = input,
                            .cells = &cells,
                            .topology = &topology,
                            .block = block,
                            .reciprocal = reciprocal};
    for (int d = 0; d < 3; d++)
        launch.image = launch.image || cells.grid[d] < 2 * cells.reach[d] + 1;
    bool good =
        topology_build(&input->sorted, &topology, error) && run_patches(&launch, lanes, error);
    topology_free(&topology);
    gpu_cells_free(&cells);
    return good;
}

/* A lane per particle of a block's first patch, meeting the second's. */
bool lanes_neighbors_patches(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS], struct lanes *lanes,
                             struct error *error)
{
    return lanes_of_patches(input, strategy_tuning_value(strategy, tuning, "patch", 1),
                            strategy_tuning_value(strategy, tuning, "block", WARP),
                            strategy_tuning_value(strategy, tuning, "reciprocal", 0) != 0, lanes,
                            error);
}

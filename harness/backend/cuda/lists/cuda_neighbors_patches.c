/*
 * Patches of particles on a GPU. The tuning selects their size and whether each pair of patches is
 * evaluated once or twice.
 */
#include "harness/backend/cuda/device/patch_arguments.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/lists/cuda_scan.h"
#include "harness/backend/cuda/lists/cuda_sort.h"
#include "harness/base/memory.h"
#include "harness/particles/patches.h"
#include "strategies/gpu_patches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct cuda_buffer patch_pair, output_start, sum_start, sum_place;
    struct cuda_buffer pair_count, pair_start, output_size, sum_count, tested;
    int64_t patches, outputs; /* number of patches; vectors of all output arrays together */
    struct patch_arguments arguments;
};

/*
 * Whether the edge of patches is the cut-off. Otherwise it follows from the number of particles per
 * patch.
 */
static bool fits_cutoff(const struct cuda_list *list)
{
    return neighbor_row(list->neighbors) == &neighbors_cutoff_patches;
}

static bool is_reciprocal(const struct cuda_list *list)
{
    return neighbor_tuning_value(list->neighbors, list->tuning, "reciprocal") != 0;
}

static double cell_edge(const struct cuda_particles *particles, const struct cuda_list *list)
{
    if (fits_cutoff(list))
        return particles->cutoff;
    double volume = particles->box[0] * particles->box[1] * particles->box[2];
    return cbrt(fmax(1, neighbor_tuning_value(list->neighbors, list->tuning, "patch")) * volume /
                particles->n);
}

/* Launches a kernel that works on patches, which are the list's cells. */
static bool launch(const struct cuda_particles *particles, struct cuda_list *list, const char *name,
                   int64_t threads, struct error *error)
{
    struct kept *kept = list->kept;
    kept->arguments.list = list->arguments;
    return cuda_particles_launch(particles, CUDA_OWN_patches, name,
                                 (threads + LIST_BLOCK - 1) / LIST_BLOCK, LIST_BLOCK,
                                 &kept->arguments, sizeof kept->arguments, error);
}

/*
 * Enqueues the search for pairs of patches in range. The numbers of pairs and of outputs depend
 * only on the grid, because all patches have the same number of partners.
 */
static bool enqueue_counts(const struct cuda_particles *particles, struct cuda_list *list,
                           struct error *error)
{
    const struct kept *kept = list->kept;
    return launch(particles, list, "patch_count", kept->patches + 1, error) &&
           cuda_scan_int(particles, &list->bins, &kept->pair_count, &kept->pair_start,
                         kept->patches + 1, error) &&
           cuda_scan_int(particles, &list->bins, &kept->sum_count, &kept->sum_start,
                         kept->patches + 1, error);
}

static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    const struct kept *kept = list->kept;
    return cuda_check(cu.cuMemsetD8Async(kept->tested.address, 0, 8, particles->device->stream),
                      "clearing a counter", error) &&
           launch(particles, list, "patch_fill", kept->patches, error) &&
           cuda_scan_long(particles, &list->bins, &kept->output_size, &kept->output_start,
                          kept->arguments.patch_pairs + 1, error) &&
           launch(particles, list, "patch_place", kept->patches, error);
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const bool once = fits_cutoff(list) || is_reciprocal(list);
    const double patches = (double)cuda_cells(&list->arguments);
    double edge[3];
    for (int d = 0; d < 3; d++)
        edge[d] = particles->box[d] / list->arguments.grid[d];
    double partners = (double)patches_partners(edge, particles->cutoff, once);
    double pairs = patches * fmin(partners, patches);
    double places = once ? 2 * pairs : pairs;
    size_t temporary = 0;
    scan_long(NULL, &temporary, NULL, NULL, (int64_t)pairs + 1, NULL);
    footprint_keep(&need->device, patches * sizeof(int32_t[4]) +
                                      pairs * (sizeof(int32_t[4]) + sizeof(int64_t[2])) +
                                      places * sizeof(int64_t) + (double)temporary);
    return places * (double)particles->n / patches;
}

/*
 * Counts the pairs of particles that kernels test. If a block evaluates a pair of patches from both
 * sides, the kernels' counter includes pairs within a patch twice.
 */
static bool count_pairs(const struct cuda_particles *particles, struct cuda_list *list,
                        struct error *error)
{
    const struct kept *kept = list->kept;
    if (!cuda_list_read(particles, &kept->tested, 0, &list->pairs_listed, 8, error))
        return false;
    if (!kept->arguments.reciprocal || is_reciprocal(list))
        return true;
    int32_t *start = memory_allocate(kept->patches + 1, sizeof *start, "patch starts", error);
    bool read = start != NULL && cuda_buffer_read(&list->bins.cell_start, start, kept->patches + 1,
                                                  sizeof *start, error);
    int64_t within = 0;
    for (int64_t p = 0; read && p < kept->patches; p++)
        within += (int64_t)(start[p + 1] - start[p]) * (start[p + 1] - start[p] - 1);
    free(start);
    list->pairs_listed += list->pairs_listed - within;
    return read;
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    struct patch_arguments *a = &kept->arguments;
    int32_t places = 0;
    int64_t patches = cuda_cells(&list->arguments);
    kept->patches = patches;
    if (!cuda_buffer_resize(&kept->pair_count, patches + 1, 4, "patch pair counts", error) ||
        !cuda_buffer_resize(&kept->pair_start, patches + 1, 4, "patch pair starts", error) ||
        !cuda_buffer_resize(&kept->sum_count, patches + 1, 4, "patch sum counts", error) ||
        !cuda_buffer_resize(&kept->sum_start, patches + 1, 4, "patch sum starts", error) ||
        !cuda_buffer_resize(&kept->tested, 1, 8, "a counter", error))
        return false;
    a->reciprocal = fits_cutoff(list) || is_reciprocal(list);
    a->pair_count = kept->pair_count.address;
    a->pair_start = kept->pair_start.address;
    a->sum_count = kept->sum_count.address;
    a->sum_start = kept->sum_start.address;
    a->tested = kept->tested.address;
    size_t needed = 0;
    if (!cuda_bins_first(particles, &list->bins, &list->arguments, error) ||
        !enqueue_counts(particles, list, error) ||
        !cuda_list_read(particles, &kept->pair_start, patches, &a->patch_pairs, 4, error) ||
        !cuda_list_read(particles, &kept->sum_start, patches, &places, 4, error) ||
        !cuda_buffer_resize(&kept->patch_pair, a->patch_pairs, 16, "patch pairs", error) ||
        !cuda_buffer_resize(&kept->output_size, a->patch_pairs + 1, 8, "output sizes", error) ||
        !cuda_buffer_resize(&kept->output_start, a->patch_pairs + 1, 8, "output starts", error) ||
        !cuda_buffer_resize(&kept->sum_place, places, 8, "places to sum", error) ||
        !cuda_cub_check(scan_long(NULL, &needed, NULL, NULL, a->patch_pairs + 1, NULL),
                        "adding up sizes", error))
        return false;
    if ((int64_t)needed > list->bins.temporary.bytes &&
        !cuda_buffer_resize(&list->bins.temporary, (int64_t)needed, 1, "sorting", error))
        return false;
    a->patch_pair = kept->patch_pair.address;
    a->output_size = kept->output_size.address;
    a->output_start = kept->output_start.address;
    a->sum_place = kept->sum_place.address;
    return enqueue(particles, list, error) &&
           cuda_list_read(particles, &kept->output_start, a->patch_pairs, &kept->outputs, 8,
                          error) &&
           count_pairs(particles, list, error);
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    const struct list_arguments *built = &list->arguments;
    struct gpu_patches patches = {
        .patches = (int)kept->patches,
        .start = list->bins.cell_start.address,
        .particle = list->bins.sorted_value.address,
        .patch_pair = kept->patch_pair.address,
        .output_start = kept->output_start.address,
        .sum_start = kept->sum_start.address,
        .sum_place = kept->sum_place.address,
        .pairs = kept->arguments.patch_pairs,
    };
    (void)particles;
    for (int d = 0; d < 3; d++) {
        patches.grid[d] = built->grid[d];
        patches.minimum_image |= built->grid[d] < 2 * built->reach[d] + 1;
    }
    memcpy(neighbors, &patches, sizeof patches);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    const struct kept *kept = list->kept;
    return items == ITEMS_PATCH_PAIRS ? kept->arguments.patch_pairs
           : items == ITEMS_PATCHES   ? kept->patches
                                      : 0;
}

static int64_t outputs(const struct cuda_list *list)
{
    return ((const struct kept *)list->kept)->outputs;
}

const struct cuda_neighbor_structure cuda_neighbors_patches = {
    .size = sizeof(struct kept),
    .buffers = 9,
    .read = 4,
    .boxed = true,
    .cell_edge = cell_edge,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .arguments = arguments,
    .items = items,
    .outputs = outputs,
};

/* Full and half rows on a GPU, contiguous or interleaved by column. */
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/base/memory.h"

#include <string.h>

struct kept {
    struct cuda_buffer count, entry, longest;
};

/* Enqueues the kernels that fill the rows and find the kinds of interaction of their entries. */
static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    static const char *const kernels[2][2] = {{"full_rows", "half_rows"},
                                              {"full_interleaved", "half_interleaved"}};
    const bool interleaved = list->neighbors == &neighbors_full_interleaved ||
                             list->neighbors == &neighbors_half_interleaved;
    return cuda_rows_launch(particles, kernels[interleaved][list->neighbors->once],
                            &list->arguments, error) &&
           cuda_interactions_enqueue(particles, interleaved ? "interleaved" : "rows",
                                     &list->arguments, error);
}

static int64_t round_up(int64_t value, int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/* Returns the entries to allocate per row at first, more than the average. */
static int64_t first_stride(const struct cuda_particles *particles, const struct cuda_list *list)
{
    double mean = cuda_partners(particles, particles->cutoff + particles->skin);
    double expected = list->neighbors->once ? mean / 2 : mean;
    return round_up((int64_t)(1.2 * expected) + 16, ROW_GROUP);
}

/*
 * Estimates memory. All rows are as long as the longest. The memory grows after the first build
 * if particles are unevenly distributed, for instance by a quarter in a bilayer.
 */
static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double n = particles->n, entries = 1.15 * n * (double)first_stride(particles, list);
    footprint_keep(&need->device, (n + entries) * sizeof(int32_t) +
                                      cuda_interactions_estimate(particles, entries, 4));
    footprint_use(&need->host, n * sizeof(int32_t));
    return 0;
}

static bool allocate(const struct cuda_particles *particles, struct cuda_list *list, int64_t stride,
                     struct error *error)
{
    struct kept *kept = list->kept;
    struct list_arguments *a = &list->arguments;
    int64_t entries = particles->n * stride;
    if (!cuda_list_resize(particles, &kept->entry, entries, 4, "the neighbor list", error) ||
        !cuda_interactions_resize(particles, &list->interactions, a, entries, 4, error))
        return false;
    a->stride = stride;
    a->count = kept->count.address;
    a->entry = kept->entry.address;
    a->longest = kept->longest.address;
    a->sorted_entry = list->interactions.sorted.address;
    return true;
}

/* Builds rows of the first size, then again with the size of the longest row. */
static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    CUstream stream = particles->device->stream;
    int64_t n = particles->n;
    int64_t stride = first_stride(particles, list);
    int32_t longest = 0;
    if (!cuda_buffer_resize(&kept->count, n, 4, "neighbor counts", error) ||
        !cuda_buffer_resize(&kept->longest, 1, 4, "a counter", error) ||
        !allocate(particles, list, stride, error) ||
        !cuda_bins_first(particles, &list->bins, &list->arguments, error) ||
        !enqueue(particles, list, error) ||
        !cuda_list_read(particles, &kept->longest, 0, &longest, 4, error))
        return false;
    int64_t needed = round_up(longest > 0 ? longest : 1, ROW_GROUP);
    if (needed != stride &&
        (!allocate(particles, list, needed, error) || !enqueue(particles, list, error) ||
         !cuda_check(cu.cuStreamSynchronize(stream), "building a list", error)))
        return false;
    return cuda_list_sum(particles, &kept->count, n, &list->pairs_listed, error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    const struct kept *kept = list->kept;
    int32_t longest = 0;
    return cuda_list_read(particles, &kept->longest, 0, &longest, 4, error) &&
           (longest <= list->arguments.stride ||
            allocate(particles, list, round_up(longest + longest / 8 + 1, ROW_GROUP), error));
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    const struct gpu_rows rows = {
        .count = kept->count.address,
        .entry = particles->structure == INTERACTIONS_SORTED ? list->interactions.sorted.address
                                                             : kept->entry.address,
        .stride = list->arguments.stride,
        .interaction = list->interactions.interaction.address,
    };
    memcpy(neighbors, &rows, sizeof rows);
}

#define STRUCTURE(name)                                                                            \
    const struct cuda_neighbor_structure cuda_neighbors_##name = {                                 \
        .size = sizeof(struct kept),                                                               \
        .buffers = 3,                                                                              \
        .read = 2,                                                                                 \
        .gathers = true,                                                                           \
        .batches = true,                                                                           \
        .estimate = estimate,                                                                      \
        .create = create,                                                                          \
        .enqueue = enqueue,                                                                        \
        .grow = grow,                                                                              \
        .arguments = arguments,                                                                    \
    };

STRUCTURE(full)
STRUCTURE(full_interleaved)
STRUCTURE(half)
STRUCTURE(half_interleaved)

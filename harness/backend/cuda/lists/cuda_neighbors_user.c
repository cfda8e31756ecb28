/* Neighbor structures of users' strategies on a GPU. They are built on the host and copied. */
#include "harness/backend/cuda/lists/cuda_host_copy.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/particles/user_neighbors.h"

#include <string.h>

_Static_assert((int)NEIGHBOR_ARRAYS == (int)GPU_NEIGHBOR_WORDS, "an array is a word");

struct kept {
    struct cuda_buffer array[NEIGHBOR_ARRAYS];
    struct user_neighbors own;
    int64_t items; /* number of items; each has a thread */

    struct cuda_host_copy copy;
};

/*
 * Estimates the memory of a user structure's pair entries, on host and device; the rest of its
 * memory is unknown.
 */
static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double n = particles->n;
    const double range = particles->cutoff + (list->neighbors->skin ? particles->skin : 0);
    const double share = list->neighbors->once ? 0.5 : 1;
    const double bytes = share * n * cuda_partners(particles, range) * sizeof(int32_t);
    footprint_keep(&need->device, bytes);
    footprint_keep(&need->host, bytes + cuda_host_copy_bytes(particles));
    return 0;
}

static bool build(const struct cuda_particles *particles, struct cuda_list *list,
                  struct error *error)
{
    struct kept *kept = list->kept;
    return cuda_host_copy_fetch(particles, &kept->copy, error) &&
           user_neighbors_build(list->neighbors, &kept->copy.system, particles->cutoff,
                                particles->skin, &kept->copy.topology, &kept->copy.interactions,
                                list->tuning, &kept->own, error);
}

static bool fits(const struct kept *kept)
{
    bool fit = kept->own.items <= kept->items;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        fit = fit && kept->own.array[k].bytes <= kept->array[k].bytes;
    return fit;
}

/* Allocates device memory for the result of a build, and the fraction `more` beyond it. */
static bool make_room(struct kept *kept, double more, struct error *error)
{
    const struct user_array *own = kept->own.array;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++) {
        const int64_t bytes = own[k].bytes + (int64_t)(more * (double)own[k].bytes);
        if (own[k].asked && (kept->array[k].address == 0 || kept->array[k].bytes < own[k].bytes) &&
            !cuda_buffer_resize(&kept->array[k], bytes, 1, "a neighbor structure", error))
            return false;
    }
    if (kept->items < kept->own.items)
        kept->items = kept->own.items + (int64_t)(more * (double)kept->own.items);
    return true;
}

/* Uploads the arrays, and waits for the copies, because the arrays are not pinned. */
static bool upload(const struct kept *kept, struct error *error)
{
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        if (kept->own.array[k].bytes > 0 &&
            !cuda_buffer_write(&kept->array[k], kept->own.array[k].memory, kept->own.array[k].bytes,
                               1, error))
            return false;
    return cuda_check(cu.cuStreamSynchronize(NULL), "copying a list", error);
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    if (!cuda_host_copy_create(particles, &kept->copy, error) || !build(particles, list, error))
        return false;
    list->pairs_listed = kept->own.pairs;
    return make_room(kept, 0, error) && upload(kept, error);
}

/*
 * Builds on the host and uploads the result. If device memory is too small, sets the word that
 * halts kernels; the caller then calls cuda_list_grow.
 */
static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    const long long overflow = LIST_OVERFLOW;
    const struct cuda_buffer halted = {list->arguments.halted, 0};
    const struct kept *kept = list->kept;
    if (!build(particles, list, error))
        return false;
    if (fits(kept))
        return upload(kept, error);
    if (halted.address == 0)
        return error_set(
            error, EXIT_USAGE,
            "%s: its function builds a larger structure for the same particles than before",
            list->neighbors->name);
    return cuda_buffer_write(&halted, &overflow, 1, sizeof overflow, error) &&
           cuda_check(cu.cuStreamSynchronize(NULL), "halting kernels", error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    return cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list",
                      error) &&
           make_room(list->kept, 0.125, error);
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    unsigned long long address[NEIGHBOR_ARRAYS];
    (void)particles;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        address[k] = kept->array[k].address;
    memcpy(neighbors, address, sizeof address);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    return items == ITEMS_OWN ? ((const struct kept *)list->kept)->items : 0;
}

static void free_kept(struct cuda_list *list)
{
    struct kept *kept = list->kept;
    user_neighbors_free(&kept->own);
    cuda_host_copy_free(&kept->copy);
}

const struct cuda_neighbor_structure cuda_neighbors_user = {
    .size = sizeof(struct kept),
    .buffers = NEIGHBOR_ARRAYS,
    .read = NEIGHBOR_ARRAYS,
    .on_host = true,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .grow = grow,
    .arguments = arguments,
    .items = items,
    .free = free_kept,
};

/* Edges on a GPU: each pair once, sorted by its first particle. */
#include "harness/backend/cuda/lists/cuda_edges.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/lists/cuda_scan.h"
#include "strategies/gpu_edge_list.h"

#include <string.h>

static bool enqueue_starts(const struct cuda_particles *particles, struct cuda_list *list,
                           struct error *error)
{
    const struct cuda_edges *kept = list->kept;
    return cuda_rows_launch(particles, "edge_count", &list->arguments, error) &&
           cuda_scan_long(particles, &list->bins, &kept->row_size, &kept->edge_start,
                          particles->n + 1, error);
}

static bool enqueue_edges(const struct cuda_particles *particles, struct cuda_list *list,
                          struct error *error)
{
    return cuda_rows_launch(particles, "edge_fill", &list->arguments, error) &&
           cuda_interactions_enqueue(particles, "edges", &list->arguments, error);
}

static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    return enqueue_starts(particles, list, error) && enqueue_edges(particles, list, error);
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double n = particles->n;
    const double edges = n * cuda_partners(particles, particles->cutoff + particles->skin) / 2;
    (void)list;
    footprint_keep(&need->device, 2 * n * sizeof(int64_t) + edges * sizeof(int32_t[2]) +
                                      cuda_interactions_estimate(particles, edges, 8));
    return 0;
}

static bool allocate(const struct cuda_particles *particles, struct cuda_list *list, int64_t room,
                     struct error *error)
{
    struct cuda_edges *kept = list->kept;
    struct list_arguments *a = &list->arguments;
    int64_t size = sizeof(int32_t[2]);
    if (!cuda_buffer_resize(&kept->edge, room, size, "the edge list", error) ||
        !cuda_interactions_resize(particles, &list->interactions, a, room, size, error))
        return false;
    a->edge = kept->edge.address;
    a->edge_room = room;
    a->sorted_edge = list->interactions.sorted.address;
    return true;
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct cuda_edges *kept = list->kept;
    struct list_arguments *a = &list->arguments;
    int64_t n = particles->n;
    int64_t edges = 0;
    if (!cuda_buffer_resize(&kept->row_size, n + 1, 8, "edge counts", error) ||
        !cuda_buffer_resize(&kept->edge_start, n + 1, 8, "edge starts", error))
        return false;
    a->row_size = kept->row_size.address;
    a->edge_start = kept->edge_start.address;
    if (!cuda_bins_first(particles, &list->bins, a, error) ||
        !enqueue_starts(particles, list, error) ||
        !cuda_list_read(particles, &kept->edge_start, n, &edges, 8, error) ||
        !allocate(particles, list, edges, error))
        return false;
    list->pairs_listed = edges;
    return enqueue_edges(particles, list, error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    const struct cuda_edges *kept = list->kept;
    int64_t edges = 0;
    return cuda_list_read(particles, &kept->edge_start, particles->n, &edges, 8, error) &&
           (edges <= list->arguments.edge_room ||
            allocate(particles, list, edges + edges / 16 + 1, error));
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct cuda_edges *kept = list->kept;
    const struct gpu_edges edges = {
        .edge = particles->structure == INTERACTIONS_SORTED ? list->interactions.sorted.address
                                                            : kept->edge.address,
        .edges = kept->edge_start.address + 8 * (CUdeviceptr)particles->n,
        .interaction = list->interactions.interaction.address,
    };
    memcpy(neighbors, &edges, sizeof edges);
}

/*
 * Returns the number of edges that memory is allocated for. The actual number is known only on the
 * device.
 */
static int64_t items(const struct cuda_list *list, enum step_items items)
{
    return items == ITEMS_EDGES ? list->arguments.edge_room : 0;
}

const struct cuda_neighbor_structure cuda_neighbors_edges = {
    .size = sizeof(struct cuda_edges),
    .buffers = 3,
    .read = 1,
    .gathers = true,
    .batches = true,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .grow = grow,
    .arguments = arguments,
    .items = items,
};

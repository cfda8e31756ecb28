/* Edges on a GPU, with an index of each particle's edges as second end. */
#include "harness/backend/cuda/lists/cuda_edges.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/backend/cuda/lists/cuda_scan.h"
#include "strategies/edge_gather/gpu_ends.h"

#include <string.h>

struct kept {
    struct cuda_edges edges;
    struct cuda_buffer size, second_start, second;
};

static const struct cuda_neighbor_structure *const edges_side = &cuda_neighbors_edges;

static struct gpu_edges edges_of(const struct cuda_particles *particles,
                                 const struct cuda_list *list)
{
    unsigned long long words[GPU_NEIGHBOR_WORDS] = {0};
    struct gpu_edges edges;
    edges_side->arguments(particles, list, words);
    memcpy(&edges, words, sizeof edges);
    return edges;
}

static bool enqueue_ends(const struct cuda_particles *particles, struct cuda_list *list,
                         struct error *error)
{
    const struct kept *kept = list->kept;
    const int64_t room = list->arguments.edge_room;
    const int64_t blocks = (room + LIST_BLOCK - 1) / LIST_BLOCK;
    const struct ends_arguments a = {
        .edges = edges_of(particles, list),
        .room = room,
        .size = kept->size.address,
        .second_start = kept->second_start.address,
        .second = kept->second.address,
    };
    return cuda_check(cu.cuMemsetD8Async(kept->size.address, 0, (size_t)kept->size.bytes,
                                         particles->device->stream),
                      "clearing counts of edges", error) &&
           cuda_particles_launch(particles, CUDA_OWN_edge_gather, "count_ends", blocks, LIST_BLOCK,
                                 &a, sizeof a, error) &&
           cuda_scan_long(particles, &list->bins, &kept->size, &kept->second_start,
                          particles->n + 1, error) &&
           cuda_particles_launch(particles, CUDA_OWN_edge_gather, "place_ends", blocks, LIST_BLOCK,
                                 &a, sizeof a, error);
}

static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    return edges_side->enqueue(particles, list, error) && enqueue_ends(particles, list, error);
}

/* Allocates the index: the numbers of all edges. */
static bool allocate(struct cuda_list *list, struct error *error)
{
    const int64_t room = list->arguments.edge_room;
    struct kept *kept = list->kept;
    if (room > UINT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many edges for numbers of 32 bits");
    return kept->second.bytes >= room * (int64_t)sizeof(uint32_t) ||
           cuda_buffer_resize(&kept->second, room, sizeof(uint32_t), "ends of edges", error);
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    const int64_t n = particles->n;
    return edges_side->create(particles, list, error) &&
           cuda_buffer_resize(&kept->size, n + 1, sizeof(int64_t), "counts of edges", error) &&
           cuda_buffer_resize(&kept->second_start, n + 1, sizeof(int64_t), "ends of edges",
                              error) &&
           allocate(list, error) && enqueue_ends(particles, list, error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    return edges_side->grow(particles, list, error) && allocate(list, error);
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double n = particles->n;
    const double edges = n * cuda_partners(particles, particles->cutoff + particles->skin) / 2;
    edges_side->estimate(particles, list, need);
    footprint_keep(&need->device, 2 * n * sizeof(int64_t) + edges * sizeof(uint32_t));
    return edges;
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    const struct gpu_ends ends = {
        .edges = edges_of(particles, list),
        .room = list->arguments.edge_room,
        .first_start = list->arguments.edge_start,
        .second_start = kept->second_start.address,
        .second = kept->second.address,
    };
    memcpy(neighbors, &ends, sizeof ends);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    return edges_side->items(list, items);
}

static int64_t outputs(const struct cuda_list *list)
{
    return list->arguments.edge_room;
}

static int64_t bytes(const struct cuda_list *list)
{
    const struct kept *kept = list->kept;
    return kept->edges.edge.bytes + kept->second.bytes + kept->second_start.bytes +
           kept->edges.edge_start.bytes;
}

const struct cuda_neighbor_structure cuda_neighbors_edge_gather = {
    .size = sizeof(struct kept),
    .buffers = 6,
    .gathers = true,
    .batches = true,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .grow = grow,
    .arguments = arguments,
    .items = items,
    .outputs = outputs,
    .bytes = bytes,
};

/*
 * Memory for the tree of boxes of `bvh` on a GPU. Nothing is built in advance: each force call
 * builds the tree, and each warp lists the boxes near its particles.
 */
#include "harness/backend/cuda/lists/cuda_host_copy.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/particles/box_tree.h"
#include "strategies/bvh/gpu_bvh.h"

#include <math.h>
#include <string.h>

_Static_assert((int)BVH_ARITY == (int)TREE_ARITY && (int)BVH_LEVELS == (int)TREE_LEVELS &&
                   (int)BVH_ROOTS == (int)TREE_ROOTS,
               "the tree that is counted in is that of the kernels");

enum { WARP = 32 };

struct kept {
    struct cuda_buffer box, arrived, own, near;
    struct gpu_bvh tree;
};

/* Returns the number of warps of the force kernel. */
static int64_t warps(const struct cuda_particles *particles, const struct cuda_list *list)
{
    const int own = WARP / cuda_list_value(list, "lanes");
    return (particles->n + own - 1) / own;
}

/* Returns the length of a warp's list: twice the number of leaves near a cube of its particles. */
static int64_t listed(const struct cuda_particles *particles, const struct cuda_list *list)
{
    const double density = cuda_particles_density(particles);
    const double own = (double)WARP / cuda_list_value(list, "lanes");
    const double edge = cbrt(own / density) + cbrt(BVH_LEAF / density) + 2 * particles->cutoff;
    const double leaves = fmin(2 * pow(edge, 3) * density, particles->n) / BVH_LEAF;
    return (int64_t)fmax(leaves, BVH_LISTED);
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double boxes = (double)box_tree_boxes(particles->n, BVH_LEAF);
    const double groups = (double)warps(particles, list);
    footprint_keep(&need->device, boxes * (double)(2 * cuda_vector_bytes(particles) + 4));
    footprint_keep(&need->device, groups * (double)(2 * cuda_vector_bytes(particles) +
                                                    4 * (listed(particles, list) + BVH_BESIDE)));
    footprint_use(&need->host, cuda_host_copy_bytes(particles) + boxes * sizeof(struct tree_box));
    return 0;
}

/* Counts the pairs that a force call tests for the range. */
static bool count_pairs(const struct cuda_particles *particles, struct cuda_list *list,
                        struct error *error)
{
    struct cuda_host_copy copy = {0};
    struct box_tree tree = {0};
    bool counted = cuda_host_copy_create(particles, &copy, error) &&
                   cuda_host_copy_fetch(particles, &copy, error) &&
                   box_tree_build(&copy.system, particles->cutoff, BVH_LEAF, &tree, error);
    if (counted)
        list->pairs_listed =
            box_tree_pairs(&tree, WARP / cuda_list_value(list, "lanes") / BVH_LEAF);
    box_tree_free(&tree);
    cuda_host_copy_free(&copy);
    return counted;
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    const int64_t all = box_tree_boxes(particles->n, BVH_LEAF), groups = warps(particles, list);
    const int64_t room = listed(particles, list);
    int64_t boxes[TREE_LEVELS] = {0}, first[TREE_LEVELS] = {0};
    const int top = box_tree_levels(particles->n, BVH_LEAF, boxes, first);
    if (boxes[top] > TREE_ROOTS)
        return error_set(error, EXIT_ENVIRONMENT,
                         "bvh: its tree has %d levels, which are too few for %d particles",
                         BVH_LEVELS, particles->n);
    if (!cuda_buffer_resize(&kept->box, 2 * all, cuda_vector_bytes(particles), "boxes", error) ||
        !cuda_buffer_resize(&kept->arrived, all, 4, "counters of boxes", error) ||
        !cuda_buffer_resize(&kept->own, 2 * groups, cuda_vector_bytes(particles), "boxes of warps",
                            error) ||
        !cuda_buffer_resize(&kept->near, groups * (room + BVH_BESIDE), 4, "near boxes", error) ||
        !cuda_check(cu.cuMemsetD8Async(kept->arrived.address, 0, (size_t)kept->arrived.bytes,
                                       particles->device->stream),
                    "clearing counters", error))
        return false;
    kept->tree = (struct gpu_bvh){.top = top,
                                  .box = kept->box.address,
                                  .arrived = kept->arrived.address,
                                  .own = kept->own.address,
                                  .near = kept->near.address,
                                  .listed = (int)room};
    for (int level = 0; level < BVH_LEVELS; level++) {
        kept->tree.level[level].boxes = (int)boxes[level];
        kept->tree.level[level].first = (int)first[level];
    }
    return count_pairs(particles, list, error);
}

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct kept *kept = list->kept;
    (void)particles;
    memcpy(neighbors, &kept->tree, sizeof kept->tree);
}

static int64_t items(const struct cuda_list *list, enum step_items items)
{
    return items == ITEMS_OWN ? ((const struct kept *)list->kept)->tree.level[0].boxes : 0;
}

static int64_t shared(const struct cuda_list *list, enum precision precision,
                      const struct model *model)
{
    return BVH_SHARED((int64_t)cuda_list_value(list, "block") / WARP,
                      cuda_list_value(list, "lanes"), precision_info(precision)->real_size,
                      model->oriented || model_is_bonded(model));
}

const struct cuda_neighbor_structure cuda_neighbors_bvh = {
    .size = sizeof(struct kept),
    .buffers = 4,
    .read = 4,
    .cellless = true,
    .estimate = estimate,
    .create = create,
    .arguments = arguments,
    .items = items,
    .shared = shared,
};

#include "harness/backend/cuda/cuda_lists.h"
#include "harness/particles/sort_order.h"

#include "harness/backend/cuda/cuda_sort.h"
#include "harness/backend/gpu_layout.h"
#include "harness/base/memory.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void cuda_box(const double box[3], double range, struct box_double *wide, struct box_single *narrow)
{
    for (int d = 0; d < 3; d++) {
        wide->edge[d] = box[d];
        wide->half[d] = box[d] / 2;
        wide->inverse[d] = 1 / box[d];
        narrow->edge[d] = (float)box[d];
        narrow->half[d] = (float)(box[d] / 2);
        narrow->inverse[d] = (float)(1 / box[d]);
    }
    wide->margin = range;
    narrow->margin = (float)range;
}

static int64_t cells_of(const struct list_arguments *a)
{
    return (int64_t)a->grid[0] * a->grid[1] * a->grid[2];
}

static int bits_for(int64_t values)
{
    int bits = 1;
    while (bits < 32 && ((int64_t)1 << bits) < values)
        bits++;
    return bits;
}

static void choose_grid(const struct cuda_particles *particles, double edge, double range,
                        struct cuda_list *list)
{
    struct list_arguments *a = &list->arguments;
    gpu_grid(particles->box, particles->n, edge, range, a->grid, a->reach);
    list->bins.bits = bits_for(cells_of(a));
}

bool cuda_list_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                      const char *name, int64_t threads, const struct list_arguments *a,
                      struct error *error)
{
    CUfunction kernel = NULL;
    const CUmodule *loaded = cuda_device_list_module(particles->device, module,
                                                     particles->precision, &particles->building);
    return cuda_check(cu.cuModuleGetFunction(&kernel, *loaded, name), name, error) &&
           cuda_launch(particles->device, kernel, (threads + LIST_BLOCK - 1) / LIST_BLOCK,
                       LIST_BLOCK, a, sizeof *a, error);
}

/* Launches a kernel of rows.cu: where there are exclusions, its twin that minds them. */
static bool launch_rows(const struct cuda_particles *particles, const char *name,
                        const struct list_arguments *a, struct error *error)
{
    char kernel[64];
    snprintf(kernel, sizeof kernel, "%s%s", name, a->excluded != 0 ? "_excluding" : "");
    return cuda_list_launch(particles, CUDA_ROWS, kernel,
                            (int64_t)particles->n * listing_lanes(particles->building.listing), a,
                            error);
}

bool cuda_cub_check(int result, const char *what, struct error *error)
{
    return result == 0 ? true
                       : error_set(error, EXIT_ENVIRONMENT, "%s: CUDA error %d", what, result);
}

bool cuda_order_create(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error)
{
    struct list_arguments *a = &order->arguments;
    double range = particles->cutoff + particles->skin;
    if (!cuda_device_list_modules(particles->device, particles->precision, &particles->building,
                                  error))
        return false;
    order->bins.binning = BINNING_RADIX; /* the one that sorts by any key */
    choose_grid(particles, range / 2, range, order);
    if (particles->sort == SORT_HILBERT) {
        a->hilbert_bits = gpu_hilbert_bits(a->grid);
        for (int d = 0; d < 3; d++)
            a->grid[d] = 1 << a->hilbert_bits;
        order->bins.bits = 3 * a->hilbert_bits;
    } else if (particles->sort == SORT_CELL_TYPE) {
        a->types = (unsigned)particles->types;
        order->bins.bits = bits_for(cells_of(a) * particles->types);
    }
    cuda_box(particles->box, range, &a->box_double, &a->box_single);
    return cuda_bins_create(particles, &order->bins, a, false, error);
}

bool cuda_order_update(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error)
{
    return cuda_bins_fill(particles, &order->bins, &order->arguments, false, error);
}

bool cuda_sort_particles(const struct cuda_particles *particles, const struct cuda_buffer *sorted,
                         int32_t *order, struct error *error)
{
    struct cuda_list list = {0};
    bool fine = cuda_order_create(particles, &list, error);
    list.arguments.sorted_position = sorted->address;
    fine =
        fine && cuda_order_update(particles, &list, error) &&
        cuda_list_launch(particles, CUDA_SORT, "gather", particles->n, &list.arguments, error) &&
        cuda_check(cu.cuStreamSynchronize(particles->device->stream), "sorting particles", error) &&
        cuda_buffer_read(&list.bins.sorted_value, order, particles->n, 4, error);
    cuda_list_free(&list);
    return fine;
}

bool cuda_list_bin(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    return cuda_bins_fill(particles, &list->bins, &list->arguments, true, error);
}

/* Fills the cells for the first time, with room for the fullest. */
static bool bin_first(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error)
{
    bool grown = false;
    return cuda_list_bin(particles, list, error) &&
           cuda_bins_grow(particles, &list->bins, &list->arguments, &grown, error) &&
           (!grown || cuda_list_bin(particles, list, error));
}

/* Room for what lists know of interactions: as many entries as there are of the list. */
static bool allocate_interactions(const struct cuda_particles *particles, struct cuda_list *list,
                                  struct cuda_buffer *sorted, int64_t entries, int64_t size,
                                  struct error *error)
{
    struct list_arguments *a = &list->arguments;
    if (particles->structure == INTERACTIONS_LOOKUP)
        return true;
    if (!cuda_buffer_resize(&list->interaction, entries, 1, "interactions", error) ||
        (particles->structure == INTERACTIONS_SORTED &&
         !cuda_buffer_resize(sorted, entries, size, "the sorted list", error)))
        return false;
    a->interaction_of = particles->interaction_of;
    a->ways = particles->ways;
    a->interaction = list->interaction.address;
    a->sorted_entry = list->sorted_entry.address;
    a->sorted_edge = list->sorted_edge.address;
    return true;
}

/* Stores the interaction of each entry, and sorts rows by it, as the structure wants. */
static bool enqueue_interactions(const struct cuda_particles *particles, struct cuda_list *list,
                                 struct error *error)
{
    bool columns = list->kind == NEIGHBORS_FULL_COLUMNS || list->kind == NEIGHBORS_HALF_COLUMNS;
    const char *layout = list->kind == NEIGHBORS_EDGES ? "edges" : columns ? "columns" : "rows";
    char kernel[32];
    if (particles->structure == INTERACTIONS_LOOKUP)
        return true;
    snprintf(kernel, sizeof kernel, "store_%s", layout);
    if (!cuda_list_launch(particles, CUDA_INTERACTIONS, kernel, particles->n, &list->arguments,
                          error))
        return false;
    snprintf(kernel, sizeof kernel, "sort_%s", layout);
    return particles->structure != INTERACTIONS_SORTED ||
           cuda_list_launch(particles, CUDA_INTERACTIONS, kernel, particles->n, &list->arguments,
                            error);
}

static bool enqueue_rows(const struct cuda_particles *particles, struct cuda_list *list,
                         struct error *error)
{
    static const char *const kernels[] = {
        [NEIGHBORS_FULL] = "full_rows",
        [NEIGHBORS_FULL_COLUMNS] = "full_columns",
        [NEIGHBORS_HALF] = "half_rows",
        [NEIGHBORS_HALF_COLUMNS] = "half_columns",
    };
    return launch_rows(particles, kernels[list->kind], &list->arguments, error) &&
           enqueue_interactions(particles, list, error);
}

static bool allocate_rows(const struct cuda_particles *particles, struct cuda_list *list,
                          int64_t stride, struct error *error)
{
    struct list_arguments *a = &list->arguments;
    int64_t entries = particles->n * stride;
    if (!cuda_buffer_resize(&list->entry, entries, 4, "the neighbor list", error) ||
        !allocate_interactions(particles, list, &list->sorted_entry, entries, 4, error))
        return false;
    a->stride = stride;
    a->count = list->count.address;
    a->entry = list->entry.address;
    a->longest = list->longest.address;
    return true;
}

static int64_t round_up(int64_t value, int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/* Built once with room for more than the average row, then once more to the longest. */
static bool create_rows(const struct cuda_particles *particles, struct cuda_list *list,
                        struct error *error)
{
    const double pi = 3.14159265358979323846;
    int64_t n = particles->n;
    double range = particles->cutoff + particles->skin;
    double volume = particles->box[0] * particles->box[1] * particles->box[2];
    double mean = 4 * pi / 3 * range * range * range * (double)n / volume;
    bool half = list->kind == NEIGHBORS_HALF || list->kind == NEIGHBORS_HALF_COLUMNS;
    int64_t stride = round_up((int64_t)(1.2 * (half ? mean / 2 : mean)) + 16, ROW_GROUP);
    int32_t longest = 0;
    if (!cuda_buffer_resize(&list->count, n, 4, "neighbor counts", error) ||
        !cuda_buffer_resize(&list->longest, 1, 4, "a counter", error) ||
        !allocate_rows(particles, list, stride, error) || !bin_first(particles, list, error) ||
        !enqueue_rows(particles, list, error) ||
        !cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error) ||
        !cuda_buffer_read(&list->longest, &longest, 1, 4, error))
        return false;
    int64_t needed = round_up(longest > 0 ? longest : 1, ROW_GROUP);
    if (needed != stride &&
        (!allocate_rows(particles, list, needed, error) || !enqueue_rows(particles, list, error) ||
         !cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error)))
        return false;

    int32_t *count = memory_allocate(n, 4, "neighbor counts", error);
    if (count == NULL || !cuda_buffer_read(&list->count, count, n, 4, error)) {
        free(count);
        return false;
    }
    list->pairs_listed = 0;
    for (int64_t i = 0; i < n; i++)
        list->pairs_listed += count[i];
    free(count);
    return true;
}

static bool scan64(const struct cuda_particles *particles, const struct cuda_list *list,
                   const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                   struct error *error)
{
    size_t bytes = (size_t)list->bins.temporary.bytes;
    return cuda_cub_check(scan_long((void *)list->bins.temporary.address, &bytes,
                                    (const int64_t *)in->address, (int64_t *)out->address, n,
                                    particles->device->stream),
                          "adding up sizes", error);
}

static bool scan32(const struct cuda_particles *particles, const struct cuda_list *list,
                   const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                   struct error *error)
{
    size_t bytes = (size_t)list->bins.temporary.bytes;
    return cuda_cub_check(scan_int((void *)list->bins.temporary.address, &bytes,
                                   (const int32_t *)in->address, (int32_t *)out->address, n,
                                   particles->device->stream),
                          "adding up sizes", error);
}

static bool read_at(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                    int64_t index, void *value, int64_t size, struct error *error)
{
    struct cuda_buffer place = {buffer->address + (CUdeviceptr)(index * size), size};
    return cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list",
                      error) &&
           cuda_buffer_read(&place, value, 1, size, error);
}

static bool enqueue_edge_starts(const struct cuda_particles *particles, struct cuda_list *list,
                                struct error *error)
{
    return launch_rows(particles, "edge_count", &list->arguments, error) &&
           scan64(particles, list, &list->row_size, &list->edge_start, particles->n + 1, error);
}

static bool enqueue_edges(const struct cuda_particles *particles, struct cuda_list *list,
                          struct error *error)
{
    return launch_rows(particles, "edge_fill", &list->arguments, error) &&
           enqueue_interactions(particles, list, error);
}

static bool allocate_edges(const struct cuda_particles *particles, struct cuda_list *list,
                           int64_t room, struct error *error)
{
    int64_t size = sizeof(int32_t[2]);
    if (!cuda_buffer_resize(&list->edge, room, size, "the edge list", error) ||
        !allocate_interactions(particles, list, &list->sorted_edge, room, size, error))
        return false;
    list->arguments.edge = list->edge.address;
    list->arguments.edge_room = room;
    return true;
}

static bool create_edges(const struct cuda_particles *particles, struct cuda_list *list,
                         struct error *error)
{
    struct list_arguments *a = &list->arguments;
    int64_t n = particles->n;
    if (!cuda_buffer_resize(&list->row_size, n + 1, 8, "edge counts", error) ||
        !cuda_buffer_resize(&list->edge_start, n + 1, 8, "edge starts", error))
        return false;
    a->row_size = list->row_size.address;
    a->edge_start = list->edge_start.address;
    if (!bin_first(particles, list, error) || !enqueue_edge_starts(particles, list, error) ||
        !read_at(particles, &list->edge_start, n, &list->edges, 8, error) ||
        !allocate_edges(particles, list, list->edges, error))
        return false;
    list->pairs_listed = list->edges;
    return enqueue_edges(particles, list, error);
}

/* Which patches are in range of each other, and so how many places their forces are summed from: a
   matter of the grid alone. So is the number of outputs, for each patch has as many partners. */
static bool enqueue_patch_counts(const struct cuda_particles *particles, struct cuda_list *list,
                                 struct error *error)
{
    return cuda_list_launch(particles, CUDA_PATCHES, "patch_count", list->patches + 1,
                            &list->arguments, error) &&
           scan32(particles, list, &list->pair_count, &list->pair_start, list->patches + 1,
                  error) &&
           scan32(particles, list, &list->sum_count, &list->sum_start, list->patches + 1, error);
}

static bool enqueue_patch_outputs(const struct cuda_particles *particles, struct cuda_list *list,
                                  struct error *error)
{
    return cuda_check(cu.cuMemsetD8Async(list->tested.address, 0, 8, particles->device->stream),
                      "clearing a counter", error) &&
           cuda_list_launch(particles, CUDA_PATCHES, "patch_fill", list->patches, &list->arguments,
                            error) &&
           scan64(particles, list, &list->output_size, &list->output_start,
                  list->arguments.patch_pairs + 1, error) &&
           cuda_list_launch(particles, CUDA_PATCHES, "patch_place", list->patches, &list->arguments,
                            error);
}

static bool create_patches(const struct cuda_particles *particles, struct cuda_list *list,
                           struct error *error)
{
    struct list_arguments *a = &list->arguments;
    int32_t places = 0;
    int64_t patches = cells_of(a);
    list->patches = patches;
    if (!cuda_buffer_resize(&list->pair_count, patches + 1, 4, "patch pair counts", error) ||
        !cuda_buffer_resize(&list->pair_start, patches + 1, 4, "patch pair starts", error) ||
        !cuda_buffer_resize(&list->sum_count, patches + 1, 4, "patch sum counts", error) ||
        !cuda_buffer_resize(&list->sum_start, patches + 1, 4, "patch sum starts", error) ||
        !cuda_buffer_resize(&list->tested, 1, 8, "a counter", error))
        return false;
    a->pair_count = list->pair_count.address;
    a->pair_start = list->pair_start.address;
    a->sum_count = list->sum_count.address;
    a->sum_start = list->sum_start.address;
    a->tested = list->tested.address;
    size_t needed = 0;
    if (!bin_first(particles, list, error) || !enqueue_patch_counts(particles, list, error) ||
        !read_at(particles, &list->pair_start, patches, &a->patch_pairs, 4, error) ||
        !read_at(particles, &list->sum_start, patches, &places, 4, error) ||
        !cuda_buffer_resize(&list->patch_pair, a->patch_pairs, 16, "patch pairs", error) ||
        !cuda_buffer_resize(&list->output_size, a->patch_pairs + 1, 8, "output sizes", error) ||
        !cuda_buffer_resize(&list->output_start, a->patch_pairs + 1, 8, "output starts", error) ||
        !cuda_buffer_resize(&list->sum_place, places, 8, "places to sum", error) ||
        !cuda_cub_check(scan_long(NULL, &needed, NULL, NULL, a->patch_pairs + 1, NULL),
                        "adding up sizes", error))
        return false;
    if ((int64_t)needed > list->bins.temporary.bytes &&
        !cuda_buffer_resize(&list->bins.temporary, (int64_t)needed, 1, "sorting", error))
        return false;
    a->patch_pair = list->patch_pair.address;
    a->output_size = list->output_size.address;
    a->output_start = list->output_start.address;
    a->sum_place = list->sum_place.address;
    return enqueue_patch_outputs(particles, list, error) &&
           read_at(particles, &list->output_start, a->patch_pairs, &list->outputs, 8, error) &&
           read_at(particles, &list->tested, 0, &list->pairs_listed, 8, error);
}

/* Whether the test of a pair in double precision is made in single. */
static bool tests_in_single(const struct cuda_particles *particles)
{
    return particles->building.distance == DISTANCE_SINGLE &&
           precision_info(particles->precision)->real_size == sizeof(double);
}

/*
 * A squared range that, tested in single precision, has every pair that is within `range`. The
 * coordinates of both particles and the edge of the box are each rounded by half an ulp of the
 * longest edge, and so is their difference: less than 6 epsilon of it in the distance, 12 in its
 * square over the range.
 */
static float widened_range2(const struct cuda_particles *particles, double range)
{
    double longest = fmax(particles->box[0], fmax(particles->box[1], particles->box[2]));
    return (float)(range * range + 16 * FLT_EPSILON * range * longest);
}

bool cuda_list_create(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error)
{
    struct list_arguments *a = &list->arguments;
    bool patches = list->kind == NEIGHBORS_PATCHES;
    double range = patches ? particles->cutoff : particles->cutoff + particles->skin;
    double volume = particles->box[0] * particles->box[1] * particles->box[2];
    double edge = patches ? cbrt(list->patch * volume / particles->n) : range / 2;
    if (!cuda_device_list_modules(particles->device, particles->precision, &particles->building,
                                  error))
        return false;
    choose_grid(particles, edge, range, list);
    a->range2_double = range * range;
    a->range2_single = (float)(range * range);
    a->reciprocal = list->reciprocal;
    a->narrow = !patches && tests_in_single(particles);
    if (a->narrow)
        a->range2_single = widened_range2(particles, range);
    list->bins.binning = particles->building.binning;
    cuda_box(particles->box, range, &a->box_double, &a->box_single);
    if (!cuda_bins_create(particles, &list->bins, a, !patches, error))
        return false;
    bool built = list->kind == NEIGHBORS_EDGES ? create_edges(particles, list, error)
                 : patches                     ? create_patches(particles, list, error)
                                               : create_rows(particles, list, error);
    return built &&
           cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error);
}

/* Enqueues what comes behind the cells. */
static bool enqueue_list(const struct cuda_particles *particles, struct cuda_list *list,
                         struct error *error)
{
    switch (list->kind) {
    case NEIGHBORS_EDGES:
        return enqueue_edge_starts(particles, list, error) && enqueue_edges(particles, list, error);
    case NEIGHBORS_PATCHES:
        return enqueue_patch_outputs(particles, list, error);
    default:
        return enqueue_rows(particles, list, error);
    }
}

bool cuda_list_rebuild(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error)
{
    return cuda_list_bin(particles, list, error) && enqueue_list(particles, list, error);
}

bool cuda_list_orders(const struct cuda_particles *particles, const struct cuda_list *list)
{
    return particles->sort == SORT_CELL && list->kind != NEIGHBORS_PATCHES;
}

bool cuda_list_allows_order(const struct cuda_particles *particles, const struct cuda_list *list,
                            struct error *error)
{
    if (list->bins.binning != BINNING_GBIN_OLD || cuda_list_orders(particles, list))
        return true;
    return error_set(
        error, EXIT_USAGE,
        "binning gbin_old knows the cells that particles were in by their numbers, "
        "which sort %s changes: expected sort none, or cell and a strategy with a list",
        sort_name(particles->sort));
}

bool cuda_list_waits(const struct cuda_list *list)
{
    return list->bins.binning == BINNING_CBIN;
}

bool cuda_list_follow(const struct cuda_particles *particles, struct cuda_list *list, bool sorted,
                      struct error *error)
{
    return (sorted ? cuda_bins_gather(particles, &list->bins, &list->arguments, error)
                   : cuda_list_bin(particles, list, error)) &&
           enqueue_list(particles, list, error);
}

static bool grow_rows(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error)
{
    int32_t longest = 0;
    return read_at(particles, &list->longest, 0, &longest, 4, error) &&
           (longest <= list->arguments.stride ||
            allocate_rows(particles, list, round_up(longest + longest / 8 + 1, ROW_GROUP), error));
}

static bool grow_edges(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error)
{
    int64_t edges = 0;
    return read_at(particles, &list->edge_start, particles->n, &edges, 8, error) &&
           (edges <= list->arguments.edge_room ||
            allocate_edges(particles, list, edges + edges / 16 + 1, error));
}

bool cuda_list_grow(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    bool grown = false;
    return cuda_bins_grow(particles, &list->bins, &list->arguments, &grown, error) &&
           (list->kind == NEIGHBORS_PATCHES ? true
            : list->kind == NEIGHBORS_EDGES ? grow_edges(particles, list, error)
                                            : grow_rows(particles, list, error));
}

int64_t cuda_list_bytes(const struct cuda_list *list)
{
    if (list->kind == NEIGHBORS_PATCHES)
        return list->bins.sorted_value.bytes + list->bins.cell_start.bytes +
               list->patch_pair.bytes + list->output_start.bytes + list->sum_start.bytes +
               list->sum_place.bytes;
    bool sorted = list->sorted_entry.bytes + list->sorted_edge.bytes > 0;
    return list->count.bytes + list->entry.bytes + list->edge.bytes +
           (sorted ? 0 : list->interaction.bytes);
}

void cuda_list_free(struct cuda_list *list)
{
    struct cuda_buffer *buffers[] = {
        &list->count,        &list->entry,       &list->longest,      &list->row_size,
        &list->edge_start,   &list->edge,        &list->pair_count,   &list->pair_start,
        &list->patch_pair,   &list->output_size, &list->output_start, &list->sum_count,
        &list->sum_start,    &list->sum_place,   &list->tested,       &list->interaction,
        &list->sorted_entry, &list->sorted_edge,
    };
    cuda_bins_free(&list->bins);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        cuda_buffer_free(buffers[k]);
}

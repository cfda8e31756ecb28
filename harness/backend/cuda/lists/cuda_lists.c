#include "harness/backend/cuda/lists/cuda_lists.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A structure that needs no data on a GPU. */
const struct cuda_neighbor_structure cuda_neighbors_none = {0};

static const struct cuda_neighbor_structure *side_of(const struct cuda_list *list)
{
    static const struct cuda_neighbor_structure *const table[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) &cuda_neighbors_##cuda,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    return table[neighbor_place(list->neighbors)];
}

static bool has_cells(const struct cuda_neighbor_structure *side)
{
    return !side->on_host && !side->cellless;
}

bool cuda_list_bin(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    return !has_cells(side_of(list)) ||
           cuda_bins_fill(particles, &list->bins, &list->arguments, true, error);
}

/* Whether pairs of particles in double precision are tested for the range in single precision. */
static bool tests_in_single(const struct cuda_particles *particles)
{
    return particles->building.distance == DISTANCE_SINGLE &&
           precision_info(particles->precision)->real_size == sizeof(double);
}

static double range_of(const struct cuda_particles *particles, const struct cuda_list *list)
{
    return list->neighbors->skin ? particles->cutoff + particles->skin : particles->cutoff;
}

/* Whether the list is built from all pairs of particles, without cells. */
static bool tests_all(const struct cuda_particles *particles,
                      const struct cuda_neighbor_structure *side)
{
    return particles->building.listing == LISTING_ALL && side->gathers;
}

/* Chooses the grid of cells, and the way to fill them. */
static void choose_cells(const struct cuda_particles *particles, struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    double range = range_of(particles, list);
    double usual = particles->building.listing == LISTING_BLOCK ? range : range / 2;
    double edge = side->cell_edge != NULL ? side->cell_edge(particles, list) : usual;
    cuda_bins_grid(particles, edge, range, &list->bins, &list->arguments);
    list->bins.binning = particles->building.binning;
    if (tests_all(particles, side)) {
        const int none[] = {cuda_particles_each(particles), 0, 0};
        memcpy(list->arguments.grid, none, sizeof none);
        cuda_bins_keys(particles, 0, &list->bins);
        list->bins.binning = BINNING_SORT;
    }
    list->arguments.narrow = side->gathers && tests_in_single(particles);
}

double cuda_list_estimate(const struct cuda_particles *particles, struct cuda_list *list,
                          struct memory_need *need)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    if (side->create == NULL)
        return 0;
    if (has_cells(side)) {
        choose_cells(particles, list);
        cuda_bins_estimate(particles, &list->bins, &list->arguments, side->gathers, need);
    }
    return side->estimate(particles, list, need);
}

/* Sets the range and the box that tests of pairs use. */
static void set_range(const struct cuda_particles *particles, struct cuda_list *list)
{
    struct list_arguments *a = &list->arguments;
    double range = range_of(particles, list);
    a->range2_double = range * range;
    a->range2_single = (float)(range * range);
    if (a->narrow || tests_all(particles, side_of(list)))
        a->range2_single = (float)cuda_widened_range2(particles, range);
    cuda_box(particles->box, range, &a->box_double, &a->box_single);
}

/* Allocates the cells from which the list is built. */
static bool create_cells(const struct cuda_particles *particles, struct cuda_list *list,
                         struct error *error)
{
    choose_cells(particles, list);
    set_range(particles, list);
    return cuda_bins_create(particles, &list->bins, &list->arguments, side_of(list)->gathers,
                            error);
}

bool cuda_list_allows_rebox(const struct cuda_list *list, struct error *error)
{
    return !side_of(list)->boxed ||
           error_set(error, EXIT_USAGE,
                     "neighbor structure %s needs a constant box on a GPU, but a barostat changes "
                     "it: expected a strategy that reads a list, or no barostat",
                     list->neighbors->name);
}

void cuda_list_try_box(const struct cuda_particles *particles, struct cuda_list *list)
{
    if (side_of(list)->rebox != NULL)
        side_of(list)->rebox(particles, list);
}

bool cuda_list_rebox(const struct cuda_particles *particles, struct cuda_list *list,
                     struct error *error)
{
    struct list_arguments *a = &list->arguments;
    const int grid[3] = {a->grid[0], a->grid[1], a->grid[2]};
    cuda_list_try_box(particles, list);
    if (!has_cells(side_of(list)))
        return true;
    choose_cells(particles, list);
    set_range(particles, list);
    if (memcmp(grid, a->grid, sizeof grid) == 0)
        return true;
    cuda_bins_free(&list->bins);
    list->bins.former = false;
    return create_cells(particles, list, error);
}

/* Whether the list can be built for this number of systems. */
static bool check_batch(const struct cuda_particles *particles, const struct cuda_list *list,
                        struct error *error)
{
    enum binning binning = particles->building.binning;
    if (particles->systems == 1)
        return true;
    if (!side_of(list)->batches)
        return error_set(error, EXIT_ENVIRONMENT,
                         "neighbor structure %s is built for one system, not for a batch: expected "
                         "a strategy that reads rows or edges",
                         list->neighbors->name);
    return binning == BINNING_SORT || binning == BINNING_RADIX ||
           error_set(error, EXIT_ENVIRONMENT,
                     "binning %s fills the cells of one system, not those of a batch: expected "
                     "sort or radix",
                     binning_name(binning));
}

bool cuda_list_create(const struct cuda_particles *particles, struct cuda_list *list,
                      struct error *error)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    if (side->create == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "neighbor structure %s is not built on a GPU",
                         list->neighbors->name);
    if (!check_batch(particles, list, error) || !cuda_particles_modules(particles, error))
        return false;
    list->kept = memory_new(1, (size_t)side->size, "a neighbor structure");
    return (!has_cells(side) || create_cells(particles, list, error)) &&
           side->create(particles, list, error) &&
           cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error);
}

/* Enqueues the part of a build that follows the cells. */
static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->enqueue == NULL || side->enqueue(particles, list, error);
}

bool cuda_list_rebuild(const struct cuda_particles *particles, struct cuda_list *list,
                       struct error *error)
{
    return cuda_list_bin(particles, list, error) && enqueue(particles, list, error);
}

bool cuda_list_orders(const struct cuda_particles *particles, const struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return particles->sort == SORT_CELL && side->gathers && !tests_all(particles, side);
}

bool cuda_list_allows_order(const struct cuda_particles *particles, const struct cuda_list *list,
                            struct error *error)
{
    if (list->bins.binning != BINNING_GBIN_OLD || cuda_list_orders(particles, list))
        return true;
    return error_set(error, EXIT_USAGE,
                     "binning gbin_old looks up the last cell of a particle by its number, which "
                     "sort %s changes: expected sort none, or cell and a strategy with a list",
                     sort_name(particles->sort));
}

bool cuda_list_tests_all(const struct cuda_particles *particles, const struct cuda_list *list)
{
    return tests_all(particles, side_of(list));
}

bool cuda_list_waits(const struct cuda_list *list)
{
    return side_of(list)->on_host || list->bins.binning == BINNING_CBIN;
}

bool cuda_list_follow(const struct cuda_particles *particles, struct cuda_list *list, bool sorted,
                      struct error *error)
{
    return (sorted ? cuda_bins_gather(particles, &list->bins, &list->arguments, error)
                   : cuda_list_bin(particles, list, error)) &&
           enqueue(particles, list, error);
}

bool cuda_list_refresh(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct error *error)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->refresh == NULL || side->refresh(particles, list, error);
}

bool cuda_list_pruned(const struct cuda_particles *particles, const struct cuda_list *list,
                      double *distance, double *most, struct error *error)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    *distance = *most = 0;
    return side->pruned == NULL || side->pruned(particles, list, distance, most, error);
}

bool cuda_list_grow(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    bool grown = false;
    return (!has_cells(side) ||
            cuda_bins_grow(particles, &list->bins, &list->arguments, &grown, error)) &&
           (side->grow == NULL || side->grow(particles, list, error));
}

void cuda_list_arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                         void *neighbors)
{
    side_of(list)->arguments(particles, list, neighbors);
}

int64_t cuda_list_items(const struct cuda_list *list, enum step_items items)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->items != NULL ? side->items(list, items) : 0;
}

int64_t cuda_list_shared(const struct cuda_list *list, enum precision precision,
                         const struct model *model)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->shared != NULL ? side->shared(list, precision, model) : 0;
}

bool cuda_list_stages(const struct neighbor_structure *neighbors)
{
    return side_of(&(struct cuda_list){.neighbors = neighbors})->shared != NULL;
}

int64_t cuda_list_outputs(const struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->outputs != NULL ? side->outputs(list) : 0;
}

/* Returns the bytes of the first `buffers` buffers of a structure. */
static int64_t bytes_of(const struct cuda_list *list, int buffers)
{
    const struct cuda_buffer *buffer = list->kept;
    int64_t bytes = 0;
    for (int k = 0; k < buffers; k++)
        bytes += buffer[k].bytes;
    return bytes;
}

/* Returns the bytes of the structure that force kernels read. */
static int64_t read_bytes(const struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return side->bytes != NULL ? side->bytes(list) : bytes_of(list, side->read);
}

int64_t cuda_list_bytes(const struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return read_bytes(list) + cuda_interactions_bytes(&list->interactions) +
           (side->gathers ? 0 : cuda_bins_cell_bytes(&list->bins));
}

int64_t cuda_list_building_bytes(const struct cuda_list *list)
{
    const struct cuda_neighbor_structure *side = side_of(list);
    return cuda_bins_bytes(&list->bins) + cuda_interactions_building_bytes(&list->interactions) +
           (side->counts_others ? bytes_of(list, side->buffers) - read_bytes(list) : 0) +
           (side->gathers ? cuda_bins_cell_bytes(&list->bins) : 0);
}

void cuda_list_free(struct cuda_list *list)
{
    cuda_bins_free(&list->bins);
    cuda_interactions_free(&list->interactions);
    struct cuda_buffer *buffer = list->kept;
    const struct cuda_neighbor_structure *side = side_of(list);
    if (list->kept != NULL && side->free != NULL)
        side->free(list);
    if (list->kept != NULL)
        cuda_buffers_free(buffer, buffer + side->buffers - 1);
    free(list->kept);
    list->kept = NULL;
}

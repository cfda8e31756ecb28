#include "harness/backend/cuda/lists/cuda_bins.h"
#include "harness/particles/sort_order.h"

#include "harness/backend/cuda/lists/cuda_sort.h"
#include "harness/backend/gpu_layout.h"
#include "harness/base/clock.h"

#include <math.h>
#include <string.h>

static bool has_slots(const struct cuda_bins *bins)
{
    return bins->binning == BINNING_GBIN_OLD || bins->binning == BINNING_GBIN_NEW;
}

/* Returns the number of cells of all systems. */
static int64_t cells_of(const struct cuda_particles *particles, const struct list_arguments *a)
{
    return cuda_cells(a) * particles->systems;
}

int cuda_bins_bits(int64_t values)
{
    int bits = 1;
    while (bits < 32 && ((int64_t)1 << bits) < values)
        bits++;
    return bits;
}

void cuda_bins_grid(const struct cuda_particles *particles, double edge, double range,
                    struct cuda_bins *bins, struct list_arguments *a)
{
    gpu_grid(particles->box, cuda_particles_each(particles), edge, range, a->grid, a->reach);
    cuda_bins_keys(particles, cuda_cells(a), bins);
}

void cuda_bins_keys(const struct cuda_particles *particles, int64_t keys, struct cuda_bins *bins)
{
    bins->keys = keys;
    bins->bits = cuda_bins_bits(keys * particles->systems);
}

/* --- memory --- */

static bool allocate_bin(const struct cuda_particles *particles, struct cuda_bins *bins,
                         struct list_arguments *a, struct error *error)
{
    int64_t size = has_slots(bins) ? cells_of(particles, a) * a->slots : particles->n;
    bool fine = cuda_buffer_resize(&bins->bin, size, 4, "the cells' bins", error);
    a->bin = bins->bin.address;
    return fine;
}

/*
 * Returns the bytes of positions in the host's buffer. The particles, starts of cells and cells of
 * particles follow them.
 */
static int64_t position_bytes(const struct cuda_particles *particles)
{
    return particles->n * 4LL * precision_info(particles->precision)->real_size;
}

static bool allocate_host(const struct cuda_particles *particles, struct cuda_bins *bins,
                          int64_t cells, struct error *error)
{
    int64_t bytes = position_bytes(particles) + 4 * (2LL * particles->n + cells + 1);
    return bins->host != NULL || cuda_check(cu.cuMemHostAlloc(&bins->host, (size_t)bytes, 0),
                                            "pinned memory for cells", error);
}

/* Returns the bytes of temporary memory for sorting and prefix sums. */
static size_t temporary_bytes(int64_t n, int64_t cells)
{
    size_t sorting = 0, adding = 0, counting = 0;
    sort_pairs(NULL, &sorting, NULL, NULL, NULL, NULL, n, 32, NULL);
    scan_long(NULL, &adding, NULL, NULL, n + 1, NULL);
    scan_int(NULL, &counting, NULL, NULL, cells + 1, NULL);
    size_t most = sorting > adding ? sorting : adding;
    return most > counting ? most : counting;
}

/* Returns the initial number of slots of a bin. */
static int first_slots(double mean)
{
    return (int)ceil(mean + 4 * sqrt(mean)) + 1;
}

void cuda_bins_estimate(const struct cuda_particles *particles, const struct cuda_bins *bins,
                        const struct list_arguments *a, bool gathered, struct memory_need *need)
{
    const double n = particles->n, cells = (double)cells_of(particles, a);
    const bool sorted = bins->binning == BINNING_RADIX;
    const double vector = a->narrow ? 16 : 4 * precision_info(particles->precision)->real_size;
    double bytes = (double)temporary_bytes(particles->n, cells_of(particles, a)) +
                   (sorted ? 4 : 3) * n * sizeof(int32_t) +
                   (sorted ? 1 : 2) * cells * sizeof(int32_t) + (gathered ? n * vector : 0);
    if (has_slots(bins))
        bytes += cells * first_slots(n / cells) * sizeof(int32_t);
    else if (!sorted)
        bytes += n * sizeof(int32_t);
    footprint_keep(&need->device, bytes);
    if (bins->binning == BINNING_CBIN)
        footprint_keep(&need->host,
                       (double)position_bytes(particles) + (2 * n + cells) * sizeof(int32_t));
}

bool cuda_bins_create(const struct cuda_particles *particles, struct cuda_bins *bins,
                      struct list_arguments *a, bool gathered, struct error *error)
{
    int64_t n = particles->n;
    int64_t cells = cells_of(particles, a);
    bool sorted = bins->binning == BINNING_RADIX;
    int64_t vector = a->narrow ? 16 : 4LL * precision_info(particles->precision)->real_size;
    size_t temporary = temporary_bytes(n, cells);
    a->n = particles->n;
    a->ordered = particles->sort != SORT_NONE;
    a->position = particles->position;
    a->excluded = particles->excluded;
    if (cells == 0)
        return cuda_buffer_resize(&bins->temporary, (int64_t)temporary, 1, "sorting", error);
    if (bins->keys > INT32_MAX / particles->systems)
        return error_set(error, EXIT_ENVIRONMENT, "too many cells in %d systems for 32-bit numbers",
                         particles->systems);
    if (!cuda_buffer_resize(&bins->key, n, 4, "sort keys", error) ||
        !cuda_buffer_resize(&bins->value, n, 4, "sort values", error) ||
        (sorted && !cuda_buffer_resize(&bins->sorted_key, n, 4, "sorted keys", error)) ||
        !cuda_buffer_resize(&bins->sorted_value, n, 4, "sorted particles", error) ||
        !cuda_buffer_resize(&bins->temporary, (int64_t)temporary, 1, "sorting", error) ||
        !cuda_buffer_resize(&bins->cell_start, cells + 1, 4, "cells", error) ||
        (!sorted && !cuda_buffer_resize(&bins->cell_size, cells + 2, 4, "cells", error)) ||
        (gathered && !cuda_buffer_resize(&bins->sorted_position, n + ROW_GROUP, vector,
                                         "sorted positions", error)))
        return false;
    a->key = bins->key.address;
    a->value = bins->value.address;
    a->sorted_key = bins->sorted_key.address;
    a->sorted_value = bins->sorted_value.address;
    a->sorted_position = bins->sorted_position.address;
    a->cell_start = bins->cell_start.address;
    a->cell_size = bins->cell_size.address;
    if (bins->binning == BINNING_CBIN)
        return allocate_host(particles, bins, cells, error);
    if (has_slots(bins) && a->slots == 0)
        a->slots = first_slots((double)n / (double)cells);
    double edge = INFINITY;
    for (int d = 0; d < 3; d++)
        edge = fmin(edge, particles->box[d] / a->grid[d]);
    /*
     * a particle moves by less than half the skin while a list is valid. In the step that
     * invalidates the list, it moves by less than half the cut-off
     */
    a->drift = (int)ceil((particles->skin + particles->cutoff) / 2 / edge * (1 - 1e-9));
    return sorted || allocate_bin(particles, bins, a, error);
}

int64_t cuda_bins_cell_bytes(const struct cuda_bins *bins)
{
    return bins->sorted_value.bytes + bins->cell_start.bytes;
}

int64_t cuda_bins_bytes(const struct cuda_bins *bins)
{
    return bins->key.bytes + bins->value.bytes + bins->sorted_key.bytes +
           bins->sorted_position.bytes + bins->temporary.bytes + bins->cell_size.bytes +
           bins->bin.bytes;
}

void cuda_bins_free(struct cuda_bins *bins)
{
    cuda_buffers_free(&bins->key, &bins->bin);
    if (bins->host != NULL)
        cu.cuMemFreeHost(bins->host);
    bins->host = NULL;
}

/* --- sorting keys --- */

static bool sort_keys(const struct cuda_particles *particles, struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error)
{
    size_t bytes = (size_t)bins->temporary.bytes;
    if (particles->systems > 1 &&
        !cuda_batch_launch(particles, "key_batch", 1, bins->keys, a, error))
        return false;
    int result = sort_pairs(
        (void *)bins->temporary.address, &bytes, (const uint32_t *)bins->key.address,
        (uint32_t *)bins->sorted_key.address, (const int32_t *)bins->value.address,
        (int32_t *)bins->sorted_value.address, particles->n, bins->bits, particles->device->stream);
    return cuda_cub_check(result, "sorting particles", error);
}

/*
 * Returns the kernel that computes the keys for sorting particles or for putting them into cells.
 */
static const char *key_kernel(const struct list_arguments *a)
{
    return a->hilbert_bits > 0 ? "key_hilbert" : a->types > 0 ? "key_cell_type" : "key_cell";
}

/* --- counting sort, and bins --- */

static bool clear_sizes(const struct cuda_particles *particles, const struct cuda_bins *bins,
                        struct error *error)
{
    return cuda_check(cu.cuMemsetD8Async(bins->cell_size.address, 0, (size_t)bins->cell_size.bytes,
                                         particles->device->stream),
                      "clearing cells", error);
}

static bool add_sizes(const struct cuda_particles *particles, const struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error)
{
    size_t bytes = (size_t)bins->temporary.bytes;
    int result = scan_int(
        (void *)bins->temporary.address, &bytes, (const int32_t *)bins->cell_size.address,
        (int32_t *)bins->cell_start.address, cells_of(particles, a) + 1, particles->device->stream);
    return cuda_cub_check(result, "adding up cells", error);
}

static bool fill_by_counting(const struct cuda_particles *particles, struct cuda_bins *bins,
                             const struct list_arguments *a, struct error *error)
{
    return clear_sizes(particles, bins, error) &&
           (particles->systems > 1
                ? cuda_batch_launch(particles, "count_batch", 1, bins->keys, a, error)
                : cuda_list_launch(particles, CUDA_BINS, "count_particles", a->n, a, error)) &&
           add_sizes(particles, bins, a, error) &&
           cuda_list_launch(particles, CUDA_BINS, "place_particles", a->n, a, error) &&
           cuda_list_launch(particles, CUDA_BINS, "order_placed", a->n, a, error);
}

/*
 * Fills the bins. If there are no cells of an earlier build to start from, particles are appended.
 */
static bool fill_bins(const struct cuda_particles *particles, struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error)
{
    bool renews = bins->binning == BINNING_GBIN_OLD && bins->former;
    bool filled =
        renews
            ? cuda_list_launch(particles, CUDA_SORT, "key_cell", a->n, a, error) &&
                  cuda_list_launch(particles, CUDA_BINS, "renew_bins", cuda_cells(a) + 1, a, error)
            : clear_sizes(particles, bins, error) &&
                  cuda_list_launch(particles, CUDA_BINS, "append_particles", a->n, a, error);
    return filled && add_sizes(particles, bins, a, error) &&
           cuda_list_launch(particles, CUDA_BINS, "order_bins", cuda_cells(a) * a->slots, a, error);
}

/* --- cells filled on the host --- */

/* Defines a function that finds the cell of a position with the device's arithmetic. */
#define CELL_OF(name, real, box)                                                                   \
    static int32_t name(const struct list_arguments *a, const real *at)                            \
    {                                                                                              \
        int cell[3];                                                                               \
        for (int d = 0; d < 3; d++) {                                                              \
            cell[d] = (int)(at[d] * (box)->inverse[d] * (real)a->grid[d]);                         \
            cell[d] = cell[d] < 0 ? 0 : cell[d] >= a->grid[d] ? a->grid[d] - 1 : cell[d];          \
        }                                                                                          \
        return (cell[2] * a->grid[1] + cell[1]) * a->grid[0] + cell[0];                            \
    }

CELL_OF(cell_in_single, float, &a->box_single)
CELL_OF(cell_in_double, double, &a->box_double)

/* Sorts by counting; `cell` is memory for the cell of each particle. */
static void bin_on_host(const struct cuda_particles *particles, const struct list_arguments *a,
                        const void *position, int32_t *particle, int32_t *start, int32_t *cell)
{
    bool single = precision_info(particles->precision)->real_size == sizeof(float);
    int64_t cells = cuda_cells(a);
    int32_t sum = 0;
    memset(start, 0, (size_t)(cells + 1) * sizeof *start);
    for (int64_t i = 0; i < particles->n; i++) {
        cell[i] = single ? cell_in_single(a, (const float *)position + 4 * i)
                         : cell_in_double(a, (const double *)position + 4 * i);
        start[cell[i]]++;
    }
    for (int64_t c = 0; c <= cells; c++)
        start[c] = sum += start[c];
    for (int64_t i = particles->n; i-- > 0;)
        particle[--start[cell[i]]] = (int32_t)i;
}

/* Adds the time since `begin` to a part of the work. */
static void note(struct cuda_bins *bins, enum binning_part part, double *begin)
{
    double now = clock_seconds();
    bins->part[part] += 1e9 * (now - *begin);
    *begin = now;
}

static bool fill_on_host(const struct cuda_particles *particles, struct cuda_bins *bins,
                         const struct list_arguments *a, struct error *error)
{
    int64_t n = particles->n;
    int64_t starts = cuda_cells(a) + 1;
    const struct cuda_buffer position = {particles->position, position_bytes(particles)};
    int32_t *particle = (int32_t *)((char *)bins->host + position.bytes);
    int32_t *start = particle + n;
    CUstream stream = particles->device->stream;
    if (!cuda_check(cu.cuStreamSynchronize(stream), "filling cells", error))
        return false;
    double begin = clock_seconds();
    if (!cuda_buffer_read(&position, bins->host, position.bytes, 1, error))
        return false;
    note(bins, BINNING_POSITIONS, &begin);
    bin_on_host(particles, a, bins->host, particle, start, start + starts);
    note(bins, BINNING_CELLS, &begin);
    bool fine = cuda_buffer_write(&bins->sorted_value, particle, n, 4, error) &&
                cuda_buffer_write(&bins->cell_start, start, starts, 4, error);
    note(bins, BINNING_BINS, &begin);
    return fine;
}

/* --- all ways to fill cells --- */

bool cuda_bins_fill(const struct cuda_particles *particles, struct cuda_bins *bins,
                    const struct list_arguments *a, bool gather, struct error *error)
{
    struct list_arguments filling = *a;
    bool fine = false;
    if (bins->keys == 0)
        return a->longest == 0 ||
               cuda_check(cu.cuMemsetD8Async(a->longest, 0, 4, particles->device->stream),
                          "clearing a counter", error);
    if (!gather)
        filling.sorted_position = 0;
    switch (bins->binning) {
    case BINNING_SORT:
        fine = fill_by_counting(particles, bins, &filling, error);
        break;
    case BINNING_CBIN:
        fine = fill_on_host(particles, bins, a, error) &&
               (!gather || cuda_bins_gather(particles, bins, a, error));
        break;
    case BINNING_GBIN_OLD:
    case BINNING_GBIN_NEW:
        fine = fill_bins(particles, bins, &filling, error);
        break;
    case BINNING_RADIX:
    case BINNING_COUNT:
        fine = cuda_list_launch(particles, CUDA_SORT, key_kernel(a), a->n, a, error) &&
               sort_keys(particles, bins, a, error) &&
               (!gather || cuda_bins_gather(particles, bins, a, error));
        break;
    }
    bins->former = fine;
    return fine;
}

bool cuda_bins_gather(const struct cuda_particles *particles, const struct cuda_bins *bins,
                      const struct list_arguments *a, struct error *error)
{
    struct list_arguments all = *a; /* gather_cells needs only the total number of cells */
    all.grid[2] *= particles->systems;
    return bins->binning == BINNING_RADIX
               ? cuda_list_launch(particles, CUDA_SORT, "gather_cells", a->n, &all, error)
           : a->sorted_position != 0
               ? cuda_list_launch(particles, CUDA_BINS, "gather_placed", a->n, a, error)
               : true;
}

bool cuda_bins_grow(const struct cuda_particles *particles, struct cuda_bins *bins,
                    struct list_arguments *a, bool *grown, struct error *error)
{
    int32_t fullest = 0;
    *grown = false;
    if (!has_slots(bins))
        return true;
    struct cuda_buffer last = {bins->cell_size.address + (CUdeviceptr)(4 * (cuda_cells(a) + 1)), 4};
    if (!cuda_check(cu.cuStreamSynchronize(particles->device->stream), "filling cells", error) ||
        !cuda_buffer_read(&last, &fullest, 1, 4, error))
        return false;
    *grown = fullest > a->slots;
    if (*grown)
        a->slots = fullest + fullest / 8 + 1;
    return !*grown || allocate_bin(particles, bins, a, error);
}

bool cuda_bins_first(const struct cuda_particles *particles, struct cuda_bins *bins,
                     struct list_arguments *a, struct error *error)
{
    bool grown = false;
    return cuda_bins_fill(particles, bins, a, true, error) &&
           cuda_bins_grow(particles, bins, a, &grown, error) &&
           (!grown || cuda_bins_fill(particles, bins, a, true, error));
}

#include "harness/backend/cuda/lists/cuda_particles.h"

#include "harness/backend/cuda/batch/batch_arguments.h"
#include "harness/backend/cuda/driver/cuda_kernel.h"
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

int64_t cuda_vector_bytes(const struct cuda_particles *particles)
{
    return 4 * (int64_t)precision_info(particles->precision)->real_size;
}

double cuda_widened_range2(const struct cuda_particles *particles, double range)
{
    double longest = fmax(particles->box[0], fmax(particles->box[1], particles->box[2]));
    return range * range + 16 * FLT_EPSILON * range * longest;
}

double cuda_particles_density(const struct cuda_particles *particles)
{
    return cuda_particles_each(particles) /
           (particles->box[0] * particles->box[1] * particles->box[2]);
}

double cuda_partners(const struct cuda_particles *particles, double range)
{
    const double pi = 3.14159265358979323846;
    return 4 * pi / 3 * range * range * range * cuda_particles_density(particles);
}

int cuda_particles_each(const struct cuda_particles *particles)
{
    return particles->n / particles->systems;
}

int64_t cuda_cells(const struct list_arguments *a)
{
    return (int64_t)a->grid[0] * a->grid[1] * a->grid[2];
}

bool cuda_particles_modules(const struct cuda_particles *particles, struct error *error)
{
    struct device *device = particles->device;
    return cuda_modules_load(&device->modules, &device->sources, device->architecture,
                             particles->precision, &particles->building, particles->systems > 1,
                             particles->bonded, particles->constrained, particles->pressed, error);
}

static bool find_kernel(const struct cuda_particles *particles, enum cuda_list_module module,
                        const char *name, CUfunction *kernel, struct error *error)
{
    const CUmodule *loaded = cuda_modules_find(&particles->device->modules, module,
                                               particles->precision, &particles->building);
    return cuda_check(cu.cuModuleGetFunction(kernel, *loaded, name), name, error);
}

bool cuda_particles_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                           const char *name, int64_t blocks, int block, const void *argument,
                           size_t size, struct error *error)
{
    CUfunction kernel = NULL;
    return find_kernel(particles, module, name, &kernel, error) &&
           cuda_launch(particles->device->stream, kernel, blocks, block, argument, size, error);
}

bool cuda_particles_launch_early(const struct cuda_particles *particles,
                                 enum cuda_list_module module, const char *name, int64_t blocks,
                                 int block, const void *argument, size_t size, struct error *error)
{
    CUfunction kernel = NULL;
    return find_kernel(particles, module, name, &kernel, error) &&
           cuda_launch_early(particles->device, kernel, blocks, block, 0, argument, size, error);
}

bool cuda_list_resize(const struct cuda_particles *particles, struct cuda_buffer *buffer,
                      int64_t count, int64_t size, const char *what, struct error *error)
{
    return cuda_buffer_resize(buffer, count, size, what, error) &&
           cuda_check(cu.cuMemsetD8Async(buffer->address, 0, (size_t)buffer->bytes,
                                         particles->device->stream),
                      what, error);
}

bool cuda_list_launch(const struct cuda_particles *particles, enum cuda_list_module module,
                      const char *name, int64_t threads, const struct list_arguments *a,
                      struct error *error)
{
    return cuda_particles_launch(particles, module, name, (threads + LIST_BLOCK - 1) / LIST_BLOCK,
                                 LIST_BLOCK, a, sizeof *a, error);
}

bool cuda_batch_launch(const struct cuda_particles *particles, const char *name, int lanes,
                       int64_t keys, const struct list_arguments *a, struct error *error)
{
    const struct batch_arguments batch = {
        .list = *a, .each = cuda_particles_each(particles), .keys = (unsigned)keys};
    int64_t threads = (int64_t)particles->n * lanes;
    return cuda_particles_launch(particles, CUDA_BATCH, name,
                                 (threads + LIST_BLOCK - 1) / LIST_BLOCK, LIST_BLOCK, &batch,
                                 sizeof batch, error);
}

bool cuda_rows_launch(const struct cuda_particles *particles, const char *name,
                      const struct list_arguments *a, struct error *error)
{
    char kernel[64];
    bool batch = particles->systems > 1;
    int lanes = listing_lanes(particles->building.listing);
    snprintf(kernel, sizeof kernel, "%s%s%s", name, batch ? "_batch" : "",
             a->excluded != 0 ? "_excluding" : "");
    if (particles->building.listing == LISTING_BLOCK)
        return cuda_particles_launch(particles, CUDA_ROWS, kernel, cuda_cells(a), CELL_BLOCK, a,
                                     sizeof *a, error);
    return batch ? cuda_batch_launch(particles, kernel, lanes, cuda_cells(a), a, error)
                 : cuda_list_launch(particles, CUDA_ROWS, kernel, (int64_t)particles->n * lanes, a,
                                    error);
}

bool cuda_cub_check(int result, const char *what, struct error *error)
{
    return result == 0 ? true
                       : error_set(error, EXIT_ENVIRONMENT, "%s: CUDA error %d", what, result);
}

bool cuda_list_read(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                    int64_t index, void *value, int64_t size, struct error *error)
{
    struct cuda_buffer place = {buffer->address + (CUdeviceptr)(index * size), size};
    return cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list",
                      error) &&
           cuda_buffer_read(&place, value, 1, size, error);
}

bool cuda_list_sum(const struct cuda_particles *particles, const struct cuda_buffer *buffer,
                   int64_t count, int64_t *sum, struct error *error)
{
    int32_t *pairs = memory_allocate(count, sizeof *pairs, "pair counts", error);
    const bool read =
        pairs != NULL &&
        cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error) &&
        cuda_buffer_read(buffer, pairs, count, sizeof *pairs, error);
    *sum = 0;
    for (int64_t k = 0; k < count && read; k++)
        *sum += pairs[k];
    free(pairs);
    return read;
}

#include "harness/backend/cuda/lists/cuda_host_copy.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

bool cuda_host_copy_create(const struct cuda_particles *particles, struct cuda_host_copy *copy,
                           struct error *error)
{
    const int64_t n = particles->n;
    const struct cuda_buffer excluded = {particles->excluded, 0};
    const struct cuda_buffer interactions = {particles->interaction_of, 0};
    copy->interactions.structure = particles->structure;
    copy->interactions.kinds = particles->kinds;
    if (!system_allocate(n, &copy->system, error) ||
        !system_add(&copy->system, SYSTEM_TYPE, error) ||
        (copy->position = memory_allocate(4 * n, precision_info(particles->precision)->real_size,
                                          "positions", error)) == NULL ||
        !cuda_buffer_read(&interactions, copy->interactions.of, sizeof copy->interactions.of, 1,
                          error))
        return false;
    memcpy(copy->system.box, particles->box, sizeof copy->system.box);
    if (particles->excluded == 0)
        return true;
    copy->topology.excluded = memory_allocate(particles->excluded_count,
                                              sizeof *copy->topology.excluded, "exclusions", error);
    return copy->topology.excluded != NULL &&
           cuda_buffer_read(&excluded, copy->topology.excluded, particles->excluded_count,
                            sizeof *copy->topology.excluded, error);
}

bool cuda_host_copy_fetch(const struct cuda_particles *particles, struct cuda_host_copy *copy,
                          struct error *error)
{
    const int64_t n = particles->n;
    const int64_t size = precision_info(particles->precision)->real_size;
    const struct cuda_buffer position = {particles->position, 0};
    struct system *system = &copy->system;
    if (!cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list", error) ||
        !cuda_buffer_read(&position, copy->position, 4 * n, size, error))
        return false;
    for (int64_t i = 0; i < n; i++) {
        double at[4];
        for (int d = 0; d < 4; d++)
            at[d] = size == sizeof(double) ? ((const double *)copy->position)[4 * i + d]
                                           : (double)((const float *)copy->position)[4 * i + d];
        system->x[i] = at[0];
        system->y[i] = at[1];
        system->z[i] = at[2];
        system->type[i] = (int32_t)at[3];
    }
    system_wrap_all(system);
    return true;
}

double cuda_host_copy_bytes(const struct cuda_particles *particles)
{
    const struct system *system = NULL;
    return particles->n * (3.0 * sizeof *system->x + sizeof *system->type +
                           4.0 * precision_info(particles->precision)->real_size) +
           (double)particles->excluded_count * sizeof(int32_t);
}

void cuda_host_copy_free(struct cuda_host_copy *copy)
{
    system_free(&copy->system);
    topology_free(&copy->topology);
    free(copy->position);
    *copy = (struct cuda_host_copy){0};
}

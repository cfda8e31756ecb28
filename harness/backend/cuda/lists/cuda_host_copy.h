/* Copies particles from the device to the host, for structures that are built on the host. */
#pragma once

#include "harness/backend/cuda/lists/cuda_particles.h"
#include "harness/catalog/interactions.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

/** The particles on the host; zeroed: none. */
struct cuda_host_copy {
    struct system system;
    void *position; /* positions, in the device's format */
    struct topology topology;
    struct interactions interactions;
};

/** Allocates the copy, and fetches the particle data that never change. */
bool cuda_host_copy_create(const struct cuda_particles *particles, struct cuda_host_copy *copy,
                           struct error *error);

/** Waits for the device, and fetches the current positions, wrapped into the box. */
bool cuda_host_copy_fetch(const struct cuda_particles *particles, struct cuda_host_copy *copy,
                          struct error *error);

/** Returns the bytes of a copy on the host. */
double cuda_host_copy_bytes(const struct cuda_particles *particles);

void cuda_host_copy_free(struct cuda_host_copy *copy);

/* Renumbers bonded terms and excluded pairs of particles that are sorted as they move. */
#pragma once

#include "harness/backend/cuda/cuda_workload.h"
#include "harness/backend/cuda/device/renumber_arguments.h"

/** Zeroed: nothing has to be renumbered. */
struct cuda_renumber {
    struct workload *workload;
    struct renumber_arguments arguments;
    struct cuda_buffer first, was, now, size, before;
    struct cuda_buffer bonded_start, bonded, excluded; /* arrays at the start of the motion */
};

/**
 * Copies terms, exclusions and indices of a workload's particles. number[k] on the device is the
 * particle at the current index k. EXIT_ENVIRONMENT if memory runs out.
 */
bool cuda_renumber_start(struct workload *workload, CUdeviceptr number,
                         struct cuda_renumber *renumber, struct error *error);

/**
 * Enqueues renumbering the workload's terms and exclusions for the current `number`. `bins`
 * provides temporary memory for prefix sums.
 */
bool cuda_renumber_enqueue(const struct cuda_renumber *renumber, const struct cuda_bins *bins,
                           struct error *error);

/** Waits for the device, and assigns the renumbered terms and exclusions to the workload. */
bool cuda_renumber_end(const struct cuda_renumber *renumber, struct error *error);

/**
 * Returns the memory that renumbering needs for n particles; `topology`: bytes of their terms and
 * exclusions.
 */
double cuda_renumber_bytes(double n, double topology);

/** Frees the copied data. */
void cuda_renumber_free(struct cuda_renumber *renumber);

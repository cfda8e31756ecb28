/* Prefix sums on the device. They use the temporary memory of a list's cells. */
#pragma once

#include "harness/backend/cuda/lists/cuda_bins.h"
#include "harness/backend/cuda/lists/cuda_particles.h"

/** Enqueue prefix sums of numbers of 64 or 32 bits: out[k] = in[0] + … + in[k - 1] for k < n. */
bool cuda_scan_long(const struct cuda_particles *particles, const struct cuda_bins *bins,
                    const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                    struct error *error);
bool cuda_scan_int(const struct cuda_particles *particles, const struct cuda_bins *bins,
                   const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                   struct error *error);

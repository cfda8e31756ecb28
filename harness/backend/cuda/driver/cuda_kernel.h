/* Loads compiled kernels, and launches them. */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/base/error.h"

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>

/** Loads an image as a module. */
bool cuda_module_load(const struct kernel_image *image, CUmodule *module, struct error *error);

/**
 * Launches a kernel with `blocks` blocks of `block` threads and one argument of `size` bytes; does
 * nothing for 0 blocks.
 */
bool cuda_launch(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                 const void *argument, size_t size, struct error *error);

/**
 * Like cuda_launch, with `shared_bytes` of shared memory in addition to the kernel's declared
 * memory.
 */
bool cuda_launch_shared(CUstream stream, CUfunction kernel, int64_t blocks, int block,
                        int64_t shared_bytes, const void *argument, size_t size,
                        struct error *error);

struct device;

/**
 * Launches a kernel that waits for the previous kernel by take_over() of strategies/gpu_motion.cuh,
 * on a device's stream. If the device allows it, the launch overlaps with the end of the previous
 * kernel.
 */
bool cuda_launch_early(const struct device *device, CUfunction kernel, int64_t blocks, int block,
                       int64_t shared_bytes, const void *argument, size_t size,
                       struct error *error);

/**
 * Returns how many blocks of a kernel the device can run at the same time; 0 with the reason in
 * `error`. A block has `block` threads.
 */
int64_t cuda_blocks_together(const struct device *device, CUfunction kernel, int block,
                             struct error *error);

/**
 * Launches a kernel on a device's stream so that all blocks run at the same time (a cooperative
 * launch).
 */
bool cuda_launch_together(const struct device *device, CUfunction kernel, int64_t blocks, int block,
                          const void *argument, struct error *error);

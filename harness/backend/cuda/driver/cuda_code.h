/* The machine code of kernels: its hash shows whether a change of sources has changed it. */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/base/hash.h"

#include <stdint.h>

/**
 * Hashes a kernel of an image: its instructions, the constants that they read, including those that
 * all kernels of the image share, and its registers and shared memory. Names, lines and the size of
 * its parameters do not count. False if the image has no such kernel.
 */
bool cuda_code_hash(const struct kernel_image *image, const char *kernel, struct hash *hash);

/** Adds the hashes of all kernels of an image to `sum`; false if it lacks one of them. */
bool cuda_code_add(const struct kernel_image *image, struct hash *sum);

/**
 * Returns the instructions of a kernel of an image, `*size` bytes; NULL if the image has no such
 * kernel.
 */
const unsigned char *cuda_code_text(const struct kernel_image *image, const char *kernel,
                                    int64_t *size);

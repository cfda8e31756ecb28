/* The machine code of kernels: its hash shows whether a change of sources has changed it. */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/base/hash.h"

#include <stdint.h>

/**
 * The hash of a kernel of an image: of its instructions, of the constants that they read, those
 * that all kernels of the image share among them, and of the registers and the shared memory that
 * it takes. Names, lines and the size of its parameters do not count. False if the image has no
 * such kernel.
 */
bool cuda_code_hash(const struct kernel_image *image, const char *kernel, struct hash *hash);

/** Adds the hashes of all kernels of an image to `sum`; false if one of them is not there. */
bool cuda_code_add(const struct kernel_image *image, struct hash *sum);

/** The instructions of a kernel of an image, `*size` bytes; NULL if the image has no such kernel.
 */
const unsigned char *cuda_code_text(const struct kernel_image *image, const char *kernel,
                                    int64_t *size);

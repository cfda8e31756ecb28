/*
 * Hashes of the machine code of kernels. They show whether a change of the sources has changed it.
 */
#pragma once

#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/base/hash.h"

#include <stdint.h>

/**
 * Hashes a kernel of an image: instructions, constants that they read, registers and shared memory.
 * Constants that all kernels of the image share are included. Names, line numbers and the size of
 * the parameters are not. False if the image has no such kernel.
 */
bool cuda_code_hash(const struct kernel_image *image, const char *kernel, struct hash *hash);

/** Adds the hashes of all kernels of an image to `sum`; false if a kernel is missing. */
bool cuda_code_add(const struct kernel_image *image, struct hash *sum);

/**
 * Returns the instructions of a kernel of an image, `*size` bytes; NULL if the image has no such
 * kernel.
 */
const unsigned char *cuda_code_text(const struct kernel_image *image, const char *kernel,
                                    int64_t *size);

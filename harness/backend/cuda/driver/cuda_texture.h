/* Arrays that kernels read by texture units. */
#pragma once

#include "harness/base/error.h"

#include <cuda.h>
#include <stdint.h>

/** An array of vectors of four floats; zeroed: there is none. */
struct cuda_texture {
    CUarray array;
    CUtexObject object; /* texture object in kernel arguments */
};

/**
 * Copies `count` vectors into a texture. Kernels read it with coordinates from 0 to 1, clamped, and
 * linear interpolation (models/texture.h). EXIT_ENVIRONMENT if that fails.
 */
bool cuda_texture_create(struct cuda_texture *texture, const float *vectors, int64_t count,
                         struct error *error);

/** Frees the texture. A zeroed one may be freed. */
void cuda_texture_free(struct cuda_texture *texture);

/* A buffer in device memory, with its size. */
#pragma once

#include "harness/base/error.h"

#include <cuda.h>
#include <stdint.h>

struct cuda_buffer {
    CUdeviceptr address; /* 0: nothing allocated */
    int64_t bytes;
};

/**
 * Makes the buffer hold exactly count * size bytes, with undefined contents; errors contain `what`.
 */
bool cuda_buffer_resize(struct cuda_buffer *buffer, int64_t count, int64_t size, const char *what,
                        struct error *error);

/** Makes the buffer hold exactly `count` elements of `size` bytes, copied from the host. */
bool cuda_buffer_fill(struct cuda_buffer *buffer, const void *host, int64_t count, int64_t size,
                      const char *what, struct error *error);

/** Frees the memory. A zeroed buffer may be freed. */
void cuda_buffer_free(struct cuda_buffer *buffer);

/**
 * Frees a range of buffers, from `first` to `last`, which are consecutive members of a structure.
 */
void cuda_buffers_free(struct cuda_buffer *first, struct cuda_buffer *last);

/** Copy `count` elements of `size` bytes between the start of the buffer and the host. */
bool cuda_buffer_read(const struct cuda_buffer *buffer, void *host, int64_t count, int64_t size,
                      struct error *error);
bool cuda_buffer_write(const struct cuda_buffer *buffer, const void *host, int64_t count,
                       int64_t size, struct error *error);

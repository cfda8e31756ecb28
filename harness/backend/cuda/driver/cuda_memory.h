/* Device memory with its size. */
#pragma once

#include "harness/base/error.h"

#include <cuda.h>
#include <stdint.h>

struct cuda_buffer {
    CUdeviceptr address; /* 0: nothing allocated */
    int64_t bytes;
};

/** Makes the buffer hold exactly count * size bytes, contents undefined; `what` names it. */
bool cuda_buffer_resize(struct cuda_buffer *buffer, int64_t count, int64_t size, const char *what,
                        struct error *error);

/** Makes the buffer hold exactly `count` elements of `size` bytes of the host. */
bool cuda_buffer_fill(struct cuda_buffer *buffer, const void *host, int64_t count, int64_t size,
                      const char *what, struct error *error);

/** Frees the memory. A zeroed buffer may be freed. */
void cuda_buffer_free(struct cuda_buffer *buffer);

/** Frees the buffers from the first to the last, which are members of a structure in a row. */
void cuda_buffers_free(struct cuda_buffer *first, struct cuda_buffer *last);

/** Copies `count` elements of `size` bytes from the front of the buffer to the host, or back. */
bool cuda_buffer_read(const struct cuda_buffer *buffer, void *host, int64_t count, int64_t size,
                      struct error *error);
bool cuda_buffer_write(const struct cuda_buffer *buffer, const void *host, int64_t count,
                       int64_t size, struct error *error);

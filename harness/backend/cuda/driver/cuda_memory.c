#include "harness/backend/cuda/driver/cuda_memory.h"

#include "harness/backend/cuda/driver/cuda_library.h"

#include <inttypes.h>
#include <stdio.h>

bool cuda_buffer_resize(struct cuda_buffer *buffer, int64_t count, int64_t size, const char *what,
                        struct error *error)
{
    int64_t bytes = 0;
    if (count < 0 || __builtin_mul_overflow(count, size, &bytes))
        return error_set(error, EXIT_ENVIRONMENT, "%s: %" PRId64 " elements are too many", what,
                         count);
    if (bytes == 0)
        bytes = size; /* an empty array also needs an address, so at least one byte is allocated */
    if (buffer->bytes == bytes)
        return true;
    cuda_buffer_free(buffer);
    char text[256];
    snprintf(text, sizeof text, "%s needs %" PRId64 " bytes", what, bytes);
    if (!cuda_check(cu.cuMemAlloc(&buffer->address, (size_t)bytes), text, error)) {
        buffer->address = 0;
        return false;
    }
    buffer->bytes = bytes;
    return true;
}

void cuda_buffer_free(struct cuda_buffer *buffer)
{
    if (buffer->address != 0)
        cu.cuMemFree(buffer->address);
    *buffer = (struct cuda_buffer){0};
}

void cuda_buffers_free(struct cuda_buffer *first, struct cuda_buffer *last)
{
    for (struct cuda_buffer *buffer = first; buffer <= last; buffer++)
        cuda_buffer_free(buffer);
}

bool cuda_buffer_fill(struct cuda_buffer *buffer, const void *host, int64_t count, int64_t size,
                      const char *what, struct error *error)
{
    return cuda_buffer_resize(buffer, count, size, what, error) &&
           cuda_buffer_write(buffer, host, count, size, error);
}

bool cuda_buffer_read(const struct cuda_buffer *buffer, void *host, int64_t count, int64_t size,
                      struct error *error)
{
    return cuda_check(cu.cuMemcpyDtoH(host, buffer->address, (size_t)(count * size)),
                      "copying from the GPU", error);
}

bool cuda_buffer_write(const struct cuda_buffer *buffer, const void *host, int64_t count,
                       int64_t size, struct error *error)
{
    /*
     * copies of a few bytes may return before the data have arrived, and streams do not wait for
     * them
     */
    return cuda_check(cu.cuMemcpyHtoD(buffer->address, host, (size_t)(count * size)),
                      "copying to the GPU", error) &&
           cuda_check(cu.cuStreamSynchronize(NULL), "copying to the GPU", error);
}

#include "harness/backend/cuda/lists/cuda_scan.h"

#include "harness/backend/cuda/lists/cuda_sort.h"

bool cuda_scan_long(const struct cuda_particles *particles, const struct cuda_bins *bins,
                    const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                    struct error *error)
{
    size_t bytes = (size_t)bins->temporary.bytes;
    return cuda_cub_check(scan_long((void *)bins->temporary.address, &bytes,
                                    (const int64_t *)in->address, (int64_t *)out->address, n,
                                    particles->device->stream),
                          "adding up sizes", error);
}

bool cuda_scan_int(const struct cuda_particles *particles, const struct cuda_bins *bins,
                   const struct cuda_buffer *in, const struct cuda_buffer *out, int64_t n,
                   struct error *error)
{
    size_t bytes = (size_t)bins->temporary.bytes;
    return cuda_cub_check(scan_int((void *)bins->temporary.address, &bytes,
                                   (const int32_t *)in->address, (int32_t *)out->address, n,
                                   particles->device->stream),
                          "adding up sizes", error);
}

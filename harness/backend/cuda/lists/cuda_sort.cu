#include "harness/backend/cuda/lists/cuda_sort.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

extern "C" int sort_pairs(void *temporary, size_t *bytes, const uint32_t *key, uint32_t *sorted_key,
                          const int32_t *value, int32_t *sorted_value, int64_t n, int bits,
                          sort_stream stream)
{
    return cub::DeviceRadixSort::SortPairs(temporary, *bytes, key, sorted_key, value, sorted_value,
                                           (int)n, 0, bits, (cudaStream_t)stream);
}

extern "C" int scan_int(void *temporary, size_t *bytes, const int32_t *in, int32_t *out, int64_t n,
                        sort_stream stream)
{
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, in, out, (int)n, (cudaStream_t)stream);
}

extern "C" int scan_long(void *temporary, size_t *bytes, const int64_t *in, int64_t *out, int64_t n,
                         sort_stream stream)
{
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, in, out, (int)n, (cudaStream_t)stream);
}

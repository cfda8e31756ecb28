/* Sorting and prefix sums on the device: a C interface to CUB, compiled by nvcc. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Each function works on `stream` with `*bytes` of device memory at `temporary`. If `temporary` is
 * null, it only sets `*bytes` to the number needed. Returns a cudaError_t, 0 for success.
 */
typedef void *sort_stream;

/** Sorts `n` keys by their lowest `bits` bits, stably, together with their values. */
int sort_pairs(void *temporary, size_t *bytes, const uint32_t *key, uint32_t *sorted_key,
               const int32_t *value, int32_t *sorted_value, int64_t n, int bits,
               sort_stream stream);

/** Computes out[k] = in[0] + … + in[k - 1]. */
int scan_int(void *temporary, size_t *bytes, const int32_t *in, int32_t *out, int64_t n,
             sort_stream stream);

/** Computes prefix sums like scan_int, of 64-bit numbers. */
int scan_long(void *temporary, size_t *bytes, const int64_t *in, int64_t *out, int64_t n,
              sort_stream stream);

#ifdef __cplusplus
}
#endif

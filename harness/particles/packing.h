/*
 * Masks that select some of eight numbers, and functions that pack the selected numbers. Compiled
 * to single instructions on AVX-512, a few on AVX2, and loops on other machines.
 */
#pragma once

#include <stdint.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum { PACKED_AT_ONCE = 8 };

/** Indices of the set bits of a mask in ascending order: one per byte. */
extern const uint64_t packing_order[256];

/** Returns the mask of the first `count` of eight numbers; all if `count` is 8 or more. */
static inline unsigned packing_first(int64_t count)
{
    return count < PACKED_AT_ONCE ? (1U << count) - 1 : 255;
}

#ifdef __AVX2__

/** Returns the mask of the numbers, among eight, that are less than `limit`. */
static inline unsigned packing_less(const float *value, float limit)
{
    return (unsigned)_mm256_movemask_ps(
        _mm256_cmp_ps(_mm256_loadu_ps(value), _mm256_set1_ps(limit), _CMP_LT_OQ));
}

/** Returns the mask of the numbers, among eight, that differ from `number`. */
static inline unsigned packing_other(const int32_t *value, int32_t number)
{
    __m256i same =
        _mm256_cmpeq_epi32(_mm256_loadu_si256((const void *)value), _mm256_set1_epi32(number));
    return ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same)) & 255;
}

/**
 * Returns the mask of the partners j, among eight, that are in row i of a half list. These are j
 * above i for even i + j, and j below i for odd i + j.
 */
static inline unsigned packing_half(const int32_t *partner, int32_t i)
{
    __m256i self = _mm256_set1_epi32(i), j = _mm256_loadu_si256((const void *)partner);
    __m256i odd = _mm256_slli_epi32(_mm256_xor_si256(j, self), 31);
    return (unsigned)_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_xor_si256(_mm256_cmpgt_epi32(j, self), odd)));
}

/**
 * Writes the selected numbers, among eight of 4 bytes, contiguously to `to`; returns their count.
 * `to` has room for eight numbers; it may overlap `from` if it does not begin after it.
 */
static inline int packing_keep(unsigned mask, const void *from, void *to)
{
    __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((int64_t)packing_order[mask]));
    _mm256_storeu_si256(to, _mm256_permutevar8x32_epi32(_mm256_loadu_si256(from), order));
    return __builtin_popcount(mask);
}

#else

static inline unsigned packing_less(const float *value, float limit)
{
    unsigned mask = 0;
    for (int lane = 0; lane < PACKED_AT_ONCE; lane++)
        mask |= (unsigned)(value[lane] < limit) << lane;
    return mask;
}

static inline unsigned packing_other(const int32_t *value, int32_t number)
{
    unsigned mask = 0;
    for (int lane = 0; lane < PACKED_AT_ONCE; lane++)
        mask |= (unsigned)(value[lane] != number) << lane;
    return mask;
}

static inline unsigned packing_half(const int32_t *partner, int32_t i)
{
    unsigned mask = 0;
    for (int lane = 0; lane < PACKED_AT_ONCE; lane++)
        mask |= (unsigned)((partner[lane] > i) != ((partner[lane] ^ i) & 1)) << lane;
    return mask;
}

static inline int packing_keep(unsigned mask, const void *from, void *to)
{
    const char *next = from;
    char *end = to;
    for (int lane = 0; lane < PACKED_AT_ONCE; lane++) {
        memmove(end, next + 4 * lane, 4);
        end += mask >> lane & 1 ? 4 : 0;
    }
    return __builtin_popcount(mask);
}

#endif

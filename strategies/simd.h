/*
 * What a compiler does not find by itself: loads and shuffles in the place of hardware gathers,
 * which are slower wherever a whole position can be loaded at once.
 */
#ifndef PAIRLANES_STRATEGIES_SIMD_H
#define PAIRLANES_STRATEGIES_SIMD_H

#include "strategies/cpu.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

/** As many pairs as a row is padded to: a component each, side by side. */
enum { LANES = LIST_PADDING };

struct lanes {
    REAL x[LANES], y[LANES], z[LANES], w[LANES];
} __attribute__((aligned(64)));

struct lane_sums {
    SUM x[LANES], y[LANES], z[LANES], energy[LANES];
} __attribute__((aligned(64)));

#ifdef __AVX512DQ__

static inline void load_doubles(const double *vector, const int32_t *entry, double *x, double *y,
                                double *z, double *w)
{
    for (int k = 0; k < LIST_PADDING; k += 8) {
        const int32_t *e = entry + k;
#define TWO(a, b)                                                                                  \
    _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(vector + 4 * (int64_t)e[a])),         \
                       _mm256_load_pd(vector + 4 * (int64_t)e[b]), 1)
        __m512d p02 = TWO(0, 2), p13 = TWO(1, 3), p46 = TWO(4, 6), p57 = TWO(5, 7);
#undef TWO
        __m512d xz0 = _mm512_unpacklo_pd(p02, p13), xz4 = _mm512_unpacklo_pd(p46, p57);
        __m512d yw0 = _mm512_unpackhi_pd(p02, p13), yw4 = _mm512_unpackhi_pd(p46, p57);
        _mm512_store_pd(x + k, _mm512_shuffle_f64x2(xz0, xz4, 0x88));
        _mm512_store_pd(y + k, _mm512_shuffle_f64x2(yw0, yw4, 0x88));
        _mm512_store_pd(z + k, _mm512_shuffle_f64x2(xz0, xz4, 0xdd));
        _mm512_store_pd(w + k, _mm512_shuffle_f64x2(yw0, yw4, 0xdd));
    }
}

static inline void load_floats(const float *vector, const int32_t *entry, float *x, float *y,
                               float *z, float *w)
{
#define ONE(a) _mm_load_ps(vector + 4 * (int64_t)entry[a])
#define TWO(a) _mm256_insertf128_ps(_mm256_castps128_ps256(ONE(a)), ONE(a + 4), 1)
#define FOUR(a)                                                                                    \
    _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(TWO(a))),          \
                                        _mm256_castps_pd(TWO(a + 8)), 1))
    __m512 p0 = FOUR(0), p1 = FOUR(1), p2 = FOUR(2), p3 = FOUR(3);
#undef FOUR
#undef TWO
#undef ONE
    __m512d xy01 = _mm512_castps_pd(_mm512_unpacklo_ps(p0, p1));
    __m512d xy23 = _mm512_castps_pd(_mm512_unpacklo_ps(p2, p3));
    __m512d zw01 = _mm512_castps_pd(_mm512_unpackhi_ps(p0, p1));
    __m512d zw23 = _mm512_castps_pd(_mm512_unpackhi_ps(p2, p3));
    _mm512_store_ps(x, _mm512_castpd_ps(_mm512_unpacklo_pd(xy01, xy23)));
    _mm512_store_ps(y, _mm512_castpd_ps(_mm512_unpackhi_pd(xy01, xy23)));
    _mm512_store_ps(z, _mm512_castpd_ps(_mm512_unpacklo_pd(zw01, zw23)));
    _mm512_store_ps(w, _mm512_castpd_ps(_mm512_unpackhi_pd(zw01, zw23)));
}

static inline void sum_doubles(const double *x, const double *y, const double *z, const double *e,
                               double *sum)
{
#define HALVES(v) _mm512_add_pd(_mm512_load_pd(v), _mm512_load_pd((v) + 8))
    __m512d x8 = HALVES(x), y8 = HALVES(y), z8 = HALVES(z), e8 = HALVES(e);
#undef HALVES
    __m512d xy = _mm512_add_pd(_mm512_unpacklo_pd(x8, y8), _mm512_unpackhi_pd(x8, y8));
    __m512d ze = _mm512_add_pd(_mm512_unpacklo_pd(z8, e8), _mm512_unpackhi_pd(z8, e8));
    __m256d xy4 = _mm256_add_pd(_mm512_castpd512_pd256(xy), _mm512_extractf64x4_pd(xy, 1));
    __m256d ze4 = _mm256_add_pd(_mm512_castpd512_pd256(ze), _mm512_extractf64x4_pd(ze, 1));
    _mm256_storeu_pd(sum, _mm256_add_pd(_mm256_permute2f128_pd(xy4, ze4, 0x20),
                                        _mm256_permute2f128_pd(xy4, ze4, 0x31)));
}

static inline void sum_floats(const float *x, const float *y, const float *z, const float *e,
                              float *sum)
{
    __m512 x16 = _mm512_load_ps(x), y16 = _mm512_load_ps(y);
    __m512 z16 = _mm512_load_ps(z), e16 = _mm512_load_ps(e);
    __m512d xy =
        _mm512_castps_pd(_mm512_add_ps(_mm512_unpacklo_ps(x16, y16), _mm512_unpackhi_ps(x16, y16)));
    __m512d ze =
        _mm512_castps_pd(_mm512_add_ps(_mm512_unpacklo_ps(z16, e16), _mm512_unpackhi_ps(z16, e16)));
    __m512 xyze = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(xy, ze)),
                                _mm512_castpd_ps(_mm512_unpackhi_pd(xy, ze)));
    __m256 xyze2 = _mm256_add_ps(_mm512_castps512_ps256(xyze), _mm512_extractf32x8_ps(xyze, 1));
    _mm_storeu_ps(sum, _mm_add_ps(_mm256_castps256_ps128(xyze2), _mm256_extractf128_ps(xyze2, 1)));
}

#elif defined(__AVX__)

static inline void load_doubles(const double *vector, const int32_t *entry, double *x, double *y,
                                double *z, double *w)
{
    for (int k = 0; k < LIST_PADDING; k += 4) {
        __m256d p0 = _mm256_load_pd(vector + 4 * (int64_t)entry[k]);
        __m256d p1 = _mm256_load_pd(vector + 4 * (int64_t)entry[k + 1]);
        __m256d p2 = _mm256_load_pd(vector + 4 * (int64_t)entry[k + 2]);
        __m256d p3 = _mm256_load_pd(vector + 4 * (int64_t)entry[k + 3]);
        __m256d xz0 = _mm256_unpacklo_pd(p0, p1), xz2 = _mm256_unpacklo_pd(p2, p3);
        __m256d yw0 = _mm256_unpackhi_pd(p0, p1), yw2 = _mm256_unpackhi_pd(p2, p3);
        _mm256_store_pd(x + k, _mm256_permute2f128_pd(xz0, xz2, 0x20));
        _mm256_store_pd(y + k, _mm256_permute2f128_pd(yw0, yw2, 0x20));
        _mm256_store_pd(z + k, _mm256_permute2f128_pd(xz0, xz2, 0x31));
        _mm256_store_pd(w + k, _mm256_permute2f128_pd(yw0, yw2, 0x31));
    }
}

static inline void load_floats(const float *vector, const int32_t *entry, float *x, float *y,
                               float *z, float *w)
{
    for (int k = 0; k < LIST_PADDING; k += 8) {
        const int32_t *e = entry + k;
#define ONE(a) _mm_load_ps(vector + 4 * (int64_t)e[a])
#define TWO(a) _mm256_insertf128_ps(_mm256_castps128_ps256(ONE(a)), ONE(a + 4), 1)
        __m256 p0 = TWO(0), p1 = TWO(1), p2 = TWO(2), p3 = TWO(3);
#undef TWO
#undef ONE
        __m256d xy01 = _mm256_castps_pd(_mm256_unpacklo_ps(p0, p1));
        __m256d xy23 = _mm256_castps_pd(_mm256_unpacklo_ps(p2, p3));
        __m256d zw01 = _mm256_castps_pd(_mm256_unpackhi_ps(p0, p1));
        __m256d zw23 = _mm256_castps_pd(_mm256_unpackhi_ps(p2, p3));
        _mm256_store_ps(x + k, _mm256_castpd_ps(_mm256_unpacklo_pd(xy01, xy23)));
        _mm256_store_ps(y + k, _mm256_castpd_ps(_mm256_unpackhi_pd(xy01, xy23)));
        _mm256_store_ps(z + k, _mm256_castpd_ps(_mm256_unpacklo_pd(zw01, zw23)));
        _mm256_store_ps(w + k, _mm256_castpd_ps(_mm256_unpackhi_pd(zw01, zw23)));
    }
}

#else

#define DEFINE_LOAD(name, type)                                                                    \
    static inline void name(const type *vector, const int32_t *entry, type *x, type *y, type *z,   \
                            type *w)                                                               \
    {                                                                                              \
        for (int k = 0; k < LIST_PADDING; k++) {                                                   \
            const type *at = vector + 4 * (int64_t)entry[k];                                       \
            x[k] = at[0];                                                                          \
            y[k] = at[1];                                                                          \
            z[k] = at[2];                                                                          \
            w[k] = at[3];                                                                          \
        }                                                                                          \
    }
DEFINE_LOAD(load_doubles, double)
DEFINE_LOAD(load_floats, float)
#undef DEFINE_LOAD

#endif

#define DEFINE_SUM(name, type)                                                                     \
    static inline void name(const type *x, const type *y, const type *z, const type *e, type *sum) \
    {                                                                                              \
        const type *const from[4] = {x, y, z, e};                                                  \
        for (int d = 0; d < 4; d++) {                                                              \
            type total = 0;                                                                        \
            for (int k = 0; k < LANES; k++)                                                        \
                total += from[d][k];                                                               \
            sum[d] = total;                                                                        \
        }                                                                                          \
    }
#ifdef FRACTION_BITS
DEFINE_SUM(sum_integers, SUM)
#endif
#ifndef __AVX512DQ__
DEFINE_SUM(sum_doubles, double)
DEFINE_SUM(sum_floats, float)
#endif
#undef DEFINE_SUM

/**
 * Keeps what is near a box: along axis d the coordinate becomes (x + shift) - origin, and a
 * particle stays if it is within the cut-off of the box from `low` to `high`. In this order no
 * more than one of the two sums rounds (see tile.c).
 */
struct window {
    REAL shift[3], origin[3];
    REAL low[3], high[3];
    REAL cutoff2;
};

#ifdef __AVX512DQ__

#define DEFINE_PACK(name, type, width, vector, mask_type, suffix)                                  \
    static inline int name(const struct window *w, const type *const from[3], int count,           \
                           type *const to[3])                                                      \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < count; k += width) {                                                   \
            mask_type keep = (mask_type)(count - k < width ? (1U << (count - k)) - 1 : ~0U);       \
            vector at[3], far2 = _mm512_setzero_##suffix();                                        \
            for (int d = 0; d < 3; d++) {                                                          \
                at[d] = _mm512_maskz_loadu_##suffix(keep, from[d] + k);                            \
                at[d] = _mm512_add_##suffix(at[d], _mm512_set1_##suffix((type)w->shift[d]));       \
                at[d] = _mm512_sub_##suffix(at[d], _mm512_set1_##suffix((type)w->origin[d]));      \
                vector under = _mm512_sub_##suffix(_mm512_set1_##suffix((type)w->low[d]), at[d]);  \
                vector over = _mm512_sub_##suffix(at[d], _mm512_set1_##suffix((type)w->high[d]));  \
                vector gap = _mm512_max_##suffix(_mm512_max_##suffix(under, over),                 \
                                                 _mm512_setzero_##suffix());                       \
                far2 = _mm512_fmadd_##suffix(gap, gap, far2);                                      \
            }                                                                                      \
            keep = _mm512_mask_cmp_##suffix##_mask(                                                \
                keep, far2, _mm512_set1_##suffix((type)w->cutoff2), _CMP_LT_OQ);                   \
            for (int d = 0; d < 3; d++)                                                            \
                _mm512_storeu_##suffix(to[d] + kept, _mm512_maskz_compress_##suffix(keep, at[d])); \
            kept += __builtin_popcount(keep);                                                      \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_PACK(pack_doubles, double, 8, __m512d, __mmask8, pd)
DEFINE_PACK(pack_floats, float, 16, __m512, __mmask16, ps)
#undef DEFINE_PACK

#else

#define DEFINE_PACK(name, type)                                                                    \
    static inline int name(const struct window *w, const type *const from[3], int count,           \
                           type *const to[3])                                                      \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < count; k++) {                                                          \
            type far2 = 0;                                                                         \
            for (int d = 0; d < 3; d++) {                                                          \
                type at = (type)((double)from[d][k] + w->shift[d] - w->origin[d]);                 \
                type under = (type)w->low[d] - at, over = at - (type)w->high[d];                   \
                type gap = under > 0 ? under : over > 0 ? over : 0;                                \
                far2 += gap * gap;                                                                 \
                to[d][kept] = at;                                                                  \
            }                                                                                      \
            kept += (double)far2 < w->cutoff2;                                                     \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_PACK(pack_doubles, double)
DEFINE_PACK(pack_floats, float)
#undef DEFINE_PACK

#endif

#ifdef __cplusplus /* kernels in fixed_math: positions are floats */
#define LOAD_REALS load_floats
#define KEEP_REALS keep_floats
#define PACK_REALS pack_floats
#else
#define LOAD_REALS(vector, ...)                                                                    \
    _Generic((vector), const double *: load_doubles, const float *: load_floats)(vector,           \
                                                                                 __VA_ARGS__)

#define KEEP_REALS(from, ...)                                                                      \
    _Generic((from)[0], const double *: keep_doubles, const float *: keep_floats)(from, __VA_ARGS__)

#define PACK_REALS(window, from, ...)                                                              \
    _Generic((from)[0], const double *: pack_doubles, const float *: pack_floats)(window, from,    \
                                                                                  __VA_ARGS__)
#endif

#ifdef FRACTION_BITS
#define SUM_REALS sum_integers
#else
#define SUM_REALS(x, ...)                                                                          \
    _Generic((x), const double * : sum_doubles, const float * : sum_floats)(x, __VA_ARGS__)
#endif

/** Loads vectors of four reals of the particles of LANES list entries. */
static inline void lanes_load(struct lanes *lanes, const REAL *vector, const int32_t *entry)
{
    LOAD_REALS(vector, entry, lanes->x, lanes->y, lanes->z, lanes->w);
}

/** The sums over the lanes: x, y, z, energy. */
static inline void lanes_sum(const struct lane_sums *lanes, SUM sum[4])
{
    SUM_REALS(lanes->x, lanes->y, lanes->z, lanes->energy, sum);
}

/* Stores the lanes of one type that are within the cut-off one behind the other, with their list
   entries. */
#if defined __AVX512DQ__ && defined __AVX512VL__

#define DEFINE_KEEP(name, type, width, vector, mask_type, suffix, entries, simd, mask)             \
    static inline int name(const type *const from[3], const int32_t *types, int one, type cutoff2, \
                           const int32_t *entry, type *const to[3], int32_t *particle)             \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < LANES; k += width) {                                                   \
            vector x = _mm512_load_##suffix(from[0] + k), y = _mm512_load_##suffix(from[1] + k);   \
            vector z = _mm512_load_##suffix(from[2] + k);                                          \
            vector far2 = _mm512_fmadd_##suffix(                                                   \
                x, x, _mm512_fmadd_##suffix(y, y, _mm512_mul_##suffix(z, z)));                     \
            entries of = simd##_load_##mask((const entries *)(types + k));                         \
            entries e = simd##_loadu_##mask((const entries *)(entry + k));                         \
            mask_type keep = simd##_cmpeq_epi32_mask(of, simd##_set1_epi32(one));                  \
            keep = _mm512_mask_cmp_##suffix##_mask(keep, far2, _mm512_set1_##suffix(cutoff2),      \
                                                   _CMP_LT_OQ);                                    \
            _mm512_storeu_##suffix(to[0] + kept, _mm512_maskz_compress_##suffix(keep, x));         \
            _mm512_storeu_##suffix(to[1] + kept, _mm512_maskz_compress_##suffix(keep, y));         \
            _mm512_storeu_##suffix(to[2] + kept, _mm512_maskz_compress_##suffix(keep, z));         \
            simd##_storeu_##mask((entries *)(particle + kept),                                     \
                                 simd##_maskz_compress_epi32(keep, e));                            \
            kept += __builtin_popcount(keep);                                                      \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_KEEP(keep_doubles, double, 8, __m512d, __mmask8, pd, __m256i, _mm256, si256)
DEFINE_KEEP(keep_floats, float, 16, __m512, __mmask16, ps, __m512i, _mm512, si512)
#undef DEFINE_KEEP

#else

#define DEFINE_KEEP(name, type)                                                                    \
    static inline int name(const type *const from[3], const int32_t *types, int one, type cutoff2, \
                           const int32_t *entry, type *const to[3], int32_t *particle)             \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < LANES; k++) {                                                          \
            type far2 = 0;                                                                         \
            for (int d = 0; d < 3; d++) {                                                          \
                to[d][kept] = from[d][k];                                                          \
                far2 += from[d][k] * from[d][k];                                                   \
            }                                                                                      \
            particle[kept] = entry[k];                                                             \
            kept += types[k] == one && far2 < cutoff2;                                             \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_KEEP(keep_doubles, double)
DEFINE_KEEP(keep_floats, float)
#undef DEFINE_KEEP

#endif

#endif

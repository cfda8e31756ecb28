/*
 * Vector operations that compilers do not generate. Compilers load positions of list entries by
 * gather instructions; loading whole positions and transposing them is faster. Compilers also do
 * not vectorize loops that test elements and store passing elements contiguously. AVX-512 has an
 * instruction for this.
 *
 * Each operation is written once, in terms of primitives per instruction set: the vector types
 * `doubles` and `floats`, and functions named after the types. Vectors for tests have four numbers
 * with AVX2 but no AVX-512, and one number without AVX2.
 */
#ifndef PAIRLANES_STRATEGIES_SIMD_H
#define PAIRLANES_STRATEGIES_SIMD_H

#include "strategies/cpu.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

#if defined __AVX512DQ__ && defined __AVX512VL__
#define HAS_AVX512
#endif

/** Number of pairs in a step of a vector loop; rows are padded to a multiple of LANES. */
enum { LANES = LIST_PADDING };

struct lanes {
    REAL x[LANES], y[LANES], z[LANES], w[LANES];
} __attribute__((aligned(64)));

struct lane_sums {
    SUM x[LANES], y[LANES], z[LANES], energy[LANES];
} __attribute__((aligned(64)));

/* --- loads of whole positions --- */

#ifdef __AVX__

#ifdef HAS_AVX512
typedef __m512d wide_doubles;
typedef __m512 wide_floats;
#define WIDE(operation) _mm512_##operation

/**
 * Loads the vectors of four numbers of entries 0 and 2; each consists of two 128-bit parts, xy and
 * zw.
 */
static inline wide_doubles load_parts(const double *vector, const int32_t *entry)
{
    __m256d low = _mm256_load_pd(vector + 4 * (int64_t)entry[0]);
    __m256d high = _mm256_load_pd(vector + 4 * (int64_t)entry[2]);
    return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

/**
 * first_parts and second_parts combine the first or second 128-bit parts of the vectors of four:
 * first from a, then from b.
 */
static inline wide_doubles first_parts(wide_doubles a, wide_doubles b)
{
    return _mm512_shuffle_f64x2(a, b, 0x88);
}

static inline wide_doubles second_parts(wide_doubles a, wide_doubles b)
{
    return _mm512_shuffle_f64x2(a, b, 0xdd);
}
#else
typedef __m256d wide_doubles;
typedef __m256 wide_floats;
#define WIDE(operation) _mm256_##operation

/** Loads the vector of four numbers of entry 0; it consists of two 128-bit parts, xy and zw. */
static inline wide_doubles load_parts(const double *vector, const int32_t *entry)
{
    return _mm256_load_pd(vector + 4 * (int64_t)entry[0]);
}

/** first_parts and second_parts combine the first or second 128-bit parts of a and b. */
static inline wide_doubles first_parts(wide_doubles a, wide_doubles b)
{
    return _mm256_permute2f128_pd(a, b, 0x20);
}

static inline wide_doubles second_parts(wide_doubles a, wide_doubles b)
{
    return _mm256_permute2f128_pd(a, b, 0x31);
}
#endif

/** Loads the vectors of four floats of entries 0, 4, …, each into a 128-bit part. */
static inline wide_floats load_every_fourth(const float *vector, const int32_t *entry)
{
#define ONE(a) _mm_load_ps(vector + 4 * (int64_t)entry[a])
#define TWO(a) _mm256_insertf128_ps(_mm256_castps128_ps256(ONE(a)), ONE((a) + 4), 1)
#ifdef HAS_AVX512
    return _mm512_insertf32x8(_mm512_castps256_ps512(TWO(0)), TWO(8), 1);
#else
    return TWO(0);
#endif
#undef TWO
#undef ONE
}

static inline void load_doubles(const double *vector, const int32_t *entry, double *x, double *y,
                                double *z, double *w)
{
    enum { WIDTH = sizeof(wide_doubles) / sizeof(double), HALF = WIDTH / 2 };
    for (int k = 0; k < LANES; k += WIDTH) {
        const int32_t *e = entry + k;
        wide_doubles a = load_parts(vector, e), b = load_parts(vector, e + 1);
        wide_doubles c = load_parts(vector, e + HALF), d = load_parts(vector, e + HALF + 1);
        wide_doubles xz_ab = WIDE(unpacklo_pd)(a, b), xz_cd = WIDE(unpacklo_pd)(c, d);
        wide_doubles yw_ab = WIDE(unpackhi_pd)(a, b), yw_cd = WIDE(unpackhi_pd)(c, d);
        WIDE(store_pd)(x + k, first_parts(xz_ab, xz_cd));
        WIDE(store_pd)(y + k, first_parts(yw_ab, yw_cd));
        WIDE(store_pd)(z + k, second_parts(xz_ab, xz_cd));
        WIDE(store_pd)(w + k, second_parts(yw_ab, yw_cd));
    }
}

static inline void load_floats(const float *vector, const int32_t *entry, float *x, float *y,
                               float *z, float *w)
{
    enum { WIDTH = sizeof(wide_floats) / sizeof(float) };
    for (int k = 0; k < LANES; k += WIDTH) {
        const int32_t *e = entry + k;
        wide_floats a = load_every_fourth(vector, e), b = load_every_fourth(vector, e + 1);
        wide_floats c = load_every_fourth(vector, e + 2), d = load_every_fourth(vector, e + 3);
        wide_doubles xy_ab = WIDE(castps_pd)(WIDE(unpacklo_ps)(a, b));
        wide_doubles xy_cd = WIDE(castps_pd)(WIDE(unpacklo_ps)(c, d));
        wide_doubles zw_ab = WIDE(castps_pd)(WIDE(unpackhi_ps)(a, b));
        wide_doubles zw_cd = WIDE(castps_pd)(WIDE(unpackhi_ps)(c, d));
        WIDE(store_ps)(x + k, WIDE(castpd_ps)(WIDE(unpacklo_pd)(xy_ab, xy_cd)));
        WIDE(store_ps)(y + k, WIDE(castpd_ps)(WIDE(unpackhi_pd)(xy_ab, xy_cd)));
        WIDE(store_ps)(z + k, WIDE(castpd_ps)(WIDE(unpacklo_pd)(zw_ab, zw_cd)));
        WIDE(store_ps)(w + k, WIDE(castpd_ps)(WIDE(unpackhi_pd)(zw_ab, zw_cd)));
    }
}
#undef WIDE

#else

#define DEFINE_LOAD(name, type)                                                                    \
    static inline void name(const type *vector, const int32_t *entry, type *x, type *y, type *z,   \
                            type *w)                                                               \
    {                                                                                              \
        for (int k = 0; k < LANES; k++) {                                                          \
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

/* --- adds to vectors of four --- */

#define DEFINE_ADD(name, type)                                                                     \
    static inline void name(type *vector, const int32_t *entry, const type *x, const type *y,      \
                            const type *z)                                                         \
    {                                                                                              \
        for (int k = 0; k < LANES; k++) {                                                          \
            type *at = vector + 4 * (int64_t)entry[k];                                             \
            at[0] += x[k];                                                                         \
            at[1] += y[k];                                                                         \
            at[2] += z[k];                                                                         \
        }                                                                                          \
    }
#ifdef HAS_AVX512
/*
 * Adds x, y, z to the vectors of four of list entries: transposes the lanes and adds whole vectors.
 * The fourth component does not change.
 */
static inline void add_floats(float *vector, const int32_t *entry, const float *x, const float *y,
                              const float *z)
{
    const __m512 x16 = _mm512_load_ps(x), y16 = _mm512_load_ps(y), z16 = _mm512_load_ps(z);
    const __m512 zero = _mm512_setzero_ps();
    const __m512d xy_ab = _mm512_castps_pd(_mm512_unpacklo_ps(x16, y16));
    const __m512d xy_cd = _mm512_castps_pd(_mm512_unpackhi_ps(x16, y16));
    const __m512d z_ab = _mm512_castps_pd(_mm512_unpacklo_ps(z16, zero));
    const __m512d z_cd = _mm512_castps_pd(_mm512_unpackhi_ps(z16, zero));
    const __m512 part[4] = {_mm512_castpd_ps(_mm512_unpacklo_pd(xy_ab, z_ab)),
                            _mm512_castpd_ps(_mm512_unpackhi_pd(xy_ab, z_ab)),
                            _mm512_castpd_ps(_mm512_unpacklo_pd(xy_cd, z_cd)),
                            _mm512_castpd_ps(_mm512_unpackhi_pd(xy_cd, z_cd))};
#define ADD_PART(k, one)                                                                           \
    {                                                                                              \
        float *at = vector + 4 * (int64_t)entry[k];                                                \
        _mm_store_ps(at, _mm_add_ps(_mm_load_ps(at), one));                                        \
    }
    for (int k = 0; k < 4; k++)
        ADD_PART(k, _mm512_castps512_ps128(part[k]))
    for (int k = 0; k < 4; k++)
        ADD_PART(4 + k, _mm512_extractf32x4_ps(part[k], 1))
    for (int k = 0; k < 4; k++)
        ADD_PART(8 + k, _mm512_extractf32x4_ps(part[k], 2))
    for (int k = 0; k < 4; k++)
        ADD_PART(12 + k, _mm512_extractf32x4_ps(part[k], 3))
#undef ADD_PART
}
#else
DEFINE_ADD(add_floats, float)
#endif
DEFINE_ADD(add_doubles, double)
#ifdef FRACTION_BITS
DEFINE_ADD(add_integers, SUM)
#endif
#undef DEFINE_ADD

/* --- sums over lanes --- */

#ifdef HAS_AVX512

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
#ifndef HAS_AVX512
DEFINE_SUM(sum_doubles, double)
DEFINE_SUM(sum_floats, float)
#endif
#undef DEFINE_SUM

/* --- tests: passing elements are stored contiguously --- */

#ifdef HAS_AVX512

#define DEFINE_PRIMITIVES(many, type, vector, bits, suffix, integers, simd, si)                    \
    typedef vector many;                                                                           \
    typedef bits many##_mask;                                                                      \
    enum { many##_width = sizeof(many) / sizeof(type) };                                           \
    static inline many##_mask many##_first(int count)                                              \
    {                                                                                              \
        return (many##_mask)(count < many##_width ? (1U << count) - 1 : ~0U);                      \
    }                                                                                              \
    static inline many many##_load(many##_mask lanes, const type *from)                            \
    {                                                                                              \
        return _mm512_maskz_loadu_##suffix(lanes, from);                                           \
    }                                                                                              \
    static inline many many##_larger(many a, many b)                                               \
    {                                                                                              \
        return _mm512_max_##suffix(a, b);                                                          \
    }                                                                                              \
    static inline many many##_magnitude(many a)                                                    \
    {                                                                                              \
        return _mm512_abs_##suffix(a);                                                             \
    }                                                                                              \
    static inline many many##_lowered(many a, type cut, type by)                                   \
    {                                                                                              \
        return _mm512_mask_sub_##suffix(                                                           \
            a, _mm512_cmp_##suffix##_mask(a, _mm512_set1_##suffix(cut), _CMP_GE_OQ), a,            \
            _mm512_set1_##suffix(by));                                                             \
    }                                                                                              \
    static inline many##_mask many##_below(many##_mask lanes, many a, type limit)                  \
    {                                                                                              \
        return _mm512_mask_cmp_##suffix##_mask(lanes, a, _mm512_set1_##suffix(limit), _CMP_LT_OQ); \
    }                                                                                              \
    static inline many##_mask many##_equal(const int32_t *a, int32_t value)                        \
    {                                                                                              \
        return simd##_cmpeq_epi32_mask(*(const integers *)a, simd##_set1_epi32(value));            \
    }                                                                                              \
    static inline void many##_store(type *to, many##_mask lanes, many a)                           \
    {                                                                                              \
        _mm512_storeu_##suffix(to, _mm512_maskz_compress_##suffix(lanes, a));                      \
    }                                                                                              \
    static inline void many##_store_integers(int32_t *to, many##_mask lanes, const int32_t *from)  \
    {                                                                                              \
        integers a = simd##_loadu_##si((const integers *)from);                                    \
        simd##_storeu_##si((integers *)to, simd##_maskz_compress_epi32(lanes, a));                 \
    }
DEFINE_PRIMITIVES(doubles, double, __m512d, __mmask8, pd, __m256i, _mm256, si256)
DEFINE_PRIMITIVES(floats, float, __m512, __mmask16, ps, __m512i, _mm512, si512)

#elif defined __AVX2__

/** Numbers of the lanes that are set in each mask of four, in ascending order, one per byte. */
static const uint32_t lanes_of_mask[16] = {0,     0,       1,       0x100,    2,     0x200,
                                           0x201, 0x20100, 3,       0x300,    0x301, 0x30100,
                                           0x302, 0x30200, 0x30201, 0x3020100};

/** Moves the lanes that are set in a mask to the front. */
static inline __m128 floats_front(unsigned lanes, __m128 a)
{
    return _mm_permutevar_ps(a,
                             _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int32_t)lanes_of_mask[lanes])));
}

static inline __m256d doubles_front(unsigned lanes, __m256d a)
{
    const __m256i lane = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((int32_t)lanes_of_mask[lanes]));
    const __m256i low = _mm256_slli_epi64(lane, 1); /* double l is the two 32-bit lanes 2 l and 2
                                                     * l + 1 */
    const __m256i high = _mm256_slli_epi64(_mm256_add_epi64(low, _mm256_set1_epi64x(1)), 32);
    return _mm256_castsi256_pd(
        _mm256_permutevar8x32_epi32(_mm256_castpd_si256(a), _mm256_or_si256(low, high)));
}

#define DEFINE_PRIMITIVES(many, type, vector, simd, suffix)                                        \
    typedef vector many;                                                                           \
    typedef unsigned many##_mask;                                                                  \
    enum { many##_width = 4 };                                                                     \
    static inline many##_mask many##_first(int count)                                              \
    {                                                                                              \
        return count < many##_width ? (1U << count) - 1 : 15;                                      \
    }                                                                                              \
    static inline many many##_load(many##_mask lanes, const type *from)                            \
    {                                                                                              \
        many a = {0};                                                                              \
        if (lanes == many##_first(many##_width))                                                   \
            return simd##_loadu_##suffix(from);                                                    \
        for (int k = 0; k < many##_width; k++)                                                     \
            if ((lanes >> k & 1) != 0)                                                             \
                a[k] = from[k];                                                                    \
        return a;                                                                                  \
    }                                                                                              \
    static inline many many##_larger(many a, many b)                                               \
    {                                                                                              \
        return simd##_max_##suffix(a, b);                                                          \
    }                                                                                              \
    static inline many many##_magnitude(many a)                                                    \
    {                                                                                              \
        return simd##_andnot_##suffix(simd##_set1_##suffix(-(type)0), a);                          \
    }                                                                                              \
    static inline many many##_lowered(many a, type cut, type by)                                   \
    {                                                                                              \
        const many beyond = simd##_cmp_##suffix(a, simd##_set1_##suffix(cut), _CMP_GE_OQ);         \
        return a - simd##_and_##suffix(beyond, simd##_set1_##suffix(by));                          \
    }                                                                                              \
    static inline many##_mask many##_below(many##_mask lanes, many a, type limit)                  \
    {                                                                                              \
        const many less = simd##_cmp_##suffix(a, simd##_set1_##suffix(limit), _CMP_LT_OQ);         \
        return lanes & (unsigned)simd##_movemask_##suffix(less);                                   \
    }                                                                                              \
    static inline void many##_store(type *to, many##_mask lanes, many a)                           \
    {                                                                                              \
        simd##_storeu_##suffix(to, many##_front(lanes, a));                                        \
    }                                                                                              \
    static inline void many##_store_integers(int32_t *to, many##_mask lanes, const int32_t *from)  \
    {                                                                                              \
        const __m128i a = _mm_loadu_si128((const __m128i *)from);                                  \
        _mm_storeu_si128((__m128i *)to,                                                            \
                         _mm_castps_si128(floats_front(lanes, _mm_castsi128_ps(a))));              \
    }
DEFINE_PRIMITIVES(doubles, double, __m256d, _mm256, pd)
DEFINE_PRIMITIVES(floats, float, __m128, _mm, ps)

#else

#define DEFINE_PRIMITIVES(many, type)                                                              \
    typedef type many;                                                                             \
    typedef unsigned many##_mask;                                                                  \
    enum { many##_width = 1 };                                                                     \
    static inline many##_mask many##_first(int count)                                              \
    {                                                                                              \
        return count > 0;                                                                          \
    }                                                                                              \
    static inline many many##_load(many##_mask lanes, const type *from)                            \
    {                                                                                              \
        (void)lanes;                                                                               \
        return *from;                                                                              \
    }                                                                                              \
    static inline many many##_larger(many a, many b)                                               \
    {                                                                                              \
        return a > b ? a : b;                                                                      \
    }                                                                                              \
    static inline many many##_magnitude(many a)                                                    \
    {                                                                                              \
        return a < 0 ? -a : a;                                                                     \
    }                                                                                              \
    static inline many many##_lowered(many a, type cut, type by)                                   \
    {                                                                                              \
        return a - (a >= cut ? by : 0);                                                            \
    }                                                                                              \
    static inline many##_mask many##_below(many##_mask lanes, many a, type limit)                  \
    {                                                                                              \
        return lanes & (unsigned)(a < limit);                                                      \
    }                                                                                              \
    static inline void many##_store(type *to, many##_mask lanes, many a)                           \
    {                                                                                              \
        (void)lanes; /* the next number overwrites a number that fails the test */                 \
        *to = a;                                                                                   \
    }                                                                                              \
    static inline void many##_store_integers(int32_t *to, many##_mask lanes, const int32_t *from)  \
    {                                                                                              \
        (void)lanes;                                                                               \
        *to = *from;                                                                               \
    }
DEFINE_PRIMITIVES(doubles, double)
DEFINE_PRIMITIVES(floats, float)

#endif
#undef DEFINE_PRIMITIVES

/* --- tables for a permutation --- */

/** Largest number of elements in a table. */
enum { TABLE_MOST = 16 };

#ifdef HAS_AVX512
static inline void look_up_floats(const float *table, const int32_t *index, float *to)
{
    _mm512_store_ps(to, _mm512_permutexvar_ps(_mm512_load_si512(index), _mm512_load_ps(table)));
}

static inline void look_up_doubles(const double *table, const int32_t *index, double *to)
{
    for (int k = 0; k < LANES; k += 8) {
        const __m512i at = _mm512_cvtepi32_epi64(_mm256_load_si256((const __m256i *)(index + k)));
        _mm512_store_pd(
            to + k, _mm512_permutex2var_pd(_mm512_load_pd(table), at, _mm512_load_pd(table + 8)));
    }
}
#else
#ifdef __AVX2__
static inline void look_up_floats(const float *table, const int32_t *index, float *to)
{
    const __m256 first = _mm256_load_ps(table), second = _mm256_load_ps(table + 8);
    for (int k = 0; k < LANES; k += 8) {
        const __m256i at = _mm256_load_si256((const __m256i *)(index + k));
        /* bit 3 of the index, moved to the sign bit */
        const __m256 is_second = _mm256_castsi256_ps(_mm256_slli_epi32(at, 28));
        _mm256_store_ps(to + k, _mm256_blendv_ps(_mm256_permutevar8x32_ps(first, at),
                                                 _mm256_permutevar8x32_ps(second, at), is_second));
    }
}
#endif
#define DEFINE_LOOK_UP(name, type)                                                                 \
    static inline void name(const type *table, const int32_t *index, type *to)                     \
    {                                                                                              \
        for (int k = 0; k < LANES; k++)                                                            \
            to[k] = table[index[k]];                                                               \
    }
#ifndef __AVX2__
DEFINE_LOOK_UP(look_up_floats, float)
#endif
DEFINE_LOOK_UP(look_up_doubles, double)
#undef DEFINE_LOOK_UP
#endif

/** Looks up LANES numbers in a table of TABLE_MOST numbers; all arrays are aligned to 64 bytes. */
#define LOOK_UP_REALS(table, ...)                                                                  \
    _Generic((table)[0], double : look_up_doubles, float : look_up_floats)(table, __VA_ARGS__)

/**
 * Selection of particles near a box. Along axis d, a coordinate x becomes (x + shift) - origin. In
 * this order, at most one of the two operations rounds (window_of in tile.c). A particle is kept if
 * the result is within the cut-off of the box from `low` to `high`.
 */
struct window {
    REAL shift[3], origin[3];
    REAL low[3], high[3];
    REAL cutoff2;
};

#define DEFINE_PACK(many, type)                                                                    \
    static inline int pack_##many(const struct window *w, const type *const from[3], int count,    \
                                  type *const to[3])                                               \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < count; k += many##_width) {                                            \
            many##_mask keep = many##_first(count - k);                                            \
            many at[3], zero = {0}, far2 = {0};                                                    \
            for (int d = 0; d < 3; d++) {                                                          \
                at[d] = many##_load(keep, from[d] + k) + (type)w->shift[d] - (type)w->origin[d];   \
                many under = (type)w->low[d] - at[d], over = at[d] - (type)w->high[d];             \
                many gap = many##_larger(many##_larger(under, over), zero);                        \
                far2 += gap * gap;                                                                 \
            }                                                                                      \
            keep = many##_below(keep, far2, (type)w->cutoff2);                                     \
            for (int d = 0; d < 3; d++)                                                            \
                many##_store(to[d] + kept, keep, at[d]);                                           \
            kept += __builtin_popcount(keep);                                                      \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_PACK(doubles, double)
DEFINE_PACK(floats, float)
#undef DEFINE_PACK

#ifdef HAS_AVX512
/*
 * Stores the lanes of type `one` that are within the cut-off, and their list entries, contiguously.
 */
#define DEFINE_KEEP(many, type)                                                                    \
    static inline int keep_##many(const type *const from[3], const int32_t *types, int one,        \
                                  type cutoff2, const int32_t *entry, type *const to[3],           \
                                  int32_t *particle)                                               \
    {                                                                                              \
        int kept = 0;                                                                              \
        for (int k = 0; k < LANES; k += many##_width) {                                            \
            many far2 = {0};                                                                       \
            for (int d = 0; d < 3; d++) {                                                          \
                many at = *(const many *)(from[d] + k);                                            \
                far2 += at * at;                                                                   \
            }                                                                                      \
            many##_mask keep = many##_below(many##_equal(types + k, one), far2, cutoff2);          \
            for (int d = 0; d < 3; d++)                                                            \
                many##_store(to[d] + kept, keep, *(const many *)(from[d] + k));                    \
            many##_store_integers(particle + kept, keep, entry + k);                               \
            kept += __builtin_popcount(keep);                                                      \
        }                                                                                          \
        return kept;                                                                               \
    }
DEFINE_KEEP(doubles, double)
DEFINE_KEEP(floats, float)
#undef DEFINE_KEEP
#endif

/* --- the operations on reals --- */

#ifdef __cplusplus /* kernels in precision fixed_math: positions are floats */
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
#define ADD_SUMS  add_integers
#else
#define ADD_SUMS(vector, ...)                                                                      \
    _Generic((vector), double * : add_doubles, float * : add_floats)(vector, __VA_ARGS__)
#define SUM_REALS(x, ...)                                                                          \
    _Generic((x), const double * : sum_doubles, const float * : sum_floats)(x, __VA_ARGS__)
#endif

/** Loads the vectors of four reals of the particles in LANES list entries, transposed. */
static inline void lanes_load(struct lanes *lanes, const REAL *vector, const int32_t *entry)
{
    LOAD_REALS(vector, entry, lanes->x, lanes->y, lanes->z, lanes->w);
}

/** Adds x, y, z to the vectors of the particles in LANES list entries. */
static inline void lanes_add(SUM *vector, const int32_t *entry, const SUM *x, const SUM *y,
                             const SUM *z)
{
    ADD_SUMS(vector, entry, x, y, z);
}

/** Sums over the lanes; sum[] is x, y, z, energy. */
static inline void lanes_sum(const struct lane_sums *lanes, SUM sum[4])
{
    SUM_REALS(lanes->x, lanes->y, lanes->z, lanes->energy, sum);
}

#endif

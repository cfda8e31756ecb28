/*
 * Parts of CUDA C++ that are missing in C++17, for kernels that run on the CPU
 * (tests/emulator/grid.h). The compiler includes this file before each kernel. Reductions and votes
 * support 32-bit values, shuffles also 64-bit values. Threads of a block do not interrupt each
 * other, so an atomic addition is a plain addition.
 */
#ifndef PAIRLANES_TESTS_EMULATOR_CUDA_H
#define PAIRLANES_TESTS_EMULATOR_CUDA_H

#include "models/texture.h"
#include "tests/emulator/grid.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>

#define __CUDACC__

#define __global__
#define __device__
#define __forceinline__ inline /* a model inlined at every call takes seconds to compile */
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __constant__     __attribute__((section(".data"))) /* .bss is shared memory */
#define __shared__       static

/* Begin and end of the section with variables that are not constant: all are in shared memory. */
extern "C" {
extern char __bss_start[] __attribute__((visibility("hidden")));
extern char _end[] __attribute__((visibility("hidden")));

/** Returns the size of the module's shared memory in bytes, and sets its address. */
size_t emulated_shared(void **begin)
{
    *begin = __bss_start;
    return _end - __bss_start;
}
}

/* --- vectors --- */

#define EMULATED_VECTOR2(scalar, name, alignment)                                                  \
    struct __align__(alignment) name                                                               \
    {                                                                                              \
        scalar x, y;                                                                               \
    };                                                                                             \
    inline name make_##name(scalar x, scalar y)                                                    \
    {                                                                                              \
        return {x, y};                                                                             \
    }
#define EMULATED_VECTOR4(scalar, name, alignment)                                                  \
    struct __align__(alignment) name                                                               \
    {                                                                                              \
        scalar x, y, z, w;                                                                         \
    };                                                                                             \
    inline name make_##name(scalar x, scalar y, scalar z, scalar w)                                \
    {                                                                                              \
        return {x, y, z, w};                                                                       \
    }

EMULATED_VECTOR2(int, int2, 8)
EMULATED_VECTOR2(double, double2, 16)
EMULATED_VECTOR4(unsigned char, uchar4, 4)
EMULATED_VECTOR4(int, int4, 16)
EMULATED_VECTOR4(unsigned, uint4, 16)
EMULATED_VECTOR4(float, float4, 16)

/* --- numbers --- */

/* As in CUDA, min and max accept arguments of two types and ignore NaN. */
template <typename A, typename B> inline std::common_type_t<A, B> min(A a, B b)
{
    const std::common_type_t<A, B> x = a, y = b;
    if constexpr (std::is_floating_point_v<std::common_type_t<A, B>>)
        return fmin(x, y);
    else
        return y < x ? y : x;
}

template <typename A, typename B> inline std::common_type_t<A, B> max(A a, B b)
{
    const std::common_type_t<A, B> x = a, y = b;
    if constexpr (std::is_floating_point_v<std::common_type_t<A, B>>)
        return fmax(x, y);
    else
        return x < y ? y : x;
}

inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}

inline int __clz(int bits)
{
    return bits == 0 ? 32 : __builtin_clz((unsigned)bits);
}

inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)((((uint64_t)high << 32 | low) << (shift & 31)) >> 32);
}

inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31));
}

inline int __ffs(int bits)
{
    return __builtin_ffs(bits);
}

template <typename To, typename From> inline To emulated_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From));
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

inline int __float_as_int(float number)
{
    return emulated_bits<int>(number);
}

inline float __int_as_float(int bits)
{
    return emulated_bits<float>(bits);
}

inline long long __double_as_longlong(double number)
{
    return emulated_bits<long long>(number);
}

inline double __longlong_as_double(long long bits)
{
    return emulated_bits<double>(bits);
}

inline int __double2int_rn(double number)
{
    return (int)rint(number);
}

inline int __float2int_rn(float number)
{
    return (int)rintf(number);
}

inline float __frsqrt_rn(float x)
{
    return (float)(1 / sqrt((double)x));
}

/* --- memory --- */

template <typename T> inline T __ldg(const T *address)
{
    return *address;
}

template <typename T> inline T atomicAdd(T *address, std::common_type_t<T> value)
{
    const T before = *address;
    *address += value;
    return before;
}

inline float4 atomicAdd(float4 *address, float4 value)
{
    const float4 before = *address;
    *address = {before.x + value.x, before.y + value.y, before.z + value.z, before.w + value.w};
    return before;
}

template <typename T> inline T atomicMax(T *address, std::common_type_t<T> value)
{
    const T before = *address;
    *address = max(before, value);
    return before;
}

template <typename T> inline T atomicExch(T *address, std::common_type_t<T> value)
{
    const T before = *address;
    *address = value;
    return before;
}

/*
 * Returns a time that advances in large steps. A launch runs before the host continues, so the host
 * cannot release threads that wait. The steps make them reach their time limit quickly.
 */
inline unsigned long long emulated_clock()
{
    static unsigned long long nanoseconds;
    return nanoseconds += 1000000000000;
}

inline void __threadfence_system()
{
}

inline void __threadfence()
{
}

/* Converts to a 32-bit address in shared memory: the offset from its beginning. */

inline size_t __cvta_generic_to_shared(const void *address)
{
    return static_cast<const char *>(address) - __bss_start;
}

inline void ptx_st_shared_s32(unsigned address, int value)
{
    memcpy(__bss_start + address, &value, sizeof value);
}

inline void ptx_ld_shared_s32(int &value, unsigned address)
{
    memcpy(&value, __bss_start + address, sizeof value);
}

inline void ptx_sub_sat_ftz(float &difference, float a, float b)
{
    difference = fminf(fmaxf(a - b, 0), 1);
}

inline void ptx_cvt_rn_f16(unsigned short &half, float number)
{
    half = emulated_bits<unsigned short>((_Float16)number);
}

inline void ptx_cvt_rn_f16x2(unsigned &both, float high, float low)
{
    both = (unsigned)emulated_bits<unsigned short>((_Float16)high) << 16 |
           emulated_bits<unsigned short>((_Float16)low);
}

/* Bits that are shifted out of the word are lost. */
inline void ptx_shl_b32(unsigned &shifted, unsigned bits, unsigned by)
{
    shifted = by < 32 ? bits << by : 0;
}

inline void ptx_prmt_b32(unsigned &bytes, unsigned low, unsigned high, unsigned selector)
{
    const uint64_t both = (uint64_t)high << 32 | low;
    bytes = 0;
    for (int k = 0; k < 4; k++) {
        const unsigned select = selector >> 4 * k,
                       byte = (unsigned)(both >> 8 * (select & 7)) & 255;
        const bool sign = (byte & 128) != 0, only_sign = (select & 8) != 0;
        bytes |= (only_sign ? sign ? 255U : 0 : byte) << 8 * k;
    }
}

/* Does nothing, because kernels run one at a time. */

inline void ptx_griddepcontrol_wait(const char *)
{
}

inline void ptx_griddepcontrol_launch_dependents(const char *)
{
}

typedef unsigned long long cudaTextureObject_t; /* the address of a struct texture */

template <typename T> inline T tex1D(cudaTextureObject_t texture, float at)
{
    static_assert(std::is_same_v<T, float4>);
    float found[TEXTURE_CHANNELS];
    texture_read(reinterpret_cast<const struct texture *>(texture), at, found);
    return {found[0], found[1], found[2], found[3]};
}

/* --- blocks that wait for each other --- */

inline void ptx_red_release_gpu(unsigned long long *word, unsigned long long value)
{
    *word += value;
}

inline void ptx_ld_acquire_gpu(unsigned long long &value, const unsigned long long *word)
{
    grid_poll();
    value = *word;
}

/* --- threads that wait for each other --- */

inline void __syncthreads()
{
    grid_barrier();
}

inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    grid_exchange(__func__, mask, 0);
}

/*
 * grid_active treats all calls from one source line, inlined or in a loop, as the same place in the
 * program.
 */
#define __activemask() grid_active()

inline unsigned emulated_votes(const char *operation, unsigned mask, int predicate)
{
    const struct grid_exchange *exchange = grid_exchange(operation, mask, predicate != 0);
    unsigned votes = 0;
    for (int lane = 0; lane < GRID_WARP; lane++)
        if (exchange->lanes >> lane & 1)
            votes |= (unsigned)exchange->value[lane] << lane;
    return votes;
}

inline unsigned __ballot_sync(unsigned mask, int predicate)
{
    return emulated_votes(__func__, mask, predicate);
}

inline int __any_sync(unsigned mask, int predicate)
{
    return emulated_votes(__func__, mask, predicate) != 0;
}

inline int __all_sync(unsigned mask, int predicate)
{
    return emulated_votes(__func__, mask, predicate == 0) == 0;
}

inline int emulated_lane()
{
    return threadIdx.x % GRID_WARP;
}

/* Returns the value of a lane, or the caller's value if the part of the warp has no such lane. */
template <typename T>
inline T emulated_shuffle(const char *operation, unsigned mask, T value, int from, bool inside)
{
    unsigned long long bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = grid_exchange(operation, mask, bits)->value[inside ? from : emulated_lane()];
    memcpy(&value, &bits, sizeof value);
    return value;
}

template <typename T> inline T __shfl_sync(unsigned mask, T value, int from, int width = 32)
{
    const int first = emulated_lane() / width * width;
    return emulated_shuffle(__func__, mask, value, first + (from & (width - 1)), true);
}

template <typename T> inline T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const int from = emulated_lane() - (int)by;
    return emulated_shuffle(__func__, mask, value, from, from >= emulated_lane() / width * width);
}

template <typename T> inline T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32)
{
    const int from = emulated_lane() + (int)by;
    return emulated_shuffle(__func__, mask, value, from,
                            from < (emulated_lane() / width + 1) * width);
}

template <typename T> inline T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32)
{
    const int from = emulated_lane() ^ bits;
    return emulated_shuffle(__func__, mask, value, from,
                            from < (emulated_lane() / width + 1) * width);
}

inline float emulated_half(unsigned long long halves, int which)
{
    return (float)emulated_bits<_Float16>((unsigned short)(halves >> 16 * which));
}

/*
 * Multiplies a 16 x 8 by an 8 x 8 matrix in half precision. Lane 4 g + q stores columns 2 q and 2 q
 * + 1 of rows g and g + 8, for the first matrix and the product. For the second matrix it stores
 * rows 2 q and 2 q + 1 of column g. Sums are rounded once.
 */
inline void ptx_mma_sync_aligned(unsigned &low, unsigned &high, unsigned first, unsigned second,
                                 unsigned other, unsigned sum, unsigned more)
{
    const struct grid_exchange *exchange =
        grid_exchange(__func__, ~0U, (uint64_t)second << 32 | first);
    unsigned long long row[2][4], column[2][4];
    const int g = emulated_lane() / 4, q = emulated_lane() % 4;
    for (int k = 0; k < 4; k++) {
        row[0][k] = exchange->value[4 * g + k] & ~0U;
        row[1][k] = exchange->value[4 * g + k] >> 32;
    }
    exchange = grid_exchange(__func__, ~0U, other);
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < 4; k++)
            column[e][k] = exchange->value[4 * (2 * q + e) + k];
    unsigned product[2] = {0, 0};
    for (int r = 0; r < 2; r++) {
        for (int e = 0; e < 2; e++) {
            float all = emulated_half(r == 0 ? sum : more, e);
            for (int k = 0; k < 8; k++)
                all += emulated_half(row[r][k / 2], k % 2) * emulated_half(column[e][k / 2], k % 2);
            product[r] |= (unsigned)emulated_bits<unsigned short>((_Float16)all) << 16 * e;
        }
    }
    low = product[0];
    high = product[1];
}

inline int __reduce_max_sync(unsigned mask, int value)
{
    const struct grid_exchange *exchange = grid_exchange(__func__, mask, (unsigned)value);
    for (int lane = 0; lane < GRID_WARP; lane++)
        if (exchange->lanes >> lane & 1)
            value = max(value, (int)exchange->value[lane]);
    return value;
}

inline unsigned __reduce_or_sync(unsigned mask, unsigned bits)
{
    const struct grid_exchange *exchange = grid_exchange(__func__, mask, bits);
    for (int lane = 0; lane < GRID_WARP; lane++)
        if (exchange->lanes >> lane & 1)
            bits |= (unsigned)exchange->value[lane];
    return bits;
}

#endif

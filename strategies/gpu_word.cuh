/*
 * Access to a particle's word: its type and charge, or its index. Words are stored in the bits of
 * floating-point numbers.
 */
#ifndef PAIRLANES_STRATEGIES_GPU_WORD_CUH
#define PAIRLANES_STRATEGIES_GPU_WORD_CUH

#include "models/word.h"

/** Converts between a number and the word stored in its bits. */
__device__ __forceinline__ int word_in(float number)
{
    return __float_as_int(number);
}

__device__ __forceinline__ int word_in(double number)
{
    return (int)__double_as_longlong(number);
}

template <typename Number> __device__ __forceinline__ Number with_word(int word)
{
    if constexpr (sizeof(Number) == sizeof(float))
        return (Number)__int_as_float(word);
    else
        return (Number)__longlong_as_double(word);
}

#endif

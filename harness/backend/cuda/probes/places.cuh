/*
 * Random indices from the high bits of a linear congruential generator (Knuth's constants). Each
 * takes two instructions and no load.
 */
#ifndef PAIRLANES_PLACES_CUH
#define PAIRLANES_PLACES_CUH

struct places {
    unsigned int state;
    int shift;

    /** `count` is the number of places, a power of two. */
    __device__ __forceinline__ explicit places(long long count)
        : state((blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u),
          shift(__clzll(count - 1) - 32)
    {
    }

    __device__ __forceinline__ unsigned int next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> shift;
    }
};

#endif

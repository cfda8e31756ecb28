/*
 * Type and charge of a particle as the bits of one word, the fourth number of its position in
 * memory: the lowest 10 are the type, those above them the charge, with a sign. The reference, the
 * CPU and the GPU have the same word in every precision.
 */
#ifndef PAIRLANES_MODELS_WORD_H
#define PAIRLANES_MODELS_WORD_H

#ifdef __CUDACC__
#define WORD_FUNCTION static __device__ __forceinline__
#else
#define WORD_FUNCTION static inline __attribute__((always_inline))
#endif

enum { WORD_TYPE_BITS = 10, WORD_TYPES = 1 << WORD_TYPE_BITS };

/** Units of charge in that of a proton, and the largest charge of a particle. */
enum { CHARGES_PER_E = 100000, CHARGE_LARGEST = (1 << (31 - WORD_TYPE_BITS)) - 1 };

WORD_FUNCTION int word_of(int type, int charge)
{
    return (int)((unsigned)charge << WORD_TYPE_BITS | (unsigned)type);
}

WORD_FUNCTION int word_type(int word)
{
    return word & (WORD_TYPES - 1);
}

WORD_FUNCTION int word_charge(int word)
{
    return word >> WORD_TYPE_BITS;
}

#endif

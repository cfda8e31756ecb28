/*
 * A particle's word: type and charge, packed into the bits of the fourth number of its position in
 * memory. The lowest 10 bits are the type, the bits above them the signed charge. The word is the
 * same in every precision, on the CPU, on the GPU and in the reference.
 */
#ifndef PAIRLANES_MODELS_WORD_H
#define PAIRLANES_MODELS_WORD_H

#ifdef __CUDACC__
#define WORD_FUNCTION static __device__ __forceinline__
#else
#define WORD_FUNCTION static inline __attribute__((always_inline))
#endif

enum { WORD_TYPE_BITS = 10, WORD_TYPES = 1 << WORD_TYPE_BITS };

/** Units of charge per elementary charge, and the largest charge of a particle in these units. */
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

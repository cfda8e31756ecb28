/*
 * Counter-based random numbers: Philox 4x32 with 10 rounds (J. K. Salmon, M. A. Moraes, R. O. Dror,
 * D. E. Shaw, SC11). A number depends only on seed, step, particle and purpose, not on the thread.
 * For C and CUDA C.
 */
#ifndef PAIRLANES_PHILOX_H
#define PAIRLANES_PHILOX_H

#include "harness/physics/shared/shared.h"

struct philox {
    uint32_t word[4];
};

/** Returns block `counter` of random bits for a key. */
SHARED_FUNCTION struct philox philox_block(struct philox counter, uint64_t key)
{
    uint32_t key0 = (uint32_t)key, key1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t product0 = (uint64_t)0xD2511F53U * counter.word[0];
        uint64_t product1 = (uint64_t)0xCD9E8D57U * counter.word[2];
        struct philox next = {{
            (uint32_t)(product1 >> 32) ^ counter.word[1] ^ key0,
            (uint32_t)product1,
            (uint32_t)(product0 >> 32) ^ counter.word[3] ^ key1,
            (uint32_t)product0,
        }};
        counter = next;
        key0 += 0x9E3779B9U;
        key1 += 0xBB67AE85U;
    }
    return counter;
}

/** Returns the random bits of a particle in a step for one purpose. */
SHARED_FUNCTION struct philox philox_draw(uint64_t seed, uint64_t step, uint32_t particle,
                                          uint32_t purpose)
{
    struct philox counter = {{particle, purpose, (uint32_t)step, (uint32_t)(step >> 32)}};
    return philox_block(counter, seed);
}

/** Returns a uniform number in (0, 1) from 32 random bits. */
SHARED_FUNCTION double philox_uniform(uint32_t bits)
{
    return (bits + 0.5) * 0x1p-32;
}

/** Computes four normally distributed numbers with mean 0 and variance 1 (Box and Muller). */
SHARED_FUNCTION void philox_normals(struct philox bits, double normal[4])
{
    for (int k = 0; k < 4; k += 2) {
        double radius = sqrt(-2 * log(philox_uniform(bits.word[k])));
        double angle = 6.283185307179586477 * philox_uniform(bits.word[k + 1]);
        normal[k] = radius * cos(angle);
        normal[k + 1] = radius * sin(angle);
    }
}

#endif

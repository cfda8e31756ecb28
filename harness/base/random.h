/*
 * Reproducible random numbers: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014). Number
 * k of a stream depends only on the seed, the stream and k: each thread may have its own stream.
 * Only integer arithmetic and exact conversions are used: numbers are the same on all machines.
 */
#pragma once

#include <stdint.h>

struct random {
    uint64_t state;
};

/** Starts stream `stream` of `seed`. */
struct random random_start(uint64_t seed, uint64_t stream);

/** Returns 64 random bits. */
uint64_t random_bits(struct random *random);

/** Returns a uniform number in [0, 1), a multiple of 2^-53. */
double random_uniform(struct random *random);

/**
 * Returns a number of mean 0 and variance 1, nearly normal: the sum of twelve uniform numbers minus
 * six.
 */
double random_normal(struct random *random);

/** Returns a uniform integer in [0, bound); bound must be less than 2^32. */
uint32_t random_below(struct random *random, uint32_t bound);

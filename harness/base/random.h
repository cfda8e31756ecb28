/*
 * Reproducible random numbers: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014). Number
 * k of a stream only depends on the seed, the stream and k, so that each thread may draw from its
 * own stream. Integer arithmetic and exact conversions only: the same on every machine.
 */
#pragma once

#include <stdint.h>

struct random {
    uint64_t state;
};

/** The beginning of stream `stream` of `seed`. */
struct random random_start(uint64_t seed, uint64_t stream);

/** 64 random bits. */
uint64_t random_bits(struct random *random);

/** A uniform number in [0, 1), a multiple of 2^-53. */
double random_uniform(struct random *random);

/** A number of mean 0 and variance 1, nearly normal: the sum of twelve uniform numbers less six. */
double random_normal(struct random *random);

/** A uniform integer in [0, bound), bound under 2^32. */
uint32_t random_below(struct random *random, uint32_t bound);

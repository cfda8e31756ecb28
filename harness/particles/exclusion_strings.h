/*
 * Stores excluded pairs as bit strings. Each bit stands for a difference of two particles' indices
 * in their initial order. Equal molecules thus share a string, even after particles are sorted.
 *
 * J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007): index, excl_index and excl_maxdiff of an
 * atom.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/**
 * A pair of particles i and j with d = index_j - index_i is excluded if |d| is at most the `reach`
 * of i and bit b = d + `place` of i is set. Bit b is bit b mod 32 of word[b / 32].
 */
struct exclusion_strings {
    int32_t (*of)[4]; /* index, place, reach and 0 for each of n + 1 particles; particle n has no
                       * exclusions */
    uint32_t *word;   /* EXCLUSION_WORDS words */
    int64_t bits;     /* bits in use */
};

/**
 * Makes strings from a topology's rows; order[k] is the initial index of particle k.
 * EXIT_ENVIRONMENT if the strings need more than EXCLUSION_WORDS.
 */
bool exclusion_strings_build(const struct topology *topology, int64_t n, const int32_t *order,
                             struct exclusion_strings *strings, struct error *error);

/** Returns the bytes of the strings of n particles. */
double exclusion_strings_bytes(int64_t n);

/** Frees the arrays of strings, which may be zeroed. */
void exclusion_strings_free(struct exclusion_strings *strings);

/** Whether particles i and j are an excluded pair. */
static inline bool exclusion_strings_hold(const struct exclusion_strings *strings, int64_t i,
                                          int64_t j)
{
    const int32_t *own = strings->of[i];
    const int64_t d = (int64_t)strings->of[j][0] - own[0], bit = own[1] + d;
    return d >= -own[2] && d <= own[2] && (strings->word[bit / 32] >> bit % 32 & 1) != 0;
}

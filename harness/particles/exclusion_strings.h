/*
 * Excluded pairs as bit strings: a bit for each difference of two particles' indices in their
 * initial order, so that molecules of one kind share a string, also after particles are sorted.
 *
 * J. E. Stone et al., J. Comput. Chem. 28, 2618 (2007): index, excl_index and excl_maxdiff of an
 * atom.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/**
 * A pair of particles i and j is excluded if |d| with d = index_j - index_i is at most `reach` of
 * i, and the bit `place` of i + d is set: bit b is that of 2^(b mod 32) in word[b / 32].
 */
struct exclusion_strings {
    int32_t (*of)[4]; /* n + 1: index, place, reach, 0; particle n has no exclusions */
    uint32_t *word;   /* EXCLUSION_WORDS */
    int64_t bits;     /* bits in use */
};

/**
 * Makes strings from a topology's rows; order[k] was the initial index of particle k.
 * EXIT_ENVIRONMENT, as too large for this machine, if all of them together are longer than
 * EXCLUSION_WORDS.
 */
bool exclusion_strings_build(const struct topology *topology, int64_t n, const int32_t *order,
                             struct exclusion_strings *strings, struct error *error);

/** Bytes of the strings of n particles. */
double exclusion_strings_bytes(int64_t n);

/** Frees the arrays. Zeroed strings may be freed. */
void exclusion_strings_free(struct exclusion_strings *strings);

/** Whether particles i and j are an excluded pair. */
static inline bool exclusion_strings_hold(const struct exclusion_strings *strings, int64_t i,
                                          int64_t j)
{
    const int32_t *own = strings->of[i];
    const int64_t d = (int64_t)strings->of[j][0] - own[0], bit = own[1] + d;
    return d >= -own[2] && d <= own[2] && (strings->word[bit / 32] >> bit % 32 & 1) != 0;
}

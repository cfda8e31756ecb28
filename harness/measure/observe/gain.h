/* The gain of vectors: the common relative excess of many vectors over the expected ones. */
#pragma once

#include <math.h>
#include <stdbool.h>

/** Sums over vectors; zeroed: none yet. */
struct gain {
    double gained, gained2; /* sums of products of differences with the expected vectors, and of
                             * their squares */
    double size2, size4;    /* sums of squares and of fourth powers of the expected vectors */
    double both;
};

/**
 * Adds a vector: `gained` is the product of its difference with the expected vector, `size2` the
 * square of the latter.
 */
static inline void gain_add(struct gain *sums, double gained, double size2)
{
    sums->gained += gained;
    sums->gained2 += gained * gained;
    sums->size2 += size2;
    sums->size4 += size2 * size2;
    sums->both += gained * size2;
}

/**
 * Whether the vectors are more than rounding errors: `acting2` is the sum of squares of the sizes
 * of their parts, which nearly cancel in a crystal at rest.
 */
static inline bool gain_shows(const struct gain *sums, double acting2)
{
    return 1e4 * sums->size2 >= acting2;
}

/**
 * Returns the gain, sum d . v / sum v . v over expected vectors v with differences d. Returns 0 if
 * the first sum is not larger than six standard errors or `rounded`, or if fewer than about eight
 * vectors make up most of the second.
 */
static inline double gain_share(const struct gain *sums, double rounded)
{
    if (sums->gained == 0 || sums->size2 * sums->size2 < 8 * sums->size4)
        return 0;
    const double share = sums->gained / sums->size2;
    const double residual2 =
        fmax(0, sums->gained2 - 2 * share * sums->both + share * share * sums->size4);
    return fabs(sums->gained) <= fmax(6 * sqrt(residual2), rounded) ? 0 : share;
}

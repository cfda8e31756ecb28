/* Common relative excess of many vectors over those that are expected. */
#pragma once

#include <math.h>

/** Sums over vectors. Zeroed: none yet. */
struct gain {
    double gained, gained2; /* products of differences with the expected vectors, and squares */
    double size2, size4;    /* squares of these vectors, and fourth powers */
    double both;
};

/** Adds a vector: the product of its difference with it, and its square. */
static inline void gain_add(struct gain *sums, double gained, double size2)
{
    sums->gained += gained;
    sums->gained2 += gained * gained;
    sums->size2 += size2;
    sums->size4 += size2 * size2;
    sums->both += gained * size2;
}

/**
 * Returns sum d . v / sum v . v over vectors v with differences d; 0 if the first sum is within six
 * standard errors or what `rounded` allows, or if fewer than eight vectors have most of the size.
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

/* How much slower: the ratio of two medians with an interval that assumes no distribution. */
#ifndef PAIRLANES_RATIO_H
#define PAIRLANES_RATIO_H

#include "harness/base/error.h"

/** The fewest samples on either side that give an interval. */
enum { RATIO_FEWEST = 7 };

struct ratio {
    double before, after; /* the two medians */
    double median;        /* after / before */
    double low, high;     /* its 95 % confidence interval; 0 and infinity with too few samples */
    double quartile;      /* ratio of the first quartiles, which a long tail does not move */
};

/**
 * Compares positive samples `base` and `new`, n >= 1 each. The interval joins two rank intervals
 * of the medians, each with sqrt(0.95) confidence: [low / high, high / low]. The samples are
 * independent of each other, so both cover together with 0.95 at least, whatever the
 * distributions, which need not be alike. It is conservative (about 99.7 %): a sweep compares
 * hundreds of cases. EXIT_ENVIRONMENT for memory.
 */
bool ratio_of(const double *base, int base_count, const double *new, int new_count,
              struct ratio *ratio, struct error *error);

#endif

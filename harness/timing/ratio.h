/* Ratio of two medians with an interval that assumes no distribution. */
#pragma once

/** Fewest samples of each side for an interval; six of one suffice with as many of the other. */
enum { RATIO_FEWEST = 7 };

struct ratio {
    double before, after; /* the two medians */
    double median;        /* median of new / old */
    double low, high;     /* its 95 % confidence interval; 0 and infinity with too few samples */
    double quartile;      /* ratio of the first quartiles, which does not depend on a long tail */
};

/**
 * Compares positive samples `base` and `new`, n >= 1 each. The interval joins two rank intervals of
 * the medians, [low / high, high / low], whose confidences have the product 0.95: sqrt(0.95) each,
 * or that of the extremes of a side with few samples, and the rest for the other side. The samples
 * are independent, so both cover together with at least 0.95, for any two distributions. It is
 * conservative (about 99.7 % with equal shares), because a sweep compares hundreds of cases.
 */
struct ratio ratio_of(const double *base, int base_count, const double *new, int new_count);

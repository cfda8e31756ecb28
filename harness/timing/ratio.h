/* Ratio of two medians, with a confidence interval that assumes no distribution. */
#pragma once

/**
 * Minimum samples per side for an interval; on one side, six suffice if the other has this many.
 */
enum { RATIO_FEWEST = 7 };

struct ratio {
    double before, after; /* median of each side */
    double median;        /* median of new / old */
    double low, high;     /* 95 % confidence interval of the ratio; 0 and infinity with too few
                           * samples */
    double quartile;      /* ratio of the first quartiles, which does not depend on a long tail */
};

/**
 * Compares n >= 1 positive samples on each side, `base` and `new`. The interval is made of two rank
 * intervals of the medians, [low / high, high / low]. The product of their confidences is 0.95.
 * Each has the confidence sqrt(0.95). If a side has few samples, its interval has the confidence of
 * its extremes, and the other interval has the rest. The samples are independent. Both intervals
 * are thus right together with a confidence of at least 0.95, for any two distributions. The result
 * is conservative (about 99.7 % for equal confidences). This is intended: a sweep compares hundreds
 * of cases.
 */
struct ratio ratio_of(const double *base, int base_count, const double *new, int new_count);

#include "harness/timing/ratio.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct side {
    double median, low, high, quartile;
};

/* Returns the confidence that the smallest and the largest of n samples enclose the median. */
static double coverage_of(int n)
{
    return 1 - ldexp(1, 1 - n);
}

/*
 * Returns the rank of the interval of n samples if the ratio's second side has `others` samples; 0:
 * no interval.
 */
static int rank_with(int n, int others)
{
    const double half = sqrt(0.95);
    if (coverage_of(n) < half && coverage_of(others) >= 0.95 / coverage_of(n))
        return 1;
    double confidence = coverage_of(others) < half ? 0.95 / coverage_of(others) : half;
    return statistics_rank_of_tail(n, (1 - confidence) / 2);
}

static struct side side_of(const double *samples, int n, int others)
{
    double *sorted = memory_new(n, sizeof *sorted, "samples");
    memcpy(sorted, samples, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    const int rank = rank_with(n, others);
    const struct side side = {
        .median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        .low = rank > 0 ? sorted[rank - 1] : 0,
        .high = rank > 0 ? sorted[n - rank] : INFINITY,
        .quartile = sorted[(n + 3) / 4 - 1],
    };
    free(sorted);
    return side;
}

struct ratio ratio_of(const double *base, int base_count, const double *new, int new_count)
{
    const struct side before = side_of(base, base_count, new_count);
    const struct side after = side_of(new, new_count, base_count);
    return (struct ratio){
        .before = before.median,
        .after = after.median,
        .median = after.median / before.median,
        .low = after.low / before.high,
        .high = before.low > 0 ? after.high / before.low : INFINITY,
        .quartile = after.quartile / before.quartile,
    };
}

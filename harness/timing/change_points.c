#include "harness/timing/change_points.h"

#include "harness/base/ascending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 5, FEWEST = 3 };

struct side {
    double low, median, high;
};

static struct side side_of(const double *y, int n)
{
    double sorted[WINDOW];
    memcpy(sorted, y, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    return (struct side){sorted[0], (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[n - 1]};
}

/* The logarithm of the gap between the two sides of k, 0 if there is no change. */
static double gap_at(const double *y, int n, int k, double threshold)
{
    int before = k < WINDOW ? k : WINDOW;
    int after = n - k < WINDOW ? n - k : WINDOW;
    if (before < FEWEST || after < FEWEST)
        return 0;
    struct side left = side_of(y + k - before, before);
    struct side right = side_of(y + k, after);
    bool step = fabs(log(right.median / left.median)) > log1p(threshold);
    double gap = fmax(log(right.low / left.high), log(left.low / right.high));
    return step ? fmax(gap, 0) : 0;
}

void change_points(const double *y, int n, double threshold, bool *change)
{
    for (int k = 0; k < n; k++) {
        double gap = gap_at(y, n, k, threshold);
        change[k] = gap > 0;
        for (int other = k - FEWEST + 1; other < k + FEWEST && change[k]; other++) {
            double rival = other < 0 || other >= n ? 0 : gap_at(y, n, other, threshold);
            if (rival > gap || (rival == gap && other < k))
                change[k] = false;
        }
    }
}

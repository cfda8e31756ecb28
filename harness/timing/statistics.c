#include "harness/timing/statistics.h"
#include "harness/base/ascending.h"
#include "harness/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double middle(const double *sorted, int n)
{
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

int statistics_rank_of_tail(int n, double tail)
{
    double below = 0;
    int rank = 0;
    while (rank <= n / 2) {
        /* P(Binomial(n, 1/2) = rank), computed by logarithms because 2^n overflows */
        below += exp(lgamma(n + 1.0) - lgamma(rank + 1.0) - lgamma(n - rank + 1.0) - n * log(2));
        if (below > tail)
            break;
        rank++;
    }
    return rank;
}

int statistics_rank(int n)
{
    int rank = statistics_rank_of_tail(n, 0.025);
    return rank > 0 ? rank : 1;
}

void statistics_of(const double *samples, int n, struct statistics *statistics)
{
    double *sorted = memory_new(n, sizeof *sorted, "samples");
    memcpy(sorted, samples, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);

    int rank = statistics_rank(n);
    statistics->n = n;
    statistics->median = middle(sorted, n);
    statistics->low = sorted[rank - 1];
    statistics->high = sorted[n - rank];
    statistics->minimum = sorted[0];
    statistics->p95 = sorted[(int)ceil(0.95 * n) - 1];

    for (int k = 0; k < n; k++)
        sorted[k] = fabs(sorted[k] - statistics->median);
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    statistics->mad = middle(sorted, n);
    free(sorted);
}

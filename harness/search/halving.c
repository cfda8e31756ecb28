#include "harness/search/halving.h"

/*
 * Returns the number of remaining contenders that are faster than contender k. If times are equal,
 * the first counts as faster.
 */
static int rank_of(const struct estimate *estimates, const bool *in, int count, int k)
{
    int rank = 0;
    for (int other = 0; other < count; other++)
        rank += in[other] && (estimate_faster(&estimates[other], &estimates[k]) ||
                              (other < k && estimates[other].median == estimates[k].median));
    return rank;
}

int halving_keep(const struct estimate *estimates, bool *in, int count)
{
    int best = -1, known = 0, kept = 0;
    for (int k = 0; k < count; k++) {
        in[k] = in[k] && estimate_known(&estimates[k]);
        known += in[k];
        if (in[k] && (best < 0 || estimate_faster(&estimates[k], &estimates[best])))
            best = k;
    }
    bool falls[count > 0 ? count : 1];
    for (int k = 0; k < count; k++)
        falls[k] = in[k] && rank_of(estimates, in, count, k) >= (known + 1) / 2 &&
                   estimates[k].low > estimates[best].high;
    for (int k = 0; k < count; k++) {
        in[k] = in[k] && !falls[k];
        kept += in[k];
    }
    return kept;
}

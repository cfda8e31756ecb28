/*
 * Ratios of the times of two sides' runs, with intervals, for many cases at once.
 *
 * Runs are the unit: a shift of a whole run (by placement in memory, clocks, other programs) is
 * noise that no number of samples within a run shows. The ratio of a case is that of the geometric
 * means of its runs' medians. Its interval is Student's, on logarithms, with three amendments:
 *
 * - The variance is moderated by those of the other cases in its pool (moderation.h): with three
 *   runs a side a single case has four degrees of freedom, fifty cases together have two hundred.
 *   The variance is at least the median of the pool: a case whose few runs happen to be similar is
 *   not less noisy than the others. Correlated cases count as fewer: with a mean correlation r of m
 *   cases the degrees of freedom of the pool are divided by 1 + (m - 1) r².
 * - Runs that were taken in turns are paired, so that disturbances that last longer than a turn
 *   cancel. Pairs halve the degrees of freedom; so a pool with few of them stays unpaired.
 * - Means leave out a quarter of the runs at either end, and variances are winsorized, if that
 *   halves the third quartile of the variances of a pool: seldom runs that take far longer would
 *   widen the interval of more cases with each run (J. W. Tukey, D. H. McLaughlin, Sankhya A 25
 *   (1963) 331; K. K. Yuen, Biometrika 61 (1974) 165). Runs in two modes keep their plain means,
 *   and so do pools of few cases.
 *
 * A ratio is beyond the threshold if its one-sided bound is beyond it, at a level for the whole
 * sweep: of k such ratios among m comparisons, min(1 %, 2 % k / m). This controls the rate of false
 * discoveries at 2 % for each direction, and, where nothing has changed, that of any false alarm
 * (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B 57 (1995) 289); intervals at that level are right
 * for the selected ratios (Y. Benjamini, D. Yekutieli, J. Am. Stat. Assoc. 100 (2005) 71). A ratio
 * is the same if its plain interval of 95 % lies within the threshold.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

enum run_verdict {
    RUN_UNKNOWN, /* neither significantly different nor the same */
    RUN_SAME,
    RUN_SLOWER,
    RUN_FASTER,
};

/** Most runs per side that an unknown ratio is reported to need. */
enum { RUN_NEEDED_MOST = 100 };

/** Fewest runs per side for the noise of runs; two are equal too often by chance. */
enum { RUN_FEWEST = 3 };

/** A case: its runs, and their ratio. */
struct run_ratio {
    const double *base, *new; /* medians of the runs, above 0 */
    int base_runs, new_runs;
    bool turns;       /* true if base[k] and new[k] were taken one right after the other */
    double noise;     /* calibrated standard deviation of a run's ln(median); 0: not known */
    int noise_runs;   /* number of runs of its calibration */
    double threshold; /* relative threshold */
    int pool;         /* number of the set of cases whose variances it may share, from 0 on */

    enum run_verdict verdict;
    double ratio, low, high; /* new / base; its interval, 0 and infinity if unknown */
    double confidence;       /* confidence of the interval */
    int needed; /* runs per side that would probably decide an unknown ratio; 0: not known; above
                 * RUN_NEEDED_MOST: more than these */
};

/**
 * Computes the ratios of `count` cases in `pools` pools from their runs. Cases of a pool have the
 * same numbers of runs. With fewer than RUN_FEWEST runs on a side and no calibrated noise the
 * interval is unbounded; with more, the noise is the calibrated one where that is greater.
 */
void run_ratios(struct run_ratio *cases, int64_t count, int pools);

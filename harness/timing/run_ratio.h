/*
 * Ratios of run times on two sides, with confidence intervals, for many cases together.
 *
 * The unit is a run. A whole run may be shifted, by placement in memory, clocks or other programs.
 * The samples of a run do not show this noise, however many there are. The ratio of a case is the
 * ratio of two geometric means: each is taken over the medians of a side's runs. Its interval is
 * Student's on logarithms, with three changes:
 *
 * - The variance is moderated by the variances of its pool's cases (moderation.h). With three runs
 *   per side a single case has four degrees of freedom, but fifty cases together have two hundred.
 *   The variance is at least the median of the pool: a case is not less noisy if its few runs
 *   happen to agree. Correlated cases count less. If the mean correlation of m cases is r, the
 *   pool's degrees of freedom are divided by 1 + (m - 1) r².
 * - Runs that were taken in turns are paired: disturbances that last longer than a turn cancel.
 *   Pairing halves the degrees of freedom, so a pool with few of them is not paired.
 * - Means leave out a quarter of the runs at each end, and variances are winsorized, if that halves
 *   the third quartile of a pool's variances. Rare runs that take far longer would otherwise widen
 *   the intervals of more cases with each run (J. W. Tukey, D. H. McLaughlin, Sankhya A 25 (1963)
 *   331; K. K. Yuen, Biometrika 61 (1974) 165). Means stay plain if runs have two modes, or if a
 *   pool has few cases.
 *
 * A ratio is beyond the threshold if its one-sided bound is beyond it. The level is chosen for the
 * whole sweep: if k of m comparisons are beyond, min(1 %, 2 % k / m). This limits the rate of false
 * discoveries to 2 % in each direction. If nothing has changed, it limits the rate of any false
 * alarm (Y. Benjamini, Y. Hochberg, J. R. Stat. Soc. B 57 (1995) 289). Intervals at that level are
 * valid for the selected ratios (Y. Benjamini, D. Yekutieli, J. Am. Stat. Assoc. 100 (2005) 71). A
 * ratio counts as the same if its plain 95 % interval lies within the threshold.
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

/** Largest reported number of runs per side that an unknown ratio needs. */
enum { RUN_NEEDED_MOST = 100 };

/** Minimum runs per side for computing noise; two runs agree too often by chance. */
enum { RUN_FEWEST = 3 };

/** A case with its runs, and the ratio computed from them. */
struct run_ratio {
    const double *base, *new; /* medians of the runs, positive */
    int base_runs, new_runs;
    bool turns;       /* true if base[k] and new[k] were measured directly after each other */
    double noise;     /* calibrated standard deviation of ln(median) of a run; 0: unknown */
    int noise_runs;   /* number of runs in the calibration */
    double threshold; /* relative change that matters */
    int pool;         /* number, from 0, of the pool of cases that share variances */

    enum run_verdict verdict;
    double ratio, low, high; /* ratio new / base, and bounds of its interval; 0 and infinity:
                              * unknown */
    double confidence;       /* confidence of the interval */
    int needed; /* runs per side that would probably decide an unknown ratio; 0: unknown; above
                 * RUN_NEEDED_MOST: more than that */
};

/**
 * Computes the ratios of `count` cases in `pools` pools from their runs. All cases of a pool have
 * the same numbers of runs. If a side has fewer than RUN_FEWEST runs, uses the calibrated noise.
 * Without it, the interval is unbounded. With more runs, uses the calibrated noise if it is
 * greater.
 */
void run_ratios(struct run_ratio *cases, int64_t count, int pools);

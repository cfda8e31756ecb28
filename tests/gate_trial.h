/*
 * Tries the comparison of times on synthetic noise: how often it raises false alarms, and how often
 * it finds changes.
 */
#pragma once

#include "harness/base/ascending.h"
#include "harness/base/random.h"
#include "harness/timing/run_ratio.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { TRIAL_CASES = 50, TRIAL_MOST_RUNS = 9 };

/* Deviation of a run's median from the true one. `noise` is a standard deviation or a distance. */
enum trial_noise {
    TRIAL_STEADY,   /* normal, independent for each case */
    TRIAL_SHARED,   /* normal, one deviation for all cases of a run */
    TRIAL_DRIFTING, /* the machine becomes slower by `noise` from the first run to the last */
    TRIAL_BIMODAL,  /* each run is in one of two modes, in addition to `noise` */
    TRIAL_OUTLIERS, /* normal; one sample in five takes up to ten times as long */
    TRIAL_LATE,     /* normal; one run in twenty takes 1.5 times as long */
    TRIAL_NOISES
};

struct trial {
    enum trial_noise kind;
    double noise;
    int runs;      /* runs of each side; the sides take turns */
    double factor; /* all cases are slower by this factor */
    bool turns;    /* true if the comparison may use that the sides took turns */
};

/* Sums over sweeps of TRIAL_CASES cases. */
struct trial_rates {
    int sweeps, alarmed; /* number of sweeps; number of sweeps that report a slower case */
    int slower, faster, same;
};

static inline double trial_normal(struct random *random)
{
    return sqrt(-2 * log(1 - random_uniform(random))) *
           cos(2 * 3.14159265358979323846 * random_uniform(random));
}

/* Returns the logarithm of the median of samples. One sample in five is an outlier. */
static inline double trial_median(struct random *random)
{
    enum { SAMPLES = 49 };
    double sample[SAMPLES];
    for (int k = 0; k < SAMPLES; k++)
        sample[k] = 0.01 * trial_normal(random) +
                    (random_below(random, 5) ? 0 : log(1 + 9 * random_uniform(random)));
    qsort(sample, SAMPLES, sizeof *sample, ascending);
    return sample[SAMPLES / 2];
}

/*
 * Returns the logarithm of a run's slowdown. `when` is the time of the run, from 0 (first run) to
 * 1.
 */
static inline double trial_shift(const struct trial *trial, double shared, double when,
                                 struct random *random)
{
    const double floor = 0.003; /* medians vary even if runs do not differ */
    switch (trial->kind) {
    case TRIAL_SHARED:
        return trial->noise * shared + floor * trial_normal(random);
    case TRIAL_DRIFTING:
        return trial->noise * when + floor * trial_normal(random);
    case TRIAL_BIMODAL:
        return (random_below(random, 2) ? log1p(trial->noise) : 0) + floor * trial_normal(random);
    case TRIAL_OUTLIERS:
        return trial->noise * trial_normal(random) + trial_median(random);
    case TRIAL_LATE:
        return trial->noise * trial_normal(random) + (random_below(random, 20) ? 0 : log(1.5));
    case TRIAL_STEADY:
    case TRIAL_NOISES:
        break;
    }
    return trial->noise * trial_normal(random);
}

/* Simulates and compares one sweep; adds its verdicts to the rates. */
static inline void trial_sweep(const struct trial *trial, struct random *random,
                               struct trial_rates *rates)
{
    static double base[TRIAL_CASES][TRIAL_MOST_RUNS], new[TRIAL_CASES][TRIAL_MOST_RUNS];
    struct run_ratio cases[TRIAL_CASES];
    for (int turn = 0; turn < trial->runs; turn++) {
        for (int side = 0; side < 2; side++) {
            bool is_new = (turn % 2 == 0) == (side == 1);
            double when = (2. * turn + side) / fmax(2. * trial->runs - 1, 1);
            double shared = trial_normal(random);
            for (int c = 0; c < TRIAL_CASES; c++) {
                double time = 1e5 * exp(trial_shift(trial, shared, when, random));
                if (is_new)
                    new[c][turn] = time * trial->factor;
                else
                    base[c][turn] = time;
            }
        }
    }
    for (int c = 0; c < TRIAL_CASES; c++)
        cases[c] = (struct run_ratio){.base = base[c],
                                      .new = new[c],
                                      .base_runs = trial->runs,
                                      .new_runs = trial->runs,
                                      .turns = trial->turns,
                                      .threshold = 0.02};
    run_ratios(cases, TRIAL_CASES, 1);
    int slower = 0;
    for (int c = 0; c < TRIAL_CASES; c++) {
        slower += cases[c].verdict == RUN_SLOWER;
        rates->faster += cases[c].verdict == RUN_FASTER;
        rates->same += cases[c].verdict == RUN_SAME;
    }
    rates->sweeps++;
    rates->slower += slower;
    rates->alarmed += slower > 0;
}

/* Converts a number of cases to percent of all cases. */
static inline double trial_percent(int cases, const struct trial_rates *rates)
{
    return 100. * cases / ((double)rates->sweeps * TRIAL_CASES);
}

/*
 * Tests ratios over runs: Student's distribution and the common prior of variances. For synthetic
 * noise, also tests rates of false alarms and detected changes.
 */
#include "harness/timing/moderation.h"
#include "harness/timing/student.h"
#include "tests/cmocka.h"
#include "tests/gate_trial.h"

#include <stdio.h>

/* Compares with critical values of t and of the normal distribution from tables. */
TEST(quantiles_are_those_of_tables)
{
    static const struct {
        double tail, freedom, t;
    } table[] = {{0.025, 1, 12.7062},       {0.01, 2, 6.9646},    {0.025, 4, 2.7764},
                 {0.01, 4, 3.7469},         {0.005, 8, 3.3554},   {0.0005, 16, 4.0150},
                 {0.01, 30, 2.4573},        {0.001, 120, 3.1595}, {0.025, 1e9, 1.9600},
                 {0.0005, INFINITY, 3.2905}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        double t = student_quantile(table[k].tail, table[k].freedom);
        if (fabs(t - table[k].t) > 1e-4 * table[k].t)
            fail_msg("tail %g, freedom %g: %g", table[k].tail, table[k].freedom, t);
        assert_true(fabs(student_tail(t, table[k].freedom) / table[k].tail - 1) < 1e-9);
    }
    /* closed forms for one degree of freedom (Cauchy distribution) and for two */
    for (int k = 0; k < 13; k++) {
        const double t = 0.1 * pow(1.7, k);
        assert_true(fabs(student_tail(t, 1) - (0.5 - atan(t) / 3.14159265358979323846)) < 1e-12);
        assert_true(fabs(student_tail(t, 2) - (0.5 - t / (2 * sqrt(2 + t * t)))) < 1e-12);
    }
}

/*
 * Returns a sample variance of normal numbers with variance `truth`; `freedom` is its degrees of
 * freedom.
 */
static double sample_variance(double truth, int freedom, struct random *random)
{
    double sum = 0;
    for (int k = 0; k < freedom; k++)
        sum += pow(trial_normal(random), 2);
    return truth * sum / freedom;
}

/* The parameters of a scaled inverse chi-square distribution are recovered from its variances. */
TEST(moderation_finds_what_variances_have_in_common)
{
    enum { SETS = 20000 };
    struct random random = random_start(5, 0);
    static const int freedoms[] = {4, 8, 16};
    for (size_t f = 0; f < sizeof freedoms / sizeof *freedoms; f++) {
        struct moderation_sums varied = {0};
        struct moderation_sums equal = {0};
        for (int k = 0; k < SETS; k++) {
            double truth = 0.09 / sample_variance(1, 10, &random);
            moderation_add(&varied, sample_variance(truth, freedoms[f], &random));
            moderation_add(&equal, sample_variance(0.09, freedoms[f], &random));
        }
        struct moderation common = moderation_of(&varied, freedoms[f]);
        assert_true(fabs(common.freedom / 10 - 1) < 0.1);
        assert_true(fabs(common.variance / 0.09 - 1) < 0.05);
        common = moderation_of(&equal, freedoms[f]);
        assert_true(common.freedom > 200);
        assert_true(fabs(common.variance / 0.09 - 1) < 0.05);
    }
}

/*
 * A single case shares no variance with others: its interval comes from Student's two-sample test.
 */
TEST(a_case_alone_has_students_interval)
{
    static const double base[] = {100, 102, 101};
    static const double new[] = {120, 118, 122, 121};
    struct run_ratio item = {
        .base = base, .new = new, .base_runs = 3, .new_runs = 4, .threshold = 0.02};
    run_ratios(&item, 1, 1);
    /* R: t.test(log(new), log(base), var.equal = TRUE, conf.level = 0.98) */
    assert_int_equal(item.verdict, RUN_SLOWER);
    double mean[2] = {0}, squares = 0;
    for (int k = 0; k < 3; k++)
        mean[0] += log(base[k]) / 3;
    for (int k = 0; k < 4; k++)
        mean[1] += log(new[k]) / 4;
    for (int k = 0; k < 3; k++)
        squares += pow(log(base[k]) - mean[0], 2);
    for (int k = 0; k < 4; k++)
        squares += pow(log(new[k]) - mean[1], 2);
    double reach = 3.364930 * sqrt(squares / 5 * (1. / 3 + 1. / 4)); /* 99 % quantile of t(5) */
    assert_true(fabs(log(item.ratio) - (mean[1] - mean[0])) < 1e-12);
    assert_true(fabs(log(item.high / item.ratio) - reach) < 1e-6);
    assert_true(fabs(log(item.ratio / item.low) - reach) < 1e-6);
    assert_true(fabs(item.confidence - 0.98) < 1e-12);
}

TEST(few_runs_need_recorded_noise)
{
    static const double base[] = {100, 100.1};
    static const double new[] = {150, 150.1};
    for (int runs = 1; runs < RUN_FEWEST; runs++) {
        struct run_ratio item = {
            .base = base, .new = new, .base_runs = runs, .new_runs = runs, .threshold = 0.02};
        run_ratios(&item, 1, 1);
        assert_int_equal(item.verdict, RUN_UNKNOWN);
        assert_true(item.low == 0 && isinf(item.high) && item.needed == 0);
        item.noise = 0.01;
        item.noise_runs = 5;
        run_ratios(&item, 1, 1);
        assert_int_equal(item.verdict, RUN_SLOWER);
        item.noise = 0.2;
        run_ratios(&item, 1, 1);
        assert_int_equal(item.verdict, RUN_UNKNOWN);
        assert_true(item.needed >= RUN_FEWEST);
    }
}

/* The estimated number of runs is enough for a verdict in most comparisons. */
TEST(the_needed_runs_decide)
{
    struct random random = random_start(9, 0);
    int decided = 0, open = 0;
    for (int k = 0; k < 300; k++) {
        double base[RUN_NEEDED_MOST], new[RUN_NEEDED_MOST];
        for (int r = 0; r < RUN_NEEDED_MOST; r++) {
            base[r] = exp(0.02 * trial_normal(&random));
            new[r] = exp(0.02 * trial_normal(&random) + 0.06);
        }
        struct run_ratio item = {
            .base = base, .new = new, .base_runs = 5, .new_runs = 5, .threshold = 0.02};
        run_ratios(&item, 1, 1);
        if (item.verdict != RUN_UNKNOWN || item.needed > RUN_NEEDED_MOST)
            continue;
        assert_true(item.needed > 5);
        open++;
        item.base_runs = item.new_runs = item.needed;
        run_ratios(&item, 1, 1);
        decided += item.verdict == RUN_SLOWER;
    }
    print_message("%d of %d decided\n", decided, open);
    assert_true(open > 50 && decided > open / 2);
}

static struct trial_rates rates_of(struct trial trial, int sweeps)
{
    struct random random = random_start((uint64_t)trial.runs, (uint64_t)(1000 * trial.noise));
    struct trial_rates rates = {0};
    for (int k = 0; k < sweeps; k++)
        trial_sweep(&trial, &random, &rates);
    return rates;
}

/*
 * Checks how often sweeps of unchanged cases give a false alarm; the tolerance is in standard
 * deviations of the count.
 */
static void expect_quiet(struct trial trial, int sweeps)
{
    trial.factor = 1;
    struct trial_rates rates = rates_of(trial, sweeps);
    double allowed = 0.02 * sweeps;
    if (rates.alarmed > allowed + 3 * sqrt(allowed) ||
        trial_percent(rates.slower, &rates) > (trial.kind == TRIAL_SHARED ? 3 : 1))
        fail_msg("noise %d of %g, %d runs: alarms in %d of %d sweeps, of %g %% of the cases",
                 (int)trial.kind, trial.noise, trial.runs, rates.alarmed, sweeps,
                 trial_percent(rates.slower, &rates));
}

/* Rates of detected changes that have to be reached, in percent. */
static const struct {
    double noise, factor;
    int runs;
    double power;
} found[] = {
    {0.01, 1.05, 3, 45}, {0.01, 1.05, 5, 90}, {0.03, 1.10, 5, 80},
    {0.03, 1.10, 9, 97}, {0.10, 1.20, 9, 75}, {0.10, 1.30, 9, 95},
};

static void expect_power(int sweeps)
{
    for (size_t k = 0; k < sizeof found / sizeof *found; k++) {
        for (int turns = 0; turns < 2; turns++) {
            struct trial_rates rates = rates_of((struct trial){.kind = TRIAL_STEADY,
                                                               .noise = found[k].noise,
                                                               .runs = found[k].runs,
                                                               .factor = found[k].factor,
                                                               .turns = turns},
                                                sweeps);
            if (trial_percent(rates.slower, &rates) < found[k].power)
                fail_msg("%g slower at noise %g with %d runs: found in %g %%", found[k].factor,
                         found[k].noise, found[k].runs, trial_percent(rates.slower, &rates));
        }
    }
}

TEST(some_rates_of_false_alarms)
{
    expect_power(10);
    for (int kind = 0; kind < TRIAL_NOISES; kind++)
        expect_quiet((struct trial){.kind = (enum trial_noise)kind, .noise = 0.1, .runs = 3}, 50);
    expect_quiet((struct trial){.kind = TRIAL_STEADY, .noise = 0.03, .runs = 1}, 10);
}

/* Tests all kinds and sizes of noise, with the sides in turns or not, with few and many runs. */
LONG_TEST(all_rates_of_false_alarms)
{
    static const double noises[] = {0.01, 0.03, 0.1, 0.3};
    static const double factors[] = {1.05, 1.1, 1.2, 1.3};
    static const int runs[] = {1, 3, 5, 9};
    enum { RUNS = sizeof runs / sizeof *runs, SLACK = 6 };
    expect_power(200);
    for (int kind = 0; kind < TRIAL_NOISES; kind++) {
        for (size_t n = 0; n < sizeof noises / sizeof *noises; n++) {
            for (int turns = 0; turns < 2; turns++) {
                struct trial trial = {
                    .kind = (enum trial_noise)kind, .noise = noises[n], .turns = turns};
                for (int r = 0; r < RUNS; r++) {
                    trial.runs = runs[r];
                    expect_quiet(trial, 500);
                }
                /* shared noise: changes of all cases are found together or not at all */
                int sweeps = kind == TRIAL_SHARED ? 200 : 20;
                for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
                    double before = 0;
                    for (int r = 0; r < RUNS; r++) {
                        trial.runs = runs[r];
                        trial.factor = factors[f];
                        struct trial_rates rates = rates_of(trial, sweeps);
                        double power = trial_percent(rates.slower, &rates);
                        if (power < before - SLACK)
                            fail_msg("noise %d of %g, %g slower: found in %g %% with %d runs, in "
                                     "%g %% with fewer",
                                     kind, trial.noise, trial.factor, power, trial.runs, before);
                        before = power;
                    }
                }
            }
        }
    }
}

TESTS_MAIN(NULL, NULL)

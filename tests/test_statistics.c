/*
 * Tests that the rank interval contains the median for any noise, and that sampling stops for the
 * right reason.
 */
#include "harness/base/random.h"
#include "harness/timing/ratio.h"
#include "harness/timing/sampling.h"
#include "harness/timing/statistics.h"
#include "tests/cmocka.h"

#include <math.h>
#include <string.h>

TEST(known_samples)
{
    const double samples[] = {5, 1, 4, 2, 3, 10, 7, 6, 9, 8};
    struct statistics s;
    statistics_of(samples, 10, &s);
    assert_int_equal(s.n, 10);
    assert_true(s.median == 5.5);
    assert_true(s.minimum == 1);
    assert_true(s.p95 == 10);
    assert_true(s.mad == 2.5);
    /* 97.9 % between the second and the ninth sample, by the binomial table */
    assert_true(s.low == 2 && s.high == 9);
    statistics_of(samples, 1, &s);
    assert_true(s.median == 5 && s.low == 5 && s.high == 5 && s.mad == 0);
}

TEST(ranks_are_those_of_the_tables)
{
    /* W. J. Conover, Practical Nonparametric Statistics, table of the binomial distribution */
    assert_int_equal(statistics_rank(5), 1);
    assert_int_equal(statistics_rank(6), 1);
    assert_int_equal(statistics_rank(9), 2);
    assert_int_equal(statistics_rank(20), 6);
    assert_int_equal(statistics_rank(30), 10);
    assert_int_equal(statistics_rank(100), 40);
    assert_int_equal(statistics_rank(100000) > 49600, 1);
}

/* Draws skewed noise: most draws are near 1, some are several times larger. The median is 1. */
static double skewed(struct random *random, double progress)
{
    (void)progress;
    return exp(random_normal(random));
}

/*
 * Draws noise with two modes, as from a changing clock rate. The median is above 5/6 of the first
 * mode.
 */
static double bimodal(struct random *random, double progress)
{
    (void)progress;
    bool slow = random_uniform(random) < 0.4;
    return (slow ? 1.2 : 1) + 0.01 * random_normal(random);
}

/*
 * Draws noise with a mean that increases from the first to the last sample, by half the standard
 * deviation. The median is the mean at the middle sample. With a faster increase, the interval
 * covers the median more often.
 */
static double drifting(struct random *random, double progress)
{
    return 1 + 0.005 * (progress - 0.5) + 0.01 * random_normal(random);
}

static const struct {
    const char *name;
    double (*draw)(struct random *random, double progress);
    double median;
} noises[] = {
    {"skewed", skewed, 1},
    {"bimodal", bimodal, 1 + 0.01 * 0.9674216}, /* Phi(0.9674216) = 5/6 */
    {"drifting", drifting, 1},
};

static double coverage_of(size_t noise, int n)
{
    enum { TRIALS = 4000 };
    struct random random = random_start(7, (uint64_t)n);
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double samples[200];
        struct statistics s;
        for (int i = 0; i < n; i++)
            samples[i] = noises[noise].draw(&random, (i + 0.5) / n);
        statistics_of(samples, n, &s);
        covered += s.low <= noises[noise].median && noises[noise].median <= s.high;
    }
    return (double)covered / TRIALS;
}

TEST(interval_covers_the_median)
{
    const int sizes[] = {30, 57, 200};
    for (size_t noise = 0; noise < sizeof noises / sizeof *noises; noise++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            double coverage = coverage_of(noise, sizes[k]);
            if (coverage < 0.93 || coverage > 0.97)
                fail_msg("%s noise, n = %d: coverage %g", noises[noise].name, sizes[k], coverage);
        }
    }
}

/* A timed loop with a simulated clock: relative `noise`, and a drift of `drift` per sample. */
struct fake {
    struct random random;
    double per_call_ns, noise, drift;
    int64_t calls, samples;
    int fail_at, interrupt_at;
    volatile sig_atomic_t *interrupted;
    int *log, *log_length, own;
};

static bool fake_time(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    struct fake *fake = context;
    fake->calls += calls;
    fake->samples++;
    if (fake->log != NULL && *fake->log_length < 4096)
        fake->log[(*fake->log_length)++] = fake->own;
    if (fake->fail_at > 0 && fake->samples >= fake->fail_at)
        return error_set(error, EXIT_ENVIRONMENT, "broken");
    if (fake->interrupt_at > 0 && fake->samples >= fake->interrupt_at)
        *fake->interrupted = 1;
    double factor =
        exp(fake->noise * random_normal(&fake->random)) + fake->drift * (double)fake->samples;
    *nanoseconds = fake->per_call_ns * (double)calls * factor;
    return true;
}

static void count_stopped(void *context, struct sampler *sampler, int index)
{
    (void)sampler;
    (void)index;
    ++*(int *)context;
}

static const struct sampling_options usual = {.warmup_calls = 5,
                                              .warmup_ms = 0,
                                              .sample_ms = 1,
                                              .min_samples = 30,
                                              .max_samples = 1000,
                                              .max_seconds = 100,
                                              .relative_interval = 0.01};

static enum stop_reason sample(const struct sampling_options *options, struct fake *fake,
                               struct sampler *sampler)
{
    static volatile sig_atomic_t interrupted;
    int stopped = 0;
    interrupted = 0;
    fake->random = random_start(3, 0);
    fake->interrupted = &interrupted;
    *sampler = (struct sampler){.time = fake_time, .context = fake, .warm = true};
    sampling_run(options, sampler, 1, 1, &interrupted, count_stopped, &stopped);
    assert_int_equal(stopped, 1);
    return sampler->stop;
}

TEST(stops_for_the_right_reason)
{
    struct sampler sampler;

    struct fake quiet = {.per_call_ns = 1e5, .noise = 0.001};
    assert_int_equal(sample(&usual, &quiet, &sampler), STOP_CONVERGED);
    assert_int_equal(sampler.count, 30);
    assert_in_range(sampler.calls, 10, 11); /* 10 calls of 0.1 ms make a sample of 1 ms */
    sampler_free(&sampler);

    struct fake loud = {.per_call_ns = 2e6, .noise = 0.06};
    assert_int_equal(sample(&usual, &loud, &sampler), STOP_CONVERGED);
    assert_in_range(sampler.count, 60, 400); /* (1.96 * 1.25 * 0.06 / 0.01)^2 = 216 */
    assert_int_equal(sampler.calls, 1);
    sampler_free(&sampler);

    struct fake drifting = {.per_call_ns = 2e6, .noise = 0.001, .drift = 0.01};
    assert_int_equal(sample(&usual, &drifting, &sampler), STOP_STALLED);
    sampler_free(&sampler);

    struct fake wild = {.per_call_ns = 2e6, .noise = 1};
    assert_int_equal(sample(&usual, &wild, &sampler), STOP_MAX_SAMPLES);
    assert_int_equal(sampler.count, 1000);
    sampler_free(&sampler);

    struct sampling_options hurried = usual;
    hurried.max_seconds = 0;
    assert_int_equal(sample(&hurried, &wild, &sampler), STOP_MAX_SECONDS);
    assert_int_equal(sampler.count, RATIO_FEWEST);
    sampler_free(&sampler);

    struct fake broken = {.per_call_ns = 2e6, .fail_at = 20};
    assert_int_equal(sample(&usual, &broken, &sampler), STOP_FAILED);
    assert_string_equal(sampler.error.text, "broken");
    sampler_free(&sampler);
}

TEST(interrupts_keep_what_is_enough)
{
    struct sampler sampler;
    struct fake early = {.per_call_ns = 2e6, .noise = 1, .interrupt_at = 20};
    assert_int_equal(sample(&usual, &early, &sampler), STOP_DROPPED);
    sampler_free(&sampler);
    struct fake late = {.per_call_ns = 2e6, .noise = 1, .interrupt_at = 200};
    assert_int_equal(sample(&usual, &late, &sampler), STOP_INTERRUPTED);
    assert_true(sampler.count >= usual.min_samples);
    sampler_free(&sampler);
}

TEST(cases_take_turns)
{
    enum { COUNT = 4, FIXED = 40 };
    static int log[4096];
    int log_length = 0;
    int stopped = 0;
    volatile sig_atomic_t interrupted = 0;
    struct fake fakes[COUNT];
    struct sampler samplers[COUNT];
    struct sampling_options fixed = usual;
    fixed.max_samples = fixed.min_samples = FIXED;
    for (int k = 0; k < COUNT; k++) {
        fakes[k] = (struct fake){.random = random_start(1, (uint64_t)k),
                                 .per_call_ns = 2e6,
                                 .noise = 0.1,
                                 .log = log,
                                 .log_length = &log_length,
                                 .own = k};
        samplers[k] = (struct sampler){.time = fake_time, .context = &fakes[k], .warm = true};
    }
    sampling_run(&fixed, samplers, COUNT, 9, &interrupted, count_stopped, &stopped);
    assert_int_equal(stopped, COUNT);

    /*
     * a round is one untimed call and one sample of each quantity; the order differs between rounds
     */
    int first = log_length - FIXED * COUNT * 2;
    assert_int_equal(first, COUNT * usual.warmup_calls);
    int orders = 0;
    for (int round = 0; round < FIXED; round++) {
        int seen[COUNT] = {0};
        const int *at = log + first + round * COUNT * 2;
        for (int k = 0; k < COUNT * 2; k++)
            seen[at[k]]++;
        for (int k = 0; k < COUNT; k++)
            assert_int_equal(seen[k], 2);
        orders += round > 0 && memcmp(at, at - COUNT * 2, sizeof seen * 2) != 0;
    }
    assert_true(orders > FIXED / 2);
    for (int k = 0; k < COUNT; k++)
        sampler_free(&samplers[k]);
}

TESTS_MAIN(NULL, NULL)

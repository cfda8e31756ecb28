/*
 * Tests that sampling a loop of known duration gives this duration. Tests that samples are repeated
 * if the hardware throttles, up to a limit.
 */
#include "harness/measure/case_values.h"
#include "harness/timing/sampling.h"
#include "harness/timing/statistics.h"
#include "tests/cmocka.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const struct sampling_options usual = {.warmup_calls = 5,
                                              .warmup_ms = 5,
                                              .sample_ms = 1,
                                              .min_samples = 30,
                                              .max_samples = 200,
                                              .max_seconds = 5,
                                              .relative_interval = 0.01};

static volatile sig_atomic_t never;

static void ignore_stopped(void *context, struct sampler *sampler, int index)
{
    (void)context;
    (void)sampler;
    (void)index;
}

static void run(struct sampler *sampler)
{
    sampling_run(&usual, sampler, 1, 1, &never, ignore_stopped, NULL);
}

/* Returns CPU time in nanoseconds, which does not increase while other programs run. */
static double clock_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Makes calls of `*context` nanoseconds each, timed as in the CPU backend. */
static bool spin(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const double *duration = context;
    (void)error;
    double start = clock_ns();
    /*
     * end times are relative to the start of all calls: separately timed calls would include the
     * time to read the clock
     */
    for (int64_t call = 0; call < calls; call++) {
        double until = start + *duration * (double)(call + 1);
        while (clock_ns() < until) {
        }
    }
    *nanoseconds = clock_ns() - start;
    return true;
}

TEST(a_known_duration_is_measured)
{
    static double durations[] = {2e4, 3e5, 5e6};
    for (size_t k = 0; k < sizeof durations / sizeof *durations; k++) {
        struct sampler sampler = {.time = spin, .context = &durations[k], .warm = true};
        struct statistics statistics;
        run(&sampler);
        statistics_of(sampler.samples_ns, sampler.count, &statistics);
        if (fabs(statistics.minimum / durations[k] - 1) > 0.01)
            fail_msg("a call of %g ns was measured as %g ns (median %g)", durations[k],
                     statistics.minimum, statistics.median);
        sampler_free(&sampler);
    }
}

/* A device that throttles in samples `from` … `to` - 1, counted in the order of sampling. */
struct hot {
    int64_t taken;
    int64_t from, to;
    int64_t silent_from; /* first sample without a hardware state; 0: all samples have one */
};

static bool take_2ms(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    (void)context;
    (void)error;
    *nanoseconds = 2e6 * (double)calls;
    return true;
}

static bool report(void *context, struct device_state *now)
{
    struct hot *hot = context;
    int64_t index = hot->taken++;
    bool throttled = index >= hot->from && index < hot->to;
    *now = (struct device_state){.clock_mhz = throttled ? 900 : 1980,
                                 .memory_clock_mhz = 3201,
                                 .events = throttled ? CLOCK_HARDWARE_THERMAL : CLOCK_POWER_CAP};
    return hot->silent_from == 0 || index < hot->silent_from;
}

static cJSON *timing_of(struct hot *hot, struct sampler *sampler)
{
    *sampler = (struct sampler){.time = take_2ms, .state = report, .context = hot};
    run(sampler);
    struct timing timing;
    case_values_timing(sampler, "", &timing);
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToObject(item, "force", members_write(timing_members, &timing));
    return item;
}

static double number(const cJSON *item, const char *key, const char *member)
{
    item = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(item, "force"), key);
    if (member != NULL)
        item = cJSON_GetObjectItemCaseSensitive(item, member);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

TEST(throttled_samples_are_repeated)
{
    struct sampler sampler;
    struct hot hot = {.from = 10, .to = 13};
    cJSON *item = timing_of(&hot, &sampler);
    assert_int_equal(sampler.count, 30);
    assert_int_equal(hot.taken, 33);
    assert_true(number(item, "discarded", NULL) == 3);
    assert_true(number(item, "throttled", NULL) == 0);
    assert_true(number(item, "clock_mhz", "min") == 1980);
    assert_true(number(item, "memory_clock_mhz", "median") == 3201);
    cJSON_Delete(item);
    sampler_free(&sampler);
}

TEST(a_device_that_stays_hot_is_flagged)
{
    struct sampler sampler;
    struct hot hot = {.from = 0, .to = 25};
    cJSON *item = timing_of(&hot, &sampler);
    assert_int_equal(sampler.count, 30);
    assert_int_equal(sampler.discarded, SAMPLING_DISCARDS);
    assert_true(number(item, "discarded", NULL) == SAMPLING_DISCARDS);
    assert_true(number(item, "throttled", NULL) == 5);
    assert_true(number(item, "clock_mhz", "min") == 900);
    assert_true(number(item, "clock_mhz", "median") == 1980);
    const cJSON *events = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(item, "force"), "clock_events");
    assert_int_equal(cJSON_GetArraySize(events), 2);
    assert_string_equal(cJSON_GetArrayItem(events, 1)->valuestring, "hardware_thermal");
    cJSON_Delete(item);
    sampler_free(&sampler);
}

TEST(unknown_states_are_left_out)
{
    struct sampler sampler;
    struct hot hot = {.silent_from = 5};
    cJSON *item = timing_of(&hot, &sampler);
    assert_int_equal(sampler.count, 30);
    assert_true(isnan(number(item, "clock_mhz", "min")));
    assert_true(isnan(number(item, "throttled", NULL)));
    assert_true(number(item, "median_ns", NULL) == 2e6);
    cJSON_Delete(item);
    sampler_free(&sampler);
}

/* A clock that is set back in every `every`-th sample. */
struct jumping {
    int64_t taken;
    int64_t every;
    double jump_ns;
};

static bool take_jumping(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    struct jumping *clock = context;
    bool jumps = ++clock->taken % clock->every == 0;
    (void)error;
    *nanoseconds = 2e6 * (double)calls - (jumps ? clock->jump_ns : 0);
    return true;
}

TEST(samples_of_no_time_are_repeated)
{
    static const double jumps[] = {2e6, 3.6e12, INFINITY, NAN};
    for (size_t k = 0; k < sizeof jumps / sizeof *jumps; k++) {
        struct jumping clock = {.every = 7, .jump_ns = jumps[k]};
        struct sampler sampler = {.time = take_jumping, .context = &clock};
        run(&sampler);
        assert_int_equal(sampler.stop, STOP_CONVERGED);
        assert_int_equal(sampler.count, 30);
        for (int sample = 0; sample < sampler.count; sample++)
            assert_true(sampler.samples_ns[sample] == 2e6);
        sampler_free(&sampler);
    }
}

TEST(a_clock_that_stands_still_is_a_failure)
{
    struct jumping clock = {.every = 1, .jump_ns = 1e18};
    struct sampler sampler = {.time = take_jumping, .context = &clock};
    run(&sampler);
    assert_int_equal(sampler.stop, STOP_FAILED);
    assert_int_equal(sampler.error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(sampler.error.text, "the clock does not advance"));
    assert_int_equal(sampler.count, 0);
    sampler_free(&sampler);
}

TESTS_MAIN(NULL, NULL)

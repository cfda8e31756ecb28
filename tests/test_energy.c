/*
 * Tests energies from RAPL's files and from a counter that advances in steps. Tests the reason if
 * there is no energy.
 */
#include "harness/backend/cpu/machine/rapl.h"
#include "harness/measure/observe/energy.h"
#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* --- RAPL, on files of the test --- */

static char root[] = "/tmp/pairlanes-rapl-XXXXXX";

static void write_zone(const char *zone, const char *file, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/intel-rapl:%s", root, zone);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/intel-rapl:%s/%s", root, zone, file);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

static void set_zone(const char *zone, const char *name, const char *microjoules)
{
    write_zone(zone, "name", name);
    write_zone(zone, "max_energy_range_uj", "262143328850\n");
    write_zone(zone, "energy_uj", microjoules);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) != NULL ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

TEST_WITH(make_root, remove_root, packages_are_summed_and_counters_wrap_around)
{
    struct rapl rapl;
    struct error error;
    double joules = -1;
    set_zone("0", "package-0\n", "1000000\n");
    set_zone("0:0", "core\n", "500000\n");
    set_zone("1", "package-1\n", "262143000000\n");
    set_zone("2", "psys\n", "7\n");
    assert_true(rapl_open(&rapl, root, &error));
    assert_int_equal(rapl.packages, 2);
    assert_true(rapl_read(&rapl, &joules, &error));
    assert_true(joules == 0);

    set_zone("0", "package-0\n", "3500000\n");  /* increases by 2.5 J */
    set_zone("0:0", "core\n", "99500000\n");    /* a zone within its package */
    set_zone("1", "package-1\n", "671150\n");   /* 0.32885 J up to the counter's limit, then
                                                 * 0.67115 J */
    set_zone("2", "psys\n", "9900000000007\n"); /* contains the packages */
    assert_true(rapl_read(&rapl, &joules, &error));
    assert_near(joules, 3.5, 1e-6);
    set_zone("0", "package-0\n", "4500000\n");
    assert_true(rapl_read(&rapl, &joules, &error));
    assert_near(joules, 4.5, 1e-6);

    write_zone("1", "energy_uj", "");
    assert_false(rapl_read(&rapl, &joules, &error));
    assert_non_null(strstr(error.text, "intel-rapl:1/energy_uj: expected a number"));
}

TEST(a_machine_without_rapl_gives_the_reason)
{
    struct rapl rapl;
    struct error error;
    assert_false(rapl_open(&rapl, "/nowhere", &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "no package below /nowhere"));
    assert_int_equal(rapl.packages, 0);
}

/* --- the pass, on a device of known power --- */

struct device {
    double watts, step; /* the counter advances every `step` seconds */
    bool dead;
};

struct prepared {
    double call_ns;
    int64_t calls;
};

static double clock_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static bool spend(struct prepared *prepared, int64_t calls, double *nanoseconds,
                  struct error *error)
{
    (void)error;
    double start = clock_ns();
    prepared->calls += calls;
    while (clock_ns() < start + (double)calls * prepared->call_ns) {
    }
    *nanoseconds = clock_ns() - start;
    return true;
}

static bool count(struct device *device, double *joules, struct error *error)
{
    if (device->dead)
        return error_set(error, EXIT_ENVIRONMENT, "no counter");
    double steps = device->step > 0 ? 1e-9 * clock_ns() / device->step : 0;
    *joules = device->watts * (double)(int64_t)steps * device->step;
    return true;
}

static const struct backend fake = {.time_force = spend, .energy = count, .energy_source = "NVML"};

TEST(known_power_is_measured_although_the_counter_steps)
{
    volatile sig_atomic_t never = 0;
    struct device device = {.watts = 300, .step = 0.1};
    struct prepared prepared = {.call_ns = 1e6};
    struct energy energy;
    int tries = 0;
    do /* repeated, because other programs may take the processor between the readings of counter
        * and clock */
        energy_measure(&fake, &device, &prepared, &never, &energy);
    while (++tries < 5 && fabs(energy.joules / energy.seconds - 300) > 0.05 * 300);
    assert_true(energy.asked && energy.measured);
    assert_string_equal(energy.source, "NVML");
    assert_true(energy.seconds >= 1);
    assert_near(energy.joules / energy.seconds, 300, 0.05 * 300);
    assert_true(energy.calls > 0 && energy.calls < prepared.calls);
    /* calls of a millisecond: as many as fit, or fewer if other programs take the processor */
    assert_true((double)energy.calls * 1e-3 <= energy.seconds);
}

TEST(an_energy_that_cannot_be_measured_has_a_reason)
{
    volatile sig_atomic_t never = 0;
    volatile sig_atomic_t always = 1;
    struct device dead = {.dead = true};
    struct device still = {.watts = 300, .step = 0};
    struct device good = {.watts = 300, .step = 0.1};
    struct prepared prepared = {.call_ns = 1e6};
    struct energy energy;
    energy_measure(&fake, &dead, &prepared, &never, &energy);
    assert_true(energy.asked && !energy.measured);
    assert_string_equal(energy.reason.text, "no counter");
    energy_measure(&fake, &still, &prepared, &never, &energy);
    assert_false(energy.measured);
    assert_string_equal(energy.reason.text, "the energy counter stands still");
    energy_measure(&fake, &good, &prepared, &always, &energy);
    assert_false(energy.measured);
    assert_string_equal(energy.reason.text, "interrupted");
}

/* Makes calls without an advance of the clock. */
static bool spend_nothing(struct prepared *prepared, int64_t calls, double *nanoseconds,
                          struct error *error)
{
    (void)error;
    prepared->calls += calls;
    *nanoseconds = 0;
    return calls < INT64_C(1) << 40 || error_set(error, EXIT_USAGE, "without end");
}

TEST(calls_that_take_no_time_have_an_end)
{
    const struct backend standing = {.time_force = spend_nothing, .energy = count};
    volatile sig_atomic_t never = 0;
    struct device still = {.watts = 300, .step = 0};
    struct prepared prepared = {0};
    struct energy energy;
    energy_measure(&standing, &still, &prepared, &never, &energy);
    assert_string_equal(energy.reason.text, "the energy counter stands still");
}

TEST(an_interrupted_search_for_a_batch_ends)
{
    volatile sig_atomic_t always = 1;
    struct device good = {.watts = 300, .step = 0.1};
    struct prepared prepared = {.call_ns = 1e6};
    struct energy energy;
    energy_measure(&fake, &good, &prepared, &always, &energy);
    assert_string_equal(energy.reason.text, "interrupted");
    assert_int_equal(prepared.calls, 0);
}

TESTS_MAIN(NULL, NULL)

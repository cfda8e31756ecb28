/*
 * Tests that data of NVML reach the sampler. The GPU is found by its bus id; clocks, throttle
 * events and energy are read, or a reason is given. Uses a substitute for NVML, without a GPU.
 */
#include "harness/base/error.h"
#include "harness/timing/device_state.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

TEST(events_are_named)
{
    struct device_state now = {.events = CLOCK_POWER_CAP | CLOCK_HARDWARE_THERMAL};
    assert_string_equal(clock_event_name(now.events, 0), "power_cap");
    assert_string_equal(clock_event_name(now.events, 1), "hardware_thermal");
    assert_null(clock_event_name(now.events, 2));
    assert_null(clock_event_name(0, 0));
}

TEST(only_protection_is_throttling)
{
    const unsigned calm[] = {0,
                             CLOCK_IDLE,
                             CLOCK_APPLICATION_SETTING,
                             CLOCK_POWER_CAP,
                             CLOCK_SYNC_BOOST,
                             CLOCK_DISPLAY_SETTING};
    const unsigned held[] = {CLOCK_HARDWARE_SLOWDOWN, CLOCK_SOFTWARE_THERMAL,
                             CLOCK_HARDWARE_THERMAL, CLOCK_POWER_BRAKE | CLOCK_IDLE};
    for (size_t k = 0; k < sizeof calm / sizeof *calm; k++)
        assert_false(device_throttled(&(struct device_state){.events = calm[k]}));
    for (size_t k = 0; k < sizeof held / sizeof *held; k++)
        assert_true(device_throttled(&(struct device_state){.events = held[k]}));
}

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/driver/cuda_monitor.h"
#include "tests/near.h"

#include <dlfcn.h>
#include <libgen.h>
#include <unistd.h>

static struct {
    unsigned sm_mhz, memory_mhz;
    unsigned divided;
    unsigned long long events, millijoules;
    int queries, started;
} * fake;

/* Group fixture that opens the substitute; the monitor then finds the open library by its name. */
static int open_fake(void **state)
{
    char path[4096] = "";
    char library[4200];
    (void)state;
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        return -1;
    snprintf(library, sizeof library, "%s/libnvidia-ml.so.1", dirname(path));
    void *opened = dlopen(library, RTLD_NOW);
    fake = opened != NULL ? dlsym(opened, "fake_nvml") : NULL;
    return fake != NULL ? 0 : -1;
}

static const char bus_id[] = "0000:3b:00.0";

static void wait_until_stale(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 15000000}, NULL);
}

TEST(other_gpus_are_refused)
{
    struct cuda_monitor monitor;
    struct error error;
    int started = fake->started;
    assert_false(cuda_monitor_open("0000:ff:00.0", &monitor, &error));
    assert_string_equal(error.text, "NVML: 0000:ff:00.0: Not Found");
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_int_equal(fake->started, started);
    assert_false(cuda_monitor_state(&monitor, &(struct device_state){0}));
}

TEST(states_are_read_and_kept_for_a_while)
{
    struct cuda_monitor monitor;
    struct device_state now;
    struct error error;
    fake->sm_mhz = 1980;
    fake->memory_mhz = 3201;
    fake->events = 0x4;
    assert_true(cuda_monitor_open(bus_id, &monitor, &error));
    assert_true(cuda_monitor_state(&monitor, &now));
    assert_true(now.clock_mhz == 1980 && now.memory_clock_mhz == 3201);
    assert_int_equal(now.events, CLOCK_POWER_CAP);

    wait_until_stale();
    fake->sm_mhz = 1005;
    fake->events = 0x40;
    assert_true(cuda_monitor_state(&monitor, &now));
    assert_true(now.clock_mhz == 1005 && device_throttled(&now));

    /* each call after a throttled reading queries the device, to notice the recovery at once */
    int queries = fake->queries;
    fake->events = 0;
    assert_true(cuda_monitor_state(&monitor, &now));
    assert_int_equal(fake->queries, queries + 1);
    assert_false(device_throttled(&now));
    cuda_monitor_close(&monitor);
    assert_int_equal(fake->started, 0);
}

TEST(frequent_queries_are_answered_from_the_last_one)
{
    struct cuda_monitor monitor;
    struct device_state now;
    struct error error;
    struct timespec begin;
    struct timespec end;
    int questions = 0;
    double seconds = 0;
    fake->sm_mhz = fake->memory_mhz = 1000;
    fake->events = fake->queries = 0;
    assert_true(cuda_monitor_open(bus_id, &monitor, &error));
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (; seconds < 0.05; questions++) {
        assert_true(cuda_monitor_state(&monitor, &now));
        clock_gettime(CLOCK_MONOTONIC, &end);
        seconds =
            (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    }
    assert_true(fake->queries >= 1 && fake->queries <= 1 + (int)(seconds / 0.01));
    assert_true(questions > fake->queries);
    cuda_monitor_close(&monitor);
}

TEST(energy_of_a_part_is_not_known)
{
    struct cuda_monitor monitor;
    struct error error;
    double joules = 0;
    fake->millijoules = 1000;
    fake->divided = 1;
    assert_true(cuda_monitor_open(bus_id, &monitor, &error));
    assert_false(cuda_monitor_energy(&monitor, &joules, &error));
    assert_non_null(strstr(error.text, "the GPU is divided (MIG)"));
    fake->divided = 0;
    assert_true(cuda_monitor_energy(&monitor, &joules, &error));
    cuda_monitor_close(&monitor);
}

TEST(a_silent_gpu_is_not_known)
{
    struct cuda_monitor monitor;
    struct error error;
    double joules = 0;
    fake->sm_mhz = 0;
    fake->millijoules = 0;
    assert_true(cuda_monitor_open(bus_id, &monitor, &error));
    assert_false(cuda_monitor_state(&monitor, &(struct device_state){0}));
    assert_false(cuda_monitor_energy(&monitor, &joules, &error));
    assert_string_equal(error.text, "NVML: total energy: Not Supported");
    fake->millijoules = 1234567;
    assert_true(cuda_monitor_energy(&monitor, &joules, &error));
    assert_near(joules, 1234.567, 1e-9);
    cuda_monitor_close(&monitor);
}
#else
static int open_fake(void **state)
{
    (void)state;
    return 0;
}
#endif

TESTS_MAIN(open_fake, NULL)

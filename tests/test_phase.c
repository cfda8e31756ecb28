/*
 * Tests phases. Time is assigned to the innermost range and to parts of a run. The overhead of a
 * range is small.
 */
#include "harness/base/clock.h"
#include "harness/timing/overhead.h"
#include "harness/timing/phase.h"
#include "tests/cmocka.h"

#include <math.h>
#include <time.h>

static void wait_ms(long milliseconds)
{
    const struct timespec time = {.tv_nsec = milliseconds * 1000000};
    nanosleep(&time, NULL);
}

TEST(time_goes_to_the_innermost_range)
{
    phase_begin(PHASE_FORCE, "before the reset");
    wait_ms(5);
    phase_end();
    const double before_reset = clock_seconds();
    phase_reset();
    const double after_reset = clock_seconds();
    phase_begin(PHASE_PREPARE, "a case");
    wait_ms(10);
    phase_begin(PHASE_COMPILE, "a kernel");
    wait_ms(40);
    phase_end();
    phase_end();
    wait_ms(20);
    double prepare = phase_seconds(PHASE_PREPARE);
    double compile = phase_seconds(PHASE_COMPILE);
    const double before_reading = clock_seconds();
    double none = phase_seconds(PHASE_NONE);
    const double after_reading = clock_seconds();
    assert_true(prepare >= 0.010 && compile >= 0.040 && none >= 0.020);
    const double all = prepare + compile + none;
    assert_true(all > before_reading - after_reset - 1e-9);
    assert_true(all < after_reading - before_reset + 1e-9);
    assert_true(phase_seconds(PHASE_FORCE) == 0);

    struct overhead overhead = overhead_take();
    assert_true(overhead.share[OVERHEAD_COMPILATION] * overhead.seconds >= 0.040);
    assert_true(overhead.share[OVERHEAD_LISTS] * overhead.seconds >= 0.010);
    assert_true(overhead.share[OVERHEAD_HARNESS] * overhead.seconds >= 0.020);
    assert_true(overhead.share[OVERHEAD_SAMPLING] == 0);
}

/* Takes the fastest of many batches, because other programs can only slow it down. */
TEST(a_range_without_a_tool_costs_under_a_microsecond)
{
    enum { BATCHES = 100, RANGES = 1000 };
    double best = INFINITY;
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = clock_seconds();
        for (int k = 0; k < RANGES; k++) {
            phase_begin(PHASE_FORCE, "a case");
            phase_end();
        }
        best = fmin(best, (clock_seconds() - start) / RANGES);
    }
    print_message("%.1f ns per range\n", 1e9 * best);
    assert_true(best < 1e-6);
}

TESTS_MAIN(NULL, NULL)

/* Tests the load of CPUs by other processes: ticks that are counted, and load between two times. */
#include "harness/base/machine/processor_load.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

TEST(ticks_are_read_from_the_kernel)
{
    char path[] = "/tmp/pairlanes-stat-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *stream = fdopen(file, "w");
    assert_non_null(stream);
    fputs("cpu  100 20 30 4000 50 6 7 80 0 0\ncpu0 1 2 3 4 5 6 7 8\n", stream);
    assert_int_equal(fclose(stream), 0);
    struct processor_time time = processor_time_read(path);
    double ticks = (double)sysconf(_SC_CLK_TCK);
    assert_float_equal(time.busy, 163 / ticks, 1e-9);
    assert_float_equal(time.stolen, 80 / ticks, 1e-9);
    assert_true(time.own >= 0);
    unlink(path);
    assert_true(isnan(processor_time_read(path).busy));
}

TEST(load_is_what_others_took)
{
    const struct processor_time from = {.wall = 10, .busy = 100, .stolen = 5, .own = 20};
    const struct processor_time to = {.wall = 14, .busy = 112, .stolen = 6, .own = 26};
    struct processor_load load = processor_load_between(&from, &to);
    assert_float_equal(load.others, 1.5, 1e-9);
    assert_float_equal(load.stolen, 0.25, 1e-9);
}

TEST(more_own_time_than_ticks_is_no_load)
{
    const struct processor_time from = {.wall = 10};
    const struct processor_time to = {.wall = 11, .busy = 0.99, .own = 1};
    assert_float_equal(processor_load_between(&from, &to).others, 0, 0);
}

TEST(short_or_unknown_times_are_left_out)
{
    const struct processor_time from = {.wall = 10, .busy = 1, .stolen = 0, .own = 0};
    const struct processor_time soon = {.wall = 10.1, .busy = 2, .stolen = 0, .own = 0};
    const struct processor_time unknown = {.wall = 20, .busy = NAN, .stolen = NAN, .own = 0};
    assert_true(isnan(processor_load_between(&from, &soon).others));
    assert_true(isnan(processor_load_between(&from, &unknown).others));
    assert_true(isnan(processor_load_between(&from, &unknown).stolen));
}

TESTS_MAIN(NULL, NULL)

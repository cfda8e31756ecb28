/* Steps are found where they are; outliers and noise are no steps. */
#include "harness/base/random.h"
#include "harness/timing/change_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { LENGTH = 40 };

static int count(const bool *change, int n)
{
    int found = 0;
    for (int k = 0; k < n; k++)
        found += change[k];
    return found;
}

static void steps_are_found_where_they_are(void **state)
{
    (void)state;
    struct random random = random_start(4, 0);
    double y[LENGTH];
    bool change[LENGTH];
    for (int at = 3; at <= LENGTH - 3; at++) {
        for (int k = 0; k < LENGTH; k++)
            y[k] = (k < at ? 100 : 105) + 0.2 * random_uniform(&random);
        change_points(y, LENGTH, 0.02, change);
        assert_true(change[at]);
        assert_int_equal(count(change, LENGTH), 1);
    }
}

static void a_level_up_and_back_is_two_steps(void **state)
{
    (void)state;
    double y[LENGTH];
    bool change[LENGTH];
    for (int k = 0; k < LENGTH; k++)
        y[k] = k >= 10 && k < 25 ? 90 : 100;
    change_points(y, LENGTH, 0.02, change);
    assert_true(change[10] && change[25]);
    assert_int_equal(count(change, LENGTH), 2);
}

static void outliers_short_series_and_small_steps_are_none(void **state)
{
    (void)state;
    double y[LENGTH];
    bool change[LENGTH];
    for (int k = 0; k < LENGTH; k++)
        y[k] = k % 8 == 5 ? 200 : 100;
    change_points(y, LENGTH, 0.02, change);
    assert_int_equal(count(change, LENGTH), 0);
    for (int k = 0; k < LENGTH; k++)
        y[k] = k < 20 ? 100 : 101.5;
    change_points(y, LENGTH, 0.02, change);
    assert_int_equal(count(change, LENGTH), 0);
    y[0] = y[1] = 1;
    y[2] = y[3] = y[4] = 2;
    change_points(y, 5, 0.02, change);
    assert_int_equal(count(change, 5), 0);
}

static void noise_is_seldom_a_step(void **state)
{
    (void)state;
    enum { SERIES = 500 };
    struct random random = random_start(5, 0);
    double y[LENGTH];
    bool change[LENGTH];
    int found = 0;
    for (int series = 0; series < SERIES; series++) {
        for (int k = 0; k < LENGTH; k++)
            y[k] = 100 + random_normal(&random);
        change_points(y, LENGTH, 0.02, change);
        found += count(change, LENGTH);
    }
    assert_true(found < 0.01 * SERIES * LENGTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_found_where_they_are),
        cmocka_unit_test(a_level_up_and_back_is_two_steps),
        cmocka_unit_test(outliers_short_series_and_small_steps_are_none),
        cmocka_unit_test(noise_is_seldom_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The measure of a wrong force, and what atomics a strategy issues. */
#include "harness/counts.h"
#include "harness/verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void errors_are_relative(void **state)
{
    (void)state;
    double x[2] = {3, -3}, y[2] = {4, -4}, z[2] = {0, 0};
    double wrong[2] = {3, -2.9};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10, .virial = 3};
    struct forces forces = {.n = 2, .x = wrong, .y = y, .z = z, .energy = -10.001, .virial = 3.006};
    struct verification v = verify_forces(&reference, &forces, 0.02);
    assert_true(fabs(v.force_rms_rel - 0.1 / sqrt(50)) < 1e-12);
    assert_true(fabs(v.force_max_rel - 0.1 / 5) < 1e-12);
    assert_true(fabs(v.energy_rel - 1e-4) < 1e-12);
    assert_true(fabs(v.virial_rel - 2e-4) < 1e-12);
    assert_true(fabs(v.net_force_rel - 0.1 / 5) < 1e-12);
    assert_true(isnan(v.spread_rel));
    assert_true(v.passed);
    assert_false(verify_forces(&reference, &forces, 0.01).passed);

    /* right forces do not make up for a wrong energy */
    forces.x = x;
    assert_true(verify_forces(&reference, &forces, 1e-3).passed);
    assert_false(verify_forces(&reference, &forces, 1e-5).passed);
}

static int calls;

/* The reference below, of which one force of the third call is off by a thousandth. */
static bool evaluate_unevenly(struct prepared *prepared, struct forces *forces, struct error *error)
{
    (void)prepared;
    (void)error;
    calls++;
    for (int i = 0; i < 2; i++) {
        forces->x[i] = i == 0 ? 4 : -4;
        forces->y[i] = i == 0 ? 3 : -3;
        forces->z[i] = 0;
    }
    forces->x[1] += calls == 3 ? 4e-3 : 0;
    forces->energy = -10;
    return true;
}

static void forces_that_do_not_repeat_have_a_spread(void **state)
{
    (void)state;
    const struct backend uneven = {.evaluate = evaluate_unevenly};
    double x[2] = {4, -4}, y[2] = {3, -3}, z[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = y, .z = z, .energy = -10};
    struct verification found;
    struct error error;
    calls = 0;
    assert_true(verify_case(&uneven, NULL, &reference, 1e-9, VERIFY_CALLS, &found, &error));
    assert_int_equal(calls, VERIFY_CALLS);
    assert_true(found.passed && found.force_rms_rel == 0);
    assert_true(fabs(found.spread_rel - 4e-3 / 5) < 1e-12);
    assert_true(verify_case(&uneven, NULL, &reference, 1e-9, VERIFY_CALLS, &found, &error));
    assert_true(found.spread_rel == 0);
}

static void an_energy_near_zero_has_a_scale(void **state)
{
    (void)state;
    double x[2] = {24, -24}, o[2] = {0, 0};
    struct reference reference = {.n = 2, .x = x, .y = o, .z = o, .energy = 0, .virial = 24};
    struct forces forces = {.n = 2, .x = x, .y = o, .z = o, .energy = 8e-7};
    assert_true(fabs(verify_forces(&reference, &forces, 1e-5).energy_rel - 1e-7) < 1e-15);
}

static void nothing_is_exactly_nothing(void **state)
{
    (void)state;
    double o[2] = {0, 0}, some[2] = {1e-30, 0};
    struct reference reference = {.n = 2, .x = o, .y = o, .z = o};
    struct forces forces = {.n = 2, .x = o, .y = o, .z = o};
    assert_true(verify_forces(&reference, &forces, 1e-12).passed);
    forces.x = some;
    struct verification v = verify_forces(&reference, &forces, 1e-12);
    assert_false(v.passed);
    assert_true(isinf(v.force_rms_rel));
}

static void what_is_not_a_number_fails(void **state)
{
    (void)state;
    double x[2] = {1, -1}, o[2] = {0, 0}, broken[2] = {1, NAN};
    struct reference reference = {.n = 2, .x = x, .y = o, .z = o, .energy = 1};
    struct forces forces = {.n = 2, .x = broken, .y = o, .z = o, .energy = 1};
    assert_false(verify_forces(&reference, &forces, 1e300).passed);
    forces.x = x;
    forces.energy = NAN;
    assert_false(verify_forces(&reference, &forces, 1e300).passed);
}

static void atomics_follow_from_pairs(void **state)
{
    (void)state;
    struct reference reference = {.n = 10, .pairs_in_cutoff = 8, .pairs_interacting = 7};
    struct structure_sizes sizes = {.pairs_listed = 20, .atomics = -1};
    struct strategy strategy = {.atomics = ATOMICS_BOTH};
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 14);
    strategy.atomics = ATOMICS_PARTNER;
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 17);
    strategy.atomics = ATOMICS_SEGMENTS;
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, -1);
    sizes.atomics = 9; /* what the backend has counted is the truth */
    assert_int_equal(counts_of(&strategy, &sizes, &reference).atomics, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_relative),
        cmocka_unit_test(forces_that_do_not_repeat_have_a_spread),
        cmocka_unit_test(an_energy_near_zero_has_a_scale),
        cmocka_unit_test(nothing_is_exactly_nothing),
        cmocka_unit_test(what_is_not_a_number_fails),
        cmocka_unit_test(atomics_follow_from_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Tests the table of timed quantities: each quantity occurs in the right cases and makes the
 * requested calls.
 */
#include "harness/measure/case_state.h"
#include "harness/measure/quantity.h"
#include "tests/cmocka.h"

#include <math.h>
#include <string.h>

/* Counts of calls of a backend, and which call fails. */
static struct {
    int flushes, forces, builds, bins;
    int last_build; /* number of the build that fails; 0: none */
} asked;

static bool flush(struct device *device, struct error *error)
{
    (void)device;
    (void)error;
    asked.flushes++;
    return true;
}

static bool time_force(struct prepared *prepared, int64_t calls, double *nanoseconds,
                       struct error *error)
{
    (void)prepared;
    (void)error;
    asked.forces++;
    *nanoseconds = 5 * (double)calls;
    return true;
}

static bool time_build(struct prepared *prepared, double *nanoseconds, struct error *error)
{
    (void)prepared;
    *nanoseconds = 3;
    if (++asked.builds == asked.last_build)
        return error_set(error, EXIT_ENVIRONMENT, "the list overflows");
    return true;
}

static bool time_binning(struct prepared *prepared, double *nanoseconds, double part[BINNING_PARTS],
                         struct error *error)
{
    (void)prepared;
    (void)error;
    *nanoseconds = 2;
    part[0] += ++asked.bins;
    return true;
}

static const struct backend backend = {.flush = flush,
                                       .time_force = time_force,
                                       .time_build = time_build,
                                       .time_binning = time_binning};
static const struct opened opened = {.backend = &backend};

static double time_of(enum quantity quantity, struct case_state *state, int64_t calls)
{
    struct error error;
    double nanoseconds = NAN;
    memset(&asked, 0, sizeof asked);
    assert_true(quantity_time(quantity, &opened, state, calls, &nanoseconds, &error));
    return nanoseconds;
}

TEST(every_quantity_is_whole)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct quantity_info *info = quantity_info(q);
        assert_non_null(info->message);
        assert_non_null(info->asked);
        assert_true((info->time == NULL) != (info->time_one == NULL));
        assert_int_not_equal(info->phase, PHASE_NONE);
        for (enum quantity other = 0; other < q; other++)
            assert_string_not_equal(info->message, quantity_info(other)->message);
    }
}

/*
 * A case is recorded with its last quantity; therefore the last one must be timed for every case.
 */
TEST(force_comes_last)
{
    const struct case_state one = {0};
    assert_int_equal(QUANTITY_FORCE, QUANTITIES - 1);
    assert_true(quantity_info(QUANTITY_FORCE)->asked(&one, &backend));
}

TEST(warm_calls_go_together)
{
    struct case_state one = {0};
    assert_true(time_of(QUANTITY_FORCE, &one, 4) == 20);
    assert_int_equal(asked.forces, 1);
    assert_int_equal(asked.flushes, 0);
}

TEST(cold_calls_follow_a_flush_each)
{
    struct case_state one = {0};
    assert_true(time_of(QUANTITY_COLD, &one, 4) == 20);
    assert_int_equal(asked.forces, 4);
    assert_int_equal(asked.flushes, 4);
}

TEST(builds_add_up_and_end_at_a_failure)
{
    struct case_state one = {0};
    struct error error;
    double nanoseconds = NAN;
    assert_true(time_of(QUANTITY_BUILD, &one, 4) == 12);
    assert_int_equal(asked.builds, 4);
    memset(&asked, 0, sizeof asked);
    asked.last_build = 2;
    assert_false(quantity_time(QUANTITY_BUILD, &opened, &one, 4, &nanoseconds, &error));
    assert_string_equal(error.text, "the list overflows");
    assert_int_equal(asked.builds, 2);
}

TEST(parts_of_filling_cells_add_up)
{
    struct case_state one = {0};
    assert_true(time_of(QUANTITY_BIN, &one, 3) == 6);
    assert_true(one.binning.nanoseconds[0] == 6);
    assert_int_equal(one.binning.calls, 3);
}

TEST(quantities_that_a_backend_lacks_are_not_timed)
{
    const struct backend poor = {0};
    const struct case_spec spec = {
        .backend = "cuda", .strategy = strategy_find("vertex"), .sampling = {.step = 0.001}};
    struct case_state one = {.spec = &spec};
    assert_true(quantity_info(QUANTITY_BIN)->asked(&one, &backend));
    assert_false(quantity_info(QUANTITY_BIN)->asked(&one, &poor));
    assert_false(quantity_info(QUANTITY_STEP)->asked(&one, &poor));
    assert_false(quantity_info(QUANTITY_COLD)->asked(&one, &poor));
    assert_false(quantity_info(QUANTITY_BONDED)->asked(&one, &poor));
    one.sizes.bonded_step = true;
    assert_true(quantity_info(QUANTITY_BONDED)->asked(&one, &poor));
}

static bool build_nothing(const struct neighbor_source *source, struct neighbor_result *result)
{
    (void)source;
    (void)result;
    return true;
}

/* A user's structure is built on the host and has no cells. */
TEST(cells_of_a_structure_of_ones_own_are_not_timed)
{
    const struct neighbor_structure own = {.name = "own", .build = build_nothing};
    const struct strategy strategy = {.name = "mine", .neighbors = &own};
    const struct case_spec spec = {.backend = "cuda", .strategy = &strategy};
    const struct case_state one = {.spec = &spec};
    assert_false(quantity_info(QUANTITY_BIN)->asked(&one, &backend));
    assert_true(quantity_info(QUANTITY_BUILD)->asked(&one, &backend));
}

TESTS_MAIN(NULL, NULL)

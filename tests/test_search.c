/*
 * Tests searches for settings with synthetic timings. Halving keeps the best setting; climbing
 * finds it in the given time. Times are interpolated only between measured times. Bisection finds a
 * crossing or reports none.
 */
#include "harness/base/random.h"
#include "harness/search/bisection.h"
#include "harness/search/halving.h"
#include "harness/search/interpolate.h"
#include "harness/search/placings.h"
#include "harness/search/search.h"
#include "tests/cmocka.h"

/* --- halving --- */

static struct estimate around(double median, double part)
{
    return (struct estimate){median, median * (1 - part), median * (1 + part)};
}

TEST(the_slower_half_is_dropped)
{
    const struct estimate estimates[] = {around(5, 0.01), around(1, 0.01), around(3, 0.01),
                                         around(2, 0.01), around(4, 0.01)};
    bool in[] = {true, true, true, true, true};
    assert_int_equal(halving_keep(estimates, in, 5), 3);
    assert_true(in[1] && in[2] && in[3]);
    assert_int_equal(halving_keep(estimates, in, 5), 2);
    assert_true(in[1] && in[3]);
    assert_int_equal(halving_keep(estimates, in, 5), 1);
    assert_true(in[1]);
    assert_int_equal(halving_keep(estimates, in, 5), 1);
}

TEST(points_that_overlap_with_the_fastest_stay)
{
    const struct estimate estimates[] = {around(10, 0.01), around(11, 0.2), around(10.1, 0.01),
                                         around(20, 0.01)};
    bool in[] = {true, true, true, true};
    assert_int_equal(halving_keep(estimates, in, 4), 3);
    assert_false(in[3]);
}

TEST(points_that_cannot_be_measured_are_dropped)
{
    const struct estimate estimates[] = {estimate_unknown, around(2, 0.01), around(1, 0.01)};
    bool in[] = {true, true, false};
    assert_int_equal(halving_keep(estimates, in, 3), 1);
    assert_true(!in[0] && in[1] && !in[2]);
    const struct estimate none[] = {estimate_unknown};
    bool alone[] = {true};
    assert_int_equal(halving_keep(none, alone, 1), 0);
}

/* --- searching --- */

enum { SPACES = 6 };

/* A simulated machine with a simulated clock. Each setting takes a known time, with noise. */
struct machine {
    struct random random;
    double noise;
    double clock;
    double overhead; /* seconds that a trial takes in addition to its timed calls */
    int trials;
    bool tried[SPACES][6][5][2];
    int compiled; /* trials that are already compiled */
    double again; /* seconds for measuring a trial again after the search */
    int prepared; /* number of prepared batches */
};

static const struct space grid = {
    .axis = {{6, true}, {5, true}, {2, false}}, .axes = 3, .start = {{2, 2, 0}}};

/*
 * Returns the time of a setting. The best setting of each space is (1, 4, 1); spaces with larger s
 * are slower.
 */
static double cost(const struct trial *trial)
{
    const int *at = trial->point.at;
    double away = (at[0] - 1) * (at[0] - 1) + (at[1] - 4) * (at[1] - 4) + 2 * (1 - at[2]);
    return 100 * (1 + 0.3 * trial->space) * (1 + 0.1 * away);
}

static bool time_trials(void *context, struct trial *const *trials, int count, double seconds,
                        double until, struct error *error)
{
    struct machine *machine = context;
    (void)error;
    for (int k = 0; k < count; k++) {
        const double end = machine->clock + seconds + machine->overhead;
        trials[k]->ready = end <= until;
        machine->clock = trials[k]->ready ? end : fmax(machine->clock, until);
        if (!trials[k]->ready)
            continue;
        double noise = machine->noise / sqrt(seconds);
        double factor = 1 + noise * (2 * random_uniform(&machine->random) - 1);
        const int *at = trials[k]->point.at;
        machine->tried[trials[k]->space][at[0]][at[1]][at[2]] = true;
        trials[k]->estimate = around(cost(trials[k]) * factor, noise);
        machine->trials++;
    }
    return true;
}

static double read_clock(void *context)
{
    return ((const struct machine *)context)->clock;
}

static void search_grid(struct machine *machine, double seconds, struct search_result *result)
{
    struct space spaces[SPACES];
    struct error error;
    for (int k = 0; k < SPACES; k++)
        spaces[k] = grid;
    const struct search_options options = {.seconds = seconds, .first = 0.1};
    const struct search_means means = {
        .measure = time_trials, .now = read_clock, .context = machine};
    assert_true(search_run(spaces, SPACES, &options, &means, result, &error));
}

TEST(the_best_is_found_under_noise)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct machine machine = {random_start(seed, 0), .noise = 0.01, .overhead = 0.05};
        struct trial best[SPACES] = {0};
        struct search_result result = {.best = best};
        search_grid(&machine, 60, &result);
        assert_true(result.converged);
        assert_true(cost(&best[0]) <= 1.05 * 100);
        assert_true(estimate_faster(&best[0].estimate, &best[1].estimate));
        assert_true(result.measured < SPACES * 60 / 2);
    }
}

/* Whether all neighbors of the fastest point were measured. */
static bool knows_neighbors(const struct machine *machine, const struct trial best[SPACES])
{
    const struct trial *fastest = best;
    for (int k = 1; k < SPACES; k++)
        if (estimate_faster(&best[k].estimate, &fastest->estimate))
            fastest = &best[k];
    struct point neighbors[SPACE_NEIGHBORS];
    const int count = space_neighbors(&grid, &fastest->point, neighbors);
    for (int k = 0; k < count; k++) {
        const int *at = neighbors[k].at;
        if (!machine->tried[fastest->space][at[0]][at[1]][at[2]])
            return false;
    }
    return true;
}

TEST(a_search_ends_in_its_time_and_has_converged_with_all_neighbors)
{
    int converged = 0, open = 0;
    for (int half = 4; half < 120; half++) {
        double seconds = half / 2.0;
        struct machine machine = {random_start(1, 0), .noise = 0.05, .overhead = 0.2};
        struct trial best[SPACES] = {0};
        struct search_result result = {.best = best};
        search_grid(&machine, seconds, &result);
        assert_true(machine.clock <= seconds);
        for (int k = 0; k < SPACES; k++)
            assert_int_equal(estimate_known(&best[k].estimate), k < SPACES - result.left_out);
        assert_true(result.left_out == 0 || seconds < 3);
        assert_int_equal(result.converged, knows_neighbors(&machine, best));
        result.converged ? converged++ : open++;
    }
    assert_true(converged > 5 && open > 5);
}

TEST(a_time_that_is_too_short_gives_no_start_and_is_kept)
{
    struct machine machine = {random_start(1, 0), .noise = 0.01, .overhead = 5};
    struct trial best[SPACES] = {0};
    struct search_result result = {.best = best};
    search_grid(&machine, 1, &result);
    assert_true(machine.clock <= 1);
    assert_int_equal(result.measured, 0);
    assert_int_equal(result.left_out, SPACES);
    assert_false(result.converged);
    assert_false(estimate_known(&best[0].estimate));
}

/* Times trials; trials with a second index of 3 or more fail. */
static bool time_some(void *context, struct trial *const *trials, int count, double seconds,
                      double until, struct error *error)
{
    bool good = time_trials(context, trials, count, seconds, until, error);
    for (int k = 0; k < count; k++)
        if (trials[k]->point.at[1] >= 3)
            trials[k]->estimate = estimate_unknown;
    return good;
}

TEST(failing_points_are_avoided)
{
    struct machine machine = {random_start(1, 0), .noise = 0.001, .overhead = 0.01};
    struct trial best[1];
    struct search_result result = {.best = best};
    struct error error;
    const struct search_options options = {.seconds = 60, .first = 0.1};
    const struct search_means means = {
        .measure = time_some, .now = read_clock, .context = &machine};
    assert_true(search_run(&grid, 1, &options, &means, &result, &error));
    const struct point expected = {{1, 2, 1}};
    assert_true(point_same(&best[0].point, &expected));
}

/* Prepares trials, a second for each that is not compiled, until the time is over. */
static bool prepare_slowly(void *context, struct trial *const *trials, int count, double until,
                           struct error *error)
{
    struct machine *machine = context;
    (void)error;
    for (int k = 0; k < count; k++) {
        const double end = machine->clock + (machine->compiled-- > 0 ? 0.01 : 1);
        trials[k]->ready = end <= until;
        machine->clock = trials[k]->ready ? end : fmax(machine->clock, until);
    }
    return true;
}

static bool time_prepared(void *context, struct trial *const *trials, int count, double seconds,
                          double until, struct error *error)
{
    for (int k = 0; k < count; k++)
        if ((!trials[k]->ready && !prepare_slowly(context, &trials[k], 1, until, error)) ||
            (trials[k]->ready && !time_trials(context, &trials[k], 1, seconds, until, error)))
            return false;
    return true;
}

TEST(a_search_keeps_its_time_while_it_compiles)
{
    for (int trial = 0; trial < 14; trial++) {
        const double seconds = 1 << trial / 2;
        const int compiled = trial % 2 * 2;
        struct machine machine = {random_start(1, 0), .noise = 0.001, .compiled = compiled};
        struct trial best[SPACES] = {0};
        struct space spaces[SPACES];
        struct search_result result = {.best = best};
        struct error error;
        for (int k = 0; k < SPACES; k++)
            spaces[k] = grid;
        const struct search_options options = {.seconds = seconds, .first = 0.01};
        const struct search_means means = {.prepare = prepare_slowly,
                                           .measure = time_prepared,
                                           .now = read_clock,
                                           .context = &machine};
        assert_true(search_run(spaces, SPACES, &options, &means, &result, &error));
        const double two = compiled == 2 ? 0.04 : 2.02; /* duration of the first two starts in
                                                         * seconds */
        assert_true(machine.clock <= seconds);
        assert_true(result.start <= two + 0.7 * fmax(seconds - two, 0) + 2.02);
        assert_int_equal(result.left_out < SPACES, two <= seconds);
        assert_true(result.left_out == 0 || 0.7 * seconds <= SPACES - compiled);
        assert_true(!result.converged || result.left_out == 0);
        assert_int_equal(estimate_known(&best[SPACES - 1].estimate), result.left_out == 0);
    }
}

TEST(slow_trials_leave_their_time_to_the_neighbors_of_the_fastest)
{
    for (int seconds = 8; seconds < 40; seconds++) {
        struct machine machine = {random_start(1, 0), .noise = 0.2, .overhead = 0.5};
        struct trial best[SPACES] = {0};
        struct search_result result = {.best = best};
        bool around_start = false;
        search_grid(&machine, seconds, &result);
        assert_true(machine.clock <= seconds && result.left_out == 0);
        for (int s = 0; s < SPACES; s++)
            around_start |= machine.tried[s][1][2][0] && machine.tried[s][3][2][0] &&
                            machine.tried[s][2][1][0] && machine.tried[s][2][3][0] &&
                            machine.tried[s][2][2][1];
        assert_true(around_start);
    }
}

static double again_slowly(void *context, const struct trial *trial)
{
    (void)trial;
    return ((const struct machine *)context)->again;
}

TEST(a_search_leaves_the_two_fastest_their_time_unless_that_is_most_of_it)
{
    enum { SECONDS = 20, RESERVE = 2 };
    int reserved = 0;
    for (int quarter = 0; quarter < 40; quarter++) {
        struct machine machine = {random_start(1, 0), .noise = 0.2, .overhead = 0.5,
                                  .again = quarter / 4.0};
        struct trial best[SPACES] = {0};
        struct space spaces[SPACES];
        struct search_result result = {.best = best};
        struct error error;
        for (int k = 0; k < SPACES; k++)
            spaces[k] = grid;
        const struct search_options options = {
            .seconds = SECONDS, .first = 0.1, .reserve = RESERVE};
        const struct search_means means = {
            .measure = time_trials, .again = again_slowly, .now = read_clock, .context = &machine};
        assert_true(search_run(spaces, SPACES, &options, &means, &result, &error));
        const double after = 2 * machine.again, all = SECONDS + RESERVE;
        assert_true(machine.clock <= all);
        assert_true(machine.clock + after <= all || after > all / 2);
        reserved += after > RESERVE && machine.clock + after <= all;
    }
    assert_true(reserved > 10);
}

/* Runs a search in spaces that have a single point each. */
static void search_points(const struct search_options *options, const struct search_means *means,
                          struct search_result *result)
{
    struct space spaces[SPACES] = {0};
    struct error error;
    assert_true(search_run(spaces, SPACES, options, means, result, &error));
}

TEST(starts_that_are_left_out_use_the_reserve)
{
    struct machine machine = {random_start(1, 0), .noise = 0.001};
    struct trial best[SPACES] = {0};
    struct search_result result = {.best = best};
    const struct search_options options = {
        .seconds = SPACES / 2.0, .first = 0.01, .reserve = SPACES / 2.0 + 1};
    const struct search_means means = {.prepare = prepare_slowly,
                                       .measure = time_prepared,
                                       .now = read_clock,
                                       .context = &machine};
    search_points(&options, &means, &result);
    assert_int_equal(result.left_out, 0);
    assert_true(machine.clock <= SPACES + 1);
}

/* Prepares only the first trial in time. */
static bool prepare_one(void *context, struct trial *const *trials, int count, double until,
                        struct error *error)
{
    struct machine *machine = context;
    (void)until;
    (void)error;
    machine->prepared++;
    machine->clock += 0.01;
    for (int k = 0; k < count; k++)
        trials[k]->ready = machine->prepared == 1;
    return true;
}

TEST(a_search_ends_once_no_start_is_ready_in_time)
{
    struct machine machine = {random_start(1, 0), .noise = 0.001};
    struct trial best[SPACES] = {0};
    struct search_result result = {.best = best};
    const struct search_options options = {.seconds = 1000, .first = 0.1};
    const struct search_means means = {
        .prepare = prepare_one, .measure = time_trials, .now = read_clock, .context = &machine};
    search_points(&options, &means, &result);
    assert_true(machine.prepared < 10);
    assert_int_equal(result.left_out, SPACES - 2);
    assert_false(result.converged);
}

static bool time_after_compiling(void *context, struct trial *const *trials, int count,
                                 double seconds, double until, struct error *error)
{
    struct machine *machine = context;
    machine->clock += machine->trials == 0 ? 3 : 0;
    return time_trials(context, trials, count, seconds, until, error);
}

TEST(a_start_that_was_compiled_leaves_neighbors_their_time)
{
    struct machine machine = {random_start(1, 0), .noise = 0.001, .overhead = 0.01};
    struct trial best[1];
    struct search_result result = {.best = best};
    struct error error;
    const struct search_options options = {.seconds = 5, .first = 0.01};
    const struct search_means means = {
        .measure = time_after_compiling, .now = read_clock, .context = &machine};
    assert_true(search_run(&grid, 1, &options, &means, &result, &error));
    assert_true(result.converged && machine.clock <= 5);
}

TEST(all_points_of_a_space_have_a_number)
{
    assert_int_equal(space_points(&grid), 60);
    for (int64_t k = 0; k < 60; k++)
        for (int64_t other = 0; other < k; other++) {
            const struct point a = space_point(&grid, k), b = space_point(&grid, other);
            assert_false(point_same(&a, &b));
        }
}

/* --- interpolating --- */

TEST(a_time_between_two_is_interpolated)
{
    const struct measured_point below = {1000, {10, 9.9, 10.1}}, above = {4000, {40, 39.6, 40.4}};
    const struct estimate time = interpolate(&below, &above, 2000);
    assert_float_equal(time.median, 20, 1e-9);
    assert_true(time.low <= 19.8 + 1e-9 && time.low > 19);
    assert_true(time.high >= 20.2 - 1e-9 && time.high < 21);
}

TEST(the_interval_holds_how_a_curve_may_bend)
{
    /* a time that is constant up to a number of particles and then proportional to it */
    const struct measured_point below = {1000, {10, 10, 10}}, above = {8000, {20, 20, 20}};
    const struct estimate time = interpolate(&below, &above, 4000);
    assert_true(time.low <= 10 && time.high >= 20);
}

TEST(a_measured_time_is_itself)
{
    const struct measured_point below = {1000, {10, 9, 11}}, above = {8000, {20, 19, 21}};
    assert_float_equal(interpolate(&below, &above, 1000).high, 11, 0);
    assert_float_equal(interpolate(&below, &above, 8000).low, 19, 0);
    assert_float_equal(interpolate(&below, &below, 1000).median, 10, 0);
}

TEST(nothing_is_extrapolated)
{
    const struct measured_point below = {1000, {10, 9, 11}}, above = {8000, {20, 19, 21}};
    const struct measured_point far = {100000, {20, 19, 21}};
    const struct estimate times[] = {
        interpolate(&below, &above, 999), interpolate(&below, &above, 8001),
        interpolate(&below, &below, 1001), interpolate(&below, &far, 10000)};
    for (int k = 0; k < 4; k++)
        assert_false(estimate_known(&times[k]));
}

/* --- bisection --- */

/*
 * A function with a crossing: the ratio (place / crossing)^power with noise, which other members
 * modify.
 */
struct curve {
    struct random random;
    double crossing, power, noise;
    bool twice;   /* true if the order changes again at ten times the crossing */
    double stray; /* place at which the first measurement is wrong; 0: none */
    double busy;  /* place at which the machine is busy and A is a hundred times slower; 0: none */
    int probes;
};

static bool probe_curve(void *context, struct probe *probe, struct error *error)
{
    struct curve *curve = context;
    (void)error;
    double x = probe->at / curve->crossing;
    probe->ratio = pow(curve->twice && x > 3 ? 10 / x : x, curve->power);
    if (curve->stray > 0 && fabs(probe->at / curve->stray - 1) < 0.01) {
        probe->ratio = 1 / probe->ratio;
        curve->stray = 0;
    }
    probe->ratio *= 1 + curve->noise * (2 * random_uniform(&curve->random) - 1);
    probe->doubtful = curve->busy > 0 && fabs(probe->at / curve->busy - 1) < 0.01;
    probe->ratio *= probe->doubtful ? 100 : 1;
    probe->low = probe->ratio * (1 - curve->noise);
    probe->high = probe->ratio * (1 + curve->noise);
    curve->probes++;
    return true;
}

/* Returns the nearest multiple of 16, the size of a duplex. */
static double whole_duplexes(void *context, double at)
{
    (void)context;
    return 16 * round(at / 16);
}

static struct crossing bisect(struct curve *curve)
{
    const struct bisection_options options = {
        .low = 100, .high = 100000, .grid = 5, .width = 1.1, .place = whole_duplexes};
    struct crossing crossing;
    struct error error;
    assert_true(bisection_run(&options, probe_curve, curve, &crossing, &error));
    assert_true(crossing.probes <= BISECTION_PROBES);
    for (int k = 0; k < crossing.probes; k++) {
        assert_true(fmod(crossing.probe[k].at, 16) == 0);
        assert_true(k == 0 || crossing.probe[k - 1].at < crossing.probe[k].at);
    }
    return crossing;
}

TEST(a_known_crossing_is_in_the_interval)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct curve curve = {random_start(seed, 0), .crossing = 3000, .power = 0.5, .noise = 0.01};
        const struct crossing crossing = bisect(&curve);
        assert_int_equal(crossing.changes, 1);
        assert_true(crossing.surely_a);
        assert_true(crossing.low <= 3000 && 3000 <= crossing.high);
        assert_true(crossing.low <= crossing.at && crossing.at <= crossing.high);
        assert_true(crossing.high < 1.3 * crossing.low);
    }
}

TEST(the_other_may_be_first)
{
    struct curve curve = {random_start(1, 0), .crossing = 777, .power = -1, .noise = 0.001};
    const struct crossing crossing = bisect(&curve);
    assert_int_equal(crossing.changes, 1);
    assert_false(crossing.surely_a);
    assert_true(crossing.low <= 777 && 777 <= crossing.high);
}

TEST(curves_that_do_not_cross_give_no_crossing)
{
    const double places[] = {1, 1e8};
    for (int k = 0; k < 2; k++) {
        struct curve curve = {random_start(1, 0), .crossing = places[k], .power = 1, .noise = 0.01};
        const struct crossing crossing = bisect(&curve);
        assert_int_equal(crossing.changes, 0);
        assert_int_equal(crossing.probes, 5);
    }
    struct curve alike = {random_start(1, 0), .crossing = 3000, .power = 0, .noise = 0.01};
    assert_int_equal(bisect(&alike).changes, 0);
}

TEST(several_crossings_are_reported)
{
    struct curve curve = {random_start(1, 0), .crossing = 1000, .power = 1, .noise = 0.01,
                          .twice = true};
    const struct crossing crossing = bisect(&curve);
    assert_int_equal(crossing.changes, 2);
    assert_true(crossing.low <= 1000 && 1000 <= crossing.high);
}

TEST(a_place_that_contradicts_its_neighbors_is_measured_again)
{
    struct curve curve = {random_start(1, 0), .crossing = 1, .power = 0.5, .noise = 0.01,
                          .stray = 3162};
    const struct crossing crossing = bisect(&curve);
    assert_int_equal(crossing.changes, 0);
    assert_int_equal(curve.probes, 6);
}

TEST(a_doubtful_place_gives_no_order)
{
    const double place[] = {562, 3162}; /* grid points below the crossing and next to it */
    for (int k = 0; k < 2; k++) {
        struct curve curve = {random_start(1, 0), .crossing = 4000, .power = 0.5, .noise = 0.01,
                              .busy = place[k]};
        const struct crossing crossing = bisect(&curve);
        assert_int_equal(crossing.changes, 1);
        assert_true(crossing.surely_a);
        assert_true(crossing.low <= 4000 && 4000 <= crossing.high);
    }
    struct curve alone = {random_start(1, 0), .crossing = 1e8, .power = 1, .noise = 0.01,
                          .busy = 3162};
    assert_int_equal(bisect(&alone).changes, 0);
}

/* --- placings --- */

/* Returns a placing on a machine with two CPUs; other processes use `others` CPUs. */
static struct placing placing_of(const char *strategy, double threads, double others, double median,
                                 double part)
{
    struct placing row = {.time = {median, (1 - part) * median, (1 + part) * median}};
    row.record = (struct record){.backend = "cpu",
                                 .strategy = strategy,
                                 .threads = threads,
                                 .others_busy = others,
                                 .cpu_cores = 2};
    row.record.force = (struct timing){.median = median,
                                       .minimum = row.time.low,
                                       .low = row.time.low,
                                       .high = row.time.high,
                                       .samples = 30,
                                       .stop_reason = ""};
    return row;
}

static const char *doubted_of(const struct placing *rows, int count)
{
    struct placings placings = {.count = 0};
    for (int k = 0; k < count; k++)
        placings_put(&placings, &rows[k]);
    const struct placing *doubted = placings_doubted(&placings, false);
    return doubted != NULL ? doubted->record.strategy : "";
}

TEST(times_that_are_not_to_be_trusted_leave_the_verdict_open)
{
    const struct placing quiet[] = {placing_of("serial", 1, 0.2, 247, 0.01),
                                    placing_of("vertex", 2, 0.2, 23994, 0.01)};
    assert_string_equal(doubted_of(quiet, 2), "");
    /* one busy CPU of two does not disturb one thread, but it may slow down two threads by any
     * factor */
    const struct placing busy[] = {placing_of("serial", 1, 1.1, 247, 0.01),
                                   placing_of("vertex", 2, 1.1, 23994, 0.01)};
    assert_string_equal(doubted_of(busy, 2), "vertex");
    assert_string_equal(doubted_of(busy, 1), "");
    /* the interval of vertex, 300 within 30 %, overlaps the interval of the first; that of team
     * does not */
    const struct placing wide[] = {placing_of("serial", 1, 0, 247, 0.01),
                                   placing_of("vertex", 2, 0, 300, 0.3),
                                   placing_of("team", 2, 0, 900, 0.3)};
    assert_string_equal(doubted_of(wide, 3), "vertex");
    const struct placing far[] = {wide[0], wide[2]};
    assert_string_equal(doubted_of(far, 2), "");
    assert_string_equal(doubted_of(&wide[1], 2), "vertex");
}

TESTS_MAIN(NULL, NULL)

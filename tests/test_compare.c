/*
 * Tests that intervals of ratios of medians have their nominal coverage. Tests comparisons of
 * recorded results, with random shifts of runs: they find slower times, increases and missing
 * cases, and nothing else.
 */
#include "harness/base/random.h"
#include "harness/report/verdicts/compare.h"
#include "harness/results/compared.h"
#include "harness/results/noise.h"
#include "harness/results/record.h"
#include "harness/timing/ratio.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char recorded[] = "tests/data/demo.json";
static const struct noise no_noise;

TEST(known_ratio)
{
    double base[20];
    double head[20];
    for (int k = 0; k < 20; k++) {
        base[k] = 100 + (7 * k) % 20; /* 100 … 119 in some order */
        head[k] = 2 * base[k];
    }
    struct ratio ratio;
    ratio = ratio_of(base, 20, head, 20);
    assert_true(ratio.before == 109.5 && ratio.after == 219 && ratio.median == 2);
    assert_true(ratio.quartile == 2);
    /*
     * P(Binomial(20, 1/2) < 5) = 0.0059 and P(… < 6) = 0.0207, so the bounds of the interval are
     * the fifth samples from either end
     */
    assert_true(ratio.low == 2 * 104 / 115. && ratio.high == 2 * 115 / 104.);
}

TEST(too_few_samples_give_no_verdict)
{
    const double base[] = {1, 1, 1, 1, 1, 1, 1};
    const double head[] = {9, 9, 9, 9, 9, 9, 9};
    struct ratio ratio;
    ratio = ratio_of(base, RATIO_FEWEST - 1, head, RATIO_FEWEST - 1);
    assert_true(ratio.low == 0 && isinf(ratio.high) && ratio.median == 9);
    ratio = ratio_of(base, RATIO_FEWEST - 2, head, RATIO_FEWEST);
    assert_true(ratio.low == 0 && isinf(ratio.high) && ratio.median == 9);
    ratio = ratio_of(base, RATIO_FEWEST - 1, head, RATIO_FEWEST);
    assert_true(ratio.low == 9 && ratio.high == 9);
    ratio = ratio_of(base, RATIO_FEWEST, head, RATIO_FEWEST);
    assert_true(ratio.low == 9 && ratio.high == 9);
}

/* Draws skewed noise; `two_humps`: symmetric noise with two modes. Both have median 1. */
static double draw(struct random *random, bool two_humps, double width)
{
    double normal = random_normal(random);
    if (two_humps)
        return 1 + width * (normal > 0 ? 1 : -1) + 0.2 * width * random_normal(random);
    return exp(width * normal);
}

TEST(interval_covers_the_ratio)
{
    enum { TRIALS = 4000, MOST = 100 };
    static const int sizes[][2] = {{7, 7}, {6, 7}, {30, 6}, {30, 30}, {30, 100}, {100, 100}};
    struct random random = random_start(11, 0);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        for (int shape = 0; shape < 4; shape++) {
            int covered = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                double base[MOST];
                double head[MOST];
                struct ratio ratio;
                for (int i = 0; i < sizes[k][0]; i++)
                    base[i] = draw(&random, shape & 1, 0.3);
                for (int i = 0; i < sizes[k][1]; i++)
                    head[i] = 1.1 * draw(&random, shape & 2, 0.1);
                ratio = ratio_of(base, sizes[k][0], head, sizes[k][1]);
                covered += ratio.low <= 1.1 && 1.1 <= ratio.high;
            }
            double coverage = (double)covered / TRIALS;
            if (coverage < 0.95)
                fail_msg("n = %d and %d, shape %d: coverage %g", sizes[k][0], sizes[k][1], shape,
                         coverage);
        }
    }
}

/*
 * One side of a comparison: copies of recorded results with random shifts of the times of each run.
 */
enum { MOST_RUNS = 5 };

struct side {
    char *path[MOST_RUNS];
    struct records records;
    int64_t cases; /* cases of a run */
};

static struct side read_side(int runs)
{
    struct side side = {0};
    struct record_files files = {.path = side.path, .count = runs};
    struct error error;
    for (int k = 0; k < runs; k++)
        assert_non_null(side.path[k] = strdup(recorded));
    assert_good(records_load(&side.records, &files, &error));
    side.cases = side.records.count / runs;
    return side;
}

static void free_side(struct side *side)
{
    records_free(&side->records);
    for (int k = 0; k < MOST_RUNS; k++)
        free(side->path[k]);
}

static void scale(struct timing *timing, double factor)
{
    timing->median *= factor;
    for (cJSON *item = timing->raw->child; item != NULL; item = item->next)
        item->valuedouble *= factor;
}

/* Shifts the times of each run by its own amount. */
static void shift(struct side *side, double offset, struct random *random)
{
    for (int64_t k = 0; k < side->records.count; k++) {
        struct record *record = &side->records.record[k];
        if (!record_timed(record))
            continue;
        scale(&record->force, exp(offset * random_normal(random)));
        scale(&record->build, exp(offset * random_normal(random)));
        scale(&record->bin, exp(offset * random_normal(random)));
    }
}

static struct comparisons compared(const struct side *base, const struct side *head,
                                   const struct noise *noise)
{
    const struct compare_options options = {.threshold = -1, .noise = noise};
    struct comparisons comparisons;
    struct error error;
    assert_good(compare_records(&base->records, &head->records, &options, &comparisons, &error));
    return comparisons;
}

/* The first timed case of a strategy. */
static int64_t case_of(const struct side *side, const char *strategy)
{
    int64_t k = 0;
    while (!record_timed(&side->records.record[k]) ||
           strcmp(side->records.record[k].strategy, strategy) != 0)
        k++;
    return k;
}

TEST(five_percent_are_found_and_nothing_else)
{
    enum { TRIALS = 10, RUNS = 5 };
    struct random random = random_start(3, 0);
    int found = 0, alarms = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct side base = read_side(RUNS);
        struct side head = read_side(RUNS);
        shift(&base, 0.006, &random);
        shift(&head, 0.006, &random);
        int64_t slow = case_of(&head, "vertex");
        for (int run = 0; run < RUNS; run++)
            scale(&head.records.record[run * head.cases + slow].force, 1.05);
        struct comparisons comparisons = compared(&base, &head, &no_noise);
        for (int64_t k = 0; k < comparisons.count; k++) {
            const struct comparison *item = &comparisons.item[k];
            if (item->verdict != VERDICT_MORE)
                continue;
            bool right = item->head == &head.records.record[slow] && item->quantity == 0;
            found += right;
            alarms += !right;
        }
        compare_free(&comparisons);
        free_side(&base);
        free_side(&head);
    }
    print_message("%d of %d found, %d false alarms\n", found, TRIALS, alarms);
    assert_true(found >= 8 && alarms == 0);
}

/* A comparison of one run per side has a verdict only if noise of the same cases is recorded. */
TEST(one_run_a_side_needs_the_noise_of_its_case)
{
    struct random random = random_start(2, 0);
    struct side runs = read_side(MOST_RUNS);
    struct side base = read_side(1);
    struct side head = read_side(1);
    shift(&runs, 0.01, &random);
    int64_t slow = case_of(&head, "vertex");
    scale(&head.records.record[slow].force, 1.1);
    struct comparisons comparisons = compared(&base, &head, &no_noise);
    assert_int_equal(comparisons.tally[VERDICT_MORE], 0);
    assert_int_equal(comparisons.tally[VERDICT_LESS], 0);
    assert_true(comparisons.unconfirmed > 100);
    compare_free(&comparisons);

    char label[MOST_RUNS][16];
    for (int64_t k = 0; k < runs.records.count; k++) {
        int run = (int)(k / runs.cases);
        snprintf(label[run], sizeof label[run], "run %d", run);
        runs.records.record[k].file = label[run];
    }
    struct noise noise;
    struct error error;
    assert_true(noise_of(&runs.records, &noise, &error));
    assert_int_equal(noise_run_count(&noise), MOST_RUNS);
    const struct record *record = &head.records.record[slow];
    double known = noise_for(&noise, record, "force");
    assert_true(known > 0.003 && known < 0.04); /* exact: sqrt(2) * 0.01 */
    comparisons = compared(&base, &head, &noise);
    assert_int_equal(comparisons.tally[VERDICT_MORE], 1);
    assert_int_equal(comparisons.unconfirmed, 0);
    compare_free(&comparisons);

    /* the noise of another device is ignored */
    for (int64_t k = 0; k < base.cases; k++)
        base.records.record[k].device = head.records.record[k].device = "another";
    assert_true(noise_for(&noise, record, "force") == 0);
    comparisons = compared(&base, &head, &noise);
    assert_int_equal(comparisons.tally[VERDICT_MORE], 0);
    compare_free(&comparisons);
    noise_free(&noise);
    free_side(&runs);
    free_side(&base);
    free_side(&head);
}

/* Multiplies a quantity of a case by three. Returns samples to be freed, or NULL. */
static cJSON *worsen(struct record *record, int quantity)
{
    double *numbers[] = {
        &record->dynamics.step_ns, &record->instructions,    &record->loop_instructions,
        &record->pairs_listed,     &record->pairs_in_cutoff, &record->pairs_interacting,
        &record->atomics,          &record->list_bytes,      &record->memory_bytes,
        &record->force_rms_rel,    &record->torque_rms_rel};
    struct timing *timing = (struct timing *)compared_timing(record, quantity);
    if (timing == NULL) {
        int first = compared_count() - (int)(sizeof numbers / sizeof *numbers);
        double *number = numbers[quantity - first];
        assert_true(!(*number != compared_value(record, quantity)));
        *number *= 3;
        return NULL;
    }
    cJSON *samples = cJSON_Duplicate(timing->raw, true);
    timing->raw = samples;
    scale(timing, 3);
    return samples;
}

/* Each quantity of both sides is compared, and the gate fails if any of them is worse. */
TEST(every_quantity_counts)
{
    enum { RUNS = 3 };
    struct side base = read_side(RUNS);
    struct side head = read_side(RUNS);
    int64_t chosen = case_of(&head, "edge");
    struct record usual = head.records.record[chosen];
    /* times that these results do not have are set to the recorded time */
    usual.step = usual.bonded = usual.force_cold = usual.force_energies = usual.bin = usual.force;
    usual.dynamics.step_ns = 1e5;
    usual.instructions = usual.loop_instructions = 1e6;
    usual.torque_rms_rel = usual.force_rms_rel;
    for (int q = 0; q < compared_count(); q++) {
        cJSON *samples[RUNS];
        for (int run = 0; run < RUNS; run++) {
            int64_t k = run * head.cases + chosen;
            const char *files[] = {base.records.record[k].file, head.records.record[k].file};
            base.records.record[k] = head.records.record[k] = usual;
            base.records.record[k].file = files[0];
            head.records.record[k].file = files[1];
            samples[run] = worsen(&head.records.record[k], q);
        }
        struct comparisons comparisons = compared(&base, &head, &no_noise);
        if (comparisons.tally[VERDICT_MORE] != 1)
            fail_msg("%s: %d changes are found", compared_info(q)->name,
                     (int)comparisons.tally[VERDICT_MORE]);
        for (int64_t k = 0; k < comparisons.count; k++)
            assert_true(comparisons.item[k].verdict != VERDICT_MORE ||
                        comparisons.item[k].quantity == q);
        assert_int_equal(compare_exit_code(&comparisons, false), COMPARE_MORE);
        compare_free(&comparisons);
        for (int run = 0; run < RUNS; run++)
            cJSON_Delete(samples[run]);
    }
    free_side(&base);
    free_side(&head);
}

/* A comparison on a busy machine is conclusive only if the whole interval is above 1.5. */
TEST(load_excuses_a_factor_of_one_and_a_half)
{
    struct side base = read_side(3);
    struct side head = read_side(3);
    for (int64_t k = 0; k < head.records.count; k++)
        head.records.record[k].others_busy = base.records.record[k].others_busy = 100;
    int64_t slow = case_of(&head, "vertex");
    double factor = 1;
    for (int step = 0; step < 2; step++) {
        for (int run = 0; run < 3; run++)
            scale(&head.records.record[run * head.cases + slow].force, 1.4);
        factor *= 1.4;
        struct comparisons comparisons = compared(&base, &head, &no_noise);
        assert_int_equal(comparisons.tally[VERDICT_MORE], factor > 1.5);
        assert_true(comparisons.tally[VERDICT_INCONCLUSIVE] > 100);
        compare_free(&comparisons);
    }
    free_side(&base);
    free_side(&head);
}

/* Up to a tenth of the base's cases may be missing. */
TEST(missing_cases_close_the_gate)
{
    struct side base = read_side(1);
    struct side head = read_side(1);
    int64_t gone = 0, timed = 0;
    for (int64_t k = 0; k < head.cases; k++)
        timed += record_timed(&head.records.record[k]);
    for (int64_t k = 0; k < head.cases; k++) {
        if (!record_timed(&head.records.record[k]))
            continue;
        head.records.record[k].status = "skipped";
        gone++;
        struct comparisons comparisons = compared(&base, &head, &no_noise);
        bool open = comparisons.missing > 0.1 * comparisons.expected;
        assert_int_equal(comparisons.tally[VERDICT_MISSING], gone);
        assert_int_equal(compare_exit_code(&comparisons, false),
                         open ? COMPARE_INCONCLUSIVE : EXIT_OK);
        assert_int_equal(compare_exit_code(&comparisons, true), COMPARE_INCONCLUSIVE);
        compare_free(&comparisons);
        if (open)
            break;
    }
    assert_true(10 * gone > timed && 10 * (gone - 3) < timed);
    free_side(&base);
    free_side(&head);
}

TESTS_MAIN(NULL, NULL)

/* Tests claims: the points that are compared, and the verdicts with their reasons. */
#include "harness/config/config.h"
#include "harness/report/verdicts/claims.h"
#include "harness/report/verdicts/explanation.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 20 };

/* A case with 20 samples from (1 - spread) to (1 + spread) times `nanoseconds`. */
struct timed_case {
    const char *strategy;
    int buffers; /* tuning value; 0: none */
    double n, density, nanoseconds, spread;
    const char *device;       /* NULL: "one" */
    const char *model;        /* NULL: "lj" */
    const char *binning;      /* NULL: "sort" */
    const char *precision;    /* NULL: "single" */
    const char *backend;      /* NULL: "cuda" */
    const char *interactions; /* NULL: "lookup" */
    double mean, error;       /* mean and error of dynamics.potential; 0: a case without motion */
    double step;              /* time of a step in ns; 0: not timed */
};

static void add_time(cJSON *object, const char *key, double nanoseconds, double spread)
{
    cJSON *time = cJSON_AddObjectToObject(object, key);
    cJSON_AddNumberToObject(time, "median_ns", nanoseconds);
    cJSON *samples = cJSON_AddArrayToObject(time, "samples_ns");
    for (int k = 0; k < SAMPLES; k++)
        cJSON_AddItemToArray(
            samples, cJSON_CreateNumber(nanoseconds * (1 + spread * (2. * k / (SAMPLES - 1) - 1))));
}

static void add_case(cJSON *cases, const struct timed_case *timed)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "id", timed->strategy);
    cJSON_AddStringToObject(item, "model", timed->model != NULL ? timed->model : "lj");
    cJSON_AddStringToObject(item, "strategy", timed->strategy);
    cJSON_AddStringToObject(item, "precision",
                            timed->precision != NULL ? timed->precision : "single");
    cJSON_AddStringToObject(item, "backend", timed->backend != NULL ? timed->backend : "cuda");
    cJSON_AddStringToObject(item, "device", timed->device != NULL ? timed->device : "one");
    cJSON_AddStringToObject(item, "binning", timed->binning != NULL ? timed->binning : "sort");
    cJSON_AddStringToObject(item, "interactions",
                            timed->interactions != NULL ? timed->interactions : "lookup");
    cJSON_AddStringToObject(item, "status", "ok");
    cJSON_AddNumberToObject(item, "n", timed->n);
    cJSON_AddNumberToObject(item, "density", timed->density);
    cJSON *tuning = cJSON_AddObjectToObject(item, "tuning");
    cJSON_AddNumberToObject(tuning, "block", 128);
    if (timed->buffers > 0)
        cJSON_AddNumberToObject(tuning, "buffers", timed->buffers);
    add_time(item, "force", timed->nanoseconds, timed->spread);
    add_time(item, "build", 10 * timed->n, 0.01);
    if (timed->binning != NULL)
        add_time(item, "bin", timed->nanoseconds / 10, 0.01);
    if (timed->step > 0)
        add_time(item, "step", timed->step, 0.01);
    if (timed->mean > 0) {
        cJSON *potential =
            cJSON_AddObjectToObject(cJSON_AddObjectToObject(item, "dynamics"), "potential");
        cJSON_AddNumberToObject(potential, "mean", timed->mean);
        cJSON_AddNumberToObject(potential, "deviation", timed->mean);
        if (timed->error > 0)
            cJSON_AddNumberToObject(potential, "error", timed->error);
    }
    cJSON_AddItemToArray(cases, item);
}

/* The verdicts, and the data that they point to. */
struct evaluation {
    cJSON *results;
    struct records records;
    struct claims claims;
};

/*
 * Adds text and source to a claim, and evaluates it on the given cases. A case without a strategy
 * ends the array.
 */
static struct evaluation evaluated(const char *claim, const struct timed_case *timed)
{
    struct evaluation evaluation = {.results = cJSON_CreateObject()};
    struct error error;
    char text[1024];
    snprintf(text, sizeof text, "[{\"text\": \"t\", \"source\": \"s\", %s}]", claim);
    cJSON *config = cJSON_AddObjectToObject(evaluation.results, "config");
    cJSON_AddItemToObject(config, "claims", cJSON_Parse(text));
    cJSON *cases = cJSON_AddArrayToObject(evaluation.results, "cases");
    for (; timed->strategy != NULL; timed++)
        add_case(cases, timed);
    assert_good(
        records_add(&evaluation.records, evaluation.results, "r.json", &error) &&
        claims_add(&evaluation.claims, &evaluation.records, evaluation.results, "r.json", &error));
    return evaluation;
}

static void release(struct evaluation *evaluation)
{
    claims_free(&evaluation->claims);
    records_free(&evaluation->records);
    cJSON_Delete(evaluation->results);
}

static void assert_verdict(const char *claim, const struct timed_case *timed,
                           enum claim_verdict verdict, int64_t points)
{
    struct evaluation evaluation = evaluated(claim, timed);
    assert_int_equal(evaluation.claims.count, 1);
    if (evaluation.claims.item[0].verdict != verdict)
        fail_msg("%s: %s instead of %s", claim,
                 claim_verdict_name(evaluation.claims.item[0].verdict),
                 claim_verdict_name(verdict));
    assert_int_equal(evaluation.claims.item[0].points, points);
    release(&evaluation);
}

/* The two sides of a ratio may differ in the way to fill cells and in the compared time. */
TEST(sides_differ_in_binning)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .binning = "sort"},
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01, .binning = "cbin"},
        {0},
    };
    assert_verdict("\"of\": \"bin\", \"above\": 2, \"below\": 4, \"ratio\": [{\"vertex\": {}, "
                   "\"binning\": \"cbin\"}, {\"vertex\": {}, \"binning\": \"sort\"}]",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"of\": \"bin\", \"above\": 1, \"ratio\": [{\"vertex\": {}, \"binning\": "
                   "\"sort\"}, {\"vertex\": {}, \"binning\": \"cbin\"}]",
                   cases, CLAIM_FAILS, 1);
    assert_verdict("\"of\": \"bin\", \"above\": 1, \"ratio\": [{\"vertex\": {}, \"binning\": "
                   "\"cbin\", \"listing\": \"thread\"}, {\"vertex\": {}, \"binning\": \"sort\"}]",
                   cases, CLAIM_NO_DATA, 0); /* these cases have no listing */
    assert_verdict("\"of\": \"bin\", \"above\": 1, \"ratio\": [{\"vertex\": {}, \"binning\": "
                   "\"gbin_old\"}, \"vertex\"]",
                   cases, CLAIM_NO_DATA, 0);
}

/* One side of a ratio may be the CPU of the GPU's host, with any strategy. */
TEST(a_side_may_be_of_the_host)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01, .backend = "cpu", .device = "cores"},
        {0},
    };
    assert_verdict("\"where\": {\"backend\": \"cuda\"}, \"above\": 2, \"below\": 4, \"ratio\": "
                   "[{\"vertex\": {}, \"backend\": \"cpu\"}, \"vertex\"]",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"where\": {\"backend\": \"cuda\"}, \"above\": 2, \"ratio\": "
                   "[{\"team\": {}, \"backend\": \"cpu\"}, \"vertex\"]",
                   cases, CLAIM_NO_DATA, 0);
}

TEST(a_bound_is_compared_with_the_interval)
{
    /* the medians have the ratio 2; bounds from the fifth of 20 samples from either end are 2
     * times 0.943 / 1.057, and 2 divided by it */
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 200, .spread = 0.1},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.1},
        {0},
    };
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1.7", cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1.9", cases, CLAIM_UNDECIDED, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 2.1", cases, CLAIM_UNDECIDED, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 2.4", cases, CLAIM_FAILS, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 2.4", cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1.7", cases, CLAIM_FAILS, 1);
    assert_verdict("\"ratio\": [\"edge\", \"vertex\"], \"below\": 0.6", cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1.7, \"below\": 2.4", cases,
                   CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1.7, \"below\": 1.75", cases,
                   CLAIM_EXCEEDED, 1);
    /* both lists take equally long */
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"of\": \"build\", \"below\": 1.05", cases,
                   CLAIM_HOLDS, 1);
    /* no steps were timed */
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"of\": \"step\", \"below\": 9", cases,
                   CLAIM_NO_DATA, 0);
    struct evaluation evaluation =
        evaluated("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1.7", cases);
    const struct claim_point *point = &evaluation.claims.item[0].point[0];
    double fifth = 0.1 * (1 - 2. * 4 / (SAMPLES - 1));
    assert_true(fabs(point->ratio - 2) < 1e-12);
    assert_true(fabs(point->low - 2 * (1 - fifth) / (1 + fifth)) < 1e-12);
    assert_true(fabs(point->high - 2 * (1 + fifth) / (1 - fifth)) < 1e-12);
    release(&evaluation);
}

TEST(one_point_that_fails_decides)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.01},
        {"vertex", 0, 2000, 0.5, 300, .spread = 0.50},
        {"edge", 0, 2000, 0.5, 290, .spread = 0.50},
        {"vertex", 0, 4000, 0.5, 300, .spread = 0.01},
        {"edge", 0, 4000, 0.5, 400, .spread = 0.01},
        {"vertex", 0, 8000, 0.5, 300, .spread = 0.01},
        {"edge", 0, 8000, 0.5, 500, .spread = 0.01},
        {0},
    };
    struct evaluation evaluation =
        evaluated("\"ratio\": [\"vertex\", \"edge\"], \"above\": 1", cases);
    const struct claim *claim = &evaluation.claims.item[0];
    assert_int_equal(claim->verdict, CLAIM_FAILS);
    assert_int_equal(claim->points, 4);
    assert_true(claim->point[0].record->n == 8000); /* the worse of two points */
    assert_int_equal(claim->tally[CLAIM_HOLDS], 1);
    assert_int_equal(claim->tally[CLAIM_UNDECIDED], 1);
    assert_int_equal(claim->tally[CLAIM_FAILS], 2);
    assert_int_equal(claims_exit_code(&evaluation.claims), CLAIMS_FAIL);
    release(&evaluation);
    assert_verdict(
        "\"ratio\": [\"vertex\", \"edge\"], \"above\": 1, \"where\": {\"n\": [1000, 2000]}", cases,
        CLAIM_UNDECIDED, 2);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"at\": \"largest n\"", cases,
                   CLAIM_HOLDS, 1);
}

TEST(largest_is_the_largest_of_each_density)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.1, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.1, 100, .spread = 0.01},
        {"vertex", 0, 2000, 0.1, 100, .spread = 0.01},
        {"edge", 0, 2000, 0.1, 200, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01},
        {"vertex", 0, 4000, 0.5, 100, .spread = 0.01}, /* this system has no case of strategy
                                                        * edge */
        {0},
    };
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 0.6, \"at\": \"largest n\"",
                   cases, CLAIM_HOLDS, 2);
}

TEST(systems_larger_than_those_of_the_paper_do_not_count)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 300, .spread = 0.01},
        {"vertex", 0, 2000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 2000, 0.5, 200, .spread = 0.01},
        {"vertex", 0, 4000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 4000, 0.5, 50, .spread = 0.01},
        {0},
    };
    const char *ratio = "\"ratio\": [\"edge\", \"vertex\"], \"above\": 1.9, \"below\": 2.1, "
                        "\"at\": \"largest n\"";
    char claim[256];
    assert_verdict(ratio, cases, CLAIM_FAILS, 1);
    snprintf(claim, sizeof claim, "%s, \"where\": {\"most_n\": 3000}", ratio);
    assert_verdict(claim, cases, CLAIM_HOLDS, 1);
    snprintf(claim, sizeof claim, "%s, \"where\": {\"most_n\": 2000}", ratio);
    assert_verdict(claim, cases, CLAIM_HOLDS, 1);
    snprintf(claim, sizeof claim, "%s, \"where\": {\"most_n\": 1999}", ratio);
    assert_verdict(claim, cases, CLAIM_EXCEEDED, 1);
    assert_verdict("\"ratio\": [\"edge\", \"vertex\"], \"above\": 1, \"where\": {\"most_n\": 999}",
                   cases, CLAIM_NO_DATA, 0);
}

/* A deviation is |ratio - 1|: 0.5 for the ratios 1.5 and 0.5. */
TEST(a_deviation_is_bounded_on_both_sides)
{
    const char *const far =
        "\"ratio\": [\"edge\", \"vertex\"], \"deviation\": true, \"above\": 0.4";
    const char *const near =
        "\"ratio\": [\"edge\", \"vertex\"], \"deviation\": true, \"below\": 0.1";
    const struct timed_case more[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 150, .spread = 0.01},
        {0},
    };
    const struct timed_case less[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 50, .spread = 0.01},
        {0},
    };
    const struct timed_case same[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.01},
        {0},
    };
    assert_verdict(far, more, CLAIM_HOLDS, 1);
    assert_verdict(far, less, CLAIM_HOLDS, 1);
    assert_verdict(far, same, CLAIM_FAILS, 1);
    assert_verdict(near, more, CLAIM_FAILS, 1);
    assert_verdict(near, less, CLAIM_FAILS, 1);
    assert_verdict(near, same, CLAIM_HOLDS, 1);
    struct evaluation evaluation = evaluated(near, same);
    const struct claim_point *point = &evaluation.claims.item[0].point[0];
    assert_true(point->ratio == 0 && point->low == 0 && point->high > 0 && point->high < 0.03);
    release(&evaluation);
    evaluation = evaluated(far, less);
    point = &evaluation.claims.item[0].point[0];
    assert_true(fabs(point->ratio - 0.5) < 1e-12);
    assert_true(point->low < point->ratio && point->ratio < point->high);
    release(&evaluation);
}

TEST(a_change_is_from_the_least_to_the_greatest)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.01},
        {"vertex", 0, 1000, 0.1, 200, .spread = 0.01},
        {"edge", 0, 1000, 0.1, 100, .spread = 0.01},
        {"vertex", 0, 1000, 0.3, 900, .spread = 0.01},
        {"edge", 0, 1000, 0.3, 100, .spread = 0.01},
        {"vertex", 0, 2000, 0.3, 900, .spread = 0.01},
        {"edge", 0, 2000, 0.3, 100, .spread = 0.01},
        {0},
    };
    const char *claim =
        "\"ratio\": [\"vertex\", \"edge\"], \"across\": \"density\", \"above\": 1.4,"
        "\"below\": 1.6";
    struct evaluation evaluation = evaluated(claim, cases);
    assert_int_equal(evaluation.claims.item[0].verdict, CLAIM_HOLDS);
    assert_int_equal(evaluation.claims.item[0].points, 1); /* only one density has 2000 particles */
    const struct claim_point *point = &evaluation.claims.item[0].point[0];
    assert_true(fabs(point->ratio - 1.5) < 1e-12);
    assert_true(point->record->density == 0.5 && point->least->density == 0.1);
    double fifth = 0.01 * (1 - 2. * 4 / (SAMPLES - 1));
    assert_true(fabs(point->low - 1.5 * pow((1 - fifth) / (1 + fifth), 2)) < 1e-12);
    release(&evaluation);
    assert_verdict(
        "\"ratio\": [\"vertex\", \"edge\"], \"across\": \"n\", \"above\": 0.9, \"below\": 1.1",
        cases, CLAIM_HOLDS, 1);
}

TEST(a_side_is_its_fastest_or_as_tuned)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"newton", 1, 1000, 0.5, 400, .spread = 0.01},
        {"newton", 2, 1000, 0.5, 200, .spread = 0.01},
        {"newton", 16, 1000, 0.5, 300, .spread = 0.01},
        {0},
    };
    assert_verdict("\"ratio\": [\"newton\", \"vertex\"], \"above\": 1.9, \"below\": 2.1", cases,
                   CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"newton\": {\"buffers\": 1}}, \"vertex\"], \"above\": 3.9, "
                   "\"below\": 4.1",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"newton\": {\"buffers\": 1, \"block\": 128}}, {\"newton\": "
                   "{\"buffers\": 16}}], \"above\": 1.3, \"below\": 1.4",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"newton\": {\"buffers\": 8}}, \"vertex\"], \"above\": 1", cases,
                   CLAIM_NO_DATA, 0);
}

TEST(sides_may_differ_in_precision)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 130, .spread = 0.01, .precision = "mixed"},
        {"vertex", 0, 1000, 0.5, 200, .spread = 0.01, .precision = "double"},
        {"team", 0, 1000, 0.5, 150, .spread = 0.01, .precision = "double"},
        {0},
    };
    assert_verdict("\"ratio\": [{\"vertex\": {}, \"precision\": \"mixed\"}, {\"vertex\": {}, "
                   "\"precision\": \"single\"}], \"above\": 1.2, \"below\": 1.4",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"team\": {}, \"precision\": \"double\"}, \"vertex\"], "
                   "\"below\": 0.8",
                   cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"team\": {}, \"precision\": \"mixed\"}, \"vertex\"], "
                   "\"below\": 0.8",
                   cases, CLAIM_NO_DATA, 0);
}

/*
 * A ratio outside the claimed range, on the side away from 1, shows the claimed effect more
 * strongly. For numbers that are not ratios there is no such side.
 */
TEST(a_value_beyond_a_range_is_on_the_range_s_side_of_one)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .mean = 100, .error = 1},
        {"edge", 0, 1000, 0.5, 400, .spread = 0.01, .mean = 400, .error = 1},
        {0},
    };
    const struct {
        const char *claim;
        enum claim_verdict verdict;
    } rows[] = {
        {"\"ratio\": [\"edge\", \"vertex\"], \"above\": 2, \"below\": 3", CLAIM_EXCEEDED},
        {"\"ratio\": [\"edge\", \"vertex\"], \"above\": 5, \"below\": 6", CLAIM_FAILS},
        {"\"ratio\": [\"edge\", \"vertex\"], \"above\": 0.9, \"below\": 1.1", CLAIM_FAILS},
        {"\"ratio\": [\"vertex\", \"edge\"], \"above\": 0.5, \"below\": 0.9", CLAIM_EXCEEDED},
        {"\"ratio\": [\"vertex\", \"edge\"], \"above\": 0.1, \"below\": 0.2", CLAIM_FAILS},
        {"\"ratio\": [\"vertex\", \"edge\"], \"deviation\": true, \"above\": 0.1, \"below\": 0.2",
         CLAIM_FAILS},
        {"\"value\": \"edge\", \"number\": \"dynamics.potential.mean\", \"above\": 2, \"below\": 3",
         CLAIM_FAILS},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_verdict(rows[k].claim, cases, rows[k].verdict, 1);
}

/*
 * The error of a mean along a motion is estimated from blocks of its series. The error of a
 * deviation is 1 / sqrt(2) times this error.
 */
TEST(means_have_the_interval_of_their_error)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .mean = 10, .error = 0.3},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.01, .mean = 11, .error = 0.4},
        {0},
    };
    const struct {
        const char *number;
        double error;
    } rows[] = {
        {"mean", 1}, {"deviation", M_SQRT1_2}, {"mean + dynamics.potential.mean + n.none", 1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char claim[256];
        snprintf(claim, sizeof claim,
                 "\"ratio\": [\"edge\", \"vertex\"], \"number\": \"dynamics.potential.%s\", "
                 "\"below\": 1.12",
                 rows[k].number);
        struct evaluation evaluation = evaluated(claim, cases);
        const struct claim_point *point = &evaluation.claims.item[0].point[0];
        double half = 1.96 * 1.1 * rows[k].error * hypot(0.3 / 10, 0.4 / 11);
        assert_int_equal(evaluation.claims.item[0].verdict, CLAIM_UNDECIDED);
        assert_true(fabs(point->high - point->ratio - half) < 1e-12);
        assert_true(fabs(point->ratio - point->low - half) < 1e-12);
        release(&evaluation);
    }
    /* the series was too short for blocks */
    const struct timed_case brief[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .mean = 10},
        {0},
    };
    assert_verdict("\"value\": \"vertex\", \"number\": \"dynamics.potential.mean\", \"above\": 1",
                   brief, CLAIM_UNDECIDED, 1);
    assert_verdict("\"value\": \"edge\", \"number\": \"dynamics.potential.mean\", \"per\": \"n\", "
                   "\"above\": 0.01",
                   cases, CLAIM_HOLDS, 1);
}

/*
 * "largest n" selects the largest system that all devices ran; a device that did not run the
 * setting is ignored.
 */
TEST(the_largest_is_one_that_all_devices_have)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01},
        {"vertex", 0, 2000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 2000, 0.5, 50, .spread = 0.01},
        {"vertex", 0, 4000, 0.1, 100, .spread = 0.01},
        {"edge", 0, 4000, 0.1, 200, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .device = "two"},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01, .device = "two"},
        {0},
    };
    struct evaluation evaluation =
        evaluated("\"ratio\": [\"edge\", \"vertex\"], \"above\": 1, \"at\": \"largest n\"", cases);
    assert_int_equal(evaluation.claims.count, 2);
    assert_int_equal(evaluation.claims.item[0].points, 2);
    assert_int_equal(evaluation.claims.item[0].verdict, CLAIM_HOLDS);
    for (int k = 0; k < 2; k++)
        assert_true(evaluation.claims.item[0].point[k].record->n != 2000);
    release(&evaluation);
}

/*
 * Divides a ratio by another model's ratio, and by the ratio of another number of the same cases.
 */
TEST(a_ratio_is_divided_by_another)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .mean = 10, .error = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01, .mean = 50, .error = 0.01},
        {"vertex", 0, 1000, 0.1, 100, .spread = 0.01, .model = "patchy"},
        {"edge", 0, 1000, 0.1, 600, .spread = 0.01, .model = "patchy"},
        {"vertex", 0, 2000, 0.1, 100, .spread = 0.01, .model = "patchy"},
        {"edge", 0, 2000, 0.1, 600, .spread = 0.01, .model = "patchy"},
        {0},
    };
    assert_verdict(
        "\"ratio\": [\"edge\", \"vertex\"], \"where\": {\"model\": \"patchy\"}, \"against\": "
        "{\"where\": {\"model\": \"lj\"}}, \"above\": 2.9, \"below\": 3.1",
        cases, CLAIM_HOLDS, 1);
    assert_verdict(
        "\"ratio\": [\"edge\", \"vertex\"], \"where\": {\"model\": \"patchy\"}, \"against\": "
        "{\"where\": {\"model\": \"lj\"}, \"ratio\": [\"vertex\", \"edge\"]}, \"above\": 11.5, "
        "\"below\": 12.5",
        cases, CLAIM_HOLDS, 1);
    assert_verdict(
        "\"ratio\": [\"edge\", \"vertex\"], \"where\": {\"model\": \"lj\"}, \"number\": "
        "\"dynamics.potential.mean\", \"against\": {\"where\": {\"model\": \"lj\"}, \"number\": "
        "\"force.median_ns\"}, \"above\": 2.4, \"below\": 2.6",
        cases, CLAIM_HOLDS, 1);
}

/*
 * The fastest case of each side is compared, by the time that the claim is about. Sides may differ
 * in whether lists store kinds of interaction.
 */
TEST(a_side_is_the_fastest_in_the_time_of_the_claim)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01, .step = 100},
        {"newton", 1, 1000, 0.5, 200, .spread = 0.01, .step = 900},
        {"newton", 2, 1000, 0.5, 300, .spread = 0.01, .step = 600},
        {"vertex", 0, 1000, 0.5, 150, .spread = 0.01, .step = 300, .interactions = "stored"},
        {0},
    };
    assert_verdict(
        "\"of\": \"step\", \"ratio\": [\"newton\", \"vertex\"], \"above\": 5.9, \"below\": "
        "6.1",
        cases, CLAIM_HOLDS, 1);
    assert_verdict("\"ratio\": [{\"vertex\": {}, \"interactions\": \"stored\"}, {\"vertex\": {}, "
                   "\"interactions\": \"lookup\"}], \"above\": 1.4, \"below\": 1.6",
                   cases, CLAIM_HOLDS, 1);
}

/*
 * An explanation uses the numbers of the deciding point, and is omitted if these do not satisfy its
 * conditions.
 */
TEST(an_explanation_is_shown_where_its_numbers_fit)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 2000, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 500, .spread = 0.01},
        {0},
    };
    const struct {
        const char *claim, *reported; /* NULL: nothing is reported */
    } rows[] = {
        {"\"above\": 5, \"why\": \"{first.force.median_ns µs} for {first.n}, "
         "{second.force.median_ns / "
         "first.force.median_ns %} and {first.n / second.force.median_ns}\"",
         "2.00 µs for 1,000, 25.0 % and 2"},
        {"\"above\": 5, \"why\": \"so\", \"when\": \"first.force.median_ns / "
         "second.force.median_ns > 3\"",
         "so"},
        {"\"above\": 5, \"why\": \"so\", \"when\": [\"first.n > 1\", \"first.n < 1e3\"]", NULL},
        {"\"above\": 5, \"why\": \"so\", \"when\": \"first.nothing < 1\"", NULL},
        {"\"above\": 5, \"why\": \"{least.n}\"", NULL},
        {"\"above\": 1, \"why\": \"so\"", NULL},
        {"\"above\": 2, \"below\": 3, \"why\": \"so\"", "so"},
        {"\"above\": 5", NULL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char claim[512], text[512];
        snprintf(claim, sizeof claim, "\"ratio\": [\"vertex\", \"edge\"], %s", rows[k].claim);
        struct evaluation evaluation = evaluated(claim, cases);
        bool reported = explanation_of(&evaluation.claims.item[0], text, sizeof text);
        assert_int_equal(reported, rows[k].reported != NULL);
        if (reported)
            assert_string_equal(text, rows[k].reported);
        release(&evaluation);
    }
}

TEST(each_device_is_judged_separately)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01, .device = "two"},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01, .device = "two"},
        {"edge", 0, 1000, 0.5, 100, .spread = 0.01, .device = "three"},
        {0},
    };
    struct evaluation evaluation =
        evaluated("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1", cases);
    assert_int_equal(evaluation.claims.count, 2);
    assert_string_equal(evaluation.claims.item[0].device, "one");
    assert_int_equal(evaluation.claims.item[0].verdict, CLAIM_HOLDS);
    assert_string_equal(evaluation.claims.item[1].device, "two");
    assert_int_equal(evaluation.claims.item[1].verdict, CLAIM_FAILS);
    release(&evaluation);
}

TEST(claims_without_measurements_have_no_data)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.3, 200, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01, .model = "patchy"},
        {0},
    };
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1", cases, CLAIM_NO_DATA, 0);
    assert_verdict("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"where\": {\"model\": "
                   "\"patchy\"}",
                   cases, CLAIM_NO_DATA, 0);
    struct evaluation evaluation =
        evaluated("\"ratio\": [\"vertex\", \"edge\"], \"below\": 1", cases);
    assert_string_equal(evaluation.claims.item[0].device, "");
    assert_int_equal(claims_exit_code(&evaluation.claims), EXIT_OK);
    release(&evaluation);
}

TEST(the_member_where_selects_the_cases)
{
    const struct timed_case cases[] = {
        {"vertex", 0, 1000, 0.5, 100, .spread = 0.01},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01},
        {"vertex", 0, 1000, 0.5, 300, .spread = 0.01, .model = "patchy"},
        {"edge", 0, 1000, 0.5, 200, .spread = 0.01, .model = "patchy"},
        {0},
    };
    const char *ratio = "\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"where\": ";
    static const struct {
        const char *where;
        enum claim_verdict verdict;
        int points;
    } table[] = {
        {"{}", CLAIM_FAILS, 2},
        {"{\"model\": \"lj\"}", CLAIM_HOLDS, 1},
        {"{\"model\": [\"lj\", \"patchy\"]}", CLAIM_FAILS, 2},
        {"{\"model\": \"lj\", \"density\": 0.5, \"n\": 1000, \"precision\": \"single\"}",
         CLAIM_HOLDS, 1},
        {"{\"density\": 0.3}", CLAIM_NO_DATA, 0},
        {"{\"precision\": \"double\"}", CLAIM_NO_DATA, 0},
        {"{\"backend\": \"cpu\"}", CLAIM_NO_DATA, 0},
        {"{\"temperature\": 1.8}", CLAIM_NO_DATA, 0},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        char claim[256];
        snprintf(claim, sizeof claim, "%s%s", ratio, table[k].where);
        assert_verdict(claim, cases, table[k].verdict, table[k].points);
    }
}

static void refused(const char *claims, const char *expected)
{
    struct config config;
    struct error error;
    char text[1024];
    snprintf(text, sizeof text, "{\"claims\": %s}", claims);
    if (config_parse(text, "c.json", NULL, &config, &error))
        fail_msg("accepted: %s", text);
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
}

#define CLAIM "\"text\": \"t\", \"source\": \"s\", "

TEST(wrong_claims_are_refused)
{
    refused("[]", "claims: expected a list of claims, one at least");
    refused("[3]", "claims[0]: expected an object");
    refused("[{\"source\": \"s\", \"ratio\": [\"vertex\", \"edge\"], \"below\": 1}]",
            "c.json:1:13: claims[0]: expected a claim with \"text\"");
    refused("[{" CLAIM "\"below\": 1}]", "expected a claim with \"ratio\"");
    refused("[{" CLAIM "\"value\": \"vertex\", \"below\": 1}]", "expected a claim with \"number\"");
    refused("[{" CLAIM "\"value\": \"vertex\", \"ratio\": [\"vertex\", \"edge\"], "
            "\"number\": \"n\", \"below\": 1}]",
            "expected a claim with \"ratio\" or \"value\"");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", {\"vertex\": {}, \"parameters\": "
            "{\"cutof\": 3}}], \"below\": 1}]",
            "did you mean \"cutoff\"?");
    refused("[{" CLAIM "\"value\": \"vertex\", \"number\": \"n\", \"below\": 1, "
            "\"where\": {\"parameters\": {\"shift\": \"enrgy\"}}}]",
            "did you mean \"energy\"?");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"edge\"]}]",
            "expected a claim with \"above\", \"below\" or both");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"edge\"], \"bellow\": 1}]",
            "claims[0].bellow: unknown key");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"egde\"], \"below\": 1}]",
            "did you mean \"edge\"?");
    refused("[{" CLAIM "\"ratio\": [\"vertex\"], \"below\": 1}]",
            "claims[0].ratio: expected two strategies, found [\"vertex\"]");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"vertex\"], \"below\": 1}]",
            "expected two strategies that differ");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", {\"newton\": {\"bufers\": 1}}], \"below\": 1}]",
            "did you mean \"buffers\"?");
    refused("[{" CLAIM
            "\"ratio\": [\"vertex\", {\"newton\": {\"buffers\": [1, 2]}}], \"below\": 1}]",
            "ratio[1].newton.buffers: expected one value, found [1,2]");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", {\"vertex\": {}, \"precision\": \"singel\"}], "
            "\"below\": 1}]",
            "did you mean \"single\"?");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", {}], \"below\": 1}]",
            "expected one strategy with its tuning");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"edge\"], \"below\": 0}]",
            "below: expected a number from");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"where\": {\"model\": "
            "\"lk\"}}]",
            "where.model: expected one of");
    refused("[{" CLAIM
            "\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"where\": {\"desity\": 1}}]",
            "did you mean \"density\"?");
    refused("[{" CLAIM "\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"at\": \"smallest n\"}]",
            "expected one of every point, largest n");
}

TEST(resolved_claims_mean_the_same)
{
    const char *text = "{\"name\": \"x\", \"claims\": [{" CLAIM
                       "\"ratio\": [\"vertex\", \"edge\"], \"below\": 1, \"where\": {\"n\": 8}}]}";
    struct config first;
    struct config second;
    struct error error;
    assert_true(config_parse(text, "f.json", NULL, &first, &error));
    char *printed = cJSON_Print(first.resolved);
    assert_non_null(strstr(printed, "largest n") == NULL ? strstr(printed, "every point") : NULL);
    assert_true(config_parse(printed, "f.json", NULL, &second, &error));
    assert_true(cJSON_Compare(first.resolved, second.resolved, true));
    cJSON_free(printed);
    config_free(&first);
    config_free(&second);
}

TESTS_MAIN(NULL, NULL)

/*
 * Tests shards of a config. Together they contain each case once, in whole groups. They are even,
 * and change little if the config changes.
 */
#include "harness/config/case_groups.h"
#include "harness/config/cases_shard.h"
#include "harness/config/config.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZES "500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400"
#define SWEEP(sizes, strategies)                                                                   \
    "{\"system\": {\"n\": [" sizes "], \"density\": [0.4, 0.5, 0.6]}, \"strategy\": [" strategies  \
    "], \"precision\": [\"single\", \"double\"], \"backend\": \"cpu\"}"

static const char even[] = SWEEP(SIZES, "\"vertex\", \"team\"");

/* A config of two sweeps; the second has ten times as many samples as the first. */
static const char uneven[] =
    "{\"strategy\": [\"vertex\", \"team\"], \"backend\": \"cpu\", \"precision\": \"double\", "
    "\"sweeps\": [{\"system\": {\"n\": [" SIZES "]}, \"sampling\": {\"max_samples\": 300, "
    "\"min_samples\": 300, \"max_seconds\": 100}}, {\"system\": {\"n\": [" SIZES
    "], \"density\": [0.4, 0.5, 0.6]}, \"sampling\": {\"min_samples\": 30}}]}";

static void expand(const char *text, struct cases *cases)
{
    struct config config;
    struct error error;
    assert_good(config_parse(text, "file.json", NULL, &config, &error) &&
                cases_expand(&config, cases, &error));
    config_free(&config);
}

/*
 * Returns the shard of each case; numbers begin at 1. Checks that each case is in exactly one
 * shard. The caller frees the array.
 */
static int *spread_out(const char *text, int shards, struct cases *cases)
{
    expand(text, cases);
    int *shard_of = calloc((size_t)cases->count + 1, sizeof *shard_of);
    assert_non_null(shard_of);
    for (int shard = 1; shard <= shards; shard++) {
        struct cases part = {0};
        char name[CASE_SHARD];
        snprintf(name, sizeof name, "%d/%d", shard, shards);
        expand(text, &part);
        cases_shard(&part, shard, shards);
        for (int64_t k = 0; k < part.count; k++) {
            if (part.spec[k].passed_over)
                continue;
            assert_int_equal(shard_of[k], 0);
            assert_string_equal(part.spec[k].shard, name);
            shard_of[k] = shard;
        }
        cases_free(&part);
    }
    for (int64_t k = 0; k < cases->count; k++)
        assert_int_not_equal(shard_of[k], 0);
    return shard_of;
}

TEST(every_case_is_in_one_shard_with_its_group)
{
    static const int counts[] = {1, 2, 3, 7, 200};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct cases cases = {0};
        int *shard_of = spread_out(uneven, counts[c], &cases);
        for (int64_t k = 1; k < cases.count; k++)
            if (case_same_group(&cases.spec[k - 1], &cases.spec[k]))
                assert_int_equal(shard_of[k - 1], shard_of[k]);
        free(shard_of);
        cases_free(&cases);
    }
}

/*
 * Returns the length of the longest shard relative to the mean. Sets `room` to a lower bound for
 * the best split, which follows from the mean and the longest group.
 */
static double longest(const char *text, int shards, double *room)
{
    struct cases cases = {0};
    int *shard_of = spread_out(text, shards, &cases);
    double seconds[64] = {0}, all = 0, most = 0, group = 0, largest = 0;
    for (int64_t k = 0; k < cases.count; k++) {
        double own = case_span(&cases.spec[k]).least;
        bool same = k > 0 && case_same_group(&cases.spec[k - 1], &cases.spec[k]);
        group = own + (same ? group : 0);
        largest = fmax(largest, group);
        all += own;
        seconds[shard_of[k]] += own;
        most = fmax(most, seconds[shard_of[k]]);
    }
    *room = fmax(1 + 1.0 / 8, 1 + largest * shards / all);
    free(shard_of);
    cases_free(&cases);
    return most * shards / all;
}

TEST(shards_are_even_in_time)
{
    for (int shards = 2; shards <= 12; shards++) {
        double room;
        assert_true(longest(even, shards, &room) <= room * (1 + 1e-9));
        assert_true(longest(uneven, shards, &room) <= room * (1 + 1e-9));
    }
    double room;
    assert_true(longest(even, 4, &room) < 1.13);
}

/* Checks over how many shards the groups of a system are spread on average. */
TEST(systems_stay_together)
{
    struct cases cases = {0};
    int *shard_of = spread_out(even, 4, &cases);
    int systems = 0, apart = 0;
    for (int64_t k = 1; k < cases.count; k++) {
        bool same = case_same_system(&cases.spec[k - 1], &cases.spec[k]);
        systems += !same;
        apart += same && shard_of[k] != shard_of[k - 1];
    }
    assert_true(systems >= 29);
    assert_true(apart <= systems / 3); /* random shards would separate three of four */
    free(shard_of);
    cases_free(&cases);
}

/* Returns the fraction of the cases of `before` that are in another shard in `after`. */
static double moved(const char *before, int shards, const char *after, int shards_after)
{
    struct cases old = {0}, new = {0};
    int *old_of = spread_out(before, shards, &old), *new_of = spread_out(after, shards_after, &new);
    int64_t found = 0, others = 0;
    for (int64_t k = 0; k < old.count; k++)
        for (int64_t j = 0; j < new.count; j++) {
            bool same = strcmp(old.spec[k].id, new.spec[j].id) == 0;
            found += same;
            others += same && old_of[k] != new_of[j];
        }
    assert_int_equal(found, old.count);
    free(old_of);
    free(new_of);
    cases_free(&old);
    cases_free(&new);
    return (double)others / (double)found;
}

TEST(an_added_case_moves_few_others)
{
    static const char reversed[] =
        SWEEP("1400, 1300, 1200, 1100, 1000, 900, 800, 700, 600, 500", "\"team\", \"vertex\"");
    static const char system_more[] = SWEEP(SIZES ", 1500", "\"vertex\", \"team\"");
    static const char strategy_more[] = SWEEP(SIZES, "\"vertex\", \"team\", \"edge\"");
    assert_true(moved(even, 4, reversed, 4) == 0);
    assert_true(moved(even, 4, strategy_more, 4) == 0);
    assert_true(moved(even, 4, system_more, 4) < 0.2); /* random shards would give 0.75 */
    assert_true(moved(even, 4, even, 5) < 0.5); /* minimum: 0.2; random shards would give 0.8 */
}

TEST(skipped_cases_are_not_distributed)
{
    struct cases cases = {0};
    int64_t kept = 0;
    expand(even, &cases);
    for (int64_t k = 0; k < cases.count; k++)
        cases.spec[k].passed_over = k % 3 != 0;
    cases_shard(&cases, 1, 2);
    for (int64_t k = 0; k < cases.count; k++) {
        kept += !cases.spec[k].passed_over;
        assert_true(cases.spec[k].passed_over || k % 3 == 0);
    }
    assert_in_range(kept, cases.count / 3 * 2 / 5, cases.count / 3 * 3 / 5);
    cases_free(&cases);
}

TESTS_MAIN(NULL, NULL)

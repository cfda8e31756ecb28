/* Tests progress reports of a run and their estimates of time. */
#include "harness/base/process/progress.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"
#include "harness/measure/observe/time_left.h"
#include "tests/near.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/**
 * Returns the progress of a sweep of three cases that started an hour ago. The last report was
 * `silent` seconds ago.
 */
static struct progress an_hour_in(double silent)
{
    struct progress progress;
    progress_start(&progress, 3, false);
    progress.started -= 3600;
    progress.last_line -= silent;
    return progress;
}

/** Redirects standard error to a file. */
struct caught {
    FILE *file;
    int own;
};

static struct caught begin_catching(void)
{
    struct caught caught = {.file = tmpfile()};
    assert_non_null(caught.file);
    fflush(stderr);
    caught.own = dup(STDERR_FILENO);
    assert_true(caught.own >= 0 && dup2(fileno(caught.file), STDERR_FILENO) >= 0);
    return caught;
}

static void end_catching(struct caught caught, char text[256])
{
    fflush(stderr);
    dup2(caught.own, STDERR_FILENO);
    close(caught.own);
    rewind(caught.file);
    text[fread(text, 1, 255, caught.file)] = '\0';
    fclose(caught.file);
}

/** Reports progress along a trajectory. */
static void moved(struct progress *progress, int64_t step, double left, double all, char text[256])
{
    struct caught caught = begin_catching();
    progress_move(progress, step, 1020000, left, all, "lj/n108");
    end_catching(caught, text);
}

TEST(the_time_left_is_printed)
{
    char text[256];
    struct progress progress = an_hour_in(100);
    moved(&progress, 412000, 7500, 273600, text);
    assert_string_equal(text, "[0/3] 3600 s: step 412,000 of 1,020,000, 2 h 5 min left, about "
                              "3 d 4 h for all moving cases, lj/n108\n");
    /* reports are rare in a long run */
    moved(&progress, 413000, 7500, 273600, text);
    assert_string_equal(text, "");
    progress = an_hour_in(71);
    moved(&progress, 413000, 7500, 273600, text);
    assert_string_equal(text, "");
    /* no other case moves, and no speed is measured yet */
    progress = an_hour_in(73);
    moved(&progress, 412000, 45, 45, text);
    assert_string_equal(text, "[0/3] 3600 s: step 412,000 of 1,020,000, 45 s left, lj/n108\n");
    progress = an_hour_in(73);
    moved(&progress, 0, NAN, NAN, text);
    assert_string_equal(text, "[0/3] 3600 s: step 0 of 1,020,000, lj/n108\n");
    progress = an_hour_in(100);
    progress.quiet = true;
    moved(&progress, 412000, 45, 45, text);
    assert_string_equal(text, "");
}

TEST(the_time_left_follows_from_the_pace)
{
    const struct pace unknown = {0}, pace = {.work = 200, .seconds = 50};
    assert_near(pace_seconds(&pace, 1000), 250, 0);
    assert_near(pace_seconds(&unknown, 0), 0, 0);
    assert_true(isnan(pace_seconds(&unknown, 1)));
}

TEST(new_lines_are_printed_at_once_on_a_terminal)
{
    char text[256];
    static const char timing[] = "timing", verifying[] = "verifying";
    struct progress progress = an_hour_in(0);
    progress.terminal = true;
    struct caught caught = begin_catching();
    progress_say(&progress, timing, "a");
    progress_say(&progress, timing, "b"); /* too soon */
    progress_sample(&progress, verifying, "c", 7);
    end_catching(caught, text);
    assert_string_equal(text, "\r\033[K\033[?7l[0/3] 3600 s: timing a\033[?7h"
                              "\r\033[K\033[?7l[0/3] 3600 s: verifying c, sample 8\033[?7h");
}

TEST(lines_print_the_time_left_of_the_run)
{
    char text[256];
    struct progress progress = an_hour_in(100);
    progress_expect(&progress, 7500.5);
    struct caught caught = begin_catching();
    progress_say(&progress, "timing", "a");
    end_catching(caught, text);
    assert_string_equal(text, "[0/3] 3600 s, about 2 h 5 min left: timing a\n");
    progress = an_hour_in(100);
    progress_expect(&progress, NAN);
    caught = begin_catching();
    progress_say(&progress, "timing", "a");
    end_catching(caught, text);
    assert_string_equal(text, "[0/3] 3600 s: timing a\n");
}

TEST(cases_take_the_time_of_a_line_through_earlier_ones)
{
    static const struct strategy *serial;
    struct case_spec spec[] = {{.backend = "cpu", .system.n = 1000},
                               {.backend = "cpu", .system.n = 3000},
                               {.backend = "cpu", .system.n = 5000, .passed_over = true},
                               {.backend = "cpu"}}; /* a case with a file that has not been read
                                                     * yet */
    cJSON *items[4] = {NULL};
    const struct cases cases = {.count = 4, .spec = spec};
    const struct results results = {.count = 4, .item = items};
    struct time_left remaining = {0};
    serial = strategy_find("serial");
    for (int k = 0; k < 4; k++) {
        spec[k].strategy = serial;
        spec[k].model = model_find("lj");
    }
    assert_true(isnan(time_left_seconds(&remaining, &cases, &results, 0)));
    time_left_learn(&remaining, &spec[0], 2, 1000, 8); /* 4 s per case */
    assert_near(time_left_seconds(&remaining, &cases, &results, 1), 8, 1e-9);
    time_left_learn(&remaining, &spec[0], 2, 2000,
                    12); /* mean 6 s per case; with 4 s at 1000 particles that makes 8 s at 3000 */
    assert_near(time_left_seconds(&remaining, &cases, &results, 1), 8 + 5, 1e-9);
    items[1] = cJSON_CreateObject(); /* an earlier result */
    assert_near(time_left_seconds(&remaining, &cases, &results, 1), 5, 1e-9);
    cJSON_Delete(items[1]);
}

TESTS_MAIN(NULL, NULL)

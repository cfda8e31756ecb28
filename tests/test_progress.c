/* What is said of a run that is under way, and when. */
#include "harness/base/progress.h"
#include "tests/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

/** A sweep of three cases that began an hour ago and has said nothing for so many seconds. */
static struct progress an_hour_in(double silent)
{
    struct progress progress;
    progress_start(&progress, 3, false);
    progress.started -= 3600;
    progress.last_line -= silent;
    return progress;
}

/** What is written to the standard error stream, which is a file meanwhile, of a way. */
static void moved(struct progress *progress, int64_t step, double left, double all, char text[256])
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    int own = dup(STDERR_FILENO);
    assert_true(own >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    progress_move(progress, step, 1020000, left, all, "lj/n108");
    fflush(stderr);
    dup2(own, STDERR_FILENO);
    close(own);
    rewind(file);
    text[fread(text, 1, 255, file)] = '\0';
    fclose(file);
}

static void the_time_left_is_said(void **state)
{
    char text[256];
    (void)state;
    struct progress progress = an_hour_in(100);
    moved(&progress, 412000, 7500, 273600, text);
    assert_string_equal(text, "[0/3] 3600 s: step 412,000 of 1,020,000, 2 h 5 min left, about "
                              "3 d 4 h with all that move, lj/n108\n");
    /* lines are far between in a long run */
    moved(&progress, 413000, 7500, 273600, text);
    assert_string_equal(text, "");
    progress = an_hour_in(71);
    moved(&progress, 413000, 7500, 273600, text);
    assert_string_equal(text, "");
    /* nothing else is to move; nothing is known */
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

static void a_pace_tells_what_is_left(void **state)
{
    const struct pace unknown = {0}, pace = {.work = 200, .seconds = 50};
    (void)state;
    assert_near(pace_seconds(&pace, 1000), 250, 0);
    assert_near(pace_seconds(&unknown, 0), 0, 0);
    assert_true(isnan(pace_seconds(&unknown, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_left_is_said),
        cmocka_unit_test(a_pace_tells_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

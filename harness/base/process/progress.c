#include "harness/base/process/progress.h"
#include "harness/base/clock.h"
#include "harness/base/printable.h"
#include "harness/base/process/stall.h"
#include "harness/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Seconds between lines if they cannot be rewritten. They are at least `sparse`, and at least the
 * fraction `sparse_part` of the time so far.
 */
static const double sparse = 10, sparse_part = 0.02;

/* Whether the standard error is a terminal, on which a line can be rewritten. */
static bool can_rewrite(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void progress_start(struct progress *progress, int64_t total, bool quiet)
{
    *progress = (struct progress){.total = total,
                                  .started = clock_seconds(),
                                  .terminal = can_rewrite(),
                                  .quiet = quiet,
                                  .end = NAN};
    progress->last_line = progress->started;
}

/* Begins a line if the work has changed or enough time has passed. */
static bool begin_line(struct progress *progress, const char *what, const char *id)
{
    stall_note(what, id);
    double now = clock_seconds(), elapsed = now - progress->started;
    double interval = progress->terminal ? 0.05 : fmax(sparse, sparse_part * elapsed);
    bool new = progress->terminal &&what != progress->what;
    if (progress->quiet || (!new &&now - progress->last_line < interval))
        return false;
    progress->last_line = now;
    progress->what = what;
    fprintf(stderr, "%s[%" PRId64 "/%" PRId64 "] %.0f s",
            progress->terminal ? "\r\033[K\033[?7l" : "", progress->done, progress->total, elapsed);
    if (progress->end > now) {
        char left[TEXT_NUMBER];
        fprintf(stderr, ", about %s left", text_duration(progress->end - now, left));
    }
    fputs(": ", stderr);
    return true;
}

static void write_id(const char *id)
{
    char shown[101];
    fputs(printable_copy(shown, sizeof shown, id, false), stderr);
}

/*
 * Ends a line. On a terminal the next line will replace it, so it is cut at the edge instead of
 * wrapped.
 */
static void end_line(const struct progress *progress)
{
    fputs(progress->terminal ? "\033[?7h" : "\n", stderr);
}

void progress_say(struct progress *progress, const char *what, const char *id)
{
    if (!begin_line(progress, what, id))
        return;
    fprintf(stderr, "%s ", what);
    write_id(id);
    end_line(progress);
}

void progress_sample(struct progress *progress, const char *what, const char *id, int samples)
{
    if (!begin_line(progress, what, id))
        return;
    fprintf(stderr, "%s ", what);
    write_id(id);
    fprintf(stderr, ", sample %d", samples + 1);
    end_line(progress);
}

void progress_expect(struct progress *progress, double seconds)
{
    progress->end = clock_seconds() + seconds;
}

double pace_seconds(const struct pace *pace, double work)
{
    return work > 0 ? work * pace->seconds / pace->work : 0;
}

void progress_move(struct progress *progress, int64_t step, int64_t last, double left, double all,
                   const char *id)
{
    char number[2][TEXT_NUMBER], duration[TEXT_NUMBER];
    if (!begin_line(progress, "step", id))
        return;
    fprintf(stderr, "step %s of %s, ", text_thousands(step, number[0]),
            text_thousands(last, number[1]));
    if (isfinite(left))
        fprintf(stderr, "%s left, ", text_duration(left, duration));
    if (all > left)
        fprintf(stderr, "about %s for all moving cases, ", text_duration(all, duration));
    write_id(id);
    end_line(progress);
}

void progress_step(struct progress *progress)
{
    progress->done++;
}

void progress_end(struct progress *progress)
{
    if (progress->terminal && !progress->quiet)
        fputs("\r\033[K", stderr);
}

#include "harness/progress.h"
#include "harness/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* Between two lines where they cannot be rewritten, in seconds. */
static const double sparse = 10;

void progress_start(struct progress *progress, int64_t total, bool quiet)
{
    *progress = (struct progress){.total = total,
                                  .started = clock_seconds(),
                                  .terminal = isatty(STDERR_FILENO) == 1,
                                  .quiet = quiet};
    progress->last_line = progress->started;
}

void progress_say(struct progress *progress, const char *what, const char *id)
{
    double now = clock_seconds();
    double interval = progress->terminal ? 0.05 : sparse;
    if (progress->quiet || now - progress->last_line < interval)
        return;
    progress->last_line = now;
    fprintf(stderr, "%s[%" PRId64 "/%" PRId64 "] %.0f s: %s %.100s%s",
            progress->terminal ? "\r\033[K" : "", progress->done, progress->total,
            now - progress->started, what, id, progress->terminal ? "" : "\n");
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

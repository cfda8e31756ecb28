/* How far a sweep is, on the standard error stream. */
#ifndef PAIRLANES_PROGRESS_H
#define PAIRLANES_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t total, done;
    double started;   /* seconds, monotonic */
    double last_line; /* when something was written last */
    bool terminal;    /* one line, rewritten; else a line now and then */
    bool quiet;
};

/** Starts at none of `total` cases. */
void progress_start(struct progress *progress, int64_t total, bool quiet);

/** Says what is being done: `what` is a verb, `id` the case. */
void progress_say(struct progress *progress, const char *what, const char *id);

/** One case more is done. */
void progress_step(struct progress *progress);

/** Clears the line. */
void progress_end(struct progress *progress);

#endif

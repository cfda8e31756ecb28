/* Shows the progress of a sweep on the standard error. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t total, done;
    double started;   /* time of the start, in seconds of a monotonic clock */
    double last_line; /* time of the last line, on the clock of `started` */
    const char *what; /* last message; NULL: none yet */
    double end;       /* expected end of all work, on the clock of `started`; NAN: unknown */
    bool terminal;    /* true: rewrites one line; false: prints lines at intervals */
    bool quiet;
};

/** Starts with case 0 of `total`. */
void progress_start(struct progress *progress, int64_t total, bool quiet);

/**
 * Shows the current work: `what` is a verb, `id` the case. If the line can be rewritten, new work
 * is shown at once, because it may take long.
 */
void progress_say(struct progress *progress, const char *what, const char *id);

/** Shows the current work after `count` samples. */
void progress_sample(struct progress *progress, const char *what, const char *id, int samples);

/** Sets the expected time left, in seconds. Every later line shows it. NAN: unknown. */
void progress_expect(struct progress *progress, double seconds);

/** Measured speed of past work, to estimate the time left. Zeroed: unknown. */
struct pace {
    double work, seconds;
};

/** Returns the seconds for an amount of work at this speed; 0 for no work, NAN if unknown. */
double pace_seconds(const struct pace *pace, double work);

/**
 * Shows the step of the case's particles, and the seconds left for this case and for all cases.
 * NAN: unknown.
 */
void progress_move(struct progress *progress, int64_t step, int64_t last, double left, double all,
                   const char *id);

/** Counts a finished case. */
void progress_step(struct progress *progress);

/** Clears the line. */
void progress_end(struct progress *progress);

/* Progress of a sweep, on the standard error stream. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t total, done;
    double started;   /* seconds, monotonic */
    double last_line; /* time of the last output */
    const char *what; /* last message; NULL: none yet */
    double end;       /* expected end of all; NAN: unknown */
    bool terminal;    /* true: one line, rewritten; false: a line now and then */
    bool quiet;
};

/** Starts at case 0 of `total`. */
void progress_start(struct progress *progress, int64_t total, bool quiet);

/** Reports the current work: `what` is a verb, `id` the case. New work is reported at once where a
 * line can be rewritten, because it may take long. */
void progress_say(struct progress *progress, const char *what, const char *id);

/** Reports the same for a case after `count` samples. */
void progress_sample(struct progress *progress, const char *what, const char *id, int samples);

/** Sets the expected time left, in seconds, which every line reports from now on; NAN: unknown. */
void progress_expect(struct progress *progress, double seconds);

/** Pace of past work, for the estimate of the time left. Zeroed: unknown. */
struct pace {
    double work, seconds;
};

/** Returns the seconds for an amount of work at this pace: 0 without work; NAN while unknown. */
double pace_seconds(const struct pace *pace, double work);

/**
 * Reports the step of the case's particles, the seconds left for them, and those for all cases.
 * NAN: not known yet.
 */
void progress_move(struct progress *progress, int64_t step, int64_t last, double left, double all,
                   const char *id);

/** Counts a finished case. */
void progress_step(struct progress *progress);

/** Clears the line. */
void progress_end(struct progress *progress);

/* Ends a process that makes no progress because a kernel, a compiler or a driver hangs. */
#pragma once

enum { STALL_SECONDS = 3600 }; /* default limit: longer than any single force call or build takes */

/**
 * Starts watching for stalls. If stall_note is not called for `seconds`, at least 1, the hooks of
 * base/interrupt.h are called. The process then ends with EXIT_ENVIRONMENT. Time in which the
 * process is stopped does not count.
 */
void stall_watch(double seconds);

/**
 * Records that work begins, for the message about a stall. `what` is a verb, which must stay in
 * memory; `id` is its object.
 */
void stall_note(const char *what, const char *id);

/**
 * Sets the limit to `seconds` until stall_resume. At a stall the watching thread calls `instead`;
 * if this returns, the process ends.
 */
void stall_instead(double seconds, void (*instead)(void));

/** Restores the limit of stall_watch, and its action. */
void stall_resume(void);

/** Stops watching for stalls. */
void stall_leave(void);

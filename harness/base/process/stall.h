/*
 * Ends a process without progress, because a kernel, a compiler or a driver hangs.
 */
#pragma once

enum { STALL_SECONDS = 3600 }; /* usual limit: longer than any single force call or build */

/**
 * Watches for stalls: the process ends with EXIT_ENVIRONMENT, after the hooks of base/interrupt.h,
 * once stall_note has not been called for `seconds`, at least 1. Time in which the process is
 * stopped does not count.
 */
void stall_watch(double seconds);

/** Notes the beginning of work for the report of a stall: `what` is a verb and outlives the watch,
 * `id` its object. */
void stall_note(const char *what, const char *id);

/**
 * Sets the limit to `seconds` until stall_resume. At a stall another thread calls `instead`; the
 * process ends if that returns.
 */
void stall_instead(double seconds, void (*instead)(void));

/** Restores the limit and the end of stall_watch. */
void stall_resume(void);

/** Ends the watch. */
void stall_leave(void);

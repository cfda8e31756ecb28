/*
 * Handles SIGINT, SIGTERM and SIGHUP. Code that has results to save watches a flag; all other code
 * ends within two seconds. Files on disk are complete at any moment (base/output.h).
 */
#pragma once

#include <signal.h>

enum {
    INTERRUPT_HOOKS = 8,
    INTERRUPT_TIME = SIGALRM, /* value of the flag when the time of interrupt_after is over */
    INTERRUPT_EXIT = 128      /* the exit code is this plus the number of the signal, as in a
                               * shell */
};

/**
 * Installs signal handlers. A signal then ends the process with a message, after calling the hooks.
 * SIGHUP stays ignored under nohup. Writing beyond a limit of the file size becomes an error of the
 * writing function instead of a signal.
 */
void interrupt_install(void);

/**
 * Returns a flag that the first signal sets to its number, until interrupt_leave. The process then
 * has a second to end by itself. After that, or at another signal, it is ended at once. Calls can
 * be nested.
 */
const volatile sig_atomic_t *interrupt_watch(void);

/** Returns the signal that has arrived, even if it only set the flag; 0: none. */
int interrupt_signal(void);

/**
 * Ends interrupt_watch. When the last watch ends, a signal that has already arrived ends the
 * process.
 */
void interrupt_leave(void);

/**
 * Limits the time of work that watches the flag: after `seconds` the flag becomes INTERRUPT_TIME,
 * unless a signal has arrived. The work stops as after a signal, but the process continues, and
 * signals still end it. If `seconds` is not positive, removes the limit, and INTERRUPT_TIME from
 * the flag.
 */
void interrupt_after(double seconds);

/** Calls the hooks. Called before a process is ended at once without a signal. */
void interrupt_call_hooks(void);

/** Adds a hook: a function that the signal handler calls before it ends the process. */
void interrupt_on_end(void (*hook)(void));

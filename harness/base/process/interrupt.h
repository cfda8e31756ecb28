/*
 * SIGINT, SIGTERM and SIGHUP. Code with results to save watches a flag; any other code ends within
 * two seconds. Files on disk are complete at any moment (base/output.h).
 */
#pragma once

#include <signal.h>

enum {
    INTERRUPT_HOOKS = 8,
    INTERRUPT_TIME = SIGALRM, /* value of the flag after the time of interrupt_after, instead of a
                               * signal */
    INTERRUPT_EXIT = 128      /* plus the number of the signal: the exit code, as in a shell */
};

/**
 * Catches the signals: from now on they end the process with a sentence, after the hooks. SIGHUP
 * stays ignored where it was, under nohup. A file that grows past its limit is an error of the
 * writing function, not a signal.
 */
void interrupt_install(void);

/**
 * Sets the returned flag at the first signal, to its number, until interrupt_leave. The process
 * then has a second to end; after that, or at a second signal, it ends at once. Calls can be
 * nested.
 */
const volatile sig_atomic_t *interrupt_watch(void);

/** Returns the signal that has come, also one that only set the flag; 0: none. */
int interrupt_signal(void);

/** Ends watching; after the last watcher, a signal that has arrived ends the process. */
void interrupt_leave(void);

/**
 * Limits the work that watches the flag: after `seconds` the flag becomes INTERRUPT_TIME, unless a
 * signal has come. The work stops as after a signal; the process continues, and signals still end
 * it. `seconds` not above 0: removes the limit, and INTERRUPT_TIME from the flag.
 */
void interrupt_after(double seconds);

/** Calls the hooks, before a process ends at once without a signal. */
void interrupt_call_hooks(void);

/** Adds a function that is called in the signal handler before a signal ends the process. */
void interrupt_on_end(void (*hook)(void));

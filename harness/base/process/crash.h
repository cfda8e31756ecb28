/*
 * Handles kernels that crash, call exit or never end: the program starts again without them.
 * Nothing else can end the threads of a kernel.
 */
#pragma once

#include <stdbool.h>

enum { CRASH_NAME = 512 };

/**
 * Makes the program start again if a kernel crashes between crash_guard and crash_leave. It is
 * started with `given`, its arguments, which are copied. Signals that already have a handler, for
 * instance of a sanitizer, keep it.
 */
void crash_watch(int count, char **given);

/** Lets a crash end the process. Used by processes that another process will start again. */
void crash_unwatch(void);

/**
 * Records that a kernel starts for a case, and may crash or hang. A kernel hangs if it makes no
 * progress for `seconds`, at least 1 (stall.h); 0: not checked here. Until crash_leave, the
 * standard output goes to the standard error (divert.h).
 */
void crash_guard(const char *kernel, const char *name, double seconds);

/** Records that the kernel has ended. */
void crash_leave(void);

/**
 * Handles a call that ends the process, made by a kernel, like a crash. `reason` names it: "a call
 * of exit". Returns if no kernel runs, or if a crash would end the process.
 */
void crash_call(const char *reason);

/** Whether a signal reports the crash of a kernel. */
bool crash_finds(int signal_number);

/** Allows the program's code and OpenMP to end the process while a kernel runs. */
void crash_exits(void);

/**
 * Returns how a kernel ended this program before it was restarted: "SIGSEGV in lj/n500/…"; NULL if
 * it did not. If `name` is not NULL, only a crash in that case counts.
 */
const char *crash_reason(const char *kernel, const char *name);

/* --- data for a restarted program --- */

/** Keeps the text of the standard input, which is the same after a restart. */
void crash_keep_input(const char *text);

/**
 * Begins new results; a process may write several, one after another. Returns true if the program
 * was restarted after cases of these results were recorded: the process continues from them.
 */
bool crash_begin(void);

/** Records that a case of the current results is on disk or was kept. */
void crash_recorded(void);

/** Keeps a case of results that are not on disk, as a line. Returns false if that fails. */
bool crash_keep(const char *line);

/** Returns the path of a file with the lines that were kept before the restart; NULL: none. */
const char *crash_kept(void);

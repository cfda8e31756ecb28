/*
 * Kernels that crash, call exit or do not end: the process starts again without them, because
 * nothing else can end the threads of a kernel.
 */
#pragma once

#include <stdbool.h>

enum { CRASH_NAME = 512 };

/** Makes the program start again, with its arguments, which are copied, if a kernel crashes between
 * crash_guard and crash_leave. Signals that already have a handler, as with sanitizers, keep it. */
void crash_watch(int count, char **given);

/** Lets a crash end the process, because the process that started it restarts it. */
void crash_unwatch(void);

/** Notes that a kernel begins for a case: it may crash, or hang, which is a stall (stall.h) of
 * `seconds`, at least 1; 0: hangs are not handled here. Until crash_leave, the
 * standard output goes to the standard error output (divert.h). */
void crash_guard(const char *kernel, const char *name, double seconds);

/** Notes that the kernel has ended. */
void crash_leave(void);

/** Handles a call of exit as a crash; returns where a crash would end the process. */
void crash_exit(void);

/** Lets the program's own code, or OpenMP, end the process while a kernel runs. */
void crash_exits(void);

/** Returns how a kernel ended an earlier start of the process: "SIGSEGV in lj/n500/…"; NULL: it did
 * not. */
const char *crash_reason(const char *kernel);

/** Notes that the results of this process are on disk, so that a restarted process resumes from
 * there. */
void crash_recorded(void);

/** Whether this process begins again, and results are on disk. */
bool crash_resumes(void);

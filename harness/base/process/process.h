/* Runs other programs, several at a time. They are started directly, not through a shell. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>

enum { PROCESS_OUTPUT = 64 << 10 }; /* bytes of a program's output that are kept */

/** A program to run, without input. */
struct process_command {
    const char *const *arguments; /* ended by NULL; the first is the program's path, or its name
                                   * in PATH */
    const char *directory;        /* working directory; NULL: the current one */
};

/** Result of a program that has ended. */
struct process_end {
    int status;         /* exit code; 127: it could not be started; 128 plus a signal's number:
                         * it was ended by that signal */
    const char *output; /* first part of its standard output and standard error; if it could not
                         * be started, the reason */
};

/**
 * Whether a program failed because resources were lacking, and not because of its input. It could
 * not be started, was killed, or reports that disk, memory or descriptors ran out.
 */
bool process_lacks_machine(const struct process_end *end);

/** Called with the index of each program that has ended. */
typedef void process_ended(void *context, int index, const struct process_end *end);

/**
 * Runs programs, at most `jobs` at a time, each in a new process group. A signal to this process
 * ends the programs, and then this process. If the caller watches for signals (base/interrupt.h),
 * this process continues and can clean up. EXIT_ENVIRONMENT after a signal, or if memory runs out.
 * All programs have ended when the call returns.
 */
bool process_run(const struct process_command *commands, int count, int jobs, process_ended *ended,
                 void *context, struct error *error);

/**
 * Runs one program in a directory (NULL: the current one). Its arguments end with NULL.
 * EXIT_ENVIRONMENT as in process_run, and with the program's name and the reason if it fails or a
 * signal ends it.
 */
bool process_do(const char *const *arguments, const char *directory, struct error *error);

/**
 * Finds a program like a shell: by its path, or by its name in the folders of PATH. False if none
 * can be executed, or its path does not fit.
 */
bool process_find(const char *name, char *path, size_t size);

/* Other programs: started directly, never through a shell, several at a time. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>

enum { PROCESS_OUTPUT = 64 << 10 }; /* bytes of a program's output that are kept */

/** A program to run, without input. */
struct process_command {
    const char *const *arguments; /* NULL after the last; the first is the program's path, or its
                                     name in PATH */
    const char *directory;        /* working directory; NULL: the current one */
};

/** End of a program. */
struct process_end {
    int status;         /* exit code; 127: it could not be started; 128 plus the number of the
                         * signal that ended it */
    const char *output; /* beginning of its output on both streams; if it could not be started, the
                         * reason */
};

/**
 * Whether a program failed because the machine lacks something, whatever its input: it could not be
 * started, was killed, or reports that disk, memory or descriptors ran out.
 */
bool process_lacks_machine(const struct process_end *end);

/** A function that is called with the index of each program that has ended. */
typedef void process_ended(void *context, int index, const struct process_end *end);

/**
 * Runs programs, `jobs` of them at a time at most, each in a new process group. A signal ends them,
 * and then this process, unless the caller watches (base/interrupt.h) to clean up after them.
 * EXIT_ENVIRONMENT after a signal, and if memory runs out. No program outlives the call.
 */
bool process_run(const struct process_command *commands, int count, int jobs, process_ended *ended,
                 void *context, struct error *error);

/**
 * Runs one program, whose arguments end with NULL, to its end in a directory (NULL: the current
 * one). EXIT_ENVIRONMENT as in process_run, and with the program's name and the reason if a signal
 * ends it or it fails.
 */
bool process_do(const char *const *arguments, const char *directory, struct error *error);

/**
 * Finds a program as a shell would: by its path, or by its name in the folders of PATH. False if
 * there is none that can be run, or if its path does not fit.
 */
bool process_find(const char *name, char *path, size_t size);

/* Rejects settings of OpenMP and of the stack that would crash the program. */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

enum { ENVIRONMENT_THREADS = 4096 }; /* maximum number of threads that may be requested */

/**
 * Rejects more than ENVIRONMENT_THREADS threads in OMP_NUM_THREADS. Rejects stacks in OMP_STACKSIZE
 * and `ulimit -s` that are too small for the harness. EXIT_ENVIRONMENT with the remedy in both
 * cases. Must be called before threads are started.
 */
bool environment_check(struct error *error);

/**
 * Installs an exit handler. A library may end the process by exit(EXIT_FAILURE), as OpenMP does
 * when it cannot start its threads. The handler then prints a message, and exits with
 * EXIT_ENVIRONMENT, because EXIT_FAILURE means a failed verification. The message contains
 * `program`.
 */
void environment_guard(const char *program);

/** Turns off the handler of environment_guard, because a later exit is intentional. */
void environment_release(void);

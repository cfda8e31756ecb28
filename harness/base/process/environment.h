/* Rejects settings of OpenMP and of the stack that would crash the program. */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

enum { ENVIRONMENT_THREADS = 4096 }; /* most threads that may be requested */

/**
 * Refuses more threads than ENVIRONMENT_THREADS in OMP_NUM_THREADS, and stacks that the harness
 * overflows, in OMP_STACKSIZE and `ulimit -s`: EXIT_ENVIRONMENT with the remedy. Call it before
 * threads are started.
 */
bool environment_check(struct error *error);

/**
 * Installs an exit handler: a library that ends the process by exit(EXIT_FAILURE), as OpenMP's does
 * when it cannot start its threads, ends it with EXIT_ENVIRONMENT and a sentence instead, because
 * the other code means a failed verification. The sentence names `program`.
 */
void environment_guard(const char *program);

/** Ends environment_guard: later exits are intentional. */
void environment_release(void);

/* Rejects settings of OpenMP and of the stack that would crash the program. */
#ifndef PAIRLANES_ENVIRONMENT_H
#define PAIRLANES_ENVIRONMENT_H

#include "harness/base/error.h"

#include <stdint.h>

enum { ENVIRONMENT_THREADS = 4096 }; /* the most that are asked for */

/**
 * Refuses more threads than ENVIRONMENT_THREADS in OMP_NUM_THREADS, and stacks that the harness
 * overflows, in OMP_STACKSIZE and `ulimit -s`: EXIT_ENVIRONMENT with the remedy. Call it before
 * threads are started.
 */
bool environment_check(struct error *error);

/**
 * Installs an exit handler: from now on a library that ends the process by exit(EXIT_FAILURE), as
 * OpenMP's does when it cannot start its threads, ends it with EXIT_ENVIRONMENT instead, and a
 * sentence: the other code is that of a failed verification. `program` is named in it.
 */
void environment_guard(const char *program);

/** Ends environment_guard: what exits now does so by intention. */
void environment_release(void);

#endif

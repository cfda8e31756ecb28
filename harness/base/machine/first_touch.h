/*
 * Memory near the threads that work on it. Where a machine has several sockets, a page lies in the
 * memory of the socket whose core wrote to it first.
 */
#ifndef PAIRLANES_FIRST_TOUCH_H
#define PAIRLANES_FIRST_TOUCH_H

#include "harness/base/error.h"

#include <stdint.h>

/**
 * Clears memory by the threads of OpenMP, of which each writes the share that `schedule(static)`
 * gives it of a loop over the memory. What malloc had of earlier use is given back to the system
 * before, so that these are the first writes to its pages.
 */
void first_touch(void *memory, int64_t bytes);

/** memory_allocate, and first_touch of it: for what kernels read and write from end to end. */
void *first_touch_allocate(int64_t count, int64_t size, const char *what, struct error *error);

#endif

/*
 * Memory near the threads that work on it. Where a machine has several sockets, a page lies in the
 * memory of the socket whose core wrote to it first.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

/**
 * Clears memory with the threads of OpenMP; each writes its share of a loop with
 * `schedule(static)`. Pages that malloc reuses are first returned to the system, so that these are
 * the first writes to them.
 */
void first_touch(void *memory, int64_t bytes);

/**
 * Calls memory_allocate, and then first_touch: for arrays that kernels read and write from end to
 * end.
 */
void *first_touch_allocate(int64_t count, int64_t size, const char *what, struct error *error);

/*
 * Places memory near the threads that use it. On a machine with several sockets, the system puts a
 * page into the memory of the socket whose core first writes to it.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

/**
 * Clears memory with all OpenMP threads; each clears the part that it gets in a loop with
 * `schedule(static)`. Pages that malloc reuses are first returned to the system, so that these
 * writes are the first to them.
 */
void first_touch(void *memory, int64_t bytes);

/** Allocates memory and calls first_touch, for arrays that kernels read and write completely. */
void *first_touch_allocate(int64_t count, int64_t size, const char *what, struct error *error);

/*
 * Places memory near the threads that use it. On a machine with several sockets, the core that
 * first writes to a page determines its socket.
 */
#pragma once

#include "harness/base/error.h"

#include <stdint.h>

/**
 * Clears memory with all OpenMP threads. Each clears the part that a loop with `schedule(static)`
 * assigns to it. Pages that malloc reuses are first returned to the system: the first writes to
 * them then happen here.
 */
void first_touch(void *memory, int64_t bytes);

/** Allocates memory and calls first_touch, for arrays that kernels read and write completely. */
void *first_touch_allocate(int64_t count, int64_t size, const char *what, struct error *error);

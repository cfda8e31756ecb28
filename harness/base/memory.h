/* Host memory, aligned to 64 bytes for full-width vectors. Sizes have 64 bits. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>
#include <stdint.h>

/**
 * Allocates `count` elements of `size` bytes, aligned to 64 bytes, not cleared. Zero elements give
 * a valid pointer. If the size overflows or memory runs out, returns NULL and fills in `error`
 * (EXIT_ENVIRONMENT with `what`). Release the memory with free().
 */
void *memory_allocate(int64_t count, int64_t size, const char *what, struct error *error);

/**
 * Fills in `error` like memory_allocate, for memory that was requested in another way. Returns
 * NULL.
 */
void *memory_lacking(int64_t count, int64_t size, const char *what, struct error *error);

/** Like memory_allocate, with all bytes set to zero. */
void *memory_allocate_zeroed(int64_t count, int64_t size, const char *what, struct error *error);

/**
 * Ends the process with EXIT_ENVIRONMENT and a message on the standard error that memory for `what`
 * is lacking. Used for small allocations in functions that cannot return errors. As files are
 * written completely or not at all (json/json_file.h), only the current case is lost.
 */
__attribute__((noreturn)) void memory_end(const char *what);

/**
 * Returns zeroed memory for `count` elements of `size` bytes; calls memory_end if there is none.
 */
void *memory_new(int64_t count, size_t size, const char *what);

/** Resizes a list (NULL: a new one) to `count` elements; calls memory_end if memory runs out. */
void *memory_resized(void *list, int64_t count, size_t size, const char *what);

/**
 * Makes sure that a list of `count` elements has memory for one more. `*room` is its capacity. The
 * list starts as NULL and *room as 0. Returns the list, which may have moved; calls memory_end if
 * memory runs out.
 */
void *memory_room(void *list, int64_t count, int64_t *room, size_t size, const char *what);

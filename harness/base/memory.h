/* Host memory: 64-byte aligned for full-width vectors, sizes in 64 bits. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>
#include <stdint.h>

/**
 * Allocates `count` elements of `size` bytes, aligned to 64 bytes, not cleared. Zero elements
 * give a valid pointer. On overflow or exhaustion returns NULL and fills `error`
 * (EXIT_ENVIRONMENT, naming `what`). Release with free().
 */
void *memory_allocate(int64_t count, int64_t size, const char *what, struct error *error);

/** memory_allocate, cleared to zero. */
void *memory_allocate_zeroed(int64_t count, int64_t size, const char *what, struct error *error);

/**
 * Ends the process with EXIT_ENVIRONMENT and a sentence on the standard error stream, because
 * memory for `what` is lacking. For small allocations in functions that return no errors: files are
 * written whole or not at all (json/json_file.h), so only the current case is lost.
 */
__attribute__((noreturn)) void memory_end(const char *what);

/** Returns memory for `count` elements of `size` bytes, zeroed; or memory_end. */
void *memory_new(int64_t count, size_t size, const char *what);

/** Returns the elements of a list, NULL at first, with memory for `count` of them; or memory_end.
 */
void *memory_resized(void *list, int64_t count, size_t size, const char *what);

/**
 * Returns a list of `count` elements and memory for *room of them, NULL and 0 at first, with room
 * for one more; or memory_end.
 */
void *memory_room(void *list, int64_t count, int64_t *room, size_t size, const char *what);

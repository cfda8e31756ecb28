/*
 * Arrays between guarded pages. A kernel that writes outside of its array crashes at once. Without
 * guards the program would crash later, when it uses the overwritten memory.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Allocates `count` elements of `size` bytes, aligned to 64 bytes. Bytes between the array and the
 * guarded pages have a pattern. Fails like memory_allocate. Release with guarded_free.
 */
void *guarded_allocate(int64_t count, int64_t size, const char *what, struct error *error);

/** Like guarded_allocate, but the threads that use the pages touch them first (first_touch.h). */
void *guarded_touch(int64_t count, int64_t size, const char *what, struct error *error);

/**
 * Returns true if the pattern around an array is unchanged, or `array` is NULL. Restores the
 * pattern.
 */
bool guarded_was_intact(void *array);

/** Frees an array. NULL: does nothing. */
void guarded_free(void *array);

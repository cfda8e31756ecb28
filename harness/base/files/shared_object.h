/* Machine code that was compiled at run time, opened from checked bytes. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>

/**
 * Opens the bytes of a shared object and finds a symbol in it. They go through a private file in
 * memory, so that the checked bytes are the ones opened. The object stays until the process ends.
 * NULL with the loader's reason: EXIT_ENVIRONMENT if it cannot be opened, EXIT_USAGE if it lacks a
 * symbol; `name` is its name in the error.
 */
const void *shared_object_open(const void *bytes, size_t size, const char *name, const char *symbol,
                               struct error *error);

/** Returns another symbol of the object in which `found` was found; NULL if it has none. */
void *shared_object_symbol(const void *found, const char *symbol);

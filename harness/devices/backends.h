/* The table of the backends. */
#pragma once

#include "harness/backend/backend.h"

/** Returns the backends of this build, with the CPU first; ended by NULL. */
const struct backend *const *backends(void);

/** Finds a backend by name; NULL if this build does not have it. */
const struct backend *backend_find(const char *name);

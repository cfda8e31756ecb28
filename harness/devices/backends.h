/* The one table that names the backends. */
#pragma once

#include "harness/backend/backend.h"

/** The backends of this build, NULL after the last: the CPU first. */
const struct backend *const *backends(void);

/** Finds a backend by name; NULL if this build has none of that name. */
const struct backend *backend_find(const char *name);

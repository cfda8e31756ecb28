/* Checks files of ceilings against results/ceilings.schema.json. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/**
 * Checks that a device and its ceilings have members of the right kind and range. EXIT_USAGE if
 * not; the message has the file's `path` and what was expected and found.
 */
bool ceilings_check(const cJSON *device, const char *path, struct error *error);

/** Checks that a whole document has the schema of ceilings. Fails like ceilings_check. */
bool ceilings_check_all(const cJSON *document, const char *path, struct error *error);

/* Checks ceilings that were read against results/ceilings.schema.json. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/**
 * Whether a device and its ceilings have members of the right kind and range. EXIT_USAGE with the
 * file's `path`, and with what was expected and found.
 */
bool ceilings_check(const cJSON *device, const char *path, struct error *error);

/** Checks a whole document likewise, which must be of this schema. EXIT_USAGE as above. */
bool ceilings_check_all(const cJSON *document, const char *path, struct error *error);

/* JSON texts that all readers of JSON understand in the same way. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>

enum { JSON_VALUES = 16 << 20 };

/**
 * Parses a text of one JSON value; the caller deletes it. NULL with EXIT_USAGE, `name`, line and
 * column if it is no JSON, or if readers would differ: an object has a key twice, or a text a zero
 * character; or if it has more than JSON_VALUES values, each of which takes memory. `first`: number
 * of the text's first line in its file, usually 1.
 */
cJSON *json_parse(const char *text, const char *name, int first, struct error *error);

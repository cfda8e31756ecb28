/* Parses only those JSON texts that every reader of JSON understands in the same way. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>

enum { JSON_VALUES = 16 << 20 };

/**
 * Parses a text of one JSON value; the caller deletes it. NULL with EXIT_USAGE if the text is not
 * JSON. JSON_VALUES limits the number of values, and thus the memory. Also refuses an object with a
 * repeated key and a string with a zero character, because readers of JSON would differ about them.
 * The message has `name`, line and column. `first` is the number of the text's first line in its
 * file, usually 1.
 */
cJSON *json_parse(const char *text, const char *name, int first, struct error *error);

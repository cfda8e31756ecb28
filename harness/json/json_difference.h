/* First difference of two JSON documents. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { JSON_DIFFERENCE_PATH = 256, JSON_DIFFERENCE_VALUE = 64 };

/**
 * First difference of two documents: its path, "sweeps[0].system.n[1]", and both values, perhaps
 * shortened. A value is "none" if the document has no value there.
 */
struct json_difference {
    char path[JSON_DIFFERENCE_PATH];
    char left[JSON_DIFFERENCE_VALUE], right[JSON_DIFFERENCE_VALUE];
};

/**
 * Whether two documents differ; finds the first difference, in the order of the left document. The
 * order of members in objects does not matter.
 */
bool json_differ(const cJSON *left, const cJSON *right, struct json_difference *difference);

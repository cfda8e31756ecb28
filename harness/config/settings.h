/* The assignments "key=value" that the command line adds to a config, in their order. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** Assignments; zeroed: none. */
struct settings {
    struct words list;
    bool full;       /* true for --full: the config's "full" applies */
    bool no_sources; /* true if the config may not add sources, because it was found by its name */
};

/** Adds key=value or, if `key` is NULL, the whole assignment `value`. */
void settings_add(struct settings *settings, const char *key, const char *value);

/** Whether a key is assigned by this very path. */
bool settings_have(const struct settings *settings, const char *key);

/**
 * Puts an assignment into the object `root`: "tuning.team.lanes=8" becomes {"tuning": {"team":
 * {"lanes": 8}}}. A bare name of a model's parameter is short for parameters.name. The value is
 * JSON, a list without brackets, or a text. The last assignment to a key counts. EXIT_USAGE if
 * `setting` is not an assignment.
 */
bool settings_apply(const char *setting, cJSON *root, struct error *error);

/** Frees them. */
void settings_free(struct settings *settings);

/* Assignments "key=value" on the command line, in order. They change a config. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/words.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** Assignments; zeroed: none. */
struct settings {
    struct words list;
    bool full;       /* true with --full: the "full" objects of the config apply */
    bool no_sources; /* true if the config was found by its name, and must therefore not add
                      * sources */
    bool no_systems; /* true if no system is made, and files of particles may be absent */
};

/** Adds key=value; if `key` is NULL, `value` is the whole assignment. */
void settings_add(struct settings *settings, const char *key, const char *value);

/** Whether an assignment has exactly this path. */
bool settings_have(const struct settings *settings, const char *key);

/**
 * Applies an assignment to the object `root`: "tuning.team.lanes=8" becomes {"tuning": {"team":
 * {"lanes": 8}}}. The name of a model's parameter is short for parameters.name. The value is JSON,
 * a list without brackets, or a text. A later assignment to a key replaces an earlier one.
 * EXIT_USAGE if `setting` is not an assignment.
 */
bool settings_apply(const char *setting, cJSON *root, struct error *error);

/** Frees the assignments. */
void settings_free(struct settings *settings);

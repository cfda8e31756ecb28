/* What the command line gives to a config: assignments "key=value", in their order. */
#ifndef PAIRLANES_SETTINGS_H
#define PAIRLANES_SETTINGS_H

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/** Zeroed: none. */
struct settings {
    char **list; /* NULL after the last; NULL: none */
    int count;
    bool full; /* --full: what the config's "full" has counts too */
};

/** Adds key=value, or with `key` NULL the whole assignment `value`. EXIT_ENVIRONMENT for memory. */
bool settings_add(struct settings *settings, const char *key, const char *value,
                  struct error *error);

/**
 * Puts an assignment into the object `root`: "tuning.team.lanes=8" as {"tuning": {"team": {"lanes":
 * 8}}}. A bare name of a model's parameter is short for parameters.name. The value is JSON, or a
 * list without brackets, or else a text; the last assignment to a key counts. EXIT_USAGE if it is
 * none.
 */
bool settings_apply(const char *setting, cJSON *root, struct error *error);

/** Frees them. */
void settings_free(struct settings *settings);

#endif

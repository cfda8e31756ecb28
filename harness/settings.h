/* Assignments "key=value" that the command line gives to a config, in their order. */
#ifndef PAIRLANES_SETTINGS_H
#define PAIRLANES_SETTINGS_H

#include "harness/error.h"

/** Zeroed: none. */
struct settings {
    char **list; /* NULL after the last; NULL: none */
    int count;
};

/** Adds key=value, or with `key` NULL the whole assignment `value`. EXIT_ENVIRONMENT for memory. */
bool settings_add(struct settings *settings, const char *key, const char *value,
                  struct error *error);

/** Frees them. */
void settings_free(struct settings *settings);

#endif

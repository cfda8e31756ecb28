/* Presets: values that several configs share, in a file that they name. */
#pragma once

#include "harness/config/config_check.h"

#include <stdbool.h>

struct preset {
    char *text;
    cJSON *root;
    struct config_layer layer; /* its values, checked; its name is the path */
};

/**
 * Reads the preset at a path, which must outlive it: the keys of a sweep except "preset" and
 * "full". EXIT_USAGE with the place if it is wrong, EXIT_ENVIRONMENT if memory runs out; free it in
 * any case.
 */
bool preset_read(const char *path, struct preset *preset, struct error *error);

/** Frees it. A zeroed preset may be freed. */
void preset_free(struct preset *preset);

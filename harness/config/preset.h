/* Presets: files with values for several configs, which refer to them by name. */
#pragma once

#include "harness/config/config_check.h"

#include <stdbool.h>

struct preset {
    char *text;
    cJSON *root;
    struct config_layer layer; /* checked values; the layer's name is the path */
};

/**
 * Reads the preset at a path, which must outlive it. It may contain the keys of a sweep except
 * "preset" and "full". EXIT_USAGE if it is invalid; the message has the place. EXIT_ENVIRONMENT if
 * memory runs out. The preset must be freed even after an error.
 */
bool preset_read(const char *path, struct preset *preset, struct error *error);

/** Frees a preset. A zeroed one may be freed. */
void preset_free(struct preset *preset);

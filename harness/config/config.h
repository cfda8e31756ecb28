/*
 * Experiments as JSON: reading, checking and resolving them. configs/schema.json describes the
 * keys; their defaults stand in config_keys.c.
 *
 * The values of a sweep come from layers, the nearest first: --set, the entry of "sweeps", the top
 * level of the file. A file without "sweeps" is one sweep. With --full the object "full" of the
 * entry, then that of the top level, stand behind --set: what makes an experiment as long as its
 * paper's.
 */
#ifndef PAIRLANES_CONFIG_H
#define PAIRLANES_CONFIG_H

#include "harness/base/error.h"
#include "harness/config/settings.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

struct config {
    /**
     * The config with every key given and every axis a list: {"name", "title", "sweeps": [...]}.
     * It is itself a valid config and means the same.
     */
    cJSON *resolved;
    char *folder; /* of the file: relative paths of systems start there */
};

/**
 * Reads the file `path`, applies `settings` (NULL: none) and checks everything before anything
 * runs. EXIT_USAGE with "file:line:column: JSON path: what was expected, what was found, the
 * nearest known name".
 */
bool config_read(const char *path, const struct settings *settings, struct config *config,
                 struct error *error);

/** The same from a text; `name` stands for the file in messages. */
bool config_parse(const char *text, const char *name, const struct settings *settings,
                  struct config *config, struct error *error);

/** Frees what config_read made. A zeroed config may be freed. */
void config_free(struct config *config);

/**
 * The path under which the file `given` is found: from the config's folder, else from the working
 * directory. The caller frees it; NULL with EXIT_USAGE if it is in neither.
 */
char *config_find(const char *folder, const char *given, struct error *error);

#endif

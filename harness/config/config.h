/*
 * Reads, checks and resolves experiments in JSON. configs/schema.json describes the keys; their
 * defaults are in config_keys.c.
 *
 * The values of a sweep come from layers. In the order of precedence they are: --set, the entry of
 * "sweeps", the top level of the file, and the preset that one of these names. A file without
 * "sweeps" is a single sweep. With --full, the objects "full" of the entry and of the top level
 * follow directly after --set. They give an experiment the length that it has in its paper.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/settings.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

struct config {
    /**
     * The config with all keys and with all axes as lists: {"name", "title", "sweeps": [...]}. It
     * is itself a valid config, with the same meaning.
     */
    cJSON *resolved;
    char *folder; /* folder of the file; paths in the config are relative to it. NULL: the config
                   * comes from results, and its files are not searched */
};

/**
 * Reads the file `path`, applies `settings` (may be NULL), and checks everything. EXIT_USAGE if
 * anything is wrong. The message is "file:line:column: JSON path: what was expected, what was
 * found, the most similar name".
 */
bool config_read(const char *path, const struct settings *settings, struct config *config,
                 struct error *error);

/** Like config_read, for a text instead of a file. Messages call it `name`. */
bool config_parse(const char *text, const char *name, const struct settings *settings,
                  struct config *config, struct error *error);

/**
 * Checks that the config in a results file contains no paths of files to load or read. Anyone may
 * have written that file. EXIT_USAGE if it contains one; the message begins with `place`.
 */
bool config_check_results(const cJSON *given, const char *place, struct error *error);

/**
 * Parses the config of the results in the file `path`. Files of its systems are not opened.
 * EXIT_USAGE like config_check_results, and if the config is invalid.
 */
bool config_of_results(const cJSON *given, const char *path, struct config *config,
                       struct error *error);

/** Frees a config. A zeroed one may be freed. */
void config_free(struct config *config);

/**
 * Finds the file `given` relative to the config's folder, or else relative to the working
 * directory. The caller frees the path. NULL with EXIT_USAGE if it is in neither.
 */
char *config_find(const char *folder, const char *given, struct error *error);

/*
 * Reads, checks and resolves experiments in JSON. configs/schema.json describes the keys; their
 * defaults are in config_keys.c.
 *
 * The values of a sweep come from layers, nearest first: --set, the entry of "sweeps", the top
 * level of the file, the preset that one of them names. A file without "sweeps" is one sweep. With
 * --full, the object "full" of the entry and then that of the top level come right after --set.
 * They give an experiment the length of its paper's.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/settings.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

struct config {
    /**
     * The config with all keys, and all axes as lists: {"name", "title", "sweeps": [...]}. It is a
     * valid config with the same meaning.
     */
    cJSON *resolved;
    char *folder; /* folder of the file, to which its paths are relative; NULL: the config comes
                   * from results, and its files are not searched */
};

/**
 * Reads the file `path`, applies `settings` (may be NULL) and checks everything before anything
 * runs. EXIT_USAGE with "file:line:column: JSON path: what was expected, what was found, the
 * nearest known name".
 */
bool config_read(const char *path, const struct settings *settings, struct config *config,
                 struct error *error);

/** Does the same with a text. Messages call it `name`. */
bool config_parse(const char *text, const char *name, const struct settings *settings,
                  struct config *config, struct error *error);

/**
 * Checks that the config of results names no file that would be loaded or read, because results may
 * come from anyone. EXIT_USAGE with `place` before it.
 */
bool config_check_results(const cJSON *given, const char *place, struct error *error);

/**
 * Parses the config of the results in the file `path`. EXIT_USAGE as of config_check_results, too;
 * files of its systems are not opened.
 */
bool config_of_results(const cJSON *given, const char *path, struct config *config,
                       struct error *error);

/** Frees a config. A zeroed one may be freed. */
void config_free(struct config *config);

/**
 * Finds the file `given` relative to the config's folder, or else to the working directory. The
 * caller frees the path. NULL with EXIT_USAGE if it is in neither.
 */
char *config_find(const char *folder, const char *given, struct error *error);

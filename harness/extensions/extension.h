/*
 * Adds users' models and strategies without a rebuild of the program. A header FILE.h is a model
 * with the name FILE; a folder is a strategy with the folder's name. Their descriptions are
 * compiled at run time, and appended to the catalog. Their kernels are compiled like all others,
 * for CPU and GPU.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Whether a text is the path of a model or a strategy ("./soft.h", "../mine"), not a name. */
bool extension_is_path(const char *text);

/**
 * Whether a user's model or strategy may have this name. EXIT_USAGE if it is invalid, or the name
 * of a built-in one.
 */
bool extension_name_check(const char *name, bool is_model, struct error *error);

/**
 * Add the model in a header, or the strategy in a folder, unless it was already added. Return its
 * name, which stays valid. EXIT_USAGE if it cannot be read, does not compile, is incomplete or
 * inconsistent; the message has file and line. EXIT_USAGE if the name is taken; the message has
 * both paths. EXIT_ENVIRONMENT if there is no compiler.
 */
bool extension_add_model(const char *file, const char **name, struct error *error);
bool extension_add_strategy(const char *folder, const char **name, struct error *error);

/**
 * Adds the model or strategy at `path`: a folder is a strategy, any other file a model. Fails like
 * extension_add_model.
 */
bool extension_add(const char *path, struct error *error);

/**
 * Adds the headers in models/ and the folders in strategies/ of each folder in $PAIRLANES_PATH.
 * Colons separate the folders. Fails like extension_add_model; EXIT_USAGE if a folder does not
 * exist.
 */
bool extension_add_from_path(struct error *error);

/*
 * Models and strategies outside the tree, without a rebuild: a header FILE.h is the model of that
 * name, a folder the strategy of that name. Their descriptions are compiled, and follow the
 * built-in ones in the catalog. Their kernels are compiled from the same sources as any other's, on
 * a CPU and on a GPU.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>

/** Whether a text is the path of a model or a strategy ("./soft.h", "../mine"), not a name. */
bool extension_is_path(const char *text);

/**
 * Whether a model or a strategy outside the tree may have this name. EXIT_USAGE with what is
 * expected, or if a built-in one has the name.
 */
bool extension_name_check(const char *name, bool is_model, struct error *error);

/**
 * Adds the model in a header, or the strategy in a folder, unless it was added before, and gives
 * its name, which stays valid. EXIT_USAGE with file and line, or with both places, if it cannot be
 * read, does not compile, lacks or contradicts something, or if the name is taken; EXIT_ENVIRONMENT
 * if there is no compiler.
 */
bool extension_add_model(const char *file, const char **name, struct error *error);
bool extension_add_strategy(const char *folder, const char **name, struct error *error);

/** Adds the model or strategy at `path`: a folder is a strategy, any other file a model. Errors as
 * above. */
bool extension_add(const char *path, struct error *error);

/**
 * Adds the headers in models/ and the folders in strategies/ of each folder in $PAIRLANES_PATH,
 * which are separated by colons. Errors as above, also for a folder that does not exist.
 */
bool extension_add_from_path(struct error *error);

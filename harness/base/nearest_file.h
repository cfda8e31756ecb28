/* The file that a mistyped path probably meant. */
#pragma once

#include <limits.h>
#include <stdbool.h>

/** Finds the file in the folder of `path` whose name is nearest (suggest.h) to that of `path`, and
 * writes its path. False if none is near, or the folder cannot be read. */
bool nearest_file(const char *path, char nearest[PATH_MAX]);

/* The files that come with the binary: plot scripts, configs, schemas. */
#pragma once

#include "harness/base/error.h"

#include <limits.h>

/**
 * Writes the path of a file that comes with pairlanes ("plots/style.gp"): under $PAIRLANES_DATA if
 * that is set, otherwise under ../share/pairlanes of the binary's folder (installed), otherwise
 * under .. of it (a build folder in the source tree). EXIT_ENVIRONMENT if it is nowhere.
 */
bool data_path(const char *name, char path[PATH_MAX], struct error *error);

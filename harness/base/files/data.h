/* Finds files that are installed with the binary: plot scripts, configs, schemas. */
#pragma once

#include "harness/base/error.h"

#include <limits.h>

/**
 * Writes the path of a file that is installed with the program, for instance "plots/style.gp". It
 * is searched under $PAIRLANES_DATA if that is set. If not, it is searched in the binary's folder:
 * first under ../share/pairlanes (installed), then under .. (a build in the source tree).
 * EXIT_ENVIRONMENT if it is not found.
 */
bool data_path(const char *name, char path[PATH_MAX], struct error *error);

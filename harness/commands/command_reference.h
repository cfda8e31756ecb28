/* Writes references out of tables: the command line's own, and those of configs and results. */
#ifndef PAIRLANES_COMMAND_REFERENCE_H
#define PAIRLANES_COMMAND_REFERENCE_H

#include "harness/base/error.h"

#include <stdbool.h>
#include <stdio.h>

/** Writes one of reference_list. EXIT_USAGE with the nearest name for another. */
bool command_reference(const char *what, FILE *stream, struct error *error);

#endif

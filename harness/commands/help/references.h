/* Writes references out of tables: the command line's own, and those of configs and results. */
#ifndef PAIRLANES_REFERENCES_H
#define PAIRLANES_REFERENCES_H

#include "harness/base/error.h"

#include <stdbool.h>
#include <stdio.h>

/** Writes one of reference_list. EXIT_USAGE with the nearest name for another. */
bool references_print(const char *what, FILE *stream, struct error *error);

#endif

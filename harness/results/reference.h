/* What configs and results hold, out of the tables that they are read and written by: as schemas
 * for editors, as pages for people, as names for completion. */
#ifndef PAIRLANES_REFERENCE_H
#define PAIRLANES_REFERENCE_H

#include "harness/base/error.h"

#include <stdio.h>

/**
 * Writes what `what` names: "config-schema" and "results-schema" (configs/schema.json,
 * results/schema.json), "config-page" and "results-page" (docs/config.md, docs/results.md), "keys"
 * and "members", a path a line. EXIT_USAGE for another name.
 */
bool reference_write(const char *what, FILE *stream, struct error *error);

#endif

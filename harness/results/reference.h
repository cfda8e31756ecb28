/* Describes configs and results from the tables that read and write them: as JSON, of which
 * scripts/reference makes schemas for editors and pages for people, and as names for completion. */
#ifndef PAIRLANES_REFERENCE_H
#define PAIRLANES_REFERENCE_H

#include "harness/base/error.h"

#include <stdio.h>

/** The names that reference_write knows, NULL after the last. */
const char *const *reference_names(void);

/** Writes what `what` names: "tables", all of them as JSON, or "keys" or "members", one path per
 * line. EXIT_USAGE for another name. */
bool reference_write(const char *what, FILE *stream, struct error *error);

#endif

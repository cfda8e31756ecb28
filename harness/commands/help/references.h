/* Describes configs, results and the command line from the tables that read and write them: as
 * JSON, of which scripts/reference makes schemas and pages, and scripts/shells a man page and
 * completions, and as names. */
#pragma once

#include "harness/base/error.h"

#include <stdio.h>

/**
 * Writes a description named by `what`: "tables" of configs and results or "commands" as JSON, or
 * "keys" or "members", one path per line. EXIT_USAGE for another name.
 */
bool reference_write(const char *what, FILE *stream, struct error *error);

/*
 * Describes configs, results and the command line, from the tables that read and write them. The
 * output is JSON or a list of names. From the JSON, scripts/reference makes schemas and pages, and
 * scripts/shells a man page and completions.
 */
#pragma once

#include "harness/base/error.h"

#include <stdio.h>

/**
 * Writes the description `what`. "tables" (of configs and results) and "commands" are JSON; "keys"
 * and "members" have one path per line. EXIT_USAGE if `what` is another name.
 */
bool reference_write(const char *what, FILE *stream, struct error *error);

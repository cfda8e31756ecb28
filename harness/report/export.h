/* Results as flat tables for other programs. */
#ifndef PAIRLANES_EXPORT_H
#define PAIRLANES_EXPORT_H

#include "harness/results/record.h"

#include <stdbool.h>
#include <stdio.h>

enum export_format { EXPORT_TSV, EXPORT_CSV };

/** Finds a format by name ("tsv", "csv"). */
bool export_format_find(const char *name, enum export_format *format);

/**
 * Writes a line of column names and a line per case. CSV follows RFC 4180: lines end in CR LF, and
 * fields are quoted where they have to be. In TSV, tabs and line breaks inside a text become
 * blanks. A field is empty where the case lacks the value.
 */
void export_records(FILE *stream, const struct records *records, enum export_format format);

#endif

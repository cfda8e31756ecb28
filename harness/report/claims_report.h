/* Writes claims and their verdicts for people and for programs. */
#ifndef PAIRLANES_CLAIMS_REPORT_H
#define PAIRLANES_CLAIMS_REPORT_H

#include "harness/report/claims.h"

#include <stdio.h>

enum claims_format {
    CLAIMS_TEXT,
    CLAIMS_MARKDOWN,
    CLAIMS_JSON, /* results/claims.schema.json */
};

/** Finds a format by name. */
bool claims_format_find(const char *name, enum claims_format *format);

/** Writes the claims. EXIT_ENVIRONMENT if memory runs out. */
bool claims_report(FILE *stream, const struct claims *claims, enum claims_format format,
                   struct error *error);

#endif

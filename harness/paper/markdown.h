/* Writes the report as Markdown; its figures are files beside it. */
#ifndef PAIRLANES_PAPER_MARKDOWN_H
#define PAIRLANES_PAPER_MARKDOWN_H

#include "harness/paper/report.h"

#include <stdio.h>

/** Writes the report; failures of the stream are kept in it. */
void markdown_write(FILE *stream, const struct report *report);

#endif

/* Writes the report as a page of HTML that needs nothing else: style and figures are in it, and
 * there is no script. */
#ifndef PAIRLANES_PAPER_HTML_H
#define PAIRLANES_PAPER_HTML_H

#include "harness/paper/report.h"

#include <stdio.h>

/** Writes the page. EXIT_USAGE if a figure or the style sheet cannot be read; failures of the
 * stream are kept in it. */
bool html_write(FILE *stream, const struct report *report, struct error *error);

#endif

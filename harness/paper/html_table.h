/* The tables of the report's page. */
#ifndef PAIRLANES_PAPER_HTML_TABLE_H
#define PAIRLANES_PAPER_HTML_TABLE_H

#include "harness/paper/report.h"

#include <stdio.h>

/** Writes what an item's paper prints beside what was measured; nothing without claims. */
void html_rows(FILE *stream, const struct paper *paper, const struct evidence *evidence);

/** Writes the numbers that a paper prints and that no claim names. */
void html_unclaimed(FILE *stream, const struct report_paper *paper);

/** Writes the points of a figure. */
void html_points(FILE *stream, const struct evidence_figure *figure);

/** Writes the machines of a paper; nothing if nothing was run. */
void html_machines(FILE *stream, const struct report_paper *paper);

/** Writes how many statements of each paper hold. */
void html_overview(FILE *stream, const struct report *report);

#endif

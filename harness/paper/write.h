/* Puts the report into files. */
#ifndef PAIRLANES_PAPER_WRITE_H
#define PAIRLANES_PAPER_WRITE_H

#include "harness/paper/report.h"

/** Writes `folder`/report.html and `folder`/report.md, each whole or not at all. Errors are those
 * of html_write, output_begin and output_end. */
bool write_report(const struct report *report, const char *folder, struct error *error);

#endif

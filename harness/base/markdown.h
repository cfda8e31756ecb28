/* Texts in Markdown. */
#ifndef PAIRLANES_MARKDOWN_H
#define PAIRLANES_MARKDOWN_H

#include <stdio.h>

/** Writes " text |": a cell of a table, where no character of the text means anything. */
void markdown_cell(FILE *stream, const char *text);

#endif

/* Draws the figures of a report. */
#ifndef PAIRLANES_PAPER_DRAWING_H
#define PAIRLANES_PAPER_DRAWING_H

#include "harness/paper/report.h"

/**
 * Draws what the items of a paper name into `folder`/figures/<config>/, as `pairlanes plot` does,
 * and into the folder narrow/ of that for narrow screens. A figure that has nothing to draw is left
 * out; so are all where there is no gnuplot, with a word on the standard error. EXIT_USAGE for a
 * figure that there is not, else the errors of plot_figure.
 */
bool drawing_draw(struct report *report, const char *folder, struct error *error);

#endif

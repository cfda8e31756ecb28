/* Symbols and dash patterns that tell the curves of a figure apart without their colours. */
#ifndef PAIRLANES_FIGURE_STYLE_H
#define PAIRLANES_FIGURE_STYLE_H

#include "harness/report/figures/figure_data.h"

/** Symbols and dash patterns that plots/style.gp has, and how many of the symbols are open where
 * they stand for a paper's values. */
enum { FIGURE_SYMBOLS = 9, FIGURE_OPEN = 6, FIGURE_DASHES = 5 };

/** Gives each curve a symbol and a dash pattern: those of its colour, or, where another curve has
 * that symbol, one of its own. No two curves have both in common as far as there are enough. A
 * figure with a legend of its own has its styles. */
void figure_choose_styles(struct figure_data *data);

#endif

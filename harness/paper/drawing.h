/* Draws the figures of a report. */
#ifndef PAIRLANES_PAPER_DRAWING_H
#define PAIRLANES_PAPER_DRAWING_H

#include "harness/paper/evidence.h"

#include <cjson/cJSON.h>

/**
 * Draws what an item of a paper names into `folder`/figures/<config>/, as `pairlanes plot` does,
 * and into the folder narrow/ of that for narrow screens, and adds an object for each to `list`:
 * its name, its title, and what its open symbols are. A figure that has nothing to draw is left
 * out. EXIT_USAGE for a figure that there is not, else the errors of plot_begin and plot_draw.
 */
bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                  struct error *error);

#endif

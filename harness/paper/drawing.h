/* Draws the figures of a report. */
#pragma once

#include "harness/paper/evidence.h"

#include <cjson/cJSON.h>

/**
 * Draws the figures of an item of a paper into `folder`/figures/<config>/, as `pairlanes plot`
 * does, and into its folder narrow/ for narrow screens. Adds an object for each to `list`: its
 * name, its title, and the meaning of its open symbols. A figure without data is left out.
 * EXIT_USAGE for an unknown figure, else the errors of plot_draw.
 */
bool drawing_draw(const struct evidence *evidence, const char *folder, cJSON *list,
                  struct error *error);

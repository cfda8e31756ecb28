/* Lists of the parts of cases, for `pairlanes list` and `pairlanes help`. */
#pragma once

#include <stdio.h>

/**
 * Each of these functions prints a table of the catalog, including users' models and strategies.
 */
void topic_strategies(FILE *stream);
void topic_models(FILE *stream);
void topic_precisions(FILE *stream);
void topic_lists(FILE *stream);

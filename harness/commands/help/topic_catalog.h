/* Parts that can be combined into a case, for `pairlanes list` and `pairlanes help`. */
#pragma once

#include <stdio.h>

/** Each prints its table of the catalog, with additions from outside the tree. */
void topic_strategies(FILE *stream);
void topic_models(FILE *stream);
void topic_precisions(FILE *stream);
void topic_lists(FILE *stream);

/* Selection of cases of a config by their names. */
#pragma once

#include "harness/config/cases.h"

/**
 * Passes over the cases whose name (id) the extended regular expression does not match anywhere.
 * EXIT_USAGE if it is not valid, or if no case is left.
 */
bool cases_filter(struct cases *cases, const char *expression, struct error *error);

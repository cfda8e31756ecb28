/* Makes the ids of cases. */
#pragma once

#include "harness/config/cases.h"

/**
 * Writes the id of a case with all other members set. `given` is the path of its file as in the
 * config; NULL for a built system.
 */
void case_write_id(struct case_spec *spec, const char *given);

/* Makes the ids of cases. */
#pragma once

#include "harness/config/cases.h"

/** Writes the id of a case that is otherwise complete. `given` is its file as the config names
 * it, NULL for a built system. */
void case_write_id(struct case_spec *spec, const char *given);

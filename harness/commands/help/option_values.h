/* Values of an option, for completion. */
#pragma once

#include "harness/base/words.h"

#include <argp.h>

/** Adds the values that an option may have, out of the tables that check it; none where it is a
 * number or a file. Keys of --set end with "=". */
void option_values(const struct argp_option *option, struct words *values);

/* Content of a bundle, for people. */
#pragma once

#include "harness/report/exchange/bundle.h"

#include <stdio.h>

/** Prints a line for each file of a bundle, and a warning if its times cannot be trusted. */
void bundle_print(FILE *stream, const struct bundle *bundle);

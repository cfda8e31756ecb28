/* The sources of the kernels of this program, by their hashes: cases of results have them, so that
 * results of other kernels are recognized. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/table.h"

#include <stdbool.h>
#include <stdio.h>

/** Writes a row for each strategy, model and backend with the hash that a case of them carries as
 * its "source_hash". Errors are those of table_write. */
bool source_list(FILE *stream, struct table_style *style, struct error *error);

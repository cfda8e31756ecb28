/* The loops of GPU kernels, and their instructions by class, as a table. */
#pragma once

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/**
 * Prints the loops of the strategies' kernels in a document of harness/results/kernels.h, except
 * kernels that also sum energies. EXIT_ENVIRONMENT if memory is out.
 */
bool loop_table_print(const cJSON *document, FILE *stream, struct error *error);

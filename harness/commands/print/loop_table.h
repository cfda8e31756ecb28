/* The loops of GPU kernels, and their instructions by class, as a table. */
#pragma once

#include <cjson/cJSON.h>
#include <stdio.h>

/**
 * Prints the loops of the strategies' kernels in a document of harness/results/kernels.h, except
 * kernels that also sum energies.
 */
void loop_table_print(const cJSON *document, FILE *stream);

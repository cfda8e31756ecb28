/* Table of the loops of GPU kernels and their instructions by class. */
#pragma once

#include <cjson/cJSON.h>
#include <stdio.h>

/**
 * Prints the loops of the strategies' kernels in a document of harness/results/kernels.h. Kernels
 * that also sum energies are left out.
 */
void loop_table_print(const cJSON *document, FILE *stream);

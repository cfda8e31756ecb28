/* Whether recorded cases are of the kernels of today: by their sources, otherwise by their machine
 * code. */
#pragma once

#include "harness/catalog/embedded.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Whether a case ran the kernels that these sources give: they have the recorded hash, or the table
 * of machine code among them, results/same-code.txt, has all code of the case for them. On a GPU
 * that is code_hash, with motion if the case moved particles. On a CPU, whose compiler and
 * instruction set are seldom available, it is the table's code for the recorded sources.
 */
bool record_is_current(const struct record *record, const struct source_set *sources);

/*
 * Checks whether recorded cases ran the current kernels: by their sources, otherwise by their
 * machine code.
 */
#pragma once

#include "harness/catalog/embedded.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Whether a case ran the kernels of these sources: they have its recorded source_hash, or the table
 * of machine code among them, results/same-code.txt, has all of its code. For a GPU the code is
 * code_hash, with motion if the case moved particles. For a CPU, whose compiler and instruction set
 * are seldom available, it is the table's code for the recorded sources.
 */
bool record_is_current(const struct record *record, const struct source_set *sources);

/*
 * Finds out whether recorded cases ran the current kernels. Compares the hash of the sources; if it
 * differs, compares the hash of the machine code.
 */
#pragma once

#include "harness/catalog/embedded.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Whether a case ran the kernels of these sources and, if it moved particles, steps of today's
 * version (base/version.h). It ran the kernels if the hash of the sources is the recorded
 * source_hash. It also ran them if results/same-code.txt has all its machine code for these
 * sources. A GPU case's code is its code_hash, and the motion code if it moved particles. The code
 * of a CPU case depends on compiler and instruction set; the table has it for the recorded sources.
 */
bool record_is_current(const struct record *record, const struct source_set *sources);

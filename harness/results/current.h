/*
 * Finds out whether recorded cases ran the current kernels: by the hash of the sources or, if that
 * differs, of the machine code.
 */
#pragma once

#include "harness/catalog/embedded.h"
#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Whether a case ran the kernels of these sources, and, if it moved particles, steps of today's
 * version (base/version.h). It ran the kernels if the hash of the sources is the recorded
 * source_hash, or if the table of machine code in results/same-code.txt has all code of the case
 * for these sources. The code of a case on a GPU is its code_hash, with that of motion if it moved
 * particles. The code on a CPU depends on compiler and instruction set, and is what the table has
 * for the recorded sources.
 */
bool record_is_current(const struct record *record, const struct source_set *sources);

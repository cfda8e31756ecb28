/* Counts of atomic adds of a case's kernels. */
#pragma once

#include "harness/backend/cpu/cpu_prepared.h"

/**
 * Vectors that a call of a case adds to memory that threads share, its arguments being set; -1 if
 * the pairs determine the number.
 */
int64_t cpu_atomics_count(const struct prepared *prepared);

/** The same for its bonded terms. */
int64_t cpu_atomics_of_terms(const struct prepared *prepared);

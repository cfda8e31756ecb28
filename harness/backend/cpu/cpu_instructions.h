/* Instructions of a force call on the CPU. */
#ifndef PAIRLANES_CPU_INSTRUCTIONS_H
#define PAIRLANES_CPU_INSTRUCTIONS_H

#include "harness/backend/cpu/cpu_prepared.h"

/** Implements count_instructions of struct backend. */
bool cpu_count_instructions(struct prepared *prepared, const char *file, double *count,
                            struct error *error);

#endif

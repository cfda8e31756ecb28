/* What decides the numbers of a case, in one hash: --resume keeps what has the same. */
#ifndef PAIRLANES_IDENTITY_H
#define PAIRLANES_IDENTITY_H

#include "harness/measure/measurement.h"

#include <stdbool.h>

/** Sets compiler, source_hash and identity of a case whose system is at hand in the runner's
 * inputs. */
void identity_set(const struct runner *runner, const struct opened *opened,
                  struct measurement *measurement);

/** Finds the machine code of a case; all "" where it is not known. */
void identity_code(const struct runner *runner, const struct opened *opened,
                   const struct measurement *measurement, struct kernel_code *code);

/**
 * Whether the results hold the case with the identity that it has now, or had with the sources of
 * then if these give the same machine code, and say the same of what it is: its particles, their
 * hash, its device and all else that is known before it is measured.
 */
bool identity_recorded(const struct runner *runner, const struct opened *opened,
                       const struct measurement *measurement);

#endif

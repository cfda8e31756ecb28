/* Pairs of particles that do not meet, beside those that a builder or a file has. */
#ifndef PAIRLANES_SYSTEM_EXCLUSIONS_H
#define PAIRLANES_SYSTEM_EXCLUSIONS_H

#include "harness/base/error.h"
#include "harness/input/system_spec.h"
#include "harness/particles/system.h"

/**
 * Adds to a system the exclusions that a spec asks for: pairs up to `exclusions_reach` bonds apart,
 * where two that have a bonded term of their own are one apart, and those of `exclusions_file`,
 * lines of two particles, counted from 1, with # before remarks. Charged particles get the term of
 * an excluded pair (models/allatom.h), too; their reach the reader has minded. EXIT_USAGE, with
 * file and line, for what is no pair of particles of the system, and for a reach along bonds that
 * it has not.
 */
bool system_exclusions_add(const struct system_spec *spec, struct system *system,
                           struct error *error);

#endif

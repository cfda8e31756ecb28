/* The particles of a case, from a builder or from a file. */
#ifndef PAIRLANES_SYSTEM_CREATE_H
#define PAIRLANES_SYSTEM_CREATE_H

#include "harness/base/error.h"
#include "harness/input/system_spec.h"
#include "harness/particles/system.h"

/**
 * Builds or reads a system: wraps the positions, checks that every coordinate is finite, and
 * computes the hash. Errors: EXIT_USAGE for a bad spec or file (path, line, what was expected),
 * EXIT_ENVIRONMENT for memory.
 */
bool system_create(const struct system_spec *spec, struct system *system, struct error *error);

#endif

/* The particles of a case, from a builder or from a file. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/**
 * Builds or reads a system: wraps the positions, checks that every coordinate is finite, and
 * computes the hash. Errors: EXIT_USAGE for a bad spec or file (path, line, what was expected),
 * EXIT_ENVIRONMENT for memory.
 */
bool system_create(const struct system_spec *spec, struct system *system, struct error *error);

/**
 * Refuses particles that cannot be built, as system_create does, without building any: EXIT_USAGE.
 * True for particles from a file, which is not read.
 */
bool system_check(const struct system_spec *spec, struct error *error);

/**
 * Fills in the known properties of a system before it is built: the number of particles, its box,
 * and the most bonded terms. False for a system from a file, and for one that system_check refuses.
 */
bool system_outline(const struct system_spec *spec, struct system *outline);

/**
 * Whether memory suffices for the system of a spec for a model, before it is built; true for one
 * from a file. EXIT_ENVIRONMENT with the bytes needed and free.
 */
bool system_fits(const struct system_spec *spec, const struct model *model, struct error *error);

/** Returns the memory of building the system of an outline. */
struct footprint system_footprint(const struct system *outline, const struct model *model);

/* Creates the particles of a case, with a builder or from a file. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/**
 * Builds or reads a system: wraps the positions, checks that every coordinate is finite, and
 * computes the hash. EXIT_USAGE if the spec or the file is wrong (path, line, what was expected).
 * EXIT_ENVIRONMENT if memory runs out.
 */
bool system_create(const struct system_spec *spec, struct system *system, struct error *error);

/**
 * Checks whether a builder can build the spec's particles; builds none. EXIT_USAGE, as in
 * system_create, if it cannot. Returns true for particles from a file; the file is not read.
 */
bool system_check(const struct system_spec *spec, struct error *error);

/**
 * Fills in the known data of a system before it is built: the number of particles, the box, and the
 * largest possible number of bonded terms. False if the system comes from a file or system_check
 * refuses the spec.
 */
bool system_outline(const struct system_spec *spec, struct system *outline);

/**
 * Whether memory suffices to build the system of a spec for a model. Always true for a file.
 * EXIT_ENVIRONMENT if not; the message has the needed and free bytes.
 */
bool system_fits(const struct system_spec *spec, const struct model *model, struct error *error);

/** Returns the estimated memory for building a system. `outline` has its known properties. */
struct footprint system_footprint(const struct system *outline, const struct model *model);

/* Excluded pairs: particles a few bonds apart, and pairs from a file. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/**
 * Excludes the pairs of a system that are up to `exclusions_reach` bonds apart, instead of its
 * present ones; for a file whose reader has excluded none, the model's reach is used. Adds those of
 * `exclusions_file`, lines of two particles, counted from 1, with # before remarks. Without a model
 * the bonds of models/forms/ count, up to three for charged particles and one for others.
 * EXIT_USAGE, with file and line, for a line that is no pair of the system's particles, and for a
 * reach in a system without bonds.
 */
bool system_exclusions_add(const struct system_spec *spec, struct system *system,
                           struct error *error);

/* Writes an answer as text or as JSON, and its forces as a table of numbers. */
#pragma once

#include "harness/commands/print/answer.h"

/** Prints all but the forces as text. */
void answer_print(const struct answer *answer);

/** Prints the same as JSON. */
void answer_print_json(const struct answer *answer);

/** Writes a line "fx fy fz" for each particle, followed by "tx ty tz" if particles have
 * orientations. EXIT_USAGE if the file cannot be written. */
bool answer_write_forces(const char *path, const struct forces *forces, struct error *error);

/**
 * Writes the particles as extended XYZ, with forces, torques and, without a strategy, the energy of
 * each. Errors are those of output_begin and output_end.
 */
bool answer_write_particles(const char *path, const struct answer *answer, struct error *error);

/* How an answer is written: as text, as JSON, and its forces as a table of numbers. */
#ifndef PAIRLANES_ANSWER_PRINT_H
#define PAIRLANES_ANSWER_PRINT_H

#include "harness/commands/answer.h"

/** Prints all but the forces as text. */
void answer_print(const struct answer *answer);

/** Prints the same as JSON. EXIT_ENVIRONMENT for memory. */
bool answer_print_json(const struct answer *answer, struct error *error);

/** Writes a line "fx fy fz" for each particle, with "tx ty tz" behind where it has orientation.
 * EXIT_USAGE if the file cannot be written. */
bool answer_write_forces(const char *path, const struct forces *forces, struct error *error);

#endif

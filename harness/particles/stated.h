/* What a file says of how its particles interact, held against the model that is used: the model's
 * own parameters count, and who expects the file's is told. */
#ifndef PAIRLANES_STATED_H
#define PAIRLANES_STATED_H

#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stddef.h>

/** Adds a statement to a system, unless one like it is there or there is no room. */
void stated_add(struct system *system, const struct stated *stated);

/** Adds a sentence (printf format) on a line of the file; 0: on no one line. */
void stated_note(struct system *system, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Writes a sentence on what the system's file states and these parameters of the model do not have,
 * or on what is not taken over at all, on two particles nearer than a tenth of the smallest sigma,
 * and on charges whose sum is not 0; false, and "", if there is nothing to be told. Without a
 * model, NULL, nothing that the file states of one is used.
 */
bool stated_differs(const struct system *system, const struct model *model,
                    const double *parameters, char *text, size_t size);

#endif

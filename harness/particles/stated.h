/* Interactions as the file states them, compared with the model: the model's parameters are used,
 * and differences are reported. */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stddef.h>

/** Adds a statement to a system, unless one like it is there or there is no room. */
void stated_add(struct system *system, const struct stated *stated);

/** Adds a sentence (printf format) on a line of the file; 0: on no one line. */
void stated_note(struct system *system, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Writes a sentence on differences between the system's file and these parameters of the model, on
 * data that are not used, on two particles nearer than a tenth of the smallest sigma, and on
 * charges whose sum is not 0; false, and "", if there is nothing to report. If the model is NULL,
 * none of the file's parameters are used.
 */
bool stated_differs(const struct system *system, const struct model *model,
                    const double *parameters, char *text, size_t size);

/*
 * Interactions in a file, compared with the model. The model's parameters are used, and differences
 * are reported.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stddef.h>

enum { FILE_PARAMETERS_TEXT = 16384 /* longest sentence on all statements of a file */ };

/** Adds a statement to a system, unless it has an equal one; the last there is room for says that
 * others are left out. */
void file_parameter_add(struct system *system, const struct file_parameter *given);

/** Adds a sentence (printf format) about a line of the file; 0: about no single line. */
void file_note_add(struct system *system, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Writes a sentence on differences between the system's file and these parameters of the model, on
 * unused data, on two particles closer than a tenth of the smallest sigma, and on charges whose sum
 * is not 0; false, and "", if there is nothing to report. If the model is NULL, none of the file's
 * parameters are used.
 */
bool file_parameters_differ(const struct system *system, const struct model *model,
                            const double *parameters, char *text, size_t size);

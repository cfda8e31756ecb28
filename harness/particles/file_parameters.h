/*
 * Compares the interactions of a file with the model. The model's parameters are used, and
 * differences are reported.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stddef.h>

enum { FILE_PARAMETERS_TEXT = 16384 /* maximum bytes of the text of file_parameters_differ */ };

/**
 * Adds a statement of a file to a system that does not have an equal one yet. If there is no more
 * room, the last statement becomes a note that others are left out.
 */
void file_parameter_add(struct system *system, const struct file_parameter *given);

/**
 * Adds a note (printf format) about a line of the file to a system; line 0: about no particular
 * line.
 */
void file_note_add(struct system *system, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Writes a sentence about differences between the parameters of file and model, and about unused
 * data. It also reports two particles closer than a tenth of the smallest sigma, and a nonzero sum
 * of charges. If there is nothing to report, writes "" and returns false. If the model is NULL, no
 * parameter of the file is used.
 */
bool file_parameters_differ(const struct system *system, const struct model *model,
                            const double *parameters, char *text, size_t size);

/* A text file read line by line, whose errors name file and line. */
#ifndef PAIRLANES_TEXT_FILE_H
#define PAIRLANES_TEXT_FILE_H

#include "harness/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct text_file {
    const char *path;
    FILE *stream;
    char *line; /* the current line without its end */
    size_t room;
    int64_t number; /* of the current line, from 1 */
};

/** Opens a file; EXIT_USAGE with the system's reason if it cannot be read. */
bool text_open(const char *path, struct text_file *file, struct error *error);

/** Closes the file and frees the line. */
void text_close(struct text_file *file);

/**
 * Reads the next line; at the end of the file EXIT_USAGE, saying that `expected` was missing there.
 */
bool text_next(struct text_file *file, const char *expected, struct error *error);

/** Whether nothing but blank lines is left; if not, the first of the rest is the current line. */
bool text_ended(struct text_file *file);

/** EXIT_USAGE "path:line: " and the text (printf format); returns false. */
bool text_error(const struct text_file *file, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Reads one whole number at `*cursor` and moves behind it; false if there is none, or something
 * sticks to it.
 */
bool text_integer(const char **cursor, int64_t *value);

/** Reads a real number in the same manner; it may be infinite or NAN. */
bool text_real(const char **cursor, double *value);

/** Moves over one word (no white space in it); false at the end of the line. */
bool text_skip_word(const char **cursor);

/** Whether only white space is left. */
bool text_is_blank(const char *cursor);

#endif

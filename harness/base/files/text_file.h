/* Text files, read whole or line by line, with errors that name file and line; compressed ones, too
 * (gzip.h). A file with a zero byte is refused, because the text after it would be lost silently. A
 * byte order mark at the start is skipped. */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** The path that stands for standard input, which is read to its end once. */
#define TEXT_STANDARD_INPUT "-"

/** Returns the name of a path in messages: itself, or "standard input". */
const char *text_name(const char *path);

struct text_file {
    const char *path; /* path as in messages */
    FILE *stream;
    char *line; /* the current line without its end */
    size_t room;
    int64_t number; /* number of the current line, from 1 */
    int64_t bytes;  /* size of the whole file */
};

/**
 * Opens a file for reading; NULL with errno, ENXIO for a FIFO with a name or a device, unless the
 * command line has the path, because waiting for it may never end. Reading a file of /proc that has
 * no data yet fails instead of waiting.
 */
FILE *text_stream(const char *path);

/** Whether a file is in a folder or below it, wherever links lead. */
bool text_is_inside(const char *path, const char *folder);

/** Whether a path is a symbolic link to a file out of its folder, which messages do not quote. */
bool text_is_elsewhere(const char *path);

/** Refuses such a link (EXIT_USAGE) in the place of a file that only its folder names. */
bool text_check_found(const char *path, struct error *error);

/** Most bytes of a text that people write: a config, a preset or a header. */
enum { TEXT_BYTES = 16 << 20 };

/**
 * Reads a file whole; the caller frees the text. NULL with EXIT_USAGE if it cannot be read, is
 * empty, is over TEXT_BYTES or has a zero byte, EXIT_ENVIRONMENT if memory runs out.
 */
char *text_content(const char *path, struct error *error);

/**
 * The same for a file with at most `most` bytes of text: a small compressed file may hold any
 * amount. EXIT_USAGE if it has more.
 */
char *text_content_most(const char *path, int64_t most, struct error *error);

/**
 * Opens a file; EXIT_USAGE with the system's reason if it cannot be read, or if it has a zero byte.
 * Input from a pipe is kept in a temporary file, EXIT_ENVIRONMENT if that fails, so that any file
 * can be read again from its start (text_again).
 */
bool text_open(const char *path, struct text_file *file, struct error *error);

/** Goes back to the start: no line is current. */
void text_again(struct text_file *file);

/** Goes back to a line that was current before, which becomes the current one. */
void text_back(struct text_file *file, int64_t number);

/** Closes the file and frees the line. */
void text_close(struct text_file *file);

/**
 * Reads the next line. EXIT_USAGE at the end of the file, where the message says that `expected` is
 * missing.
 */
bool text_next(struct text_file *file, const char *expected, struct error *error);

/** Whether the current line is the last one of the file. */
bool text_at_end(struct text_file *file);

/** Whether only blank lines are left; if not, the first other line becomes the current one. */
bool text_ended(struct text_file *file);

/** EXIT_USAGE "path:line: " and the text (printf format); returns false. */
bool text_error(const struct text_file *file, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Reads one whole number at `*cursor` and moves after it; false if there is none, or another
 * character follows directly.
 */
bool text_integer(const char **cursor, int64_t *value);

/** Reads a real number in the same manner; it may be infinite or NAN. */
bool text_real(const char **cursor, double *value);

/** Moves over one word (no white space in it); false at the end of the line. */
bool text_skip_word(const char **cursor);

/** Whether only white space is left. */
bool text_is_blank(const char *cursor);

/** A word of a line, without white space. */
struct text_word {
    const char *at;
    int length;
};

/** Finds the first `most` words of a line; returns the number of all its words. */
int text_words(const char *line, struct text_word *word, int most);

/** Whether a word is this text. */
bool text_is_word(const struct text_word *word, const char *text);

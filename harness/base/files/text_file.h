/*
 * Text files, read completely or line by line, with file and line in errors. Compressed files are
 * decompressed (gzip.h). A file with a zero byte is rejected, because the text after it would be
 * lost silently. A byte order mark at the start is skipped.
 */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** The path that means standard input, which can be read only once. */
#define TEXT_STANDARD_INPUT "-"

/** Returns the name of a path for messages: the path itself, or "standard input". */
const char *text_name(const char *path);

struct text_file {
    const char *path; /* path for messages */
    FILE *stream;
    char *line; /* the current line without its line break */
    size_t room;
    int64_t number; /* number of the current line, from 1 */
    int64_t bytes;  /* size of the file in bytes */
};

/**
 * Opens a file for reading; NULL with errno. A named FIFO or a device gives ENXIO: waiting for its
 * data might never end. It is allowed if its path is on the command line. Reading a file of /proc
 * that has no data yet fails instead of waiting.
 */
FILE *text_stream(const char *path);

/** Whether a file is in a folder or below it, after resolving links. */
bool text_is_inside(const char *path, const char *folder);

/**
 * Whether a path is a symbolic link to a file outside its folder. Messages must not quote such a
 * file.
 */
bool text_is_elsewhere(const char *path);

/**
 * Rejects a symbolic link to a file outside its folder (EXIT_USAGE). Used for paths that were found
 * in a folder, and not named by the user.
 */
bool text_check_found(const char *path, struct error *error);

/** Maximum number of bytes of a text that people write: a config, a preset or a header. */
enum { TEXT_BYTES = 16 << 20 };

/**
 * Reads a whole file; the caller frees the text. Returns NULL with EXIT_USAGE if it is unreadable,
 * empty, longer than TEXT_BYTES, or contains a zero byte. Returns NULL with EXIT_ENVIRONMENT if
 * memory runs out.
 */
char *text_content(const char *path, struct error *error);

/**
 * Like text_content, but the limit is `most` bytes of text after decompression. EXIT_USAGE if the
 * text is longer.
 */
char *text_content_most(const char *path, int64_t most, struct error *error);

/**
 * Opens a file. EXIT_USAGE with the system's reason if it cannot be read, or if it contains a zero
 * byte. Input from a pipe is copied to a temporary file (EXIT_ENVIRONMENT if that fails). Thus
 * every file can be read again from its start (text_again).
 */
bool text_open(const char *path, struct text_file *file, struct error *error);

/** Returns to the start of the file; there is then no current line. */
void text_again(struct text_file *file);

/** Returns to line `number`, which has been read before; it becomes the current line. */
void text_back(struct text_file *file, int64_t number);

/** Closes the file and frees the line. */
void text_close(struct text_file *file);

/**
 * Reads the next line. At the end of the file EXIT_USAGE; the message reports that `expected` is
 * missing.
 */
bool text_next(struct text_file *file, const char *expected, struct error *error);

/** Whether the current line is the last one of the file. */
bool text_at_end(struct text_file *file);

/**
 * Whether only blank lines follow; if not, the first line that is not blank becomes the current
 * one.
 */
bool text_ended(struct text_file *file);

/** Fills in EXIT_USAGE with "path:line: " and the text (printf format); returns false. */
bool text_error(const struct text_file *file, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Reads a whole number at `*cursor` and moves the cursor after it. False if there is none, or if
 * another character follows directly.
 */
bool text_integer(const char **cursor, int64_t *value);

/** Reads a real number like text_integer; it may be infinite or NAN. */
bool text_real(const char **cursor, double *value);

/**
 * Moves the cursor after the next word, which ends at white space; false at the end of the line.
 */
bool text_skip_word(const char **cursor);

/** Whether the rest of the line is only white space. */
bool text_is_blank(const char *cursor);

/** A word of a line: a piece of the line, not terminated by a zero. */
struct text_word {
    const char *at;
    int length;
};

/** Finds the first `most` words of a line. Returns the number of all words of the line. */
int text_words(const char *line, struct text_word *word, int most);

/** Whether a word equals a text. */
bool text_is_word(const struct text_word *word, const char *text);

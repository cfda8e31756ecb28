/*
 * Makes texts from users and other machines printable: one line of visible characters. Without
 * this, control characters could control a terminal, and a line break could begin a false message.
 * Invalid UTF-8 would be an error in most formats.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PRINTABLE_CHARACTER = 5 /* bytes of a character in UTF-8, including a final zero */ };

/**
 * Decodes a UTF-8 character and moves the cursor after it. If it is invalid, returns -1 and moves
 * the cursor by one byte.
 */
int32_t printable_decode(const char **cursor);

/**
 * Returns the next character of a text in printable form, and moves the cursor after it. Line
 * breaks and tabs become blanks. Invalid UTF-8 and other control characters become U+FFFD. False at
 * the end of the text.
 */
bool printable_next(const char **cursor, char character[PRINTABLE_CHARACTER]);

/**
 * Copies a text in printable form. Copies only whole characters, as many as fit into `size` bytes.
 * `lines`: keeps line breaks and tabs. Returns `to`.
 */
char *printable_copy(char *to, size_t size, const char *from, bool lines);

/** Writes a text in printable form. */
void printable_write(FILE *stream, const char *text);

/**
 * Writes a text in printable form that can be put between double quotes: double quotes and
 * backslashes become single quotes.
 */
void printable_quoted(FILE *stream, const char *text);

/** Writes a text in printable form, but with its line breaks and tabs. */
void printable_lines(FILE *stream, const char *text);

/** Writes a line (printf format without newline) in printable form, cut to a limit. */
void printable_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

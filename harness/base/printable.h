/*
 * Printable form of texts from other machines and people: one line of visible characters. Control
 * characters would command a terminal, a line break would start a false line, and invalid UTF-8 is
 * an error in most formats.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PRINTABLE_CHARACTER = 5 /* bytes of a character in UTF-8, with the final zero */ };

/** Decodes a character of UTF-8 and moves after it; for an invalid one, returns -1 and moves by one
 * byte. */
int32_t printable_decode(const char **cursor);

/**
 * Returns the next character of a text in printable form, and moves after it: a blank for line
 * breaks and tabs, U+FFFD for invalid UTF-8 and for other control characters. False at the end of
 * the text.
 */
bool printable_next(const char **cursor, char character[PRINTABLE_CHARACTER]);

/**
 * Copies a text in printable form, as many whole characters as fit into `size` bytes; with `lines`,
 * line breaks and tabs stay. Returns `to`.
 */
char *printable_copy(char *to, size_t size, const char *from, bool lines);

/** Writes a text in printable form. */
void printable_write(FILE *stream, const char *text);

/** Writes a text in printable form for double quotes; double quotes and backslashes in it become
 * single quotes. */
void printable_quoted(FILE *stream, const char *text);

/** Writes a text of several lines in printable form; its line breaks and tabs stay. */
void printable_lines(FILE *stream, const char *text);

/** Writes a line (printf format without newline) in printable form, cut to a limit. */
void printable_line(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

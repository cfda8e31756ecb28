/*
 * Escapes texts from users and other machines for a file format. Each text is first made printable
 * (printable.h).
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

/** Writes a text in Markdown. */
void escape_markdown(FILE *stream, const char *text);

/** Writes " text |": a cell of a Markdown table. */
void escape_markdown_cell(FILE *stream, const char *text);

/** Writes a text as an attribute or content of XML 1.0. */
void escape_xml(FILE *stream, const char *text);

/**
 * Writes a cell of a table. The `separator` is ',' for CSV (RFC 4180) or '\t' for TSV. Puts an
 * apostrophe in front of a text that a spreadsheet would read as a formula: one that begins with =
 * + - @ and is not a number.
 */
void escape_cell(FILE *stream, const char *text, char separator);

/** Writes a text as a JSON string, including quotes. */
void escape_json_string(FILE *stream, const char *text);

/**
 * Copies a JSON document. In its strings, bytes that are not UTF-8 become U+FFFD, and control
 * characters become escape sequences. Returns the length of the copy without the final zero; `to`
 * may be NULL, to find that length.
 */
size_t escape_json(char *to, const char *document);

/*
 * Texts from other machines and people, escaped for a file format. Each is first made printable
 * (printable.h).
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

/** Writes a text into Markdown. */
void escape_markdown(FILE *stream, const char *text);

/** Writes " text |": a cell of a table in Markdown. */
void escape_markdown_cell(FILE *stream, const char *text);

/** Writes a text as an attribute or as content of XML 1.0. */
void escape_xml(FILE *stream, const char *text);

/**
 * Writes a cell of a table with the `separator` ',' of CSV (RFC 4180) or '\t' of TSV. A text that a
 * spreadsheet would read as a formula, because it begins with one of = + - @ and is no number, gets
 * an apostrophe in front.
 */
void escape_cell(FILE *stream, const char *text, char separator);

/** Writes a text as a string of JSON, quotes included. */
void escape_json_string(FILE *stream, const char *text);

/**
 * Copies a JSON document. In its strings, bytes that are not UTF-8 become U+FFFD, and characters
 * that a terminal obeys an escape sequence. Returns its length without the final zero; `to` may be
 * NULL, to measure.
 */
size_t escape_json(char *to, const char *document);

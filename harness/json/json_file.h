/* Reads and writes files of JSON documents. */
#pragma once

#include "harness/base/error.h"
#include "harness/json/json_print.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

/**
 * Whether the name of a folder's entry is that of a JSON document, compressed or not; for scandir.
 */
int json_file_is_named(const struct dirent *entry);

/** Largest number of text bytes in a document. It suffices for thousands of cases of a run. */
enum { JSON_BYTES = 256 << 20 };

/**
 * Reads a document. NULL with EXIT_USAGE if the file cannot be read, is longer than JSON_BYTES, or
 * is refused by json_parse. The message has the line, if there is one.
 */
cJSON *json_file_read(const char *path, struct error *error);

/** Reads a document as json_file_read does, but with at most `most` bytes. */
cJSON *json_file_read_most(const char *path, int64_t most, struct error *error);

/**
 * Reads a file with a document on each line, as an array. NULL with EXIT_USAGE if a line is neither
 * blank nor a document.
 */
cJSON *json_file_read_lines(const char *path, struct error *error);

/**
 * Writes a document to a file in the form of json_lines, after making the folders of `path`. The
 * file is written completely or not at all (output_begin).
 */
bool json_file_write(const char *path, const cJSON *document, struct error *error);

/**
 * Writes a document as json_file_write does; one of its lists has already been printed to lines.
 */
bool json_file_write_list(const char *path, const cJSON *document, const struct json_list *list,
                          struct error *error);

/** Prints a document, which it frees, and a line break. */
void json_file_print(FILE *stream, cJSON *document);

/** Makes a number; null if it is not finite, because JSON has neither infinities nor NAN. */
cJSON *json_number(double value);

/** Returns a number rounded to `digits` significant digits. */
double json_digits(double value, int digits);

/** Adds json_number(value) to an object. */
void json_add_number(cJSON *object, const char *key, double value);

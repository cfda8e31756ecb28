/* JSON documents on the disk. */
#pragma once

#include "harness/base/error.h"
#include "harness/json/json_print.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

/** Whether an entry of a folder has a name of documents, compressed or not; for scandir. */
int json_file_is_named(const struct dirent *entry);

/** Most bytes of text of a document: thousands of cases of a run. */
enum { JSON_BYTES = 256 << 20 };

/**
 * Reads a document; NULL with EXIT_USAGE and the line if it cannot be read, is over JSON_BYTES, or
 * is not valid for json_parse.
 */
cJSON *json_file_read(const char *path, struct error *error);

/** The same with another limit. */
cJSON *json_file_read_most(const char *path, int64_t most, struct error *error);

/**
 * Reads a file with a document on each line, as an array; NULL with EXIT_USAGE for a line that is
 * neither blank nor a document.
 */
cJSON *json_file_read_lines(const char *path, struct error *error);

/**
 * Makes the folders above `path` and writes the file in the form of json_lines; it is written whole
 * or not at all (output_begin).
 */
bool json_file_write(const char *path, const cJSON *document, struct error *error);

/** Does the same with a list of the document that is already printed. */
bool json_file_write_list(const char *path, const cJSON *document, const struct json_list *list,
                          struct error *error);

/** Prints a document, which it frees, and a line break. */
void json_file_print(FILE *stream, cJSON *document);

/** A number, null if it is not finite: JSON has neither infinities nor NAN. */
cJSON *json_number(double value);

/** Returns a number rounded to `digits` significant digits. */
double json_digits(double value, int digits);

/** Adds json_number(value) to an object. */
void json_add_number(cJSON *object, const char *key, double value);

/* JSON documents on the disk. */
#pragma once

#include "harness/base/error.h"
#include "harness/json/json_print.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

/** Whether an entry of a folder is named as documents are, compressed or not; for scandir. */
int json_file_is_named(const struct dirent *entry);

/** The most bytes of text that a document is read from: thousands of cases of a run. */
enum { JSON_BYTES = 256 << 20 };

/** Reads a document; NULL with EXIT_USAGE and the line if it cannot be read, is over JSON_BYTES, or
 * is not JSON as json_parse takes it. */
cJSON *json_file_read(const char *path, struct error *error);

/** The same with another limit. */
cJSON *json_file_read_most(const char *path, int64_t most, struct error *error);

/**
 * Reads a file with a document on each line, as an array; NULL with EXIT_USAGE if a line that is
 * not blank is none.
 */
cJSON *json_file_read_lines(const char *path, struct error *error);

/**
 * Makes the folders above `path` and writes the file as json_lines does; it is always whole, as
 * output_begin and output_end have it.
 */
bool json_file_write(const char *path, const cJSON *document, struct error *error);

/** The same with a list of the document that is already printed. */
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

/*
 * The line of keys of extended XYZ, "key=value key=value …", as ASE parses it: a value may be in
 * "…", '…', {…} or […], and then contain blanks and equals signs; a backslash takes the next
 * character literally; blanks may surround the equals sign; a key alone is true.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"

enum { EXTXYZ_VALUE = 1024 /* characters of a value, with the final zero */ };

/** A text that is assembled from characters of the line. */
struct extxyz_piece {
    char text[EXTXYZ_VALUE];
    size_t length; /* full length, even if the text is cut off */
};

struct extxyz_pair {
    struct extxyz_piece key, value; /* texts without their delimiters */
};

/** Reads the pair at a cursor in the current line, and moves after it; *found: there is one.
 * EXIT_USAGE for a key or a value whose end is missing. */
bool extxyz_next(const struct text_file *file, const char **cursor, struct extxyz_pair *pair,
                 bool *found, struct error *error);

/**
 * Finds the value of a key, in upper or lower case, on the current line, without its delimiters;
 * *found: there is one. EXIT_USAGE for a repeated key, a value that is too long, and one without an
 * end.
 */
bool extxyz_find(const struct text_file *file, const char *key, char value[EXTXYZ_VALUE],
                 bool *found, struct error *error);

/**
 * Replaces brackets, quotation marks and commas by blanks, because lists come with and without
 * them.
 */
void extxyz_list(char *value);

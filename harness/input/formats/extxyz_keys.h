/*
 * The line of keys of extended XYZ, "key=value key=value …", as ASE parses it. A value in "…", '…',
 * {…} or […] may contain blanks and equals signs. A character after a backslash has no special
 * meaning. Blanks may surround the equals sign. A key without a value is true.
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

/**
 * Reads the next key and its value from the current line, and moves the cursor past them. *found
 * is false at the end of the line. EXIT_USAGE if a key or a value has no closing delimiter.
 */
bool extxyz_next(const struct text_file *file, const char **cursor, struct extxyz_pair *pair,
                 bool *found, struct error *error);

/**
 * Finds a key, in upper or lower case, on the current line, and returns its value without
 * delimiters. *found: the line has the key. EXIT_USAGE if the key is repeated, or if its value is
 * too long or has no closing delimiter.
 */
bool extxyz_find(const struct text_file *file, const char *key, char value[EXTXYZ_VALUE],
                 bool *found, struct error *error);

/**
 * Replaces brackets, quotation marks and commas by blanks, because some programs write lists with
 * them.
 */
void extxyz_list(char *value);

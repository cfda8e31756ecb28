/*
 * Checks whether a text is JSON (RFC 8259) that can be read without loss: cJSON checks that only
 * roughly. Texts without zero characters and halves of characters, and whole numbers that a double
 * holds, are read without loss.
 */
#pragma once

#include "harness/base/error.h"

#include <stddef.h>

/** Returns NULL if the text is one JSON value; otherwise what was expected at the byte `*at`. */
const char *json_syntax(const char *text, size_t *at);

/**
 * Whether a text is one JSON value. EXIT_USAGE with `name`, line, column, what was expected there
 * and what was found; `first`: number of the text's first line in its file, usually 1.
 */
bool json_syntax_check(const char *text, const char *name, int first, struct error *error);

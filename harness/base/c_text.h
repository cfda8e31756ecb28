/* Finds the pieces of C or CUDA C sources that are not code: white space, comments and literals. */
#pragma once

#include <stddef.h>

/**
 * Returns the length of the white space or comment at the beginning of a text; 0 if there is
 * neither.
 */
size_t c_blank(const char *text);

/**
 * Returns the length of the literal at the beginning of a text, including its quotes; 0 if there is
 * none. An unterminated literal, such as the apostrophe in an #error, ends with its line.
 */
size_t c_literal(const char *text);

/**
 * Returns a pointer to the argument of an #include: a quote, a < or a macro. `text` begins after
 * the #. NULL if the directive is not an #include.
 */
const char *c_included(const char *text);

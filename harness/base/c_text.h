/* The pieces of a source in C or CUDA C that are not code. */
#pragma once

#include <stddef.h>

/**
 * Returns the length of the white space or the comment at the beginning of a text; 0 if there is
 * neither.
 */
size_t c_blank(const char *text);

/**
 * Returns the length of the literal at the beginning of a text, quotes included; 0 if there is
 * none. A literal without an end, such as the apostrophe of an #error, ends with its line.
 */
size_t c_literal(const char *text);

/**
 * Returns the place after the word of an #include, of the text after its #: a quote, a < or a
 * macro. NULL if the directive is another.
 */
const char *c_included(const char *text);

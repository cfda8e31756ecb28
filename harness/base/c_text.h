/* The pieces of a source in C or CUDA C that are not code. */
#ifndef PAIRLANES_C_TEXT_H
#define PAIRLANES_C_TEXT_H

#include <stddef.h>

/** The length of the white space or of the comment that a text begins with; 0: with neither. */
size_t c_blank(const char *text);

/** The length of the literal that a text begins with, quotes included; 0: with none. One without an
 * end, such as the apostrophe of an #error, ends with its line. */
size_t c_literal(const char *text);

#endif

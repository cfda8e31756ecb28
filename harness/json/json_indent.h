/* JSON as people keep it in a tree of sources: two blanks a level, what is short in one line. */
#ifndef PAIRLANES_JSON_INDENT_H
#define PAIRLANES_JSON_INDENT_H

#include "harness/base/error.h"

#include <cjson/cJSON.h>
#include <stdio.h>

/** Prints a document, which it frees, and a line break. EXIT_ENVIRONMENT for memory. */
bool json_indent_print(FILE *stream, cJSON *document, struct error *error);

#endif

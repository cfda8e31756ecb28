/* Whether a text is JSON (RFC 8259), and where it stops being so: cJSON says it only roughly. */
#ifndef PAIRLANES_JSON_SYNTAX_H
#define PAIRLANES_JSON_SYNTAX_H

#include <stddef.h>

/** NULL if the text is one JSON value; else what was expected at the byte `*at`. */
const char *json_syntax(const char *text, size_t *at);

#endif

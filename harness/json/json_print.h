/* JSON documents as text. */
#ifndef PAIRLANES_JSON_PRINT_H
#define PAIRLANES_JSON_PRINT_H

#include <cjson/cJSON.h>

/**
 * The text of a document, valid and harmless whatever its strings hold (escape_json in
 * base/escape.h). The caller frees it by cJSON_free; NULL if memory runs out.
 */
char *json_print(const cJSON *document);

/**
 * The same without blanks, and with a line for each member of the document, or where that is a list
 * of objects, for each of these: so files of many cases are short, and can be compared by lines.
 */
char *json_lines(const cJSON *document);

#endif

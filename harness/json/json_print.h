/* JSON documents as text. */
#pragma once

#include <cjson/cJSON.h>

/**
 * Returns the text of a document, valid and harmless for any strings (escape_json in
 * base/escape.h). The caller frees it by cJSON_free. In all of these functions the program ends if
 * memory runs out.
 */
char *json_print(const cJSON *document);

/** The same without blanks, in one line. */
char *json_print_line(const cJSON *item);

/** Entries of a document's list of objects that are already printed. */
struct json_list {
    const char *name;        /* name of the member */
    const char *const *line; /* json_print_line of each entry, NULL after the last */
};

/**
 * Returns the document as text without blanks, a line for each member and for each object of a
 * list, so that files of many cases are short and can be compared by lines. `list`, if not NULL,
 * has lines that are printed already. The caller frees the text by free.
 */
char *json_lines(const cJSON *document, const struct json_list *list);

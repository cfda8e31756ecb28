/* Prints JSON documents to text. */
#pragma once

#include <cjson/cJSON.h>

/**
 * Returns the text of a document; special characters in strings are escaped (escape_json in
 * base/escape.h). The caller frees it with cJSON_free. If memory runs out, these functions end the
 * program.
 */
char *json_print(const cJSON *document);

/** Returns the text of an item without blanks, in one line. */
char *json_print_line(const cJSON *item);

/** A list of objects in a document. Its entries are already printed. */
struct json_list {
    const char *name;        /* name of the member that is the list */
    const char *const *line; /* json_print_line of each entry, then NULL */
};

/**
 * Returns the document as text without blanks, with one line for each member and for each object of
 * a list. Thus files of many cases are short, and can be compared line by line. `list`, if not
 * NULL, has lines that are already printed. The caller frees the text.
 */
char *json_lines(const cJSON *document, const struct json_list *list);

/* Position of an item in a parsed JSON text: cJSON keeps no positions. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct json_place {
    int line, column;         /* place of the value, from one; columns count characters, not
                               * bytes */
    int key_line, key_column; /* place of its key; without a key, of the value */
    char path[256];           /* "system.n[2]"; "" for the root */
};

/**
 * Finds `item` in the tree `root` that was parsed from `text` and not changed since. False if it
 * is not there. The k-th value of the text in reading order is the k-th item of the tree.
 */
bool json_locate(const char *text, const cJSON *root, const cJSON *item, struct json_place *place);

/** Line and column, from one, of the byte `offset` of `text`. */
void json_line(const char *text, size_t offset, int *line, int *column);

/* Finds the line and column of an item in a parsed JSON text, because cJSON does not store them. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct json_place {
    int line, column;         /* place of the value, counted from 1; columns count characters, not
                               * bytes */
    int key_line, key_column; /* place of the value's key; if it has none, of the value */
    char path[256];           /* path of the value, "system.n[2]"; "" for the root */
};

/**
 * Finds the place of `item` in a text. The tree `root` was parsed from `text` and has not changed.
 * Thus the k-th item of the tree is the k-th value of the text. False if the tree does not contain
 * `item`.
 */
bool json_locate(const char *text, const cJSON *root, const cJSON *item, struct json_place *place);

/** Finds the line and column, counted from 1, of the byte `offset` of `text`. */
void json_line(const char *text, size_t offset, int *line, int *column);

#include "harness/json/json_locate.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * Walks the tree in reading order up to `item`: counts the values before it, and writes its path.
 */
static bool walk(const cJSON *node, const cJSON *item, int64_t *before, char *path, size_t size)
{
    if (node == item)
        return true;
    ++*before;
    size_t length = strlen(path);
    int index = 0;
    for (const cJSON *child = node->child; child != NULL; child = child->next, index++) {
        if (cJSON_IsArray(node))
            snprintf(path + length, size - length, "[%d]", index);
        else
            snprintf(path + length, size - length, "%s%s", length ? "." : "", child->string);
        if (walk(child, item, before, path, size))
            return true;
        path[length] = '\0';
    }
    return false;
}

static size_t string_end(const char *text, size_t at)
{
    for (at++; text[at] != '"' && text[at] != '\0'; at++)
        if (text[at] == '\\' && text[at + 1] != '\0')
            at++;
    return at + (text[at] == '"');
}

/* Finds the offsets of a value and its key. `before` other values precede it. */
static void scan(const char *text, int64_t before, size_t *key, size_t *value)
{
    size_t pending = 0;
    bool keyed = false;
    for (size_t at = 0; text[at] != '\0';) {
        if (strchr(" \t\r\n,:]}", text[at]) != NULL) {
            at++;
            continue;
        }
        size_t end = at + 1;
        if (text[at] == '"') {
            end = string_end(text, at);
            if (text[end + strspn(text + end, " \t\r\n")] == ':') {
                pending = at;
                keyed = true;
                at = end;
                continue;
            }
        } else if (text[at] != '{' && text[at] != '[') {
            end = at + strcspn(text + at, " \t\r\n,:]}");
        }
        if (before-- == 0) {
            *value = at;
            *key = keyed ? pending : at;
            return;
        }
        keyed = false;
        at = end;
    }
}

void json_line(const char *text, size_t offset, int *line, int *column)
{
    *line = 1;
    *column = 1;
    for (size_t at = 0; at < offset && text[at] != '\0'; at++) {
        if (text[at] == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)text[at] & 0xC0) != 0x80) {
            ++*column;
        }
    }
}

bool json_locate(const char *text, const cJSON *root, const cJSON *item, struct json_place *place)
{
    int64_t before = 0;
    place->path[0] = '\0';
    if (!walk(root, item, &before, place->path, sizeof place->path))
        return false;
    /* a byte order mark before the first value is skipped */
    size_t mark = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    size_t key = 0;
    size_t value = 0;
    scan(text + mark, before, &key, &value);
    json_line(text, value + mark, &place->line, &place->column);
    json_line(text, key + mark, &place->key_line, &place->key_column);
    return true;
}

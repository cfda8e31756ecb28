#include "harness/input/formats/extxyz_keys.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static void add(struct extxyz_piece *piece, char character)
{
    if (piece->length + 1 < sizeof piece->text)
        piece->text[piece->length] = character;
    piece->length++;
    piece->text[piece->length < sizeof piece->text ? piece->length : sizeof piece->text - 1] = '\0';
}

/** Returns the closing delimiter of an opening one; 0: the character is not a delimiter. */
static char closing(char open)
{
    static const char pairs[] = "\"\"''{}[]";
    for (const char *pair = pairs; *pair != '\0'; pair += 2)
        if (*pair == open)
            return pair[1];
    return '\0';
}

/**
 * Adds the text between two delimiters to the piece. Moves the cursor from the opening delimiter to
 * after the closing one. False if the closing delimiter is missing. Lists may be nested.
 */
static bool read_enclosed(const char **cursor, struct extxyz_piece *piece)
{
    const char open = *(*cursor)++, close = closing(open);
    for (int depth = 1; **cursor != '\0'; ++*cursor) {
        const bool escaped = **cursor == '\\' && (*cursor)[1] != '\0';
        if (!escaped && **cursor == close)
            depth--;
        else if (!escaped && open == '[' && **cursor == open)
            depth++;
        if (depth == 0) {
            ++*cursor;
            return true;
        }
        *cursor += escaped;
        add(piece, **cursor);
    }
    return false;
}

/* Reads a key or a value at the cursor, up to a blank or an equals sign. False if a delimiter is
 * missing. */
static bool read_piece(const char **cursor, struct extxyz_piece *piece)
{
    *piece = (struct extxyz_piece){.length = 0};
    while (**cursor != '\0' && **cursor != '=' && !isspace((unsigned char)**cursor)) {
        if (closing(**cursor) != '\0') {
            if (!read_enclosed(cursor, piece))
                return false;
            continue;
        }
        *cursor += **cursor == '\\' && (*cursor)[1] != '\0';
        add(piece, *(*cursor)++);
    }
    return true;
}

static void skip_blanks(const char **cursor)
{
    while (isspace((unsigned char)**cursor))
        ++*cursor;
}

/** Reads "key", "key=value" or "key = value" at the cursor. */
static bool read_pair(const char **cursor, struct extxyz_pair *pair)
{
    if (!read_piece(cursor, &pair->key))
        return false;
    skip_blanks(cursor);
    pair->value = (struct extxyz_piece){.text = "T", .length = 1};
    if (**cursor != '=')
        return true;
    ++*cursor;
    skip_blanks(cursor);
    const bool good = read_piece(cursor, &pair->value);
    skip_blanks(cursor);
    return good;
}

bool extxyz_next(const struct text_file *file, const char **cursor, struct extxyz_pair *pair,
                 bool *found, struct error *error)
{
    skip_blanks(cursor);
    *found = **cursor != '\0';
    return !*found || read_pair(cursor, pair) ||
           text_error(file, error,
                      "expected the end of a value, a quotation mark or a bracket, on this line");
}

bool extxyz_find(const struct text_file *file, const char *key, char value[EXTXYZ_VALUE],
                 bool *found, struct error *error)
{
    const char *cursor = file->line;
    struct extxyz_pair pair;
    bool more = true;
    *found = false;
    value[0] = '\0';
    while (extxyz_next(file, &cursor, &pair, &more, error)) {
        if (!more)
            return true;
        if (strcasecmp(pair.key.text, key) != 0)
            continue;
        if (*found)
            return text_error(file, error, "%s is given twice", key);
        if (pair.value.length >= sizeof pair.value.text)
            return text_error(file, error, "%s: expected no more than %d characters, found %zu",
                              key, EXTXYZ_VALUE - 1, pair.value.length);
        memcpy(value, pair.value.text, pair.value.length + 1);
        *found = true;
    }
    return false;
}

void extxyz_list(char *value)
{
    for (; *value != '\0'; value++)
        if (strchr("[]{},\"'", *value) != NULL)
            *value = ' ';
}

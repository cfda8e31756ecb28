#include "harness/base/escape.h"

#include "harness/base/printable.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Writes a text, with special characters replaced by references such as "&lt;". */
static void write_references(FILE *stream, const char *text, const char *meaning)
{
    char character[PRINTABLE_CHARACTER];
    while (printable_next(&text, character)) {
        if (strchr(meaning, character[0]) != NULL)
            fprintf(stream, "&#%d;", character[0]);
        else
            fputs(character, stream);
    }
}

void escape_markdown(FILE *stream, const char *text)
{
    write_references(stream, text, "|<>&*_`[]\\~");
}

void escape_markdown_cell(FILE *stream, const char *text)
{
    fputs(" ", stream);
    escape_markdown(stream, text);
    fputs(" |", stream);
}

void escape_xml(FILE *stream, const char *text)
{
    write_references(stream, text, "<>&\"'");
}

static bool is_formula(const char *text)
{
    char *end = NULL;
    text += strspn(text, " \t\r\n\v\f");
    if (*text == '\0' || strchr("=+-@", *text) == NULL)
        return false;
    bool digits = text[strspn(text, "+-.0123456789eE")] == '\0';
    strtod(text, &end);
    return !digits || end == text || *end != '\0';
}

void escape_cell(FILE *stream, const char *text, char separator)
{
    char character[PRINTABLE_CHARACTER];
    bool quoted = separator == ',' && text[strcspn(text, ",\"\r\n")] != '\0';
    if (quoted)
        fputc('"', stream);
    if (is_formula(text))
        fputc('\'', stream);
    while (printable_next(&text, character)) {
        if (quoted && character[0] == '"')
            fputc('"', stream);
        fputs(character, stream);
    }
    if (quoted)
        fputc('"', stream);
}

void escape_json_string(FILE *stream, const char *text)
{
    char character[PRINTABLE_CHARACTER];
    fputc('"', stream);
    while (printable_next(&text, character))
        fprintf(stream, "%s%s", strchr("\"\\", character[0]) != NULL ? "\\" : "", character);
    fputc('"', stream);
}

/*
 * Returns the bytes that replace the next character of a document: the character itself or its
 * escape.
 */
static const char *json_character(const char **cursor, char escaped[8], size_t *size)
{
    const char *start = *cursor;
    int32_t code = printable_decode(cursor);
    *size = (size_t)(*cursor - start);
    if (code < 0)
        memcpy(escaped, "\uFFFD", sizeof "\uFFFD");
    else if (code >= 0x7F && code < 0xA0)
        snprintf(escaped, 8, "\\u%04" PRIx32, (uint32_t)code);
    else
        return start;
    *size = strlen(escaped);
    return escaped;
}

size_t escape_json(char *to, const char *document)
{
    char escaped[8];
    size_t length = 0, size = 0;
    while (*document != '\0') {
        const char *bytes = json_character(&document, escaped, &size);
        if (to != NULL)
            memcpy(to + length, bytes, size);
        length += size;
    }
    if (to != NULL)
        to[length] = '\0';
    return length;
}

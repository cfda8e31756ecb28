#include "harness/base/printable.h"

#include <stdarg.h>
#include <string.h>

enum { LINE = 16 << 10 };

static const char unseen[] = "\xEF\xBF\xBD"; /* U+FFFD */

static bool continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/*
 * Returns the number of bytes of a character from its first byte; 0 if no character begins with it.
 */
static int length_of(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xC2 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF5 ? 4
                          : 0;
}

int32_t printable_decode(const char **cursor)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const unsigned char bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *at = (const unsigned char *)(*cursor)++;
    int length = length_of(at[0]);
    int32_t code = at[0] & bits[length];
    for (int k = 1; k < length; k++) {
        if (!continues(at[k]))
            return -1;
        code = code << 6 | (at[k] & 0x3F);
    }
    if (length == 0 || code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return -1;
    *cursor += length - 1;
    return code;
}

static bool is_break(int32_t code)
{
    return (code >= '\t' && code <= '\r') || code == 0x85 || code == 0x2028 || code == 0x2029;
}

/*
 * Whether a terminal would interpret a character instead of showing it: a control character, a
 * change of the writing direction, or an invalid character.
 */
static bool is_obeyed(int32_t code)
{
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           (code & 0xFFFE) == 0xFFFE;
}

/* Takes the next character. `lines`: keeps line breaks and tabs. */
static bool take(const char **cursor, char character[PRINTABLE_CHARACTER], bool lines)
{
    const char *start = *cursor;
    if (*start == '\0')
        return false;
    int32_t code = printable_decode(cursor);
    if (is_break(code) && !(lines && (code == '\n' || code == '\t')))
        memcpy(character, " ", sizeof " ");
    else if (is_obeyed(code) && !is_break(code))
        memcpy(character, unseen, sizeof unseen);
    else
        *(char *)mempcpy(character, start, (size_t)(*cursor - start)) = '\0';
    return true;
}

bool printable_next(const char **cursor, char character[PRINTABLE_CHARACTER])
{
    return take(cursor, character, false);
}

char *printable_copy(char *to, size_t size, const char *from, bool lines)
{
    char character[PRINTABLE_CHARACTER];
    size_t used = 0;
    while (take(&from, character, lines)) {
        size_t length = strlen(character);
        if (used + length >= size)
            break;
        memcpy(to + used, character, length);
        used += length;
    }
    to[used] = '\0';
    return to;
}

static void write_all(FILE *stream, const char *text, bool lines)
{
    char character[PRINTABLE_CHARACTER];
    while (take(&text, character, lines))
        fputs(character, stream);
}

void printable_write(FILE *stream, const char *text)
{
    write_all(stream, text, false);
}

void printable_quoted(FILE *stream, const char *text)
{
    char character[PRINTABLE_CHARACTER];
    fputs("\"", stream);
    while (printable_next(&text, character))
        fputs(strchr("\"\\", character[0]) != NULL ? "'" : character, stream);
    fputs("\"", stream);
}

void printable_lines(FILE *stream, const char *text)
{
    write_all(stream, text, true);
}

void printable_line(FILE *stream, const char *format, ...)
{
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    printable_write(stream, line);
    fputs(length < LINE ? "\n" : "…\n", stream);
}

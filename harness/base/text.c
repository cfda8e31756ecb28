#include "harness/base/text.h"

#include "harness/base/memory.h"
#include "harness/base/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Doubles represent all whole numbers up to this one exactly. */
static const double countable = 0x1p53;

int text_width(const char *text)
{
    char character[PRINTABLE_CHARACTER];
    int width = 0;
    while (printable_next(&text, character))
        width++;
    return width;
}

void text_append(char *text, size_t size, const char *gap, const char *format, ...)
{
    size_t length = strlen(text);
    if (length > 0)
        snprintf(text + length, size - length, "%s", gap);
    length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

bool text_has_suffix(const char *text, const char *suffix)
{
    size_t length = strlen(text), tail = strlen(suffix);
    return length > tail && strcmp(text + length - tail, suffix) == 0;
}

/* Returns the length of the folder part of a path. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) : 0;
}

bool text_same_folder(const char *path, const char *other)
{
    size_t length = folder_length(path);
    return length == folder_length(other) && strncmp(path, other, length) == 0;
}

const char *text_significant(double value, int digits, char text[TEXT_NUMBER])
{
    if (!(fabs(value) < 1e15)) {
        snprintf(text, TEXT_NUMBER, "–");
        return text;
    }
    /* exponent after rounding: 99.996 may become a number with three digits before the point */
    char scientific[TEXT_NUMBER];
    snprintf(scientific, sizeof scientific, "%.*e", digits - 1, value);
    long decimals = digits - 1 - strtol(strchr(scientific, 'e') + 1, NULL, 10);
    decimals = decimals < 0 ? 0 : decimals > 20 ? 20 : decimals;
    snprintf(text, TEXT_NUMBER, "%.*f", (int)decimals, value);
    return text;
}

const char *text_thousands(int64_t value, char text[TEXT_NUMBER])
{
    char digits[TEXT_NUMBER];
    int count =
        snprintf(digits, sizeof digits, "%" PRIu64, value < 0 ? -(uint64_t)value : (uint64_t)value);
    int at = 0;
    if (value < 0)
        text[at++] = '-';
    for (int k = 0; k < count; k++) {
        if (k > 0 && (count - k) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[k];
    }
    text[at] = '\0';
    return text;
}

const char *text_whole(double value, char text[TEXT_NUMBER])
{
    if (fabs(value) <= countable)
        return text_thousands((int64_t)value, text);
    snprintf(text, TEXT_NUMBER, "–");
    return text;
}

const char *text_duration(double seconds, char text[TEXT_NUMBER])
{
    enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
    if (!(fabs(seconds) < 365e3 * DAY)) {
        snprintf(text, TEXT_NUMBER, "–");
        return text;
    }
    /* round first, to avoid "60 min" */
    long whole = seconds < MINUTE - 0.5 ? lround(seconds)
                 : seconds < DAY - 30   ? lround(seconds / MINUTE) * MINUTE
                                        : lround(seconds / HOUR) * HOUR;
    if (whole < MINUTE)
        snprintf(text, TEXT_NUMBER, "%ld s", whole);
    else if (whole < HOUR)
        snprintf(text, TEXT_NUMBER, "%ld min", whole / MINUTE);
    else if (whole < DAY)
        snprintf(text, TEXT_NUMBER, "%ld h %ld min", whole / HOUR, whole % HOUR / MINUTE);
    else
        snprintf(text, TEXT_NUMBER, "%ld d %ld h", whole / DAY, whole % DAY / HOUR);
    return text;
}

const char *text_exact(double value, char text[TEXT_NUMBER])
{
    snprintf(text, TEXT_NUMBER, "%.15g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, TEXT_NUMBER, "%.17g", value);
    return text;
}

char *text_new(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = text_formatted(format, arguments);
    va_end(arguments);
    return text;
}

char *text_formatted(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        memory_end("a text");
    return text;
}

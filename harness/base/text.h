/* Texts for people: their widths, numbers in them, and appending to them. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_NUMBER = 48 }; /* characters of a written number, with the final zero */

/** The number of characters in a UTF-8 text, as it may be shown (printable.h). */
int text_width(const char *text);

/**
 * Appends (printf format) to a text of `size` bytes, after `gap` unless the text is empty; text
 * beyond the room is cut off.
 */
void text_append(char *text, size_t size, const char *gap, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Whether a text ends with a suffix, and has more than that. */
bool text_has_suffix(const char *text, const char *suffix);

/** Whether two paths name files of the same folder: the text before the last slash is equal. */
bool text_same_folder(const char *path, const char *other);

/**
 * Writes `value` with at least `digits` significant digits, without an exponent; "–" if it is not
 * finite or too large for that. Returns `text`.
 */
const char *text_significant(double value, int digits, char text[TEXT_NUMBER]);

/**
 * Writes seconds in readable units,  "45 s", "12 min", "2 h 5 min", "3 d 4 h"; "–" if they are not
 * finite or over a thousand years. Returns `text`.
 */
const char *text_duration(double seconds, char text[TEXT_NUMBER]);

/** Writes `value` with commas between the thousands. Returns `text`. */
const char *text_thousands(int64_t value, char text[TEXT_NUMBER]);

/** Writes the whole part of `value` in groups of three digits; "–" if it is not finite or too large
 * to be counted exactly. Returns `text`. */
const char *text_whole(double value, char text[TEXT_NUMBER]);

/** Writes `value` with the fewest digits that read back as the same number. Returns `text`. */
const char *text_exact(double value, char text[TEXT_NUMBER]);

/** Returns a formatted text, to be freed; the program ends if memory runs out. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The same, of a list of arguments. */
char *text_formatted(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

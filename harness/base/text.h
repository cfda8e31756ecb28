/* Texts for people: widths, numbers as text, and appending. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_NUMBER = 48 }; /* characters of a number as text, including the final zero */

/** Returns the number of characters of a UTF-8 text in printable form (printable.h). */
int text_width(const char *text);

/**
 * Appends a text (printf format) to `text`, which has `size` bytes, after `gap` unless `text` is
 * empty. Cuts off the part that does not fit.
 */
void text_append(char *text, size_t size, const char *gap, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Whether a text ends with a suffix and is longer than it. */
bool text_has_suffix(const char *text, const char *suffix);

/** Whether two paths are in the same folder: the texts before their last slashes are equal. */
bool text_same_folder(const char *path, const char *other);

/**
 * Writes `value` with at least `digits` significant digits, without an exponent; "–" if it is not
 * finite or too large. Returns `text`.
 */
const char *text_significant(double value, int digits, char text[TEXT_NUMBER]);

/**
 * Writes seconds in readable units: "45 s", "12 min", "2 h 5 min", "3 d 4 h". Writes "–" if they
 * are not finite or more than a thousand years. Returns `text`.
 */
const char *text_duration(double seconds, char text[TEXT_NUMBER]);

/** Writes `value` with commas between groups of three digits. Returns `text`. */
const char *text_thousands(int64_t value, char text[TEXT_NUMBER]);

/**
 * Writes the whole part of `value` with commas between groups of three digits. Writes "–" if it is
 * not finite or too large to be exact. Returns `text`.
 */
const char *text_whole(double value, char text[TEXT_NUMBER]);

/**
 * Writes `value` with as few digits as possible that still read back as the same number. Returns
 * `text`.
 */
const char *text_exact(double value, char text[TEXT_NUMBER]);

/** Returns a formatted text, which the caller frees; the program ends if memory runs out. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Like text_new, with a list of arguments. */
char *text_formatted(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

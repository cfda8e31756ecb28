#include "harness/json/json_parse.h"

#include "harness/base/error.h"
#include "harness/base/memory.h"
#include "harness/json/json_locate.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 100 };

struct reader {
    const char *text;
    size_t at;
};

static const char *read_value(struct reader *reader, int depth);

static char next(struct reader *reader)
{
    reader->at += strspn(reader->text + reader->at, " \t\r\n");
    return reader->text[reader->at];
}

/* Reads four hexadecimal digits. */
static bool read_unit(struct reader *reader, unsigned *unit)
{
    *unit = 0;
    for (int k = 0; k < 4; k++, reader->at++) {
        const char digit = reader->text[reader->at];
        if (!isxdigit((unsigned char)digit))
            return false;
        *unit = *unit << 4 |
                (unsigned)(isdigit((unsigned char)digit) ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    return true;
}

/*
 * Whether a UTF-16 unit is a surrogate, one of two that encode a character. Its range begins at
 * `first`.
 */
static bool is_half(unsigned unit, unsigned first)
{
    return unit >= first && unit < first + 0x400;
}

/* Reads a character that is written as \uXXXX, or as two such escapes (a surrogate pair). */
static const char *read_character(struct reader *reader)
{
    enum { FIRST_HALF = 0xD800, SECOND_HALF = 0xDC00 };
    static const char digits[] = "four hexadecimal digits", pair[] = "both halves of a character";
    unsigned unit;
    const size_t start = reader->at;
    if (!read_unit(reader, &unit))
        return digits;
    const bool first = is_half(unit, FIRST_HALF);
    if (unit == 0 || is_half(unit, SECOND_HALF) ||
        (first && strncmp(reader->text + reader->at, "\\u", 2) != 0)) {
        reader->at = start - 2;
        return unit == 0 ? "a text without a zero character" : pair;
    }
    if (!first)
        return NULL;
    reader->at += 2;
    if (!read_unit(reader, &unit))
        return digits;
    if (is_half(unit, SECOND_HALF))
        return NULL;
    reader->at = start - 2;
    return pair;
}

static const char *read_escape(struct reader *reader)
{
    char kind = reader->text[reader->at];
    if (kind == '\0' || strchr("\"\\/bfnrtu", kind) == NULL)
        return "an escape sequence";
    reader->at++;
    return kind == 'u' ? read_character(reader) : NULL;
}

static const char *read_string(struct reader *reader)
{
    reader->at++;
    while (reader->text[reader->at] != '"') {
        if ((unsigned char)reader->text[reader->at] < ' ')
            return "the end of the text, a quotation mark";
        if (reader->text[reader->at++] == '\\') {
            const char *expected = read_escape(reader);
            if (expected != NULL)
                return expected;
        }
    }
    reader->at++;
    return NULL;
}

static size_t digits(const struct reader *reader)
{
    return strspn(reader->text + reader->at, "0123456789");
}

static const char *read_digits(struct reader *reader)
{
    if (digits(reader) == 0)
        return "a digit";
    reader->at += digits(reader);
    return NULL;
}

/*
 * Whether a double represents the whole number at `start` exactly. Doubles represent all whole
 * numbers up to 2^53, and some larger ones.
 */
static bool is_exact(const struct reader *reader, size_t start)
{
    errno = 0;
    const long long value = strtoll(reader->text + start, NULL, 10);
    const double held = (double)value;
    return errno == 0 && fabs(held) < 9e18 && (long long)held == value;
}

static const char *read_number(struct reader *reader)
{
    const size_t start = reader->at;
    const char *expected = NULL;
    if (reader->text[reader->at] == '-')
        reader->at++;
    if (reader->text[reader->at] == '0' && digits(reader) > 1)
        return "a number without leading zeros";
    expected = read_digits(reader);
    if (expected == NULL && strchr(".eE", reader->text[reader->at]) == NULL) {
        if (is_exact(reader, start))
            return NULL;
        reader->at = start;
        return "a whole number that a double holds exactly, as those up to 2^53";
    }
    if (expected == NULL && reader->text[reader->at] == '.') {
        reader->at++;
        expected = read_digits(reader);
    }
    if (expected == NULL && (reader->text[reader->at] | 0x20) == 'e') {
        reader->at++;
        reader->at +=
            strchr("+-", reader->text[reader->at]) != NULL && reader->text[reader->at] != '\0';
        expected = read_digits(reader);
    }
    return expected;
}

/* Reads a list or an object, up to the character `close`. */
static const char *read_members(struct reader *reader, char close, int depth)
{
    const char *expected = NULL;
    if (depth == DEPTH)
        return "fewer levels of nesting";
    reader->at++;
    if (next(reader) == close) {
        reader->at++;
        return NULL;
    }
    for (;;) {
        if (close == '}') {
            if (next(reader) != '"')
                return "a key in quotation marks";
            expected = read_string(reader);
            if (expected != NULL)
                return expected;
            if (next(reader) != ':')
                return "a colon";
            reader->at++;
        }
        expected = read_value(reader, depth + 1);
        if (expected != NULL)
            return expected;
        char after = next(reader);
        if (after != close && after != ',')
            return close == '}' ? "a comma or the end of the object, }"
                                : "a comma or the end of the list, ]";
        reader->at++;
        if (after == close)
            return NULL;
    }
}

static const char *read_value(struct reader *reader, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    char first = next(reader);
    if (first == '{')
        return read_members(reader, '}', depth);
    if (first == '[')
        return read_members(reader, ']', depth);
    if (first == '"')
        return read_string(reader);
    if (first == '-' || isdigit((unsigned char)first))
        return read_number(reader);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strncmp(reader->text + reader->at, words[k], strlen(words[k])) == 0) {
            reader->at += strlen(words[k]);
            return NULL;
        }
    }
    return "a value";
}

/* Checks that a text is one JSON value. Returns NULL, or what was expected at the byte `*at`. */
static const char *json_syntax(const char *text, size_t *at)
{
    struct reader reader = {.text = text};
    /* a byte order mark is allowed */
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        reader.at = 3;
    const char *expected = read_value(&reader, 0);
    if (expected == NULL && next(&reader) != '\0')
        expected = "the end of the file";
    *at = reader.at;
    return expected;
}

/*
 * Checks that a text is one JSON value. EXIT_USAGE if not; the message has `name`, line, column,
 * and what was expected and found there. `first` is the number of the text's first line in its
 * file, usually 1.
 */
static bool json_syntax_check(const char *text, const char *name, int first, struct error *error)
{
    size_t at = 0;
    int line = 0, column = 0;
    const char *expected = json_syntax(text, &at);
    if (expected == NULL)
        return true;
    json_line(text, at, &line, &column);
    int length = (int)strcspn(text + at, " \t\r\n");
    const char *found = text[at] == '\0' ? "the end of file"
                        : length == 0    ? "white space"
                                         : text + at;
    bool cut = found == text + at;
    return error_set(error, EXIT_USAGE, "%s:%d:%d: this is not JSON: expected %s, found %.*s", name,
                     first + line - 1, column, expected,
                     !cut          ? (int)strlen(found)
                     : length < 20 ? length
                                   : 20,
                     found);
}

/*
 * Largest number of an object's keys to compare pair by pair. Longer lists are sorted first,
 * because a hostile file may have millions of keys.
 */
enum { FEW = 32 };

static int compare_keys(const void *left, const void *right)
{
    return strcmp((*(const cJSON *const *)left)->string, (*(const cJSON *const *)right)->string);
}

/*
 * Returns a member that has the same key as an earlier member of the object; NULL: there is none.
 * Compares all pairs of keys.
 */
static const cJSON *twice_of_few(const cJSON *object)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        for (const cJSON *other = object->child; other != item; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                return item;
    return NULL;
}

static const cJSON *twice_of_many(const cJSON *object, int count)
{
    const cJSON *twice = NULL, *item = NULL;
    const cJSON **sorted = memory_new(count, sizeof *sorted, "the keys of an object");
    int kept = 0;
    cJSON_ArrayForEach (item, object) {
        sorted[kept++] = item;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_keys);
    for (int k = 1; k < count && twice == NULL; k++)
        if (compare_keys(&sorted[k - 1], &sorted[k]) == 0)
            twice = sorted[k];
    free(sorted);
    return twice;
}

/* Returns the first member in reading order with a repeated key; NULL: none. */
static const cJSON *find_twice(const cJSON *item)
{
    const cJSON *twice = NULL;
    const int count = cJSON_IsObject(item) ? cJSON_GetArraySize(item) : 0;
    if (count > 1)
        twice = count <= FEW ? twice_of_few(item) : twice_of_many(item, count);
    for (const cJSON *child = item->child; child != NULL && twice == NULL; child = child->next)
        twice = find_twice(child);
    return twice;
}

static bool refuse_twice(const char *text, const cJSON *root, const cJSON *item, const char *name,
                         int first, struct error *error)
{
    struct json_place place;
    json_locate(text, root, item, &place);
    return error_set(error, EXIT_USAGE, "%s:%d:%d: %s: the same key twice", name,
                     first + place.key_line - 1, place.key_column, place.path);
}

/*
 * Refuses a text with too many values for the memory. A text has at most one value more than commas
 * and opening brackets.
 */
static bool check_values(const char *text, const char *name, struct error *error)
{
    int64_t values = 1;
    for (const char *at = text; (at = strpbrk(at, ",[{")) != NULL; at++)
        values++;
    return values <= JSON_VALUES ||
           error_set(error, EXIT_USAGE, "%s: expected at most %d values, found about %" PRId64,
                     name, JSON_VALUES, values);
}

cJSON *json_parse(const char *text, const char *name, int first, struct error *error)
{
    if (!check_values(text, name, error) || !json_syntax_check(text, name, first, error))
        return NULL;
    cJSON *root = cJSON_Parse(text);
    if (root == NULL) {
        error_set(error, EXIT_ENVIRONMENT, "out of memory: %s", name);
        return NULL;
    }
    const cJSON *twice = find_twice(root);
    if (twice == NULL)
        return root;
    refuse_twice(text, root, twice, name, first, error);
    cJSON_Delete(root);
    return NULL;
}

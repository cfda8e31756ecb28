#include "harness/extensions/model_names.h"

#include "harness/base/c_text.h"
#include "harness/base/files/text_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 128 };

/* Names that a header must define: their suffix, and the kind of declaration. */
static const struct {
    const char *end, *kind;
} wanted[] = {
    {"_constants", "struct "}, {"_pair", "the function "}, {"_model", "the description "}};

/* A name that occurs in a header, with its line. */
struct sighting {
    int line;
    char name[LONGEST];
};

static bool is_of_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

static bool ends_with(const char *name, size_t length, const char *end)
{
    size_t ending = strlen(end);
    return length > ending && strncmp(name + length - ending, end, ending) == 0;
}

/*
 * Whether a source contains the name. If not, `other` becomes the first name with the same suffix,
 * "" if there is none.
 */
static bool has_name(const char *text, const char *name, const char *end, struct sighting *other)
{
    int line = 1;
    *other = (struct sighting){0};
    for (size_t length = 0; *text != '\0'; text += length) {
        bool word = false;
        length = c_blank(text);
        if (length == 0)
            length = c_literal(text);
        if (length == 0) {
            while (is_of_name(text[length]))
                length++;
            word = length > 0;
        }
        length = length > 0 ? length : 1;
        if (word && strlen(name) == length && strncmp(text, name, length) == 0)
            return true;
        if (word && other->line == 0 && length < LONGEST && ends_with(text, length, end)) {
            other->line = line;
            snprintf(other->name, LONGEST, "%.*s", (int)length, text);
        }
        for (size_t k = 0; k < length; k++)
            line += text[k] == '\n';
    }
    return false;
}

bool model_names_check(const char *place, const char *name, struct error *error)
{
    bool good = true;
    char *text = text_content(place, error);
    if (text == NULL)
        return false;
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted && good; k++) {
        char full[LONGEST];
        struct sighting other;
        snprintf(full, sizeof full, "%s%s", name, wanted[k].end);
        if (has_name(text, full, wanted[k].end, &other))
            continue;
        good = false;
        if (other.line > 0)
            error_set(error, EXIT_USAGE,
                      "%s:%d: expected %s%s, found %s: names in a model's header begin with the "
                      "file's name, here %s",
                      place, other.line, wanted[k].kind, full, other.name, name);
        else
            error_set(error, EXIT_USAGE,
                      "%s: expected %s%s, found none: a model's header has to define it, and names "
                      "in it begin with the file's name, here %s",
                      place, wanted[k].kind, full, name);
    }
    free(text);
    return good;
}

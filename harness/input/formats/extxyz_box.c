#include "harness/input/formats/extxyz_box.h"

#include "harness/input/formats/extxyz_keys.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { NUMBERS = 9 /* largest number of numbers in a box */ };

static bool read_lattice(const struct text_file *file, double box[3], struct error *error)
{
    char value[EXTXYZ_VALUE];
    double vector[NUMBERS];
    bool found;
    if (!extxyz_find(file, "Lattice", value, &found, error))
        return false;
    if (!found)
        return text_error(file, error,
                          "expected Lattice=\"ax 0 0 0 by 0 0 0 cz\", the periodic box");
    extxyz_list(value);
    const char *cursor = value;
    for (int k = 0; k < NUMBERS; k++)
        if (!text_real(&cursor, &vector[k]) || !isfinite(vector[k]))
            return text_error(file, error, "Lattice: expected nine finite numbers, found \"%s\"",
                              value);
    if (!text_is_blank(cursor))
        return text_error(file, error, "Lattice: expected nine finite numbers, found \"%s\"",
                          value);
    for (int d = 0; d < 3; d++)
        box[d] = vector[4 * d];
    for (int k = 0; k < NUMBERS; k++)
        if (k % 4 != 0 && reader_is_skew(vector[k], box))
            return text_error(file, error,
                              "Lattice: expected an orthorhombic box (zeros off the diagonal), "
                              "found \"%s\"",
                              value);
    return (box[0] > 0 && box[1] > 0 && box[2] > 0) ||
           text_error(file, error, "Lattice: expected positive box edges, found \"%s\"", value);
}

/** Whether a key's name contains a word, in capital or small letters. */
static bool has_part(const char *key, const char *part)
{
    const size_t length = strlen(part);
    for (; *key != '\0'; key++)
        if (strncasecmp(key, part, length) == 0)
            return true;
    return false;
}

/** Whether a word means yes, or that a boundary is periodic. */
static bool is_yes(const struct text_word *word)
{
    static const char *const yes[] = {"t", "true", "1", "p", "pp", "ppp", "ttt", "yes", "periodic"};
    bool is = false;
    for (size_t k = 0; k < sizeof yes / sizeof *yes; k++)
        is = is || ((size_t)word->length == strlen(yes[k]) &&
                    strncasecmp(word->at, yes[k], (size_t)word->length) == 0);
    return is;
}

/** Whether a word is a number other than 0 and 1, which mean false and true. */
static bool is_quantity(const struct text_word *word)
{
    const char *cursor = word->at;
    double value;
    return text_real(&cursor, &value) && !(word->length == 1 && (value == 0 || value == 1));
}

/** Refuses a key that marks a boundary as not periodic. */
static bool check_periodic(const struct text_file *file, const struct extxyz_pair *pair,
                           struct error *error)
{
    const char *key = pair->key.text;
    const bool own = strcasecmp(key, "pbc") == 0;
    char value[EXTXYZ_VALUE];
    struct text_word word[6];
    if (!own && !has_part(key, "pbc") && !has_part(key, "periodic") && !has_part(key, "boundar") &&
        strcasecmp(key, "bc") != 0)
        return true;
    memcpy(value, pair->value.text, sizeof value);
    extxyz_list(value);
    const int words = text_words(value, word, 6);
    if (!own && words > 0 && is_quantity(&word[0]))
        return true;
    bool good = own ? words == 1 || words == 3 : words >= 1 && words <= 6;
    for (int k = 0; good && k < words; k++)
        good = is_yes(&word[k]);
    /* an example is nonperiodic=T */
    good = good && strncasecmp(key, "non", 3) != 0 && strncasecmp(key, "aperiodic", 9) != 0;
    return good || text_error(file, error,
                              "%.40s: expected \"T T T\", periodic in all directions, found "
                              "\"%.80s\"",
                              key, value);
}

/** Refuses a key that describes a slab, an isolated system, or one or two dimensions. */
static bool check_extent(const struct text_file *file, const struct extxyz_pair *pair,
                         struct error *error)
{
    static const char *const open[] = {"isolated", "vacuum", "slab"};
    const char *key = pair->key.text, *cursor = pair->value.text;
    const struct text_word word = {cursor, (int)strlen(cursor)};
    int64_t dimensions;
    bool refused = (has_part(key, "dimension") || strcasecmp(key, "ndim") == 0) &&
                   text_integer(&cursor, &dimensions) && text_is_blank(cursor) && dimensions < 3;
    for (size_t k = 0; k < sizeof open / sizeof *open; k++)
        refused = refused || (strcasecmp(key, open[k]) == 0 && is_yes(&word));
    return !refused || text_error(file, error,
                                  "%.40s=%.40s: expected particles that are periodic in all "
                                  "directions",
                                  key, word.at);
}

/** Whether a word means no. */
static bool is_no(const char *word)
{
    static const char *const no[] = {"f", "false", "0", "no"};
    bool is = false;
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        is = is || strcasecmp(word, no[k]) == 0;
    return is;
}

/** Refuses a key if positions are fractions of the box's edges. */
static bool check_positions(const struct text_file *file, const struct extxyz_pair *pair,
                            struct error *error)
{
    static const char *const parts[] = {"fractional", "scaled",   "direct",
                                        "crystal",    "relative", "reduced"};
    const char *key = pair->key.text, *value = pair->value.text;
    const struct text_word word = {value, (int)strlen(value)};
    const bool of_positions = has_part(key, "coord") || has_part(key, "position");
    bool refused = has_part(key, "fractional") || strcasecmp(key, "frac") == 0 ||
                   strcasecmp(key, "scaled") == 0;
    for (size_t k = 0; of_positions && k < sizeof parts / sizeof *parts; k++)
        refused = refused || has_part(key, parts[k]);
    refused = (refused && is_yes(&word)) || (has_part(key, "cartesian") && is_no(value));
    for (size_t k = 0; of_positions && k < sizeof parts / sizeof *parts; k++)
        refused = refused || has_part(value, parts[k]);
    return !refused ||
           text_error(file, error, "%.40s=%.40s: expected Cartesian positions", key, value);
}

/** Whether the numbers of a key (edges, edges and angles, or vectors) describe the given box. */
static bool is_box(const double *number, int count, const double box[3])
{
    bool same = true;
    for (int k = 0; k < count; k++) {
        const double angle = k < 3 ? box[k] : 90, vector = k % 4 == 0 ? box[k / 4] : 0;
        same = same && !reader_is_skew(number[k] - (count == NUMBERS ? vector : angle), box);
    }
    return same;
}

/** Notes that a key describes another box, and is not used. */
static void state_other(const struct text_file *file, const struct extxyz_pair *pair,
                        struct system *system)
{
    const char *key = pair->key.text;
    char value[EXTXYZ_VALUE];
    double number[NUMBERS];
    int count = 0;
    if (strcasecmp(key, "Lattice") == 0 ||
        (!has_part(key, "lattice") && !has_part(key, "cell") && !has_part(key, "box")))
        return;
    memcpy(value, pair->value.text, sizeof value);
    extxyz_list(value);
    const char *cursor = value;
    while (count < NUMBERS && text_real(&cursor, &number[count]))
        count++;
    if (text_is_blank(cursor) && (count == 3 || count == 6 || count == NUMBERS) &&
        !is_box(number, count, system->box))
        file_note_add(system, file->number, "%.40s is not used: the box is that of Lattice", key);
}

bool extxyz_box(const struct text_file *file, struct system *system, struct error *error)
{
    const char *cursor = file->line;
    struct extxyz_pair pair;
    bool more;
    if (!read_lattice(file, system->box, error))
        return false;
    while (extxyz_next(file, &cursor, &pair, &more, error)) {
        if (!more)
            return true;
        if (!check_periodic(file, &pair, error) || !check_extent(file, &pair, error) ||
            !check_positions(file, &pair, error))
            return false;
        state_other(file, &pair, system);
    }
    return false;
}

/*
 * Extended XYZ: line 1 the number of particles; line 2 key=value pairs, of which are read
 *   Lattice="ax ay az bx by bz cx cy cz"   the box vectors, required, along the axes
 *   Properties=name:type:columns:…         which columns hold `pos`; species and pos if left out
 *   pbc="T T T"                            periodic in all three directions, the default
 * then one line per particle. One configuration per file.
 */
#include "harness/reader.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { VALUE = 1024 };

static bool recognises(const char *line)
{
    int64_t n;
    return text_integer(&line, &n) && text_is_blank(line);
}

/**
 * Copies the value of `key` on the current line, without its quotes; false if there is none.
 * Quoted values of other keys are passed over.
 */
static bool find_value(const struct text_file *file, const char *key, char value[VALUE])
{
    const char *cursor = file->line;
    while (*(cursor += strspn(cursor, " \t")) != '\0') {
        size_t name = strcspn(cursor, "= \t");
        bool found = name == strlen(key) && strncasecmp(cursor, key, name) == 0;
        cursor += name;
        if (*cursor != '=')
            continue;
        cursor++;
        bool quoted = *cursor == '"';
        cursor += quoted;
        size_t length = strcspn(cursor, quoted ? "\"" : " \t");
        if (found) {
            snprintf(value, VALUE, "%.*s", (int)length, cursor);
            return true;
        }
        cursor += length + (cursor[length] == '"');
    }
    return false;
}

static bool read_lattice(const struct text_file *file, double box[3], struct error *error)
{
    char value[VALUE];
    double vector[9];
    if (!find_value(file, "Lattice", value))
        return text_error(file, error,
                          "expected Lattice=\"ax 0 0 0 by 0 0 0 cz\", the periodic box");
    const char *cursor = value;
    for (int k = 0; k < 9; k++)
        if (!text_real(&cursor, &vector[k]) || !isfinite(vector[k]))
            return text_error(file, error, "Lattice: expected nine finite numbers, found \"%s\"",
                              value);
    if (!text_is_blank(cursor))
        return text_error(file, error, "Lattice: expected nine finite numbers, found \"%s\"",
                          value);
    for (int k = 0; k < 9; k++) {
        if (k % 4 != 0 && vector[k] != 0)
            return text_error(file, error,
                              "Lattice: expected an orthorhombic box (zeros off the diagonal), "
                              "found \"%s\"",
                              value);
        if (k % 4 == 0 && vector[k] <= 0)
            return text_error(file, error, "Lattice: expected positive box edges, found \"%s\"",
                              value);
    }
    for (int d = 0; d < 3; d++)
        box[d] = vector[4 * d];
    return true;
}

static bool check_periodic(const struct text_file *file, struct error *error)
{
    char value[VALUE];
    return !find_value(file, "pbc", value) || strpbrk(value, "Ff0") == NULL ||
           text_error(file, error,
                      "pbc: expected \"T T T\", periodic in all directions, found "
                      "\"%s\"",
                      value);
}

/** The number of columns before the three of the position. */
static bool find_column(const struct text_file *file, int64_t *column, struct error *error)
{
    char value[VALUE], *rest = NULL;
    *column = 1;
    if (!find_value(file, "Properties", value))
        return true;
    *column = 0;
    for (char *name = strtok_r(value, ":", &rest); name != NULL;
         name = strtok_r(NULL, ":", &rest)) {
        const char *type = strtok_r(NULL, ":", &rest), *columns = strtok_r(NULL, ":", &rest);
        int64_t count;
        if (type == NULL || columns == NULL || !text_integer(&columns, &count) || count < 1)
            return text_error(file, error,
                              "Properties: expected name:type:columns triples, such as "
                              "species:S:1:pos:R:3");
        if (strcmp(name, "pos") == 0)
            return (strcmp(type, "R") == 0 && count == 3) ||
                   text_error(file, error, "Properties: expected pos:R:3, found pos:%s:%" PRId64,
                              type, count);
        *column += count;
    }
    return text_error(file, error, "Properties: expected the positions as pos:R:3");
}

static bool read_particle(const struct text_file *file, int64_t column, int64_t i,
                          struct system *system, struct error *error)
{
    const char *cursor = file->line;
    for (int64_t k = 0; k < column; k++)
        if (!text_skip_word(&cursor))
            return text_error(file, error,
                              "expected particle %" PRId64 " of %" PRId64
                              " with its position behind %" PRId64 " columns, found \"%.80s\"",
                              i + 1, system->n, column, file->line);
    return reader_position(file, cursor, i, system, error);
}

static bool read(struct text_file *file, struct system *system, struct error *error)
{
    int64_t n, column;
    double box[3];
    if (!text_next(file, "the number of particles", error))
        return false;
    const char *cursor = file->line;
    if (!text_integer(&cursor, &n) || !text_is_blank(cursor))
        return text_error(file, error, "expected the number of particles, found \"%.80s\"",
                          file->line);
    if (!reader_allocate(file, n, system, error) ||
        !text_next(file, "a line with Lattice=\"…\"", error) || !read_lattice(file, box, error) ||
        !check_periodic(file, error) || !find_column(file, &column, error))
        return false;
    for (int d = 0; d < 3; d++)
        system->box[d] = box[d];
    for (int64_t i = 0; i < n; i++)
        if (!reader_next(file, i, system, error) || !read_particle(file, column, i, system, error))
            return false;
    return reader_end(file, system, error);
}

const struct reader reader_extxyz = {
    .name = "extxyz",
    .summary = "extended XYZ: the number of particles, a line with Lattice=\"…\", then particles",
    .suffixes = (const char *const[]){".extxyz", ".xyz", NULL},
    .recognises = recognises,
    .read = read,
};

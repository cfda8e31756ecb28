/*
 * Extended XYZ: line 1 the number of particles; line 2 key=value pairs, of which are read
 *   Lattice="ax ay az bx by bz cx cy cz"   the box vectors, required, along the axes
 *   Properties=name:type:columns:…         which columns hold pos:R:3 and, where there are any,
 *                                          type:I:1 (the place in the model's types, from 0) or
 *                                          type:S:1 (their names, as water), and orientation:R:4
 *                                          (quaternion w x y z); species and pos if left out
 *   pbc="T T T"                            periodic in all three directions, the default
 * then one line per particle. One configuration per file. Bonded terms have no place here.
 */
#include "harness/catalog/model.h"
#include "harness/input/formats/reader.h"

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
 * Copies the value of `key` on the current line, without its quotes, and tells whether there is
 * one. Quoted values of other keys are passed over.
 */
static bool find_value(const struct text_file *file, const char *key, char value[VALUE],
                       bool *found, struct error *error)
{
    const char *cursor = file->line;
    *found = false;
    value[0] = '\0';
    while (*(cursor += strspn(cursor, " \t")) != '\0') {
        size_t name = strcspn(cursor, "= \t");
        bool own = name == strlen(key) && strncasecmp(cursor, key, name) == 0;
        cursor += name;
        if (*cursor != '=')
            continue;
        cursor++;
        bool quoted = *cursor == '"';
        cursor += quoted;
        size_t length = strcspn(cursor, quoted ? "\"" : " \t");
        if (own && length >= VALUE)
            return text_error(file, error, "%s: expected no more than %d characters, found %zu",
                              key, VALUE - 1, length);
        if (own) {
            memcpy(value, cursor, length);
            value[length] = '\0';
            *found = true;
            return true;
        }
        cursor += length + (cursor[length] == '"');
    }
    return true;
}

static bool read_lattice(const struct text_file *file, double box[3], struct error *error)
{
    char value[VALUE];
    double vector[9];
    bool found;
    if (!find_value(file, "Lattice", value, &found, error))
        return false;
    if (!found)
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
    bool found;
    return find_value(file, "pbc", value, &found, error) &&
           (strpbrk(value, "Ff0") == NULL ||
            text_error(file, error,
                       "pbc: expected \"T T T\", periodic in all directions, found \"%s\"", value));
}

/** A property that is read; others are passed over. */
struct property {
    const char *name, *type;
    int64_t columns;
    int64_t column; /* its first, from 0; -1: the file has none */
};

enum { POSITION, TYPE, TYPE_NAME, ORIENTATION, PROPERTIES };

/** The property of a name, of that type if it comes in several; NULL: it is not read. */
static struct property *find_property(struct property property[PROPERTIES], const char *name,
                                      const char *type)
{
    struct property *found = NULL;
    for (struct property *p = property; p < property + PROPERTIES; p++)
        if (strcmp(name, p->name) == 0 && (found == NULL || strcmp(type, p->type) == 0))
            found = p;
    return found;
}

/** Finds the columns of the properties. */
static bool find_columns(const struct text_file *file, struct property property[PROPERTIES],
                         struct error *error)
{
    char value[VALUE], *rest = NULL;
    int64_t column = 0;
    bool found;
    if (!find_value(file, "Properties", value, &found, error))
        return false;
    if (!found) {
        property[POSITION].column = 1;
        return true;
    }
    for (char *name = strtok_r(value, ":", &rest); name != NULL;
         name = strtok_r(NULL, ":", &rest)) {
        const char *type = strtok_r(NULL, ":", &rest), *columns = strtok_r(NULL, ":", &rest);
        int64_t count;
        if (type == NULL || columns == NULL || !text_integer(&columns, &count) || count < 1 ||
            count > INT32_MAX)
            return text_error(file, error,
                              "Properties: expected name:type:columns triples, such as "
                              "species:S:1:pos:R:3");
        struct property *known = find_property(property, name, type);
        if (known != NULL && (strcmp(type, known->type) != 0 || count != known->columns))
            return text_error(file, error,
                              "Properties: expected %s:%s:%" PRId64 ", found %s:%s:%" PRId64,
                              known->name, known->type, known->columns, name, type, count);
        if (known != NULL)
            known->column = column;
        column += count;
    }
    return property[POSITION].column >= 0 ||
           text_error(file, error, "Properties: expected the positions as pos:R:3");
}

/** Moves a cursor to a column of the line of particle i. */
static bool seek(const struct text_file *file, const struct property *property, int64_t i,
                 const struct system *system, const char **cursor, struct error *error)
{
    *cursor = file->line;
    for (int64_t k = 0; k < property->column; k++)
        if (!text_skip_word(cursor))
            return text_error(file, error,
                              "expected particle %" PRId64 " of %" PRId64
                              " with its %s behind %" PRId64 " columns, found \"%.80s\"",
                              i + 1, system->n, property->name, property->column, file->line);
    return true;
}

static bool read_type(const struct text_file *file, const char *cursor, int64_t i,
                      struct system *system, struct error *error)
{
    int64_t type;
    const char *found = cursor + strspn(cursor, " \t");
    if (!text_integer(&cursor, &type) || type < 0 || type >= MODEL_TYPES)
        return text_error(file, error,
                          "expected the type of particle %" PRId64
                          ", from 0, less than the %d that models have at most, found \"%.40s\"",
                          i + 1, MODEL_TYPES, found);
    system->type[i] = (int32_t)type;
    return true;
}

static bool read_type_name(const struct text_file *file, const char *cursor, int64_t i,
                           struct system *system, struct error *error)
{
    char name[64] = "";
    int type;
    sscanf(cursor, "%63s", name);
    if (!model_find_type(name, &type, error)) {
        const struct error unknown = *error;
        return text_error(file, error, "particle %" PRId64 ": %s", i + 1, unknown.text);
    }
    system->type[i] = type;
    return true;
}

static bool read_orientation(const struct text_file *file, const char *cursor, int64_t i,
                             struct system *system, struct error *error)
{
    double quaternion[4];
    for (int k = 0; k < 4; k++)
        if (!text_real(&cursor, &quaternion[k]))
            return text_error(file, error,
                              "expected the orientation of particle %" PRId64
                              " as w x y z, found \"%.80s\"",
                              i + 1, file->line);
    return reader_orientation(file, quaternion, i, system, error);
}

static bool read_particle(const struct text_file *file, const struct property *property, int64_t i,
                          struct system *system, struct error *error)
{
    static bool (*const read_one[PROPERTIES])(const struct text_file *, const char *, int64_t,
                                              struct system *, struct error *) = {
        reader_position, read_type, read_type_name, read_orientation};
    const char *cursor;
    for (int k = 0; k < PROPERTIES; k++)
        if (property[k].column >= 0 && (!seek(file, &property[k], i, system, &cursor, error) ||
                                        !read_one[k](file, cursor, i, system, error)))
            return false;
    return true;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    int64_t n;
    struct property property[PROPERTIES] = {{"pos", "R", 3, -1},
                                            {"type", "I", 1, -1},
                                            {"type", "S", 1, -1},
                                            {"orientation", "R", 4, -1}};
    (void)spec;
    if (!text_next(file, "the number of particles", error))
        return false;
    const char *cursor = file->line;
    if (!text_integer(&cursor, &n) || !text_is_blank(cursor))
        return text_error(file, error, "expected the number of particles, found \"%.80s\"",
                          file->line);
    if (!reader_allocate(file, n, system, error) ||
        !text_next(file, "a line with Lattice=\"…\"", error) ||
        !read_lattice(file, system->box, error) || !check_periodic(file, error) ||
        !find_columns(file, property, error) ||
        ((property[TYPE].column >= 0 || property[TYPE_NAME].column >= 0) &&
         !system_add_types(system, error)) ||
        (property[ORIENTATION].column >= 0 && !system_add_orientations(system, error)))
        return false;
    for (int64_t i = 0; i < n; i++)
        if (!reader_next(file, i, system, error) ||
            !read_particle(file, property, i, system, error))
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

/*
 * The NIST reference configurations of the Lennard-Jones fluid ("lj_sample_config_periodic#.txt").
 * Line 1 has the three box edges, line 2 the number of particles; then follows a line `index x y z`
 * for each. Files of SPC/E water ("spce_sample_config_periodic#.txt") have the number of molecules
 * instead, and lines `index x y z element` in the order O, H, H. The box is centred on the origin.
 */
#include "harness/input/builders/spce.h"
#include "harness/input/formats/reader.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/** Whether a file has three numbers on its first line, and only a whole number on the second. */
static bool recognises(struct text_file *file)
{
    struct error error;
    int64_t n;
    double edge;
    if (!text_next(file, "box edges", &error))
        return false;
    const char *cursor = file->line;
    for (int d = 0; d < 3; d++)
        if (!text_real(&cursor, &edge))
            return false;
    if (!text_is_blank(cursor))
        return false;
    if (!text_next(file, "a number", &error))
        return true;
    cursor = file->line;
    return text_integer(&cursor, &n) && text_is_blank(cursor);
}

static bool read_box(const struct text_file *file, double box[3], struct error *error)
{
    const char *cursor = file->line;
    for (int d = 0; d < 3; d++)
        if (!text_real(&cursor, &box[d]) || !isfinite(box[d]) || box[d] <= 0)
            return text_error(file, error, "expected three positive box edges, found \"%.80s\"",
                              file->line);
    return text_is_blank(cursor) ||
           text_error(file, error, "expected only three box edges, found \"%.80s\" after them",
                      cursor);
}

static bool read_count(const struct text_file *file, int64_t *n, struct error *error)
{
    const char *cursor = file->line;
    return (text_integer(&cursor, n) && text_is_blank(cursor)) ||
           text_error(file, error, "expected the number of particles, found \"%.80s\"", file->line);
}

/** Whether the current line has an atom of water, not a Lennard-Jones particle. */
static bool is_atom(const struct text_file *file)
{
    const char *cursor = file->line;
    for (int word = 0; word < 4; word++)
        text_skip_word(&cursor);
    return !text_is_blank(cursor);
}

/** Refuses an atom if its element does not fit its index in the molecule. */
static bool check_element(const struct text_file *file, int64_t i, struct error *error)
{
    static const char elements[SPCE_ATOMS] = {'O', 'H', 'H'};
    const char *cursor = file->line, expected = elements[i % SPCE_ATOMS];
    for (int word = 0; word < 4; word++)
        text_skip_word(&cursor);
    cursor += strspn(cursor, " \t");
    return (*cursor == expected && text_is_blank(cursor + 1)) ||
           text_error(file, error, "expected %c after atom %" PRId64 ", found \"%.40s\"", expected,
                      i + 1, cursor);
}

static bool read_particle(const struct text_file *file, bool atoms, int64_t i,
                          struct system *system, struct error *error)
{
    const char *cursor = file->line;
    int64_t index;
    if (!text_integer(&cursor, &index) || index != i + 1 || (!atoms && is_atom(file)))
        return text_error(file, error,
                          "expected particle %" PRId64 " of %" PRId64
                          " as \"index x y z\", found \"%.80s\"",
                          i + 1, system->n, file->line);
    return reader_position(file, cursor, i, system, error);
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    double box[3];
    int64_t n;
    (void)spec;
    if (!text_next(file, "three box edges", error) || !read_box(file, box, error) ||
        !text_next(file, "the number of particles", error) || !read_count(file, &n, error))
        return false;
    if (n < 2) /* error for the number on the current line */
        return reader_allocate(file, n, system, error);
    bool started = !text_ended(file), atoms = started && is_atom(file);
    if (!reader_allocate(file, atoms && n < INT32_MAX ? SPCE_ATOMS * n : n, system, error))
        return false;
    for (int d = 0; d < 3; d++)
        system->box[d] = box[d];
    for (int64_t i = 0; i < system->n; i++)
        if (((i > 0 || !started) && !reader_next(file, i, system, error)) ||
            !read_particle(file, atoms, i, system, error) ||
            (atoms && !check_element(file, i, error)))
            return false;
    system->field = atoms ? spce_field() : NULL;
    return reader_end(file, system, error) && (!atoms || spce_add_molecules(system, error));
}

const struct reader reader_nist = {
    .name = "nist",
    .summary = "three box edges, the number of particles, then \"index x y z\" lines; of molecules "
               "of water, \"index x y z O\" or H",
    .suffixes = (const char *const[]){NULL},
    .recognises = recognises,
    .read = read,
};

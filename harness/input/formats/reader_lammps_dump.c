/*
 * LAMMPS text dumps, as `dump atom` and `dump custom` write them: frames one behind the other, of
 * which the first is read, or the one that was asked for. Each has items, and the last of these,
 * "ITEM: ATOMS", names the columns of the lines behind it. Taken are
 *   id          the place of the particle: they are put in the order of these, which may have gaps
 *   type        where models have types
 *   x y z       or unwrapped xu yu zu, scaled to the box xs ys zs, or both xsu ysu zsu
 *   vx vy vz    velocities
 * The others say nothing here. The box is periodic along every axis, and may begin anywhere; what
 * comes out begins at the origin.
 */
#include "harness/base/memory.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_box.h"
#include "harness/input/formats/reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 64 };

enum meaning { NOTHING, ID, TYPE, POSITION, VELOCITY = POSITION + 3, MEANINGS = VELOCITY + 3 };

struct frame {
    struct text_file *file;
    struct system *system;
    int64_t n; /* -1: not told yet */
    double low[3];
    bool boxed;
    int columns;
    enum meaning column[COLUMNS];
    bool has[MEANINGS];
    bool scaled; /* positions are shares of the box */
};

struct atom {
    int64_t id;
    int32_t type;
    double position[3], velocity[3];
};

static const char item[] = "ITEM: ";

static bool recognises(const char *line)
{
    return strncmp(line, item, sizeof item - 1) == 0;
}

/** Whether the current line is that item; what stands behind it is at `rest`. */
static bool is_item(const struct text_file *file, const char *name, const char **rest)
{
    size_t length = strlen(name);
    if (!recognises(file->line) || strncmp(file->line + sizeof item - 1, name, length) != 0)
        return false;
    *rest = file->line + sizeof item - 1 + length;
    return **rest == '\0' || **rest == ' ';
}

static bool seek(struct text_file *file, int64_t frame, struct error *error)
{
    int64_t count = 0;
    const char *rest;
    text_again(file);
    while (!text_ended(file))
        if (is_item(file, "TIMESTEP", &rest) && ++count == frame)
            return true;
    return error_set(error, EXIT_USAGE,
                     "%s: expected a frame from 1 to %" PRId64 ", found %" PRId64, file->path,
                     count, frame);
}

static bool read_count(struct frame *frame, struct error *error)
{
    const char *cursor;
    if (!text_next(frame->file, "the number of atoms", error))
        return false;
    cursor = frame->file->line;
    if (!text_integer(&cursor, &frame->n) || !text_is_blank(cursor))
        return text_error(frame->file, error, "expected the number of atoms, found \"%.80s\"",
                          frame->file->line);
    return true;
}

/** Refuses boundaries that are not periodic; older files do not say. */
static bool check_boundaries(const struct text_file *file, const char *boundaries,
                             struct error *error)
{
    const char *at = boundaries + strspn(boundaries, " ");
    if (strncmp(at, "xy xz yz", strlen("xy xz yz")) == 0)
        at += strlen("xy xz yz");
    for (; *at != '\0'; at++)
        if (*at != 'p' && *at != ' ')
            return text_error(file, error,
                              "expected a box that is periodic along each axis (pp pp pp), found "
                              "\"%.60s\"",
                              boundaries);
    return true;
}

static bool read_box(struct frame *frame, const char *boundaries, struct error *error)
{
    struct text_file *file = frame->file;
    bool tilted = strstr(boundaries, "xy xz yz") != NULL;
    if (!check_boundaries(file, boundaries, error))
        return false;
    for (int d = 0; d < 3; d++) {
        double bounds[2];
        if (!text_next(file, "bounds of the box", error))
            return false;
        const char *cursor = file->line;
        if (!text_real(&cursor, &bounds[0]) || !text_real(&cursor, &bounds[1]) ||
            (!tilted && !text_is_blank(cursor)))
            return text_error(file, error, "expected bounds of the box, found \"%.80s\"",
                              file->line);
        if ((tilted && !lammps_box_tilt(file, cursor, 1, error)) ||
            !lammps_box_axis(file, bounds, d, &frame->low[d], frame->system, error))
            return false;
    }
    frame->boxed = true;
    return true;
}

/** What a column means; whether it has a position that is scaled. */
static enum meaning meaning_of(const char *name, size_t length, bool *scaled)
{
    static const struct {
        const char *suffix;
        bool scaled;
    } positions[] = {{"", false}, {"u", false}, {"s", true}, {"su", true}};
    *scaled = false;
    if (length == 2 && strncmp(name, "id", 2) == 0)
        return ID;
    if (length == 4 && strncmp(name, "type", 4) == 0)
        return TYPE;
    if (length == 2 && name[0] == 'v' && name[1] >= 'x' && name[1] <= 'z')
        return VELOCITY + (enum meaning)(name[1] - 'x');
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
        const char *suffix = positions[k].suffix;
        *scaled = positions[k].scaled;
        if (name[0] >= 'x' && name[0] <= 'z' && length == 1 + strlen(suffix) &&
            strncmp(name + 1, suffix, length - 1) == 0)
            return POSITION + (enum meaning)(name[0] - 'x');
    }
    *scaled = false;
    return NOTHING;
}

/** Whether the columns have some or all of three that belong together. */
static int count_of(const struct frame *frame, enum meaning first)
{
    return frame->has[first] + frame->has[first + 1] + frame->has[first + 2];
}

static bool read_columns(struct frame *frame, const char *names, struct error *error)
{
    const struct text_file *file = frame->file;
    for (const char *at = names + strspn(names, " "); *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        bool scaled;
        enum meaning meaning = meaning_of(at, length, &scaled);
        bool position = meaning >= POSITION && meaning < VELOCITY;
        if (frame->columns == COLUMNS)
            return text_error(file, error, "expected at most %d columns", COLUMNS);
        /* of positions told twice the first are taken */
        if (frame->has[meaning] ||
            (position && count_of(frame, POSITION) > 0 && scaled != frame->scaled))
            meaning = NOTHING;
        else if (position)
            frame->scaled = scaled;
        frame->column[frame->columns++] = meaning;
        frame->has[meaning] = meaning != NOTHING;
        at += length;
    }
    if (count_of(frame, POSITION) != 3)
        return text_error(file, error,
                          "expected columns x y z, xu yu zu, xs ys zs or xsu ysu zsu, found "
                          "\"%.100s\"",
                          names);
    return true;
}

static bool read_atom(const struct frame *frame, int64_t i, struct atom *atom, struct error *error)
{
    struct text_file *file = frame->file;
    const char *cursor = file->line;
    double value = 0;
    *atom = (struct atom){.id = i + 1};
    for (int k = 0; k < frame->columns; k++) {
        enum meaning meaning = frame->column[k];
        int64_t number = 0;
        bool good = meaning == NOTHING   ? text_skip_word(&cursor)
                    : meaning < POSITION ? text_integer(&cursor, &number)
                                         : text_real(&cursor, &value) && isfinite(value);
        if (!good || (meaning == TYPE && (number < 1 || number > MODEL_TYPES)))
            return text_error(file, error,
                              "expected the %d columns of a particle, its type from 1 to %d, its "
                              "position finite; found \"%.80s\"",
                              frame->columns, MODEL_TYPES, file->line);
        if (meaning == ID)
            atom->id = number;
        else if (meaning == TYPE)
            atom->type = (int32_t)number - 1;
        else if (meaning >= VELOCITY)
            atom->velocity[meaning - VELOCITY] = value;
        else if (meaning >= POSITION)
            atom->position[meaning - POSITION] = value;
    }
    return text_is_blank(cursor) || text_error(file, error, "expected %d columns, found \"%.80s\"",
                                               frame->columns, file->line);
}

static int by_id(const void *a, const void *b)
{
    int64_t first = ((const struct atom *)a)->id, second = ((const struct atom *)b)->id;
    return (first > second) - (first < second);
}

static bool fill(const struct frame *frame, const struct atom *atoms, struct error *error)
{
    struct system *s = frame->system;
    if ((frame->has[TYPE] && !system_add_types(s, error)) ||
        (count_of(frame, VELOCITY) == 3 && !system_add_velocities(s, error)))
        return false;
    for (int64_t i = 0; i < s->n; i++) {
        const struct atom *atom = &atoms[i];
        double *const coordinate[3] = {&s->x[i], &s->y[i], &s->z[i]};
        if (i > 0 && atom->id == atoms[i - 1].id)
            return error_set(error, EXIT_USAGE,
                             "%s: atom %" PRId64 " is in the frame for the second time",
                             frame->file->path, atom->id);
        for (int d = 0; d < 3; d++)
            *coordinate[d] =
                frame->scaled ? atom->position[d] * s->box[d] : atom->position[d] - frame->low[d];
        if (s->type != NULL)
            s->type[i] = atom->type;
        if (s->velocity != NULL)
            memcpy(s->velocity + 3 * i, atom->velocity, sizeof atom->velocity);
    }
    return true;
}

static bool read_atoms(struct frame *frame, const char *columns, struct error *error)
{
    struct system *s = frame->system;
    const double box[3] = {s->box[0], s->box[1], s->box[2]};
    if (frame->n < 0 || !frame->boxed)
        return text_error(frame->file, error,
                          "expected the items NUMBER OF ATOMS and BOX BOUNDS before this");
    if (!read_columns(frame, columns, error) || !reader_allocate(frame->file, frame->n, s, error))
        return false;
    memcpy(s->box, box, sizeof box);
    struct atom *atoms = memory_allocate(s->n, sizeof *atoms, "atoms of a dump", error);
    bool good = atoms != NULL;
    for (int64_t i = 0; i < s->n && good; i++)
        good = reader_next(frame->file, i, s, error) && read_atom(frame, i, &atoms[i], error);
    if (good) {
        qsort(atoms, (size_t)s->n, sizeof *atoms, by_id);
        good = fill(frame, atoms, error);
    }
    free(atoms);
    return good;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    struct frame frame = {.file = file, .system = system, .n = -1};
    const char *rest;
    (void)spec;
    while (text_next(file, "the item ATOMS of a frame", error)) {
        if (is_item(file, "ATOMS", &rest))
            return read_atoms(&frame, rest, error);
        if (is_item(file, "NUMBER OF ATOMS", &rest)) {
            if (!read_count(&frame, error))
                return false;
        } else if (is_item(file, "BOX BOUNDS", &rest)) {
            if (!read_box(&frame, rest, error))
                return false;
        } /* time, units and the like say nothing here */
    }
    return false;
}

const struct reader reader_lammps_dump = {
    .name = "lammps_dump",
    .summary = "LAMMPS text dump, its first line beginning with ITEM:",
    .suffixes = (const char *const[]){".lammpstrj", ".dump", NULL},
    .recognises = recognises,
    .read = read,
    .seek = seek,
};

/*
 * LAMMPS text dumps, as `dump atom` and `dump custom` write them. The first frame of the file is
 * read, or the requested one. A frame consists of items; the last item, "ITEM: ATOMS", has the
 * column names of the following lines. These columns are used:
 *   id          number of the particle: particles are sorted by these numbers, which may have gaps
 *   type        type, if the model has types
 *   x y z       positions; also xu yu zu (unwrapped), xs ys zs (scaled), xsu ysu zsu (both)
 *   q           charges
 *   vx vy vz    velocities
 * Models with charges are refused, because their types are recognized by coefficients, which dumps
 * lack. The box must be periodic along every axis; it may begin anywhere, and is shifted to
 * the origin.
 */
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/input/formats/lammps_header.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 64 };

enum meaning {
    NOTHING,
    ID,
    TYPE,
    CHARGE,
    POSITION,
    VELOCITY = POSITION + 3,
    MEANINGS = VELOCITY + 3
};

struct frame {
    struct text_file *file;
    struct system *system;
    const struct model *model; /* NULL: not known */
    int64_t n;                 /* number of particles; -1: not read yet */
    double low[3];
    bool boxed;
    int columns;
    enum meaning column[COLUMNS];
    bool has[MEANINGS];
    bool scaled;  /* true if positions are fractions of the box */
    bool wrapped; /* true if positions are xs, ys or zs, which are wrapped into the box */
    bool passed;  /* true if lines are skipped up to the next item */
    char unused[READER_UNUSED];
};

struct atom {
    int64_t id, line, type;
    double position[3], velocity[3];
    double charge;
};

static const char item[] = "ITEM: ";

/** Whether the current line is an item. */
static bool is_any_item(const struct text_file *file)
{
    return strncmp(file->line, item, sizeof item - 1) == 0;
}

/** Whether the current line is the item `name`; `rest` becomes the text after it. */
static bool is_item(const struct text_file *file, const char *name, const char **rest)
{
    size_t length = strlen(name);
    if (!is_any_item(file) || strncmp(file->line + sizeof item - 1, name, length) != 0)
        return false;
    *rest = file->line + sizeof item - 1 + length;
    return **rest == '\0' || isspace((unsigned char)**rest);
}

static bool recognises(struct text_file *file)
{
    struct error error;
    return text_next(file, "an item", &error) && is_any_item(file);
}

static bool seek(struct text_file *file, int64_t frame, struct error *error)
{
    int64_t count = 0;
    const char *rest;
    text_again(file);
    while (!text_ended(file))
        if (is_item(file, "TIMESTEP", &rest) && ++count == frame)
            return true;
    return reader_refuse_frame(file, count, frame, error);
}

static bool refuse_second(const struct frame *frame, struct error *error)
{
    return text_error(frame->file, error, "\"%.40s\" is in the frame twice", frame->file->line);
}

static bool read_count(struct frame *frame, struct error *error)
{
    const char *cursor;
    if (frame->n >= 0)
        return refuse_second(frame, error);
    if (!text_next(frame->file, "the number of atoms", error))
        return false;
    cursor = frame->file->line;
    if (!text_integer(&cursor, &frame->n) || !text_is_blank(cursor))
        return text_error(frame->file, error, "expected the number of atoms, found \"%.80s\"",
                          frame->file->line);
    return true;
}

/**
 * Reads the words after BOX BOUNDS: tilts, and boundaries, which must be periodic. Older files have
 * no such words.
 */
static bool check_boundaries(const struct text_file *file, const char *boundaries, bool *tilted,
                             struct error *error)
{
    static const char *const tilts[] = {"xy", "xz", "yz"};
    struct text_word word[6];
    const int words = text_words(boundaries, word, 6);
    int tilt = 0;
    *tilted = false;
    if (words > 0 && text_is_word(&word[0], "abc"))
        return text_error(file, error,
                          "boxes of general triclinic dumps (abc origin) are not read; LAMMPS "
                          "writes others by \"dump_modify ID triclinic/general no\"");
    for (; tilt < 3 && tilt < words && text_is_word(&word[tilt], tilts[tilt]); tilt++)
        continue;
    *tilted = tilt == 3;
    const int first = *tilted ? 3 : 0;
    bool good = words == first || words == first + 3;
    for (int k = first; good && k < words; k++)
        good = text_is_word(&word[k], "pp");
    return good || text_error(file, error,
                              "expected an orthorhombic box that is periodic along each axis (pp "
                              "pp pp), found \"%.60s\"",
                              boundaries);
}

static bool read_box(struct frame *frame, const char *boundaries, struct error *error)
{
    struct text_file *file = frame->file;
    double tilt[3] = {0, 0, 0};
    bool tilted;
    if (frame->boxed)
        return refuse_second(frame, error);
    if (!check_boundaries(file, boundaries, &tilted, error))
        return false;
    for (int d = 0; d < 3; d++) {
        double bounds[2];
        if (!text_next(file, "bounds of the box", error))
            return false;
        const char *cursor = file->line;
        if (!text_real(&cursor, &bounds[0]) || !text_real(&cursor, &bounds[1]) ||
            (tilted && !text_real(&cursor, &tilt[d])) || !text_is_blank(cursor))
            return text_error(file, error, "expected bounds of the box, found \"%.80s\"",
                              file->line);
        if (!lammps_box_axis(file, bounds, &frame->system->box[d], error))
            return false;
        frame->low[d] = bounds[0];
    }
    frame->boxed = true;
    return lammps_box_tilt(file, tilt, frame->system->box, error);
}

/** Returns the meaning of a column. `scaled`: it is a position scaled to the box. */
static enum meaning meaning_of(const char *name, int length, bool *scaled)
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
    if (length == 1 && name[0] == 'q')
        return CHARGE;
    if (length == 2 && name[0] == 'v' && name[1] >= 'x' && name[1] <= 'z')
        return VELOCITY + (enum meaning)(name[1] - 'x');
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
        const char *suffix = positions[k].suffix;
        *scaled = positions[k].scaled;
        if (name[0] >= 'x' && name[0] <= 'z' && length == 1 + (int)strlen(suffix) &&
            strncmp(name + 1, suffix, strlen(suffix)) == 0)
            return POSITION + (enum meaning)(name[0] - 'x');
    }
    *scaled = false;
    return NOTHING;
}

/** Returns how many of three associated columns a frame has. */
static int count_of(const struct frame *frame, enum meaning first)
{
    return frame->has[first] + frame->has[first + 1] + frame->has[first + 2];
}

static bool read_columns(struct frame *frame, const char *names, struct error *error)
{
    const struct text_file *file = frame->file;
    struct text_word word[COLUMNS];
    frame->columns = text_words(names, word, COLUMNS);
    if (frame->columns > COLUMNS)
        return text_error(file, error, "expected at most %d columns", COLUMNS);
    for (int k = 0; k < frame->columns; k++) {
        bool scaled;
        char name[READER_UNUSED];
        enum meaning meaning = meaning_of(word[k].at, word[k].length, &scaled);
        snprintf(name, sizeof name, "%.*s", word[k].length, word[k].at);
        for (int other = 0; other < k; other++)
            if (text_is_word(&word[other], name))
                return text_error(file, error, "column %.40s is given twice", name);
        if (meaning == NOTHING && !reader_pass_column(file, name, frame->unused, error))
            return false;
        const bool position = meaning >= POSITION && meaning < VELOCITY;
        /* skips the second kind of positions in a file */
        if (frame->has[meaning] ||
            (position && count_of(frame, POSITION) > 0 && scaled != frame->scaled))
            meaning = NOTHING;
        else if (position) {
            frame->scaled = scaled;
            frame->wrapped = scaled && word[k].length == 2;
        }
        frame->column[k] = meaning;
        frame->has[meaning] = meaning != NOTHING;
    }
    /* elements are not reported as unused if there are types */
    for (int k = 0; k < frame->columns && !frame->has[TYPE]; k++)
        if (text_is_word(&word[k], "element"))
            text_append(frame->unused, sizeof frame->unused, ", ", "element");
    if (count_of(frame, VELOCITY) % 3 != 0)
        text_append(frame->unused, sizeof frame->unused, ", ", "a part of vx vy vz");
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
    *atom = (struct atom){.id = i + 1, .line = file->number, .type = 1};
    for (int k = 0; k < frame->columns; k++) {
        enum meaning meaning = frame->column[k];
        int64_t number = 0;
        bool good = meaning == NOTHING ? text_skip_word(&cursor)
                    : meaning < CHARGE ? text_integer(&cursor, &number)
                                       : text_real(&cursor, &value) && isfinite(value);
        if (!good)
            return text_error(file, error,
                              "expected the %d columns of a particle, its numbers finite; found "
                              "\"%.80s\"",
                              frame->columns, file->line);
        if (meaning == ID)
            atom->id = number;
        else if (meaning == TYPE)
            atom->type = number;
        else if (meaning == CHARGE)
            atom->charge = value;
        else if (meaning >= VELOCITY)
            atom->velocity[meaning - VELOCITY] = value;
        else if (meaning >= POSITION)
            atom->position[meaning - POSITION] = value;
    }
    return text_is_blank(cursor) || text_error(file, error, "expected %d columns, found \"%.80s\"",
                                               frame->columns, file->line);
}

/**
 * Adds a note if a position xs, ys or zs is more than half an edge outside the box. LAMMPS writes
 * no such positions under these names; they should be named xsu ysu zsu.
 */
static void state_scaled(const struct frame *frame, const struct atom *atom)
{
    for (int d = 0; d < 3 && frame->wrapped; d++)
        if (fabs(atom->position[d] - 0.5) > 1)
            file_note_add(
                frame->system, 0,
                "some of xs ys zs are outside the box by more than half an edge: they are "
                "taken for fractions of its edges");
}

static int by_id(const void *a, const void *b)
{
    int64_t first = ((const struct atom *)a)->id, second = ((const struct atom *)b)->id;
    return (first > second) - (first < second);
}

/** Sets the charge and the type of a particle from the current line of the file. */
static bool set_kind(const struct frame *frame, const struct atom *atom, int64_t i,
                     struct error *error)
{
    struct system *s = frame->system;
    return (s->type == NULL ||
            reader_type(frame->file, atom->type, 1, i, frame->model, s, error)) &&
           (s->charge == NULL || reader_charge(frame->file, atom->charge, i, s, error));
}

static bool fill(const struct frame *frame, const struct atom *atoms, struct error *error)
{
    struct system *s = frame->system;
    struct text_file *file = frame->file;
    const int64_t number = file->number;
    if (frame->has[TYPE] && frame->model != NULL && frame->model->type_count > 1)
        file_note_add(s, 0, "types are taken for those of model %s, in their order",
                      frame->model->name);
    if ((frame->has[TYPE] && !system_add(s, SYSTEM_TYPE, error)) ||
        (frame->has[CHARGE] && !system_add(s, SYSTEM_CHARGE, error)) ||
        (count_of(frame, VELOCITY) == 3 && !system_add(s, SYSTEM_VELOCITY, error)))
        return false;
    if (frame->has[ID] &&
        (s->id = memory_allocate(s->n, sizeof *s->id, "ids of a dump", error)) == NULL)
        return false;
    for (int64_t i = 0; i < s->n; i++) {
        const struct atom *atom = &atoms[i];
        double *const coordinate[3] = {&s->x[i], &s->y[i], &s->z[i]};
        file->number = atom->line;
        if (s->id != NULL)
            s->id[i] = atom->id;
        if (i > 0 && atom->id == atoms[i - 1].id)
            return text_error(file, error, "atom %" PRId64 " is in the frame twice", atom->id);
        for (int d = 0; d < 3; d++)
            *coordinate[d] =
                frame->scaled ? atom->position[d] * s->box[d] : atom->position[d] - frame->low[d];
        state_scaled(frame, atom);
        if (!set_kind(frame, atom, i, error))
            return false;
        if (s->velocity != NULL)
            memcpy(s->velocity + 3 * i, atom->velocity, sizeof atom->velocity);
    }
    file->number = number;
    reader_drop_zero_charges(s);
    reader_drop_single_type(frame->model, s);
    reader_state_unused(frame->unused, s);
    return true;
}

/** Refuses lines after the last atom, unless another frame begins. */
static bool check_end(const struct frame *frame, const struct system_spec *spec,
                      struct error *error)
{
    if (text_ended(frame->file))
        return true;
    if (!is_any_item(frame->file))
        return text_error(frame->file, error,
                          "expected the %" PRId64
                          " lines of atoms that the frame counts, found \"%.80s\"",
                          frame->n, frame->file->line);
    if (spec->frame == 0)
        reader_state_frames(frame->system);
    return true;
}

static bool read_atoms(struct frame *frame, const char *columns, struct error *error)
{
    struct system *s = frame->system;
    if (frame->n < 0 || !frame->boxed)
        return text_error(frame->file, error,
                          "expected the items NUMBER OF ATOMS and BOX BOUNDS before this");
    if (!read_columns(frame, columns, error) || !reader_allocate(frame->file, frame->n, s, error))
        return false;
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

/** Refuses a model that recognizes its types by data which dumps lack. */
static bool check_model(const struct text_file *file, const struct model *model,
                        struct error *error)
{
    return model == NULL || !model->charged ||
           error_set(error, EXIT_USAGE,
                     "%s: a dump does not describe its types, which model %s needs: read a data "
                     "file, into which LAMMPS's write_data writes the coefficients of types",
                     file->path, model->name);
}

/** Reads the units from the line after the current one. */
static bool read_units(const struct frame *frame, struct error *error)
{
    char units[41] = "";
    if (!text_next(frame->file, "units", error))
        return false;
    sscanf(frame->file->line, "%40s", units);
    reader_state_units(frame->file, units, frame->model, frame->system);
    return true;
}

/**
 * Reads the units of the file before the requested frame, because they may be only in the first
 * frame. Then returns to the first line of the requested frame.
 */
static bool read_units_before(const struct frame *frame, struct error *error)
{
    struct text_file *file = frame->file;
    const int64_t number = file->number;
    const char *rest;
    text_again(file);
    while (file->number < number && text_next(file, "the frame", error))
        if (is_item(file, "UNITS", &rest) && !read_units(frame, error))
            return false;
    return file->number >= number;
}

static bool read_item(struct frame *frame, struct error *error)
{
    struct text_file *file = frame->file;
    const char *rest;
    if (!is_any_item(file))
        return frame->passed ||
               text_error(file, error, "expected an item, found \"%.80s\"", file->line);
    frame->passed = false;
    if (is_item(file, "NUMBER OF ATOMS", &rest))
        return read_count(frame, error);
    if (is_item(file, "BOX BOUNDS", &rest))
        return read_box(frame, rest, error);
    if (is_item(file, "UNITS", &rest))
        return read_units(frame, error);
    frame->passed = true; /* items such as the time are not used */
    return true;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    struct frame frame = {
        .file = file, .system = system, .model = spec->model, .n = -1, .passed = spec->frame > 0};
    const char *rest;
    if (!check_model(file, spec->model, error) ||
        (spec->frame > 0 && !read_units_before(&frame, error)))
        return false;
    while (text_next(file, "the item ATOMS of a frame", error)) {
        if (is_item(file, "ATOMS", &rest))
            return read_atoms(&frame, rest, error) && check_end(&frame, spec, error);
        if (!read_item(&frame, error))
            return false;
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

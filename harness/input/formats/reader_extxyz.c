/*
 * Extended XYZ: line 1 has the number of particles, line 2 keys and values (extxyz_keys.h). These
 * keys are used:
 *   Lattice="ax ay az bx by bz cx cy cz", pbc="T T T"
 *                                     the box (extxyz_box.h)
 *   Properties=name:type:columns:…    the columns; species and pos if left out
 *   units=…                           compared with the model's units
 * Then follows one line per particle. These columns are used:
 *   pos:R:3
 *   type:I:1, type:S:1         index of the model's type, from 0, or its name, such as water; if
 *                              left out, species:S:1 if all are names of the model's types
 *   charge:R:1                 in elementary charges; also charges, initial_charges or q
 *   orientation:R:4            quaternion w x y z
 *   velo:R:3                   velocity; also vel or velocities
 *   angmom:R:3                 angular momentum in the body's frame
 *   id:I:1                     number of the particle: particles are sorted by these numbers, which
 *                              may have gaps
 * A file may have several frames; the first is read, or the requested one. The format has no bonded
 * terms.
 */
#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/extxyz_box.h"
#include "harness/input/formats/extxyz_keys.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/** Whether the current line is the number of particles of a frame. */
static bool is_count(const struct text_file *file, int64_t *n)
{
    const char *cursor = file->line;
    return text_integer(&cursor, n) && text_is_blank(cursor);
}

static bool recognises(struct text_file *file)
{
    struct error error;
    int64_t n;
    return text_next(file, "a number", &error) && is_count(file, &n) &&
           text_next(file, "keys", &error) && strchr(file->line, '=') != NULL;
}

/** Compares the file's units with the model's. Notes other keys with units, such as length_unit. */
static bool state_units(const struct text_file *file, const struct model *model,
                        struct system *system, struct error *error)
{
    const char *cursor = file->line;
    struct extxyz_pair pair;
    bool more = true;
    while (extxyz_next(file, &cursor, &pair, &more, error)) {
        const char *key = pair.key.text, *value = pair.value.text;
        if (!more)
            return true;
        if (strcasecmp(key, "units") == 0 || strcasecmp(key, "unit") == 0)
            reader_state_units(file, value, model, system);
        else if (text_has_suffix(key, "unit") || text_has_suffix(key, "units"))
            file_note_add(system, file->number, "%.40s=%.40s is not used: no number is converted",
                          key, value);
    }
    return false;
}

/** A property that is read. The columns of all others are skipped. */
struct property {
    const char *name, *type;
    int64_t columns;
    const char *also[3]; /* other names of the same property */
    int64_t column;      /* first column of the property, counted from 0; -1: not in the file */
};

enum {
    POSITION,
    TYPE,
    TYPE_NAME,
    SPECIES,
    CHARGE,
    ORIENTATION,
    VELOCITY,
    ANGULAR_MOMENTUM,
    ID,
    PROPERTIES
};

/** Columns of a frame and their known properties. */
struct frame {
    const struct model *model; /* NULL: not known */
    struct property property[PROPERTIES];
    int64_t columns; /* columns of a line; 0: unknown, at least the columns that are read */
    char unused[READER_UNUSED];
    char species[64]; /* species of the first particle */
    bool several;     /* true if particles have different species */
    bool unknown;     /* true if a species is not the name of a type of the model */
};

static bool is_called(const struct property *property, const char *name)
{
    bool called = strcmp(name, property->name) == 0;
    for (int k = 0; k < 3 && property->also[k] != NULL; k++)
        called = called || strcmp(name, property->also[k]) == 0;
    return called;
}

/** Returns the property with a name; of several, the one with the type. NULL: it is not read. */
static struct property *find_property(struct property property[PROPERTIES], const char *name,
                                      const char *type)
{
    struct property *found = NULL;
    for (struct property *p = property; p < property + PROPERTIES; p++)
        if (is_called(p, name) && (found == NULL || strcmp(type, p->type) == 0))
            found = p;
    return found;
}

/** Finds the columns of the properties that are read. */
static bool find_columns(const struct text_file *file, struct frame *frame, struct error *error)
{
    char value[EXTXYZ_VALUE], *rest = NULL;
    bool found;
    if (!extxyz_find(file, "Properties", value, &found, error))
        return false;
    if (!found)
        snprintf(value, sizeof value, "species:S:1:pos:R:3");
    for (char *name = strtok_r(value, ":", &rest); name != NULL;
         name = strtok_r(NULL, ":", &rest)) {
        const char *type = strtok_r(NULL, ":", &rest), *columns = strtok_r(NULL, ":", &rest);
        int64_t count;
        if (type == NULL || columns == NULL || !text_integer(&columns, &count) || count < 1 ||
            count > INT32_MAX)
            return text_error(file, error,
                              "Properties: expected name:type:columns triples, such as "
                              "species:S:1:pos:R:3");
        struct property *known = find_property(frame->property, name, type);
        if (known == &frame->property[ID] && (strcmp(type, known->type) != 0 || count != 1))
            known = NULL; /* an id that is not a whole number is only a name */
        if (known != NULL && (strcmp(type, known->type) != 0 || count != known->columns))
            return text_error(file, error,
                              "Properties: expected %s:%s:%" PRId64 ", found %s:%s:%" PRId64, name,
                              known->type, known->columns, name, type, count);
        if (known != NULL && known->column >= 0)
            return text_error(file, error, "Properties: %s is given twice, as %s", known->name,
                              name);
        if (known != NULL)
            known->column = frame->columns;
        else if (!reader_pass_column(file, name, frame->unused, error))
            return false;
        frame->columns += count;
    }
    return frame->property[POSITION].column >= 0 ||
           text_error(file, error, "Properties: expected the positions as pos:R:3");
}

/** Moves a cursor to a column of the line of particle i. */
static bool seek_column(const struct text_file *file, const struct property *property, int64_t i,
                        const struct system *system, const char **cursor, struct error *error)
{
    *cursor = file->line;
    for (int64_t k = 0; k < property->column; k++)
        if (!text_skip_word(cursor))
            return text_error(file, error,
                              "expected particle %" PRId64 " of %" PRId64
                              " with its %s after %" PRId64 " columns, found \"%.80s\"",
                              system_id(system, i), system->n, property->name, property->column,
                              file->line);
    return true;
}

static bool read_type(const struct text_file *file, const char *cursor, int64_t i,
                      struct frame *frame, struct system *system, struct error *error)
{
    int64_t type;
    const char *found = cursor + strspn(cursor, " \t");
    if (!text_integer(&cursor, &type))
        return text_error(file, error,
                          "expected the type of particle %" PRId64
                          ", a whole number from 0, found \"%.40s\"",
                          system_id(system, i), found);
    return reader_type(file, type, 0, i, frame->model, system, error);
}

static bool read_type_name(const struct text_file *file, const char *cursor, int64_t i,
                           struct frame *frame, struct system *system, struct error *error)
{
    char name[64] = "";
    int type;
    sscanf(cursor, "%63s", name);
    if (!model_find_type(frame->model, name, &type, error)) {
        const struct error unknown = *error;
        return text_error(file, error, "particle %" PRId64 ": %s", system_id(system, i),
                          unknown.text);
    }
    system->type[i] = type;
    return true;
}

/** Sets a particle's type from its species, if that is the name of a type. */
static bool read_species(const struct text_file *file, const char *cursor, int64_t i,
                         struct frame *frame, struct system *system, struct error *error)
{
    char name[64] = "";
    int type;
    (void)file;
    sscanf(cursor, "%63s", name);
    if (frame->species[0] == '\0')
        memcpy(frame->species, name, sizeof name);
    frame->several = frame->several || strcmp(name, frame->species) != 0;
    if (frame->model == NULL || system->type == NULL || frame->property[TYPE].column >= 0 ||
        frame->property[TYPE_NAME].column >= 0)
        return true;
    frame->unknown = frame->unknown || !model_find_type(frame->model, name, &type, error);
    system->type[i] = frame->unknown ? 0 : type;
    return true;
}

static bool read_position(const struct text_file *file, const char *cursor, int64_t i,
                          struct frame *frame, struct system *system, struct error *error)
{
    (void)frame;
    return reader_position(file, cursor, i, system, error);
}

static bool read_charge(const struct text_file *file, const char *cursor, int64_t i,
                        struct frame *frame, struct system *system, struct error *error)
{
    double charge;
    (void)frame;
    return reader_charge(file, text_real(&cursor, &charge) ? charge : NAN, i, system, error);
}

static bool read_vector(const struct text_file *file, const char *cursor, int64_t i,
                        const char *what, const struct system *system, double *vector,
                        struct error *error)
{
    for (int d = 0; d < 3; d++)
        if (!text_real(&cursor, &vector[3 * i + d]) || !isfinite(vector[3 * i + d]))
            return text_error(file, error,
                              "expected the %s of particle %" PRId64
                              ", three finite numbers, found \"%.80s\"",
                              what, system_id(system, i), file->line);
    return true;
}

static bool read_velocity(const struct text_file *file, const char *cursor, int64_t i,
                          struct frame *frame, struct system *system, struct error *error)
{
    (void)frame;
    return read_vector(file, cursor, i, "velocity", system, system->velocity, error);
}

static bool read_angular_momentum(const struct text_file *file, const char *cursor, int64_t i,
                                  struct frame *frame, struct system *system, struct error *error)
{
    (void)frame;
    return read_vector(file, cursor, i, "angular momentum", system, system->spin, error);
}

static bool read_orientation(const struct text_file *file, const char *cursor, int64_t i,
                             struct frame *frame, struct system *system, struct error *error)
{
    double quaternion[4];
    (void)frame;
    for (int k = 0; k < 4; k++)
        if (!text_real(&cursor, &quaternion[k]))
            return text_error(file, error,
                              "expected the orientation of particle %" PRId64
                              " as w x y z, found \"%.80s\"",
                              system_id(system, i), file->line);
    return reader_orientation(file, quaternion, i, system, error);
}

/** Reads the id in the current line. */
static bool read_id(const struct text_file *file, const struct frame *frame, int64_t *id)
{
    const char *cursor = file->line;
    for (int64_t k = 0; k < frame->property[ID].column; k++)
        text_skip_word(&cursor);
    return text_integer(&cursor, id);
}

/** Whether all ids of a sorted list are different. */
static bool differ(const int64_t *id, int64_t count)
{
    for (int64_t i = 1; i < count; i++)
        if (id[i] == id[i - 1])
            return false;
    return true;
}

/**
 * Reads the ids in the following lines, which contain the particles. Returns to the current line.
 * Ids are not used if a line lacks one or if one is repeated.
 */
static bool find_ids(struct text_file *file, struct frame *frame, struct system *system,
                     struct error *error)
{
    const int64_t number = file->number, n = system->n;
    int64_t count = 0;
    if (frame->property[ID].column < 0)
        return true;
    system->id = memory_allocate(n, sizeof *system->id, "ids of a file", error);
    if (system->id == NULL)
        return false;
    while (count < n && !text_ended(file) && read_id(file, frame, &system->id[count]))
        count++;
    text_back(file, number);
    qsort(system->id, (size_t)count, sizeof *system->id, ascending_integers);
    const bool good = count == n && differ(system->id, n);
    if (count == n && !good)
        file_note_add(system, 0, "ids are not used: some occur twice");
    if (!good)
        frame->property[ID].column = -1;
    if (!good || (system->id[0] == 1 && system->id[n - 1] == n)) {
        free(system->id);
        system->id = NULL;
    }
    return true;
}

static bool read_particle(const struct text_file *file, int64_t i, struct frame *frame,
                          struct system *system, struct error *error)
{
    static bool (*const read_one[PROPERTIES])(const struct text_file *, const char *, int64_t,
                                              struct frame *, struct system *, struct error *) = {
        read_position, read_type,        read_type_name, read_species,
        read_charge,   read_orientation, read_velocity,  read_angular_momentum};
    const struct property *property = frame->property;
    const char *cursor;
    for (int k = 0; k < ID; k++)
        if (property[k].column >= 0 &&
            (!seek_column(file, &property[k], i, system, &cursor, error) ||
             !read_one[k](file, cursor, i, frame, system, error)))
            return false;
    const int words = text_words(file->line, NULL, 0);
    return words == frame->columns ||
           text_error(file, error,
                      "expected %" PRId64 " columns of particle %" PRId64
                      ", those that Properties names or else species and position, found %d",
                      frame->columns, system_id(system, i), words);
}

/** Allocates the system's arrays for the columns that the frame has. */
static bool add_arrays(const struct frame *frame, struct system *system, struct error *error)
{
    const struct property *property = frame->property;
    const bool named =
        property[SPECIES].column >= 0 && frame->model != NULL && frame->model->type_count > 1;
    return ((property[TYPE].column < 0 && property[TYPE_NAME].column < 0 && !named) ||
            system_add(system, SYSTEM_TYPE, error)) &&
           (property[CHARGE].column < 0 || system_add(system, SYSTEM_CHARGE, error)) &&
           (property[ORIENTATION].column < 0 || system_add(system, SYSTEM_ORIENTATION, error)) &&
           (property[VELOCITY].column < 0 || system_add(system, SYSTEM_VELOCITY, error)) &&
           (property[ANGULAR_MOMENTUM].column < 0 || system_add(system, SYSTEM_SPIN, error));
}

/** Notes that types are numbers from 0, if the file may count them from 1. */
static void state_numbers(const struct frame *frame, struct system *system)
{
    if (frame->property[TYPE].column < 0 || frame->model == NULL || frame->model->type_count <= 1)
        return;
    for (int64_t i = 0; i < system->n; i++)
        if (system->type[i] == 0)
            return;
    file_note_add(system, 0,
                  "type:I:1 counts the types of model %s from 0: no particle is of type 0, %s",
                  frame->model->name, frame->model->types[0].name);
}

/** Decides whether species are types, and notes what was assumed. */
static void settle(const struct frame *frame, struct system *system)
{
    const bool typed = frame->property[TYPE].column >= 0 || frame->property[TYPE_NAME].column >= 0;
    const struct model *model = frame->model;
    reader_drop_zero_charges(system);
    reader_state_unused(frame->unused, system);
    state_numbers(frame, system);
    if (!typed && frame->unknown) {
        free(system->type);
        system->type = NULL;
    }
    if (model == NULL && frame->several && system->type == NULL)
        file_note_add(system, 0, "species are not used, because no model is named");
    if (model == NULL)
        return;
    if (!model->oriented && frame->property[ORIENTATION].column >= 0)
        file_note_add(system, 0, "orientations are not used by model %s", model->name);
    if (!typed && system->type != NULL)
        file_note_add(system, 0, "species are taken for types of model %s of these names",
                      model->name);
    if (!typed && frame->several && model->type_count <= 1)
        file_note_add(system, 0, "species are not used: model %s has one type", model->name);
    if (model->charged && frame->property[CHARGE].column < 0)
        file_note_add(system, 0, "no particle has a charge: there is no column charge:R:1%s",
                      frame->property[TYPE].column < 0
                          ? ""
                          : ", and the types are places in those of the model, from 0");
}

/** Refuses text after a frame, unless it is the next frame. */
static bool check_end(struct text_file *file, const struct system_spec *spec, struct system *system,
                      struct error *error)
{
    int64_t n;
    if (text_ended(file))
        return true;
    if (!is_count(file, &n))
        return text_error(file, error,
                          "expected the end of the file after its %" PRId64
                          " particles, or the number of particles of another frame, found "
                          "\"%.80s\"",
                          system->n, file->line);
    if (spec->frame == 0)
        reader_state_frames(system);
    return true;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    int64_t n;
    struct frame frame = {.model = spec->model,
                          .property = {{"pos", "R", 3, {NULL}, -1},
                                       {"type", "I", 1, {NULL}, -1},
                                       {"type", "S", 1, {NULL}, -1},
                                       {"species", "S", 1, {NULL}, -1},
                                       {"charge", "R", 1, {"charges", "initial_charges", "q"}, -1},
                                       {"orientation", "R", 4, {NULL}, -1},
                                       {"velo", "R", 3, {"vel", "velocities"}, -1},
                                       {"angmom", "R", 3, {NULL}, -1},
                                       {"id", "I", 1, {NULL}, -1}}};
    if (!text_next(file, "the number of particles", error))
        return false;
    if (!is_count(file, &n))
        return text_error(file, error, "expected the number of particles, found \"%.80s\"",
                          file->line);
    if (!reader_allocate(file, n, system, error) ||
        !text_next(file, "a line with Lattice=\"…\"", error) || !extxyz_box(file, system, error) ||
        !state_units(file, spec->model, system, error) || !find_columns(file, &frame, error) ||
        !add_arrays(&frame, system, error) || !find_ids(file, &frame, system, error))
        return false;
    for (int64_t i = 0, id = 0; i < n; i++)
        if (!reader_next(file, i, system, error) ||
            !read_particle(file,
                           frame.property[ID].column >= 0 && read_id(file, &frame, &id)
                               ? system_place(system, id)
                               : i,
                           &frame, system, error))
            return false;
    settle(&frame, system);
    return check_end(file, spec, system, error);
}

/** Skips the frame that begins with the current line, its number of particles. */
static bool pass_frame(struct text_file *file, struct error *error)
{
    int64_t n;
    if (!is_count(file, &n) || n < 0)
        return text_error(file, error, "expected the number of particles, found \"%.80s\"",
                          file->line);
    for (int64_t line = 0; line <= n; line++)
        if (!text_next(file, line == 0 ? "a line with Lattice=\"…\"" : "a particle", error))
            return false;
    return true;
}

static bool seek(struct text_file *file, int64_t frame, struct error *error)
{
    int64_t passed = 0;
    for (; passed + 1 < frame && !text_ended(file); passed++)
        if (!pass_frame(file, error))
            return false;
    if (passed + 1 < frame || text_ended(file))
        return reader_refuse_frame(file, passed, frame, error);
    text_back(file, file->number - 1);
    return true;
}

const struct reader reader_extxyz = {
    .name = "extxyz",
    .summary = "extended XYZ: the number of particles, a line with Lattice=\"…\", then particles",
    .suffixes = (const char *const[]){".extxyz", ".xyz", NULL},
    .recognises = recognises,
    .read = read,
    .seek = seek,
};

#include "harness/input/formats/lammps_field.h"

#include "harness/base/memory.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_styles.h"
#include "harness/particles/stated.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 2 /* coefficients of a pair */ };

/** The names of these. */
static const char *const numbers[NUMBERS] = {"epsilon", "sigma"};

/** Styles whose coefficients of a pair begin with those. */
static const char *const styles[] = {"lj/cut", "lj/cut/coul/cut", "lj/cut/coul/long"};

/** Finds which of the numbers of a file each of the model's coefficients is. */
static bool find_places(const struct text_file *file, const struct model *model,
                        int place[MODEL_COEFFICIENTS], struct error *error)
{
    for (int k = 0; model->coefficients[k] != NULL; k++) {
        place[k] = 0;
        while (place[k] < NUMBERS && strcmp(numbers[place[k]], model->coefficients[k]) != 0)
            place[k]++;
        if (place[k] == NUMBERS)
            return text_error(file, error,
                              "expected no Pair Coeffs: model %s takes %s, which they do not have",
                              model->name, model->coefficients[k]);
    }
    return true;
}

bool lammps_field_begin(const struct text_file *file, struct lammps_field *field,
                        struct error *error)
{
    char name[24] = "", style[32] = "";
    sscanf(file->line, "%23s Coeffs # %31s", name, style);
    field->of_two = strcmp(name, "PairIJ") == 0;
    snprintf(field->what, sizeof field->what, "%s Coeffs%s%s", name, style[0] ? " # " : "", style);
    bool known = style[0] == '\0';
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        known = known || lammps_style_is(style, styles[k]);
    return known || text_error(file, error,
                               "expected coefficients of style lj/cut, lj/cut/coul/cut or "
                               "lj/cut/coul/long for model %s, found %s",
                               field->model->name, style);
}

static bool reserve(struct lammps_field *field, struct error *error)
{
    if (field->type == NULL)
        field->type = memory_allocate_zeroed(FIELD_TYPES, sizeof *field->type, "types", error);
    return field->type != NULL;
}

/** Reads a type at the cursor, from 1; its place from 0. */
static bool read_type(const struct text_file *file, const char **cursor, int32_t *type,
                      struct error *error)
{
    int64_t number;
    if (!text_integer(cursor, &number) || number < 1 || number > FIELD_TYPES)
        return text_error(file, error, "expected a type from 1 to %d, found \"%.80s\"", FIELD_TYPES,
                          file->line);
    *type = (int32_t)number - 1;
    return true;
}

/** Takes the name of a type, the word after a #, unless it has one. */
static void read_name(const char *cursor, struct field_type *type)
{
    const char *remark = strchr(cursor, '#');
    if (remark != NULL && type->name[0] == '\0')
        sscanf(remark + 1, "%23s", type->name);
}

/** Refuses more than white space and a remark. */
static bool read_end(const struct text_file *file, const char *cursor, struct error *error)
{
    cursor += strspn(cursor, " \t");
    return *cursor == '\0' || *cursor == '#' ||
           text_error(file, error, "expected no more than that, found \"%.40s\" in \"%.80s\"",
                      cursor, file->line);
}

bool lammps_field_mass(const struct text_file *file, struct lammps_field *field,
                       struct error *error)
{
    const char *cursor = file->line;
    int32_t type = 0;
    double mass;
    if (!reserve(field, error) || !read_type(file, &cursor, &type, error))
        return false;
    if (!text_real(&cursor, &mass) || !(mass > 0) || !isfinite(mass))
        return text_error(file, error, "expected a type and a mass above 0, found \"%.80s\"",
                          file->line);
    field->type[type].mass = mass;
    read_name(cursor, &field->type[type]);
    return read_end(file, cursor, error);
}

/** Reads the coefficients at the cursor, and a cut-off if there is one. */
static bool read_values(const struct text_file *file, const struct lammps_field *field,
                        const char **cursor, struct lammps_pair *pair, struct system *system,
                        struct error *error)
{
    struct stated stated = {
        .model = field->model->name, .parameter = "cutoff", .line = file->number};
    double value[NUMBERS];
    int place[MODEL_COEFFICIENTS];
    if (!find_places(file, field->model, place, error))
        return false;
    for (int k = 0; k < NUMBERS; k++)
        if (!text_real(cursor, &value[k]) || !(value[k] >= 0) || !isfinite(value[k]))
            return text_error(file, error, "expected %s and %s of %s from 0 on, found \"%.80s\"",
                              numbers[0], numbers[1], field->what, file->line);
    for (int k = 0; field->model->coefficients[k] != NULL; k++)
        pair->value[k] = value[place[k]];
    memcpy(stated.what, field->what, sizeof stated.what);
    while (text_real(cursor, &stated.value))
        if (model_parameter(field->model, stated.parameter) >= 0)
            stated_add(system, &stated);
    return true;
}

/** Returns the place for coefficients of two types, the last of a list that grows. */
static struct lammps_pair *add_pair(struct lammps_field *field, struct error *error)
{
    if (field->pairs == field->room) {
        const int64_t room = 2 * field->room + 64;
        void *more = realloc(field->of_pair, (size_t)room * sizeof *field->of_pair);
        if (more == NULL) {
            error_set(error, EXIT_ENVIRONMENT, "out of memory: coefficients of pairs");
            return NULL;
        }
        field->of_pair = more;
        field->room = room;
    }
    return &field->of_pair[field->pairs++];
}

static bool add_type(struct lammps_field *field, struct error *error)
{
    if (field->of_type == NULL)
        field->of_type =
            memory_allocate_zeroed(FIELD_TYPES, sizeof *field->of_type, "coefficients", error);
    return field->of_type != NULL;
}

/** Keeps coefficients of a type, which may have them once. */
static bool keep_type(const struct text_file *file, const struct lammps_pair *pair,
                      struct lammps_field *field, struct error *error)
{
    if (!add_type(field, error))
        return false;
    struct lammps_pair *kept = &field->of_type[pair->type[0]];
    if (kept->line > 0)
        return text_error(file, error,
                          "expected %s of type %d once, but line %" PRId64 " has them, too",
                          field->what, pair->type[0] + 1, kept->line);
    *kept = *pair;
    return true;
}

bool lammps_field_pair(const struct text_file *file, struct lammps_field *field,
                       struct system *system, struct error *error)
{
    const char *cursor = file->line;
    struct lammps_pair pair = {.line = file->number};
    if (!reserve(field, error))
        return false;
    for (int k = 0; k < (field->of_two ? 2 : 1); k++)
        if (!read_type(file, &cursor, &pair.type[k], error))
            return false;
    if (!read_values(file, field, &cursor, &pair, system, error) || !read_end(file, cursor, error))
        return false;
    if (!field->of_two) {
        read_name(cursor, &field->type[pair.type[0]]);
        return keep_type(file, &pair, field, error);
    }
    struct lammps_pair *kept = add_pair(field, error);
    if (kept != NULL)
        *kept = pair;
    return kept != NULL;
}

/** Sets the coefficients of two types, in either order. */
static void set_pair(const struct lammps_pair *pair, struct force_field *field)
{
    for (int end = 0; end < 2; end++) {
        struct coefficients *of =
            &field->of_pair[(int64_t)field->types * pair->type[end] + pair->type[1 - end]];
        of->stated = true;
        memcpy(of->value, pair->value, sizeof of->value);
    }
}

static bool set_pairs(const struct text_file *file, const struct lammps_field *from,
                      struct force_field *field, struct error *error)
{
    if (from->pairs == 0)
        return true;
    if (!force_field_add_pairs(field, error))
        return false;
    for (int64_t k = 0; k < from->pairs; k++) {
        const struct lammps_pair *pair = &from->of_pair[k];
        if (pair->type[0] >= field->types || pair->type[1] >= field->types)
            continue;
        if (field->of_pair[(int64_t)field->types * pair->type[0] + pair->type[1]].stated)
            return error_set(error, EXIT_USAGE,
                             "%s:%" PRId64 ": expected coefficients of types %d and %d once, found "
                             "them again",
                             file->path, pair->line, pair->type[0] + 1, pair->type[1] + 1);
        set_pair(pair, field);
    }
    return true;
}

static bool set_types(const struct lammps_field *from, struct force_field *field,
                      struct error *error)
{
    if (field->types > 0 && from->type != NULL)
        memcpy(field->type, from->type, (size_t)field->types * sizeof *field->type);
    if (from->of_type == NULL)
        return true;
    if (!force_field_add_types(field, error))
        return false;
    for (int t = 0; t < field->types; t++) {
        field->of_type[t].stated = from->of_type[t].line > 0;
        memcpy(field->of_type[t].value, from->of_type[t].value, sizeof field->of_type[t].value);
    }
    return true;
}

/** Returns how many types the particles have: up to the last that occurs. */
static int count_types(const struct system *system)
{
    int types = 0;
    for (int64_t i = 0; i < system->n; i++)
        types = system->type[i] >= types ? system->type[i] + 1 : types;
    return types;
}

struct force_field *lammps_field_create(const struct text_file *file,
                                        const struct lammps_field *from,
                                        const struct system *system, int rows, struct error *error)
{
    const bool stated = from->of_type != NULL || from->pairs > 0;
    struct force_field *field = force_field_create(stated ? count_types(system) : 0, rows, error);
    if (field == NULL || !stated)
        return field;
    if (set_types(from, field, error) && set_pairs(file, from, field, error))
        return field;
    force_field_release(field);
    return NULL;
}

void lammps_field_free(struct lammps_field *field)
{
    free(field->type);
    free(field->of_type);
    free(field->of_pair);
    *field = (struct lammps_field){0};
}

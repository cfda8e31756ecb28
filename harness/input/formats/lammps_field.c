#include "harness/input/formats/lammps_field.h"

#include "harness/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 2 /* coefficients of a pair */ };

/** Names of the coefficients in the file. */
static const char *const numbers[NUMBERS] = {"epsilon", "sigma"};

/** Finds the file's number for each coefficient of the model. */
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

static void reserve(struct lammps_field *field)
{
    if (field->type == NULL)
        field->type = memory_new(FIELD_TYPES, sizeof *field->type, "types");
}

/** Sets the name of a type that has none to the first word of a comment. */
static void take_name(const char *comment, struct field_type *type)
{
    if (type->name[0] == '\0')
        sscanf(comment, "%23s", type->name);
}

void lammps_field_mass(int32_t type, double mass, const char *name, struct lammps_field *field)
{
    reserve(field);
    field->type[type].mass = mass;
    take_name(name, &field->type[type]);
}

bool lammps_field_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, const char *name, struct lammps_field *field,
                       struct error *error)
{
    int place[MODEL_COEFFICIENTS] = {0, 1, 2, 3};
    struct lammps_pair ordered = *pair;
    if (pair->style == NULL && pair->count > NUMBERS)
        return lammps_pairs_refuse_unnamed(file, error);
    reserve(field);
    if (!lammps_pair_is_own(section, pair) && !find_places(file, field->model, place, error))
        return false;
    memset(ordered.value, 0, sizeof ordered.value);
    for (int k = 0; field->model->coefficients[k] != NULL; k++)
        ordered.value[k] = pair->value[place[k]];
    if (section->of_two) {
        lammps_pair_add(&ordered, &field->of_two);
        return true;
    }
    take_name(name, &field->type[pair->type[0]]);
    if (field->of_type == NULL)
        field->of_type = memory_new(FIELD_TYPES, sizeof *field->of_type, "coefficients");
    return lammps_pair_keep(file, section, &ordered, &field->of_type[pair->type[0]], error);
}

/** Sets the coefficients of two types, for both orders of the types. */
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
    if (from->of_two.count == 0)
        return true;
    force_field_add_pairs(field);
    for (int64_t k = 0; k < from->of_two.count; k++) {
        const struct lammps_pair *pair = &from->of_two.of[k];
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

static void set_types(const struct lammps_field *from, struct force_field *field)
{
    if (field->types > 0 && from->type != NULL)
        memcpy(field->type, from->type, (size_t)field->types * sizeof *field->type);
    if (from->of_type == NULL)
        return;
    force_field_add_types(field);
    for (int t = 0; t < field->types; t++) {
        field->of_type[t].stated = from->of_type[t].line > 0;
        memcpy(field->of_type[t].value, from->of_type[t].value, sizeof field->of_type[t].value);
    }
}

/** Returns the number of types of a system's particles: the largest type that occurs. */
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
    const bool stated = from->of_type != NULL || from->of_two.count > 0;
    struct force_field *field = force_field_create(stated ? count_types(system) : 0, rows);
    if (!stated)
        return field;
    set_types(from, field);
    if (set_pairs(file, from, field, error))
        return field;
    force_field_release(field);
    return NULL;
}

void lammps_field_free(struct lammps_field *field)
{
    free(field->type);
    free(field->of_type);
    free(field->of_two.of);
    *field = (struct lammps_field){0};
}

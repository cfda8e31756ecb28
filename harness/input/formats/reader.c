#include "harness/input/formats/reader.h"

#include "harness/base/text.h"
#include "harness/particles/file_parameters.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool reader_is_skew(double off, const double box[3])
{
    return !(fabs(off) <= 1e-10 * fmin(fmin(fabs(box[0]), fabs(box[1])), fabs(box[2])));
}

bool reader_holds(const struct text_file *file, int64_t count, const char *what,
                  struct error *error)
{
    /* a line has at least one byte, its line break */
    return count <= file->bytes || text_error(file, error,
                                              "expected no more %s than a file of %" PRId64
                                              " bytes can have, found %" PRId64,
                                              what, file->bytes, count);
}

bool reader_allocate(const struct text_file *file, int64_t n, struct system *system,
                     struct error *error)
{
    if (n < 2 || n >= INT32_MAX)
        return text_error(file, error, "expected 2 to %d particles, found %" PRId64, INT32_MAX - 1,
                          n);
    const struct system before = *system;
    if (!reader_holds(file, n, "particles", error) || !system_allocate(n, system, error))
        return false;
    memcpy(system->box, before.box, sizeof system->box);
    memcpy(system->file_parameters, before.file_parameters, sizeof system->file_parameters);
    system->file_parameter_count = before.file_parameter_count;
    return true;
}

bool reader_next(struct text_file *file, int64_t i, const struct system *system,
                 struct error *error)
{
    char expected[80];
    snprintf(expected, sizeof expected, "particle %" PRId64 " of %" PRId64, i + 1, system->n);
    return text_next(file, expected, error);
}

bool reader_end(struct text_file *file, const struct system *system, struct error *error)
{
    return text_ended(file) || text_error(file, error,
                                          "expected the end of the file after its %" PRId64
                                          " particles (one configuration), found \"%.80s\"",
                                          system->n, file->line);
}

bool reader_position(const struct text_file *file, const char *cursor, int64_t i,
                     struct system *system, struct error *error)
{
    double *const coordinates[3] = {&system->x[i], &system->y[i], &system->z[i]};
    for (int d = 0; d < 3; d++) {
        cursor += strspn(cursor, " \t");
        if (!text_real(&cursor, coordinates[d]))
            return text_error(file, error,
                              "expected the %c coordinate of particle %" PRId64 ", found \"%.40s\"",
                              "xyz"[d], system_id(system, i), cursor);
        if (!isfinite(*coordinates[d]))
            return text_error(file, error,
                              "the %c coordinate of particle %" PRId64 " is %g; expected a finite "
                              "number",
                              "xyz"[d], system_id(system, i), *coordinates[d]);
    }
    return true;
}

bool reader_type(const struct text_file *file, int64_t number, int64_t first, int64_t i,
                 const struct model *model, struct system *system, struct error *error)
{
    const int64_t last = first + (model != NULL ? model->type_count : MODEL_TYPES) - 1;
    if (number < first || number > last)
        return text_error(file, error,
                          "expected a type of %s%s for particle %" PRId64 ", from %" PRId64
                          " to %" PRId64 ", found %" PRId64,
                          model != NULL ? "model " : "any model", model != NULL ? model->name : "",
                          system_id(system, i), first, last, number);
    system->type[i] = (int32_t)(number - first);
    return true;
}

bool reader_charge(const struct text_file *file, double charge, int64_t i, struct system *system,
                   struct error *error)
{
    if (!(fabs(charge) * CHARGES_PER_E <= CHARGE_LARGEST))
        return text_error(file, error,
                          "expected a charge of particle %" PRId64 " up to %g e, found \"%.80s\"",
                          system_id(system, i), (double)CHARGE_LARGEST / CHARGES_PER_E, file->line);
    system->charge[i] = (int32_t)lround(charge * CHARGES_PER_E);
    reader_note_rounded_charge(charge, system);
    return true;
}

void reader_note_rounded_charge(double charge, struct system *system)
{
    const double units = charge * CHARGES_PER_E;
    if (fabs(units - round(units)) > 1e-6)
        file_note_add(system, 0, "charges are rounded to %g e", 1.0 / CHARGES_PER_E);
}

void reader_drop_zero_charges(struct system *system)
{
    for (int64_t i = 0; system->charge != NULL && i < system->n; i++)
        if (system->charge[i] != 0)
            return;
    free(system->charge);
    system->charge = NULL;
}

void reader_drop_single_type(const struct model *model, struct system *system)
{
    if (system->type == NULL || (model != NULL && model->type_count > 1))
        return;
    for (int64_t i = 0; i < system->n; i++)
        if (system->type[i] != 0)
            return;
    free(system->type);
    system->type = NULL;
}

bool reader_pass_column(const struct text_file *file, const char *name, char unused[READER_UNUSED],
                        struct error *error)
{
    static const char *const silent[] = {"id",      "species", "element",  "force", "forces",
                                         "torques", "energy",  "energies", "fx",    "fy",
                                         "fz",      "ix",      "iy",       "iz"};
    for (size_t k = 0; k < sizeof silent / sizeof *silent; k++)
        if (strcmp(name, silent[k]) == 0)
            return true;
    for (const char *part = name; *part != '\0'; part++)
        if (strncasecmp(part, "charge", strlen("charge")) == 0)
            return text_error(file, error,
                              "column %.40s is none of those that are read; call it charge in "
                              "extended XYZ and q in a dump, or leave it out",
                              name);
    text_append(unused, READER_UNUSED, ", ", "%.30s", name);
    return true;
}

void reader_state_unused(const char *unused, struct system *system)
{
    if (unused[0] != '\0')
        file_note_add(system, 0, "columns that are not used: %s", unused);
}

void reader_state_frames(struct system *system)
{
    file_note_add(system, 0, "the first of several frames is read; --frame chooses another");
}

void reader_state_units(const struct text_file *file, const char *units, const struct model *model,
                        struct system *system)
{
    /* names of the models' units; if LAMMPS has the units, its names */
    static const char *const names[] = {
        [UNITS_REDUCED] = "lj", [UNITS_REAL] = "real", [UNITS_NANO] = "nm, kJ/mol, amu"};
    const size_t length = strlen(units); /* "nm" abbreviates the first name */
    if (model != NULL && (strncasecmp(names[model->units], units, length) != 0 ||
                          strchr(",", names[model->units][length]) == NULL))
        file_note_add(system, file->number,
                      "the file has units %.40s, but model %s has units %s: no number is converted",
                      units, model->name, names[model->units]);
}

bool reader_refuse_frame(const struct text_file *file, int64_t frames, int64_t frame,
                         struct error *error)
{
    return error_set(error, EXIT_USAGE,
                     "%s: expected a frame from 1 to %" PRId64 ", found %" PRId64, file->path,
                     frames, frame);
}

bool reader_orientation(const struct text_file *file, const double quaternion[4], int64_t i,
                        struct system *system, struct error *error)
{
    double length2 = 0;
    for (int k = 0; k < 4; k++)
        length2 += quaternion[k] * quaternion[k];
    if (!(fabs(sqrt(length2) - 1) < 1e-3))
        return text_error(file, error,
                          "the quaternion of particle %" PRId64
                          " has the length %g; expected 1 within 1e-3",
                          system_id(system, i), sqrt(length2));
    double length = fabs(length2 - 1) < 4 * FLT_EPSILON ? 1 : sqrt(length2);
    for (int k = 0; k < 4; k++)
        system->orientation[4 * i + k] = quaternion[k] / length;
    return true;
}

#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_data.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool read_type(struct lammps_data *data, const char *cursor, int64_t atom,
                      struct error *error)
{
    const bool own = lammps_has_own_types(data);
    const int64_t types = lammps_count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
    const char *found = cursor;
    int64_t type;
    if (!text_integer(&cursor, &type) || type < 1 || type > types)
        return text_error(data->file, error,
                          "expected the type of atom %" PRId64 ", from 1 to the %" PRId64
                          " that %s, found \"%.40s\"",
                          system_id(data->system, atom), types,
                          data->header.types[LAMMPS_ATOMS] > 0 ? "the header states"
                                                               : "files have at most",
                          found);
    data->system->type[atom] = (int32_t)type - 1;
    return own || data->beads ||
           reader_type(data->file, type, 1, atom, data->spec->model, data->system, error);
}

/** Reads a column in a line of Atoms, or skips one that is not used. */
static bool read_column(struct lammps_data *data, enum lammps_column column, const char *cursor,
                        int64_t atom, struct error *error)
{
    double value;
    switch (column) {
    case COLUMN_TYPE:
        return read_type(data, cursor, atom, error);
    case COLUMN_CHARGE:
        return data->beads || reader_charge(data->file, text_real(&cursor, &value) ? value : NAN,
                                            atom, data->system, error);
    case COLUMN_X:
        return reader_position(data->file, cursor, atom, data->system, error);
    case COLUMN_DIPOLE:
        if (!data->beads && text_real(&cursor, &value) && value != 0)
            file_note_add(data->system, 0, "the dipoles of atom style %s are not used",
                          data->rows.style.name);
        return true;
    default:
        return true;
    }
}

/** Notes that the file's sphere diameters, and masses from their densities, are not used. */
static void state_sphere(struct lammps_data *data, int64_t atom)
{
    const struct model *model = data->spec->model;
    const char *columns = data->rows.style.columns;
    const int32_t type = data->system->type[atom];
    double diameter = 0, density = 0;
    const char *cursor = data->line.word[strchr(columns, COLUMN_DIAMETER) - columns].at;
    text_real(&cursor, &diameter);
    cursor = data->line.word[strchr(columns, COLUMN_DENSITY) - columns].at;
    text_real(&cursor, &density);
    if (diameter != 0 && diameter != 1)
        file_note_add(data->system, 0, "the diameters of atom style %s are not used",
                      data->rows.style.name);
    /* LAMMPS reads the density of an atom with diameter 0 as its mass */
    const double mass = diameter > 0 ? density * M_PI / 6 * pow(diameter, 3) : density;
    const double own = model != NULL && model->types != NULL && type < model->type_count
                           ? model->types[type].mass
                           : 1;
    if (fabs(mass - own) > 0.01 * own)
        file_note_add(data->system, 0, "the masses by the densities of atom style %s are not used",
                      data->rows.style.name);
}

/** Reads the columns of a bead that follow its type and position. */
static bool read_bead(struct lammps_data *data, int64_t atom, struct error *error)
{
    static const char order[BEAD_NUMBERS + 1] = "mquuuDd";
    const char *columns = data->rows.style.columns;
    double value[BEAD_NUMBERS];
    for (int k = 0; k < BEAD_NUMBERS; k++) {
        const int64_t component = order + k - strchr(order, order[k]);
        const char *cursor = data->line.word[strchr(columns, order[k]) - columns + component].at;
        if (!text_real(&cursor, &value[k]))
            value[k] = NAN;
    }
    return lammps_bead(data->file, value, atom, data->system, error);
}

bool lammps_read_atoms(struct lammps_data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    int64_t atom;
    if (!lammps_rows_check(data->file, &data->line, &data->rows, error) ||
        !lammps_read_new_atom(data, data->seen[SEEN_ATOMS], &cursor, &atom, error))
        return false;
    const char *columns = data->rows.style.columns;
    for (int k = 0; columns[k] != '\0'; k++)
        if (!read_column(data, (enum lammps_column)columns[k], data->line.word[k].at, atom, error))
            return false;
    if (!data->beads && lammps_rows_have(&data->rows, COLUMN_DIAMETER))
        state_sphere(data, atom);
    s->x[atom] -= data->header.low[0];
    s->y[atom] -= data->header.low[1];
    s->z[atom] -= data->header.low[2];
    data->found[LAMMPS_ATOMS]++;
    return !data->beads || read_bead(data, atom, error);
}

bool lammps_read_ellipsoids(struct lammps_data *data, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t atom;
    double value[7];
    if (data->header.count[LAMMPS_ELLIPSOIDS] == 0)
        return text_error(data->file, error, "the header counts no ellipsoids");
    if (!lammps_read_new_atom(data, data->seen[SEEN_ELLIPSOIDS], &cursor, &atom, error))
        return false;
    for (int k = 0; k < 7; k++)
        if (!text_real(&cursor, &value[k]))
            return text_error(data->file, error,
                              "expected three diameters and a quaternion of "
                              "atom %" PRId64 ", found \"%.80s\"",
                              system_id(data->system, atom), data->file->line);
    if (value[0] != value[1] || value[1] != value[2])
        return text_error(data->file, error,
                          "atom %" PRId64
                          " has the diameters %g, %g and %g; expected equal ones, because no model "
                          "has forces that depend on the shapes of ellipsoids",
                          system_id(data->system, atom), value[0], value[1], value[2]);
    if (value[0] != 0 && value[0] != 1)
        file_note_add(data->system, 0, "the diameters of ellipsoids are not used");
    data->found[LAMMPS_ELLIPSOIDS]++;
    return lammps_read_end(data, cursor, error) &&
           reader_orientation(data->file, value + 3, atom, data->system, error);
}

bool lammps_read_velocities(struct lammps_data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    const bool turning = data->header.count[LAMMPS_ELLIPSOIDS] > 0;
    /* LAMMPS also writes angular velocities of spheres, and angular momenta of ellipsoids */
    const int turns = 3 * lammps_rows_have(&data->rows, COLUMN_DIAMETER) +
                      3 * lammps_rows_have(&data->rows, COLUMN_FLAG);
    const int numbers = turning ? 6 : data->line.count == 4 + turns ? 3 + turns : 3;
    double value[9] = {0};
    int64_t atom;
    if ((s->velocity == NULL && !system_add(s, SYSTEM_VELOCITY, error)) ||
        (s->spin == NULL && turning && !system_add(s, SYSTEM_SPIN, error)) ||
        !lammps_read_new_atom(data, data->seen[SEEN_VELOCITIES], &cursor, &atom, error))
        return false;
    for (int k = 0; k < numbers; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(data->file, error,
                              "expected the velocity%s of atom %" PRId64 ", found \"%.80s\"",
                              turning ? " and the angular momentum" : "",
                              system_id(data->system, atom), data->file->line);
    memcpy(s->velocity + 3 * atom, value, 3 * sizeof *value);
    for (int k = 3; k < numbers && !turning; k++)
        if (value[k] != 0)
            file_note_add(s, 0, "the angular velocities of spheres are not used");
    if (turning)
        memcpy(s->spin + 3 * atom, value + 3, 3 * sizeof *value);
    data->velocities++;
    return lammps_read_end(data, cursor, error);
}

bool lammps_read_masses(struct lammps_data *data, struct error *error)
{
    const int64_t types = lammps_count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
    const char *cursor = data->file->line;
    int64_t type;
    double mass;
    if (!text_integer(&cursor, &type) || type < 1 || type > types || !text_real(&cursor, &mass) ||
        !(mass > 0) || !isfinite(mass))
        return text_error(data->file, error,
                          "expected a type from 1 to %" PRId64 " and a mass above 0, found "
                          "\"%.80s\"",
                          types, data->file->line);
    if (data->atoms.mass[type - 1] > 0)
        return text_error(data->file, error, "the mass of type %" PRId64 " is given twice", type);
    data->atoms.mass[type - 1] = mass;
    if (data->field.model != NULL)
        lammps_field_mass((int32_t)type - 1, mass, data->line.comment, &data->field);
    return lammps_read_end(data, cursor, error);
}

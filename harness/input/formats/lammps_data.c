#include "harness/input/formats/lammps_data.h"

#include <inttypes.h>

bool lammps_has_own_forms(const struct lammps_data *data)
{
    const struct model *model = data->spec->model;
    return data->beads ||
           (data->header.count[LAMMPS_ELLIPSOIDS] > 0 && (model == NULL || model->oriented));
}

bool lammps_has_own_types(const struct lammps_data *data)
{
    const struct model *model = data->spec->model;
    return model == NULL || data->field.model != NULL ||
           (model->charged && !lammps_has_own_forms(data));
}

int64_t lammps_count_types(const struct lammps_data *data, int kind, int64_t most)
{
    const int64_t types = data->header.types[kind];
    return types > 0 && types < most ? types : most;
}

int64_t lammps_first_of(const struct lammps_data *data, enum lammps_kind kind)
{
    int64_t first = 0;
    for (int k = 0; k < (int)kind; k++)
        first += data->header.count[k];
    return first;
}

bool lammps_read_atom(const struct lammps_data *data, const char **cursor, int64_t *atom,
                      struct error *error)
{
    int64_t id;
    *atom = text_integer(cursor, &id) && id >= 1 ? system_place(data->system, id) : -1;
    if (*atom >= 0)
        return true;
    return data->system->id == NULL
               ? text_error(data->file, error,
                            "expected an atom from 1 to %" PRId64 ", found \"%.80s\"",
                            data->system->n, data->file->line)
               : text_error(data->file, error,
                            "expected an atom of the section Atoms, from 1 on, found \"%.80s\"",
                            data->file->line);
}

bool lammps_read_new_atom(struct lammps_data *data, bool *seen, const char **cursor, int64_t *atom,
                          struct error *error)
{
    if (!lammps_read_atom(data, cursor, atom, error))
        return false;
    if (seen[*atom])
        return text_error(data->file, error, "atom %" PRId64 " is given twice",
                          system_id(data->system, *atom));
    seen[*atom] = true;
    return true;
}

bool lammps_read_end(const struct lammps_data *data, const char *cursor, struct error *error)
{
    return text_is_blank(cursor) ||
           text_error(data->file, error, "expected no more words, found \"%.80s\" in \"%.80s\"",
                      cursor, data->file->line);
}

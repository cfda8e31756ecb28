#include "harness/input/formats/lammps_data.h"
#include "harness/input/formats/nucleotides.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/** Rotates angular momenta into the frames of their particles, once all orientations are known. */
static void turn_spins(struct system *system)
{
    for (int64_t i = 0; system->spin != NULL && i < system->n; i++) {
        double space[3];
        memcpy(space, system->spin + 3 * i, sizeof space);
        rotation_to_body(system->orientation + 4 * i, space, system->spin + 3 * i);
    }
}

/** Whether types are recognized by their coefficients. */
static bool finds_types(const struct lammps_data *data)
{
    const struct model *model = data->spec->model;
    if (data->field.model != NULL || lammps_has_own_forms(data))
        return false;
    return model != NULL
               ? model->charged
               : data->system->charge != NULL && lammps_atoms_known(&data->atoms, data->system);
}

/**
 * Counts the dihedrals with a weighted 1-4 interaction of their ends. There are none if exclusions
 * reach fewer than three bonds, because these pairs then interact like others. EXIT_USAGE if the
 * model has no 1-4 interactions.
 */
static bool count_fourth(const struct lammps_data *data, int64_t *fourth, struct error *error)
{
    const int reach = data->spec->exclusions_reach;
    const int64_t first = lammps_first_of(data, LAMMPS_DIHEDRAL);
    *fourth = 0;
    for (int64_t k = 0; k < data->header.count[LAMMPS_DIHEDRAL]; k++) {
        const int row = data->system->bonded[first + k].row;
        if (lammps_bonded_weight(&data->bonded, row) == 0)
            continue;
        if (!data->typed)
            return error_set(error, EXIT_USAGE,
                             "%s: dihedral type %d has a weight of 1-4 interactions, which only "
                             "charged atoms have here; expected 0",
                             data->file->path, row + 1);
        *fourth += reach == 0 || reach >= 3;
    }
    return true;
}

/** Makes the force field from all coefficients, and sets the coefficient rows of bonded terms. */
static bool set_field(struct lammps_data *data, int of_terms, struct error *error)
{
    struct system *s = data->system;
    int64_t fourth;
    if (!count_fourth(data, &fourth, error))
        return false;
    if (of_terms == 0 && data->field.model == NULL)
        return true;
    const int rows = of_terms + (int)fourth;
    if (s->field == NULL)
        s->field = lammps_field_create(data->file, &data->field, s, rows, error);
    else
        force_field_add_rows(s->field, rows);
    if (s->field == NULL)
        return false;
    lammps_bonded_fill(&data->bonded, s->field);
    if (fourth > 0)
        lammps_atoms_add_fourth(&data->atoms, &data->bonded,
                                s->bonded + lammps_first_of(data, LAMMPS_DIHEDRAL),
                                data->header.count[LAMMPS_DIHEDRAL], of_terms, s);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (data->header.count[k] > 0)
            lammps_bonded_set(&data->bonded, (enum lammps_kind)k,
                              s->bonded + lammps_first_of(data, (enum lammps_kind)k),
                              data->header.count[k]);
    return true;
}

static bool finish_own(struct lammps_data *data, struct error *error)
{
    const struct model *model = data->spec->model;
    if (!data->beads && model != NULL && model->type_count > 1)
        file_note_add(data->system, 0, "types are taken for those of model %s, in their order",
                      model->name);
    lammps_bonded_state(&data->bonded, data->system);
    return (model == NULL || !nucleotides_are_of(model) ||
            nucleotides_check(data->file->path, data->system, error)) &&
           system_exclude_bonds(data->system, 0, error);
}

/**
 * Notes that the file's masses are not used if they differ from the model's. Without a model,
 * compares them with 1. Masses need no note if a force field contains them or if they identify
 * types.
 */
static void state_masses(struct lammps_data *data)
{
    const struct model *model = data->spec->model;
    const struct particle_type *types = model != NULL ? model->types : NULL;
    if (data->typed || data->beads ||
        (data->system->field != NULL && data->system->field->types > 0))
        return;
    for (int t = 0; t < (model != NULL ? model->type_count : MODEL_TYPES); t++) {
        const double mass = data->atoms.mass[t], own = types != NULL ? types[t].mass : 1;
        if (mass > 0 && fabs(mass - own) > 0.01 * own) {
            file_note_add(data->system, 0, "Masses are not used: type %d has %g, %s%s %g", t + 1,
                          mass, model != NULL ? "in model " : "particles without a model ",
                          model != NULL ? model->name : "have", own);
            return;
        }
    }
}

/** Refuses types of the file with names of other types in the model. */
static bool check_names(const struct lammps_data *data, struct error *error)
{
    const struct model *model = data->field.model;
    const struct field_type *type = data->field.type;
    for (int t = 0; type != NULL && t < model->type_count; t++) {
        int named;
        struct error unknown;
        if (type[t].name[0] != '\0' && model_find_type(model, type[t].name, &named, &unknown) &&
            named != t)
            return error_set(error, EXIT_USAGE,
                             "%s: type %d is called %s, which is type %d of model %s; expected "
                             "Pair Coeffs, or types in the model's order",
                             data->file->path, t + 1, type[t].name, named + 1, model->name);
    }
    return true;
}

/**
 * Uses the types of a file without pair coefficients as the model's types, if the model's pairs
 * have coefficients. EXIT_USAGE if the model lacks a type.
 */
static bool take_types(const struct lammps_data *data, struct error *error)
{
    const struct model *model = data->field.model;
    const struct system *s = data->system;
    if (model == NULL || data->field.of_type != NULL || data->field.of_two.count > 0)
        return true;
    for (int64_t i = 0; i < s->n; i++)
        if (s->type[i] >= model->type_count)
            return error_set(error, EXIT_USAGE,
                             "%s: there are no Pair Coeffs; expected types of model %s, from 1 to "
                             "%d, found %d of atom %" PRId64,
                             data->file->path, model->name, model->type_count, s->type[i] + 1,
                             system_id(s, i));
    if (!check_names(data, error))
        return false;
    file_note_add(data->system, 0,
                  "there are no Pair Coeffs: types are taken for those of model %s, in their order",
                  model->name);
    return true;
}

/** Notes that the model ignores the file's orientations, or that the atom style has no charges. */
static void state_lacking(const struct lammps_data *data)
{
    const struct model *model = data->spec->model;
    if (model != NULL && data->header.count[LAMMPS_ELLIPSOIDS] > 0)
        file_note_add(data->system, 0, "orientations of ellipsoids are not used by model %s",
                      model->name);
    if (model != NULL && model->charged && !lammps_rows_have(&data->rows, COLUMN_CHARGE))
        file_note_add(data->system, 0, "no atom has a charge: atom style %s has none",
                      data->rows.style.name);
}

/** Makes types, terms and a force field from the data. */
static bool make(struct lammps_data *data, struct error *error)
{
    struct system *s = data->system;
    int rows;
    s->bonded_count = lammps_first_of(data, LAMMPS_KINDS);
    reader_drop_zero_charges(s);
    data->typed = finds_types(data);
    if (lammps_has_own_forms(data))
        return finish_own(data, error);
    state_lacking(data);
    return take_types(data, error) &&
           lammps_bonded_resolve(data->file, data->atoms.fourth, &data->bonded, s, &rows, error) &&
           (!data->typed || lammps_atoms_finish(data->file, &data->atoms, s, error)) &&
           set_field(data, rows, error);
}

bool lammps_finish(struct lammps_data *data, struct error *error)
{
    turn_spins(data->system);
    if (!make(data, error))
        return false;
    if (data->system->field == NULL && !lammps_has_own_forms(data))
        reader_drop_single_type(data->spec->model, data->system);
    state_masses(data);
    return true;
}

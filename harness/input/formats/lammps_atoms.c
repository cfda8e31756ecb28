#define REAL double
#include "harness/input/formats/lammps_atoms.h"

#include "harness/catalog/model.h"
#include "models/allatom.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Whether a line has so many words, or with image flags three more. */
static bool has_columns(const char *line, int columns)
{
    int words = 0;
    while (line[strspn(line, " \t")] != '#' && text_skip_word(&line))
        words++;
    return words == columns || words == columns + 3;
}

bool lammps_is_full(const char *line)
{
    return has_columns(line, 7);
}

bool lammps_is_molecular(const char *line)
{
    return has_columns(line, 6);
}

bool lammps_atom_charge(const struct text_file *file, const char **cursor, int64_t i,
                        struct lammps_atoms *atoms, struct system *system, struct error *error)
{
    double charge;
    const char *found = *cursor;
    if (!text_real(cursor, &charge) || !(fabs(charge) * CHARGES_PER_E <= CHARGE_LARGEST))
        return text_error(file, error,
                          "expected a charge of atom %" PRId64 " up to %g e, found \"%.40s\"",
                          i + 1, (double)CHARGE_LARGEST / CHARGES_PER_E, found);
    if (system->charge == NULL && !system_add_charges(system, error))
        return false;
    system->charge[i] = (int32_t)lround(charge * CHARGES_PER_E);
    atoms->charged = atoms->charged || charge != 0;
    return true;
}

void lammps_atoms_pair(const struct text_file *file, struct lammps_atoms *atoms)
{
    const char *cursor = file->line;
    int64_t type;
    int count = 0;
    if (!text_integer(&cursor, &type) || type < 1 || type > LAMMPS_ATOM_TYPES)
        return;
    while (count < 4 && text_real(&cursor, &atoms->pair[type - 1].value[count]))
        count++;
    atoms->pair[type - 1].given = count >= 2;
    atoms->pair[type - 1].four = count == 4;
    atoms->fourth = atoms->fourth || count == 4;
}

void lammps_atoms_mass(const struct text_file *file, struct lammps_atoms *atoms)
{
    const char *cursor = file->line;
    int64_t type;
    double mass;
    if (text_integer(&cursor, &type) && type >= 1 && type <= LAMMPS_ATOM_TYPES &&
        text_real(&cursor, &mass) && isfinite(mass))
        atoms->mass[type - 1] = mass;
}

/** Whether a type of the model has these coefficients, to the six digits that files have. */
static bool is_like(const struct allatom_type *type, const double *value)
{
    const double depth = type->root_depth * type->root_depth / 4, sigma = 2 * type->half_sigma;
    return fabs(depth - value[0]) <= 1e-6 && fabs(sigma - value[1]) <= 1e-6;
}

/** The model's type that is like a type of the file; -1: there is none. */
static int32_t find_type(const struct lammps_atoms *atoms, int type,
                         const struct allatom_constants *c)
{
    const double *value = atoms->pair[type].value;
    for (int32_t t = 0; t < ALLATOM_TYPES; t++)
        if (is_like(&c->type[t], value) &&
            (!atoms->pair[type].four || is_like(&c->fourth[t], value + 2)))
            return t;
    return -1;
}

static bool same_type(const struct own_type *a, const struct own_type *b)
{
    return a->depth == b->depth && a->sigma == b->sigma && a->depth14 == b->depth14 &&
           a->sigma14 == b->sigma14 && a->mass == b->mass;
}

/** The system's own type that a type of the file is, appended unless there is one like it. The
 * model lacks the type `stranger`. */
static bool own_type(const struct text_file *file, const struct lammps_atoms *atoms, int type,
                     int stranger, struct own_types *own, int32_t *found, struct error *error)
{
    const double *value = atoms->pair[type].value, *four = value + (atoms->pair[type].four ? 2 : 0);
    const struct own_type wanted = {.depth = value[0],
                                    .sigma = value[1],
                                    .depth14 = four[0],
                                    .sigma14 = four[1],
                                    .mass = atoms->mass[type]};
    for (int k = 0; k < 4; k++)
        if (!(value[k] >= 0) || !isfinite(value[k]))
            return error_set(error, EXIT_USAGE,
                             "%s: expected Pair Coeffs of type %d from 0 on, found %g", file->path,
                             type + 1, value[k]);
    if (!(wanted.mass > 0))
        return error_set(error, EXIT_USAGE,
                         "%s: there is no mass of type %d; model allatom has none with eps %g and "
                         "sigma %g, type %d, so that the masses are the file's",
                         file->path, type + 1, atoms->pair[stranger].value[0],
                         atoms->pair[stranger].value[1], stranger + 1);
    for (*found = 0; *found < own->count; ++*found)
        if (same_type(&own->of[*found], &wanted))
            return true;
    if (own->count == OWN_TYPES_MOST)
        return error_set(error, EXIT_USAGE,
                         "%s: atoms of type %d make more types that differ than the %d that there "
                         "is room for",
                         file->path, type + 1, OWN_TYPES_MOST);
    own->of[own->count++] = wanted;
    return true;
}

/** Finds what the types of the file are that atoms have: all of them the model's, or the system's
 * own. */
static bool find_types(const struct text_file *file, const struct lammps_atoms *atoms,
                       const struct allatom_constants *c, struct system *system,
                       int32_t found[LAMMPS_ATOM_TYPES], struct error *error)
{
    int stranger = -1; /* the first that is none of the model's */
    for (int type = 0; type < LAMMPS_ATOM_TYPES; type++)
        found[type] = -1;
    for (int64_t i = 0; i < system->n; i++) {
        const int type = system->type[i];
        if (!atoms->pair[type].given)
            return error_set(error, EXIT_USAGE,
                             "%s: atom %" PRId64 " is of type %d, of which there are no Pair "
                             "Coeffs eps and sigma",
                             file->path, i + 1, type + 1);
        if (stranger < 0 && found[type] < 0)
            found[type] = find_type(atoms, type, c);
        if (stranger < 0 && found[type] < 0)
            stranger = type;
    }
    for (int type = 0; stranger >= 0 && type < LAMMPS_ATOM_TYPES; type++)
        found[type] = -1;
    for (int64_t i = 0; stranger >= 0 && i < system->n; i++) {
        const int type = system->type[i];
        if (found[type] < 0 &&
            !own_type(file, atoms, type, stranger, &system->own, &found[type], error))
            return false;
    }
    return true;
}

static bool set_types(const struct text_file *file, const struct lammps_atoms *atoms,
                      struct system *system, struct error *error)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    int32_t found[LAMMPS_ATOM_TYPES];
    model_defaults(model, parameters);
    if (!model->derive(parameters, constants, error) ||
        !find_types(file, atoms, (const struct allatom_constants *)constants, system, found, error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        system->type[i] = found[system->type[i]];
    return true;
}

/** Forgets that Pair Coeffs are used by no model. */
static void use_coefficients(struct system *system)
{
    int kept = 0;
    for (int k = 0; k < system->stated_count; k++)
        if (strncmp(system->stated[k].what, "Pair Coeffs", strlen("Pair Coeffs")) != 0)
            system->stated[kept++] = system->stated[k];
    system->stated_count = kept;
}

bool lammps_atoms_finish(const struct text_file *file, const struct lammps_atoms *atoms,
                         struct system *system, struct error *error)
{
    system->excluded_form = ALLATOM_EXCLUDED + 1;
    use_coefficients(system);
    return set_types(file, atoms, system, error);
}

void lammps_atoms_add_fourth(const struct lammps_bonded *bonded, const struct bonded *dihedral,
                             int64_t count, struct system *system)
{
    struct bonded *next = system->bonded + system->bonded_count;
    for (int64_t k = 0; k < count; k++) {
        const double weight = lammps_bonded_weight(bonded, dihedral[k].row);
        if (weight != 0)
            *next++ =
                (struct bonded){.form = weight == 1 ? ALLATOM_FOURTH : ALLATOM_FOURTH_HALF,
                                .member = {dihedral[k].member[0], dihedral[k].member[3], -1, -1}};
    }
    system->bonded_count = next - system->bonded;
}

#include "harness/input/formats/lammps_atoms.h"

#include "harness/particles/file_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const struct model *lammps_atoms_model(void)
{
    const struct model *const *model = models();
    while ((*model)->row14 == NULL)
        model++;
    return *model;
}

/**
 * Whether a type has coefficients for pairs three bonds apart. If no style is named, these are the
 * last two of four numbers.
 */
static bool has_fourth(const struct lammps_pair *pair)
{
    return pair->count == 4 && (pair->style == NULL || pair->style->fourth);
}

/**
 * Returns the coefficients in the model's order: epsilon and sigma, then both again for pairs three
 * bonds apart. If the file has no separate values for these pairs, the first two numbers are
 * repeated.
 */
static struct coefficients coefficients_of(const struct lammps_pair *pair)
{
    const double *value = pair->value, *four = value + (has_fourth(pair) ? 2 : 0);
    return (struct coefficients){true, {value[0], value[1], four[0], four[1]}};
}

bool lammps_atoms_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, struct lammps_atoms *atoms,
                       struct error *error)
{
    atoms->assumed = atoms->assumed || pair->style == NULL;
    /*
     * the third number may be a cut-off, which exceeds sigma, instead of a 1-4 epsilon, which is
     * always smaller
     */
    const bool cut = pair->count == 3 ||
                     (pair->count == 4 && pair->value[1] > 0 && pair->value[2] >= pair->value[1]);
    if (pair->style == NULL && cut)
        return lammps_pairs_refuse_unnamed(file, error);
    if (pair->type[0] != pair->type[1]) {
        lammps_pair_add(pair, &atoms->of_two);
        return true;
    }
    atoms->fourth = atoms->fourth || has_fourth(pair);
    return lammps_pair_keep(file, section, pair, &atoms->of_type[pair->type[0]], error);
}

/** Whether epsilon and sigma equal a type of the model to six digits, the precision of files. */
static bool is_like(const double *of, const double *value)
{
    return fabs(of[0] - value[0]) <= 1e-6 && fabs(of[1] - value[1]) <= 1e-6;
}

/** Whether a mass of the file (0: none) is a mass of the model, within the rounding of files. */
static bool is_mass(double of, double mass)
{
    return mass == 0 || fabs(mass - of) <= 0.01 * of;
}

/** Returns the model's type with the coefficients of a type of the file; -1: there is none. */
static int32_t find_type(const struct lammps_atoms *atoms, int type)
{
    const struct lammps_pair *pair = &atoms->of_type[type];
    const struct particle_type *types = atoms->model->types;
    for (int32_t t = 0; t < atoms->model->type_count; t++)
        if (is_mass(types[t].mass, atoms->mass[type]) &&
            is_like(types[t].coefficients, pair->value) &&
            (!has_fourth(pair) || is_like(types[t].coefficients + 2, pair->value + 2)))
            return t;
    return -1;
}

/**
 * Refuses a type without a mass. The model lacks the type `unknown`, so the file must have a mass
 * for each type.
 */
static bool check_mass(const struct text_file *file, const struct lammps_atoms *atoms, int type,
                       int unknown, struct error *error)
{
    return atoms->mass[type] > 0 ||
           error_set(error, EXIT_USAGE,
                     "%s: there is no mass of type %d; model %s has none with eps %g and "
                     "sigma %g and the mass of type %d, so that the masses are the file's",
                     file->path, type + 1, atoms->model->name, atoms->of_type[unknown].value[0],
                     atoms->of_type[unknown].value[1], unknown + 1);
}

/**
 * Makes a force field with the file's types, because the model lacks the type `unknown`. Types
 * without atoms are left out; `found` maps types of the file to types of the field.
 */
static bool set_field(const struct text_file *file, const struct lammps_atoms *atoms, int unknown,
                      struct system *system, int32_t found[LAMMPS_ATOM_TYPES], struct error *error)
{
    int count = 0;
    for (int type = 0; type < LAMMPS_ATOM_TYPES; type++)
        found[type] = -1;
    for (int64_t i = 0; i < system->n; i++) {
        const int type = system->type[i];
        if (found[type] < 0 && !check_mass(file, atoms, type, unknown, error))
            return false;
        found[type] = found[type] < 0 ? count++ : found[type];
    }
    system->field = force_field_create(count, 0);
    force_field_add_types(system->field);
    for (int type = 0; type < LAMMPS_ATOM_TYPES; type++) {
        if (found[type] < 0)
            continue;
        system->field->of_type[found[type]] = coefficients_of(&atoms->of_type[type]);
        system->field->type[found[type]].mass = atoms->mass[type];
    }
    return true;
}

/**
 * Finds the types of the file's atoms in the model. If the model lacks one, makes a new force field
 * with all of them.
 */
static bool find_types(const struct text_file *file, const struct lammps_atoms *atoms,
                       struct system *system, int32_t found[LAMMPS_ATOM_TYPES], struct error *error)
{
    int unknown = -1; /* first type that the model lacks */
    for (int type = 0; type < LAMMPS_ATOM_TYPES; type++)
        found[type] = -1;
    for (int64_t i = 0; i < system->n; i++) {
        const int type = system->type[i];
        if (atoms->of_type[type].line == 0)
            return error_set(error, EXIT_USAGE,
                             "%s: there are no Pair Coeffs of type %d, epsilon and sigma, by which "
                             "model %s recognizes the atoms; add the section: LAMMPS's write_data "
                             "writes it, except with nocoeff",
                             file->path, type + 1, atoms->model->name);
        if (unknown < 0 && found[type] < 0)
            found[type] = find_type(atoms, type);
        if (unknown < 0 && found[type] < 0)
            unknown = type;
    }
    return unknown < 0 || set_field(file, atoms, unknown, system, found, error);
}

static bool set_types(const struct text_file *file, const struct lammps_atoms *atoms,
                      struct system *system, struct error *error)
{
    int32_t found[LAMMPS_ATOM_TYPES];
    if (!find_types(file, atoms, system, found, error))
        return false;
    for (int64_t i = 0; i < system->n; i++)
        system->type[i] = found[system->type[i]];
    return true;
}

bool lammps_atoms_known(const struct lammps_atoms *atoms, const struct system *system)
{
    for (int64_t i = 0; i < system->n; i++)
        if (atoms->of_type[system->type[i]].line == 0)
            return false;
    return true;
}

/** Whether two numbers are equal to six digits, the precision of files. */
static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-5 * fmax(fabs(a), fabs(b));
}

/**
 * Refuses coefficients of two types (PairIJ Coeffs) that differ from the model's combination of
 * each type's coefficients.
 */
static bool check_mixed(const struct text_file *file, const struct lammps_atoms *atoms,
                        struct error *error)
{
    for (int64_t k = 0; k < atoms->of_two.count; k++) {
        const struct lammps_pair *pair = &atoms->of_two.of[k];
        const struct lammps_pair *p = &atoms->of_type[pair->type[0]];
        const struct lammps_pair *q = &atoms->of_type[pair->type[1]];
        double mixed[MODEL_COEFFICIENTS];
        if (p->line == 0 || q->line == 0)
            continue;
        atoms->model->mix(coefficients_of(p).value, coefficients_of(q).value, mixed);
        for (int part = 0; part < (has_fourth(pair) ? 4 : 2); part += 2)
            if (!is_near(pair->value[part], mixed[part]) ||
                !is_near(pair->value[part + 1], mixed[part + 1]))
                return error_set(
                    error, EXIT_USAGE,
                    "%s:%" PRId64 ": the coefficients of types %d and %d are %g and %g; model %s "
                    "mixes %g and %g from those of each type, and takes no others",
                    file->path, pair->line, pair->type[0] + 1, pair->type[1] + 1, pair->value[part],
                    pair->value[part + 1], atoms->model->name, mixed[part], mixed[part + 1]);
    }
    return true;
}

/**
 * Notes that the model combines the coefficients of two types in another way than LAMMPS does in
 * this style.
 */
static void state_mixing(const struct lammps_atoms *atoms, struct system *system)
{
    const struct lammps_pair *first = NULL;
    for (int t = 0; t < LAMMPS_ATOM_TYPES && atoms->of_two.count == 0; t++) {
        const struct lammps_pair *pair = &atoms->of_type[t];
        if (pair->line == 0 || pair->style == NULL || pair->style->arithmetic)
            continue;
        if (first != NULL && pair->value[1] != first->value[1]) {
            file_note_add(system, first->line,
                          "LAMMPS mixes sigma of %s by geometric means unless pair_modify mix says "
                          "otherwise; model %s mixes it by arithmetic ones",
                          first->style->name, atoms->model->name);
            return;
        }
        first = first == NULL ? pair : first;
    }
}

/** Notes what was assumed about the coefficients. */
static void state_assumptions(const struct lammps_atoms *atoms, struct system *system)
{
    state_mixing(atoms, system);
    if (atoms->assumed)
        file_note_add(
            system, 0,
            "the heading of coefficients of pairs names no style; taken for lj/cut, or for "
            "lj/charmm where there are four numbers");
    for (int t = 0; t < LAMMPS_ATOM_TYPES; t++) {
        const struct lammps_pair_style *style = atoms->of_type[t].style;
        if (style != NULL && style->coulomb)
            file_note_add(system, 0,
                          "the Coulomb interaction of pair style %s is not used: model %s has its "
                          "own (electrostatics)",
                          style->name, atoms->model->name);
        if (style != NULL && !lammps_pair_style_charged(style) && system->charge != NULL)
            file_note_add(system, 0,
                          "pair style %s has no Coulomb interaction, but model %s adds that of the "
                          "charges",
                          style->name, atoms->model->name);
    }
}

bool lammps_atoms_finish(const struct text_file *file, const struct lammps_atoms *atoms,
                         struct system *system, struct error *error)
{
    system->excluded_form = 1; /* 1 + form 0, which corrects excluded pairs in models with
                                * charges */
    state_assumptions(atoms, system);
    return set_types(file, atoms, system, error) && check_mixed(file, atoms, error);
}

void lammps_atoms_add_fourth(const struct lammps_atoms *atoms, const struct lammps_bonded *bonded,
                             const struct bonded *dihedral, int64_t count, int row,
                             struct system *system)
{
    const struct model *model = atoms->model;
    const double per_e2 = 1.0 / CHARGES_PER_E / CHARGES_PER_E;
    struct force_field *field = system->field;
    for (int64_t k = 0; k < count; k++) {
        const int32_t p = dihedral[k].member[0], q = dihedral[k].member[3];
        const double weight = lammps_bonded_weight(bonded, dihedral[k].row);
        const double charges =
            system->charge != NULL ? (double)system->charge[p] * system->charge[q] * per_e2 : 0;
        double mixed[MODEL_COEFFICIENTS];
        if (weight == 0)
            continue;
        model->row14(type_rows_coefficients(model, field, system->type[p], system->type[q], mixed),
                     charges, weight, field->row[row].value);
        system->bonded[system->bonded_count++] =
            (struct bonded){OWN_FORMS + FORM_PAIR_14, row++, {p, q, -1, -1}};
        field->forms |= 1U << FORM_PAIR_14;
    }
}

void lammps_atoms_free(struct lammps_atoms *atoms)
{
    free(atoms->of_two.of);
    *atoms = (struct lammps_atoms){0};
}

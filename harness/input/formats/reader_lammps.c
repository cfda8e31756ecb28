/*
 * LAMMPS data files: a title, a header of counts and box bounds (lammps_header.h), then sections.
 * Read are
 *   Atoms       a row of an atom style for each (lammps_rows.h)
 *   Ellipsoids  "id diameters(3) quaternion(w x y z)", of all atoms or of none
 *   Bonds, Angles, Dihedrals, Impropers
 *               "id type first second …": bonded terms of these members
 *   Bond Coeffs, Angle Coeffs, Dihedral Coeffs, Improper Coeffs
 *               coefficients of their types (lammps_bonded.h)
 *   Pair Coeffs, PairIJ Coeffs, Masses
 *               for models with rows of pairs their types (lammps_field.h), for models that take
 *               charges which of their types the atoms are (lammps_atoms.h), of others what the
 *               file states (lammps_pairs.h)
 *   Velocities  "id velocity(3)" and of ellipsoids their angular momentum (3), of all atoms or none
 * and no other sections. Bonds of nucleotides, which are atoms with ellipsoids, are their model's
 * own; member 0 is the second atom, of which the first is the 3' neighbor. So are bonds and angles
 * of the beads of lipids in water (lammps_beads.h).
 * The box may begin anywhere; what comes out begins at the origin. Positions are wrapped, so that
 * image flags say nothing of them.
 */
#include "harness/base/memory.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_atoms.h"
#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_field.h"
#include "harness/input/formats/lammps_header.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/input/formats/lammps_rows.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/stated.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SEEN_ATOMS, SEEN_ELLIPSOIDS, SEEN_VELOCITIES, SEEN };

struct data {
    struct text_file *file;
    struct lammps_line line; /* the current one */
    struct system *system;
    const struct system_spec *spec;
    struct lammps_header header;
    char style[64]; /* the title from the name of an atom style on; "": it has none */
    struct lammps_rows rows;
    int64_t found[LAMMPS_COUNTED]; /* lines that their sections have had */
    int64_t velocities;            /* number of velocities; the header does not count them */
    bool *seen[SEEN]; /* atoms that the sections Atoms, Ellipsoids and Velocities have had */
    struct lammps_pairs pairs; /* the current section of coefficients */
    struct lammps_bonded bonded;
    struct lammps_field field; /* its model is NULL if the model has no rows of pairs */
    struct lammps_atoms atoms;
    bool beads; /* the atoms are beads */
    bool typed; /* the atoms' types are found by their coefficients */
};

static const int members_of[LAMMPS_KINDS] = {2, 3, 4, 4};

typedef bool read_line(struct data *data, struct error *error);

/** Whether bonded terms are of the model's own forms. */
static bool has_own_forms(const struct data *data)
{
    return data->beads || data->header.count[LAMMPS_ELLIPSOIDS] > 0;
}

/** Whether types are numbers of the file's own, and not places in the model's types. */
static bool has_own_types(const struct data *data)
{
    const struct model *model = data->spec->model;
    return model == NULL || data->field.model != NULL || (model->charged && !has_own_forms(data));
}

/** Returns how many types of a kind of terms, or of atoms, the file may have, which has room for
 * `most`. */
static int64_t count_types(const struct data *data, int kind, int64_t most)
{
    const int64_t types = data->header.types[kind];
    return types > 0 && types < most ? types : most;
}

/** A file has "N atoms" and bounds of the box before its first section. */
static bool recognises(struct text_file *file)
{
    struct lammps_line line;
    struct error error;
    bool atoms = false, box = false;
    if (!text_next(file, "a title", &error))
        return false;
    while (lammps_next(file, &line) && !lammps_is_heading(&line)) {
        atoms = atoms || (line.count >= 2 && text_is_word(&line.word[1], "atoms"));
        box = box || (line.count >= 4 &&
                      (text_is_word(&line.word[2], "xlo") || text_is_word(&line.word[3], "avec")));
        if (atoms && box)
            return true;
    }
    return false;
}

static bool read_header(struct data *data, struct error *error)
{
    return lammps_header_read(data->file, &data->line, &data->header, error);
}

/** Reads an atom's number at the cursor; its place from 0. */
static bool read_atom(const struct data *data, const char **cursor, int64_t *atom,
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

/** The same for a line that may occur once. */
static bool read_new_atom(struct data *data, bool *seen, const char **cursor, int64_t *atom,
                          struct error *error)
{
    if (!read_atom(data, cursor, atom, error))
        return false;
    if (seen[*atom])
        return text_error(data->file, error, "atom %" PRId64 " is here for the second time",
                          system_id(data->system, *atom));
    seen[*atom] = true;
    return true;
}

/** Refuses words after those that were read. */
static bool read_end(const struct data *data, const char *cursor, struct error *error)
{
    return text_is_blank(cursor) ||
           text_error(data->file, error, "expected no more words, found \"%.80s\" in \"%.80s\"",
                      cursor, data->file->line);
}

static bool read_type(struct data *data, const char *cursor, int64_t atom, struct error *error)
{
    const bool own = has_own_types(data);
    const int64_t types = count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
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

/** Reads a column of a row of Atoms, unless it has no meaning here. */
static bool read_column(struct data *data, enum lammps_column column, const char *cursor,
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
            stated_note(data->system, 0, "the dipoles of atom style %s are not used",
                        data->rows.style.name);
        return true;
    default:
        return true;
    }
}

static bool read_atoms(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    int64_t atom;
    if (!lammps_rows_check(data->file, &data->line, &data->rows, error) ||
        !read_new_atom(data, data->seen[SEEN_ATOMS], &cursor, &atom, error))
        return false;
    const char *columns = data->rows.style.columns;
    for (int k = 0; columns[k] != '\0'; k++)
        if (!read_column(data, (enum lammps_column)columns[k], data->line.word[k].at, atom, error))
            return false;
    s->x[atom] -= data->header.low[0];
    s->y[atom] -= data->header.low[1];
    s->z[atom] -= data->header.low[2];
    data->found[LAMMPS_ATOMS]++;
    /* beads have their further columns after id, type and position */
    return !data->beads || lammps_bead(data->file, data->line.word[5].at, atom, s, error);
}

static bool read_ellipsoids(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t atom;
    double value[7];
    if (!read_new_atom(data, data->seen[SEEN_ELLIPSOIDS], &cursor, &atom, error))
        return false;
    for (int k = 0; k < 7; k++)
        if (!text_real(&cursor, &value[k]))
            return text_error(data->file, error,
                              "expected three diameters and a quaternion of "
                              "atom %" PRId64 ", found \"%.80s\"",
                              system_id(data->system, atom), data->file->line);
    data->found[LAMMPS_ELLIPSOIDS]++;
    return read_end(data, cursor, error) &&
           reader_orientation(data->file, value + 3, atom, data->system, error);
}

static bool read_velocities(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    const bool turning = data->header.count[LAMMPS_ELLIPSOIDS] > 0;
    /* spheres have a velocity of rotation, too, which models without orientation do not need */
    const bool spheres = lammps_rows_have(&data->rows, COLUMN_DIAMETER);
    const int numbers = turning || (spheres && data->line.count == 7) ? 6 : 3;
    double value[6];
    int64_t atom;
    if ((s->velocity == NULL && !system_add_velocities(s, error)) ||
        (s->spin == NULL && turning && !system_add_spins(s, error)) ||
        !read_new_atom(data, data->seen[SEEN_VELOCITIES], &cursor, &atom, error))
        return false;
    for (int k = 0; k < numbers; k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(data->file, error,
                              "expected the velocity%s of atom %" PRId64 ", found \"%.80s\"",
                              turning ? " and the angular momentum" : "",
                              system_id(data->system, atom), data->file->line);
    memcpy(s->velocity + 3 * atom, value, 3 * sizeof *value);
    if (turning)
        memcpy(s->spin + 3 * atom, value + 3, 3 * sizeof *value);
    data->velocities++;
    return read_end(data, cursor, error);
}

/** Rotates angular momenta into the bodies' frames, once the orientations are known. */
static void turn_spins(struct system *system)
{
    for (int64_t i = 0; system->spin != NULL && i < system->n; i++) {
        double space[3];
        memcpy(space, system->spin + 3 * i, sizeof space);
        rotation_to_body(system->orientation + 4 * i, space, system->spin + 3 * i);
    }
}

/** Refuses bonds of beads that have not been read. */
static bool check_beads(const struct data *data, struct error *error)
{
    return !data->beads || data->found[LAMMPS_ATOMS] == data->header.count[LAMMPS_ATOMS] ||
           text_error(data->file, error,
                      "expected all atoms before the bonds, found %" PRId64 " of %" PRId64,
                      data->found[LAMMPS_ATOMS], data->header.count[LAMMPS_ATOMS]);
}

/**
 * Returns the place of the first term of a kind: the order of kinds does not depend on that of the
 * sections.
 */
static int64_t first_of(const struct data *data, enum lammps_kind kind)
{
    int64_t first = 0;
    for (int k = 0; k < (int)kind; k++)
        first += data->header.count[k];
    return first;
}

/** Refuses atoms that come again in a term. */
static bool check_members(const struct text_file *file, const struct bonded *term,
                          struct error *error)
{
    for (int m = 0; m < BONDED_MEMBERS; m++)
        for (int k = 0; k < m && term->member[m] >= 0; k++)
            if (term->member[k] == term->member[m])
                return text_error(file, error, "expected different atoms, found \"%.80s\"",
                                  file->line);
    return true;
}

/** Gives a term its form, if the model has one of its own; otherwise the type stays, for a row. */
static bool set_form(struct data *data, enum lammps_kind kind, int64_t type, struct bonded *term,
                     struct error *error)
{
    if (data->beads)
        return (kind == LAMMPS_BOND ? lammps_bead_bond : lammps_bead_angle)(
            data->file, data->system, type, term, error);
    if (has_own_forms(data))
        return check_members(data->file, term, error);
    term->row = (int32_t)type - 1;
    return lammps_bonded_use(data->file, count_types(data, (int)kind, LAMMPS_BONDED_TYPES),
                             &data->bonded, kind, type, error) &&
           check_members(data->file, term, error);
}

static bool read_members(struct data *data, const char *cursor, enum lammps_kind kind,
                         struct bonded *term, struct error *error)
{
    *term = (struct bonded){.member = {-1, -1, -1, -1}};
    for (int m = 0; m < members_of[kind]; m++) {
        int64_t atom;
        if (!read_atom(data, &cursor, &atom, error))
            return false;
        term->member[kind == LAMMPS_BOND ? 1 - m : m] = (int32_t)atom;
    }
    return read_end(data, cursor, error);
}

static bool read_term(struct data *data, enum lammps_kind kind, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t number, type;
    if (!check_beads(data, error))
        return false;
    if (data->found[kind] == data->header.count[kind])
        return text_error(data->file, error, "expected %" PRId64 " %s, found more",
                          data->header.count[kind], lammps_counted[kind]);
    if (kind > (data->beads ? LAMMPS_ANGLE : LAMMPS_BOND) && has_own_forms(data))
        return text_error(data->file, error, "expected no %s of %s", lammps_counted[kind],
                          data->beads ? "the beads of lipids" : "atoms with ellipsoids");
    if (!text_integer(&cursor, &number) || !text_integer(&cursor, &type) || type < 1 ||
        type > INT32_MAX)
        return text_error(data->file, error,
                          "expected a line \"number type\" and %d atoms of %s, found \"%.80s\"",
                          members_of[kind], lammps_counted[kind], data->file->line);
    struct bonded *term = &data->system->bonded[first_of(data, kind) + data->found[kind]++];
    return read_members(data, cursor, kind, term, error) && set_form(data, kind, type, term, error);
}

static bool read_bonds(struct data *data, struct error *error)
{
    return read_term(data, LAMMPS_BOND, error);
}

static bool read_angles(struct data *data, struct error *error)
{
    return read_term(data, LAMMPS_ANGLE, error);
}

static bool read_dihedrals(struct data *data, struct error *error)
{
    return read_term(data, LAMMPS_DIHEDRAL, error);
}

static bool read_impropers(struct data *data, struct error *error)
{
    return read_term(data, LAMMPS_IMPROPER, error);
}

static bool read_bonded_coefficients(struct data *data, struct error *error)
{
    const int64_t types = count_types(data, (int)data->bonded.section, LAMMPS_BONDED_TYPES);
    return lammps_bonded_coefficients(data->file, types, &data->bonded, error);
}

/** Passes over coefficients that no model here uses. */
static bool pass_line(struct data *data, struct error *error)
{
    (void)data;
    (void)error;
    return true;
}

/** Refuses a pair style with charges for atoms whose style has none, as LAMMPS does. */
static bool check_charges(const struct data *data, const struct lammps_pair *pair,
                          struct error *error)
{
    return pair->style == NULL || !lammps_pair_style_charged(pair->style) ||
           lammps_rows_have(&data->rows, COLUMN_CHARGE) ||
           text_error(data->file, error,
                      "pair style %s is one of charges, which atoms of style %s do not have; "
                      "expected an atom style such as charge or full",
                      pair->style->name, data->rows.style.name);
}

static bool read_pair_coefficients(struct data *data, struct error *error)
{
    const struct model *model = data->spec->model;
    const int types = (int)count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
    struct lammps_pair pair;
    if (!lammps_pairs_read(data->file, &data->pairs, model, types, &pair, error) ||
        !check_charges(data, &pair, error))
        return false;
    lammps_pairs_state(data->file, &data->pairs, &pair, model, data->system);
    if (data->field.model != NULL)
        return lammps_field_pair(data->file, &data->pairs, &pair, data->line.comment, &data->field,
                                 error);
    return (model != NULL && !model->charged) ||
           lammps_atoms_pair(data->file, &data->pairs, &pair, &data->atoms, error);
}

static bool read_masses(struct data *data, struct error *error)
{
    const int64_t types = count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
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
        return text_error(data->file, error,
                          "the mass of type %" PRId64 " is here for the second time", type);
    data->atoms.mass[type - 1] = mass;
    return read_end(data, cursor, error) &&
           (data->field.model == NULL ||
            lammps_field_mass((int32_t)type - 1, mass, data->line.comment, &data->field, error));
}

/** Allocates the arrays of a complete header, and scans the atoms; does nothing the second time. */
static bool allocate(struct data *data, struct error *error)
{
    struct system *s = data->system;
    const int64_t *counts = data->header.count;
    if (s->x != NULL)
        return true;
    if (!lammps_header_check(data->file, &data->header, error))
        return false;
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (!reader_holds(data->file, counts[k], lammps_counted[k], error))
            return false;
    if (counts[LAMMPS_ELLIPSOIDS] != 0 && counts[LAMMPS_ELLIPSOIDS] != counts[LAMMPS_ATOMS])
        return text_error(data->file, error,
                          "%" PRId64 " ellipsoids for %" PRId64 " atoms; "
                          "expected all or none",
                          counts[LAMMPS_ELLIPSOIDS], counts[LAMMPS_ATOMS]);
    if (!reader_allocate(data->file, counts[LAMMPS_ATOMS], s, error) ||
        !lammps_rows_find(data->file, data->spec->style, data->style, &data->header, &data->line,
                          &data->rows, s, error))
        return false;
    /* a dihedral may have a 1-4 term */
    const int64_t terms = first_of(data, LAMMPS_KINDS) + counts[LAMMPS_DIHEDRAL];
    memcpy(s->box, data->header.edge, sizeof s->box);
    data->beads = counts[LAMMPS_ELLIPSOIDS] == 0 &&
                  lammps_rows_have(&data->rows, COLUMN_MOLECULE) &&
                  lammps_rows_have(&data->rows, COLUMN_DIPOLE);
    for (int k = 0; k < SEEN; k++) {
        data->seen[k] = memory_allocate_zeroed(s->n, sizeof(bool), "atoms of a file", error);
        if (data->seen[k] == NULL)
            return false;
    }
    return system_add_types(s, error) &&
           ((counts[LAMMPS_ELLIPSOIDS] == 0 && !data->beads) ||
            system_add_orientations(s, error)) &&
           (terms == 0 || system_add_bonded(s, terms, error)) &&
           (data->beads || !lammps_rows_have(&data->rows, COLUMN_CHARGE) ||
            system_add_charges(s, error));
}

/** Finds the function that reads the lines of a section of coefficients of pairs for the model. */
static bool find_pairs(struct data *data, read_line **section, struct error *error)
{
    const struct model *model = data->spec->model;
    const bool used = model == NULL || lammps_pairs_are_of(model);
    if (used && model != NULL && !lammps_pairs_check(data->file, &data->pairs, model, error))
        return false;
    const bool known = data->pairs.style != NULL || data->pairs.hybrid;
    const bool named = data->pairs.name[0] != '\0';
    if (!used || (model == NULL && !known && named))
        *section = pass_line;
    else
        *section = read_pair_coefficients;
    if (*section == pass_line || (!named && model != NULL && !has_own_types(data)))
        lammps_pairs_unused(data->file, &data->pairs, data->system);
    return true;
}

/** Finds the function for the lines of a section, whose heading is the current line. */
static bool find_section(struct data *data, read_line **section, struct error *error)
{
    static const struct {
        const char *name;
        read_line *read;
    } sections[] = {{"Atoms", read_atoms},         {"Bonds", read_bonds},
                    {"Angles", read_angles},       {"Ellipsoids", read_ellipsoids},
                    {"Masses", read_masses},       {"Velocities", read_velocities},
                    {"Dihedrals", read_dihedrals}, {"Impropers", read_impropers}};
    const struct lammps_line *line = &data->line;
    if (lammps_bonded_begin(data->file, line, &data->bonded)) {
        *section = read_bonded_coefficients;
        return true;
    }
    if (lammps_pairs_begin(line, &data->pairs))
        return find_pairs(data, section, error);
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
        if (!lammps_is_line(line, sections[k].name))
            continue;
        *section = sections[k].read;
        return *section != read_ellipsoids || data->header.count[LAMMPS_ELLIPSOIDS] > 0 ||
               text_error(data->file, error, "the header counts no ellipsoids");
    }
    if (line->count == 3 && text_is_word(&line->word[1], "Type"))
        return text_error(data->file, error,
                          "type labels are not read; LAMMPS writes numbers in their place by "
                          "\"write_data FILE nolabelmap\"");
    return text_error(data->file, error,
                      "expected a section Atoms, Bonds, Angles, Dihedrals, Impropers, "
                      "Ellipsoids, Masses, Velocities or … Coeffs, found \"%.40s\"",
                      data->file->line);
}

/** Whether the atoms' types are found by their coefficients. */
static bool finds_types(const struct data *data)
{
    const struct model *model = data->spec->model;
    if (data->field.model != NULL || has_own_forms(data))
        return false;
    return model != NULL
               ? model->charged
               : data->system->charge != NULL && lammps_atoms_known(&data->atoms, data->system);
}

/**
 * Counts the dihedrals whose ends interact with a weight, unless exclusions reach so few bonds that
 * these pairs interact as others do. EXIT_USAGE if particles have no such interactions.
 */
static bool count_fourth(const struct data *data, int64_t *fourth, struct error *error)
{
    const int reach = data->spec->exclusions_reach;
    const int64_t first = first_of(data, LAMMPS_DIHEDRAL);
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

/** Makes the force field from all coefficients, and gives the terms their rows of it. */
static bool set_field(struct data *data, int of_terms, struct error *error)
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
    else if (!force_field_add_rows(s->field, rows, error))
        return false;
    if (s->field == NULL)
        return false;
    lammps_bonded_fill(&data->bonded, s->field);
    if (fourth > 0)
        lammps_atoms_add_fourth(&data->atoms, &data->bonded,
                                s->bonded + first_of(data, LAMMPS_DIHEDRAL),
                                data->header.count[LAMMPS_DIHEDRAL], of_terms, s);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (data->header.count[k] > 0)
            lammps_bonded_set(&data->bonded, (enum lammps_kind)k,
                              s->bonded + first_of(data, (enum lammps_kind)k),
                              data->header.count[k]);
    return true;
}

static bool finish_own(struct data *data, struct error *error)
{
    lammps_bonded_state(&data->bonded, data->system);
    return system_exclude_bonds(data->system, 0, error);
}

/** States that masses are not used which are not those of the model's types; without a model, which
 * are not 1. Those of a force field are, and those by which the types of atoms were found. */
static void state_masses(struct data *data)
{
    const struct model *model = data->spec->model;
    const struct particle_type *types = model != NULL ? model->types : NULL;
    if (data->typed || data->beads ||
        (data->system->field != NULL && data->system->field->types > 0))
        return;
    for (int t = 0; t < (model != NULL ? model->type_count : MODEL_TYPES); t++) {
        const double mass = data->atoms.mass[t], own = types != NULL ? types[t].mass : 1;
        if (mass > 0 && fabs(mass - own) > 0.01 * own) {
            stated_note(data->system, 0, "Masses are not used: type %d has %g, %s%s %g", t + 1,
                        mass, model != NULL ? "in model " : "particles without a model ",
                        model != NULL ? model->name : "have", own);
            return;
        }
    }
}

/** Takes types of a file without coefficients of pairs for those of a model with rows of pairs.
 * EXIT_USAGE for one that the model has not. */
static bool take_types(const struct data *data, struct error *error)
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
    stated_note(data->system, 0,
                "there are no Pair Coeffs: types are taken for those of model %s, in their order",
                model->name);
    return true;
}

/** States that a model with charges gets none from the file's atom style. */
static void state_charges(const struct data *data)
{
    const struct model *model = data->spec->model;
    if (model != NULL && model->charged && !lammps_rows_have(&data->rows, COLUMN_CHARGE))
        stated_note(data->system, 0, "no atom has a charge: atom style %s has none",
                    data->rows.style.name);
}

/** Makes types, terms and a force field from the data. */
static bool finish(struct data *data, struct error *error)
{
    struct system *s = data->system;
    int rows;
    s->bonded_count = first_of(data, LAMMPS_KINDS);
    reader_settle_charges(s);
    data->typed = finds_types(data);
    if (has_own_forms(data))
        return finish_own(data, error);
    state_charges(data);
    return take_types(data, error) &&
           lammps_bonded_resolve(data->file, data->atoms.fourth, &data->bonded, &rows, error) &&
           (!data->typed || lammps_atoms_finish(data->file, &data->atoms, s, error)) &&
           set_field(data, rows, error);
}

/** Refuses a file in which something is missing. */
static bool check_counts(const struct data *data, struct error *error)
{
    for (int k = 0; k < LAMMPS_COUNTED; k++)
        if (data->found[k] != data->header.count[k])
            return text_error(data->file, error,
                              "the file ends here with %" PRId64 " of its %" PRId64 " %s",
                              data->found[k], data->header.count[k], lammps_counted[k]);
    return data->velocities == 0 || data->velocities == data->system->n ||
           text_error(data->file, error,
                      "the file ends here with %" PRId64 " velocities for %" PRId64
                      " atoms; expected all or none",
                      data->velocities, data->system->n);
}

/** Whether a word without blanks is one of LAMMPS' units. */
static bool is_units(const char *word)
{
    char parted[32];
    snprintf(parted, sizeof parted, " %s ", word);
    return strcasestr(" lj real metal si cgs electron micro nano ", parted) != NULL;
}

/** Takes of the title what programs write there: "units = metal", "metal units", "atom_style full
 * generated by …". */
static void read_title(struct data *data)
{
    char title[512], *rest = NULL;
    const char *last = "";
    snprintf(title, sizeof title, "%s", data->file->line);
    for (char *word = strtok_r(title, " \t=:,;()\"'#", &rest); word != NULL;
         last = word, word = strtok_r(NULL, " \t=:,;()\"'#", &rest)) {
        const bool before = strcasecmp(last, "units") == 0, here = strcasecmp(word, "units") == 0;
        if ((before && is_units(word)) || (here && is_units(last)))
            reader_state_units(data->file, before ? word : last, data->spec->model, data->system);
        if (strcmp(word, "atom_style") == 0)
            snprintf(data->style, sizeof data->style, "%s", rest != NULL ? rest : "");
    }
}

static bool read_all(struct data *data, struct error *error)
{
    read_line *section = read_header;
    if (!text_next(data->file, "a title", error))
        return false;
    read_title(data);
    while (lammps_next(data->file, &data->line))
        if (lammps_is_heading(&data->line)
                ? !find_section(data, &section, error) || !allocate(data, error)
                : !section(data, error))
            return false;
    if (!allocate(data, error) || !check_counts(data, error))
        return false;
    turn_spins(data->system);
    if (!finish(data, error))
        return false;
    if (data->system->field == NULL && !has_own_forms(data))
        reader_settle_types(data->spec->model, data->system);
    state_masses(data);
    return true;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    const bool rows =
        spec->model != NULL && spec->model->row_reals > 0 && spec->model->row14 == NULL;
    struct data data = {.file = file,
                        .system = system,
                        .spec = spec,
                        .field = {.model = rows ? spec->model : NULL},
                        .atoms = {.model = spec->model != NULL && spec->model->row14 != NULL
                                               ? spec->model
                                               : lammps_atoms_model()}};
    bool good = read_all(&data, error);
    for (int k = 0; k < SEEN; k++)
        free(data.seen[k]);
    lammps_bonded_free(&data.bonded);
    lammps_field_free(&data.field);
    lammps_atoms_free(&data.atoms);
    return good;
}

const struct reader reader_lammps = {
    .name = "lammps",
    .summary = "LAMMPS data file: a title, then lines as \"64 atoms\" and \"0 10 xlo xhi\"",
    .suffixes = (const char *const[]){".lmp", NULL},
    .styles = true,
    .recognises = recognises,
    .read = read,
};

/*
 * LAMMPS data files: a comment, a header of counts and box bounds, then sections. Read are
 *   Atoms       "id type x y z …" of the atom styles of the table below, image flags after them
 *   Ellipsoids  "id diameters(3) quaternion(w x y z)", of all atoms or of none
 *   Bonds, Angles, Dihedrals, Impropers
 *               "id type first second …": bonded terms of these members
 *   Bond Coeffs, Angle Coeffs, Dihedral Coeffs, Improper Coeffs
 *               coefficients of their types (harness/input/formats/lammps_bonded.h)
 *   Pair Coeffs, PairIJ Coeffs, Masses
 *               for models with rows of pairs their types (lammps_field.h), for charged atoms which
 *               types of the model they are (lammps_atoms.h), of others what the file states
 *               (lammps_coefficients.h)
 *   Velocities  "id velocity(3)" and of ellipsoids their angular momentum (3), of all atoms or none
 * and no other sections. Bonds of nucleotides, which are atoms with ellipsoids, are their model's
 * own; member 0 is the second atom, of which the first is the 3' neighbor. So are bonds and angles
 * of the beads of lipids in water (lammps_beads.h).
 * The box may begin anywhere; what comes out begins at the origin. Positions are wrapped, so that
 * image flags say nothing of them.
 */
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_atoms.h"
#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_box.h"
#include "harness/input/formats/lammps_coefficients.h"
#include "harness/input/formats/lammps_field.h"
#include "harness/input/formats/reader.h"
#include "harness/physics/shared/rotation.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_ATOMS, SEEN_ELLIPSOIDS, SEEN_VELOCITIES, SEEN };

/* the kinds of bonded terms come first, as enum lammps_kind has them */
enum { ATOMS = LAMMPS_KINDS, ELLIPSOIDS, COUNTED };

struct data {
    struct text_file *file;
    struct system *system;
    const struct system_spec *spec;
    int64_t counts[COUNTED]; /* what the header promises */
    int64_t found[COUNTED];  /* lines that their sections have had */
    int64_t velocities;      /* lines that their section has had; the header does not count them */
    double low[3];
    bool *seen[SEEN]; /* atoms that the sections Atoms, Ellipsoids and Velocities have had */
    const struct atom_style *style;          /* of the section Atoms */
    bool styled;                             /* its heading names it */
    struct lammps_coefficients coefficients; /* the section of these that is read */
    struct lammps_bonded bonded;
    struct lammps_field field; /* its model is NULL: it has no rows of pairs */
    bool beads;                /* the atoms are beads */
    bool full;                 /* of style full, and may have charges */
    struct lammps_atoms atoms;
};

/* among the styles those of charged atoms with bonds, and of others with bonds */
enum { FULL = 6, MOLECULAR = 7 };

/** Where an atom style has the type and the position in its lines, and what stands between. */
static const struct atom_style {
    const char *name;
    int before_type; /* words between id and type: the molecule */
    int charges;     /* between type and position, which have to be 0 */
    int others;      /* behind these: diameter and density, or flag and density */
} atom_styles[] = {
    {"atomic", 0, 0, 0},        {"hybrid", 0, 0, 0},
    {"angle", 1, 0, 0},         {"bond", 1, 0, 0},
    {"charge", 0, 1, 0},        {"ellipsoid", 0, 0, 2},
    [FULL] = {"full", 1, 1, 0}, [MOLECULAR] = {"molecular", 1, 0, 0},
    {"sphere", 0, 0, 2},
};

enum { ATOM_STYLES = sizeof atom_styles / sizeof *atom_styles };

static const char *const counted[COUNTED] = {"bonds",     "angles", "dihedrals",
                                             "impropers", "atoms",  "ellipsoids"};

static const int members_of[LAMMPS_KINDS] = {2, 3, 4, 4};

/** Whether bonded terms are of the model's own forms. */
static bool has_own_forms(const struct data *data)
{
    return data->beads || data->counts[ELLIPSOIDS] > 0;
}

typedef bool read_line(struct data *data, struct error *error);

static bool recognises(const char *line)
{
    return strncmp(line, "LAMMPS", strlen("LAMMPS")) == 0;
}

/** Reads a count, if the line is that of one. */
static bool read_count(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    char word[2][16] = {"", ""};
    text_skip_word(&cursor);
    sscanf(cursor, "%15s %15s", word[0], word[1]);
    for (int k = 0; k < COUNTED; k++) {
        if (strcmp(word[0], counted[k]) != 0 || word[1][0] != '\0')
            continue;
        cursor = data->file->line;
        if (!text_integer(&cursor, &data->counts[k]) || data->counts[k] < 0)
            return text_error(data->file, error, "expected the number of %s, found \"%.80s\"",
                              counted[k], data->file->line);
    }
    return true;
}

/** Reads a count or bounds of the box; other lines of the header are not needed. */
static bool read_header(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    double value[2];
    if (strstr(cursor, "xy xz yz") != NULL)
        return lammps_box_tilt(data->file, cursor, 3, error);
    if (!text_real(&cursor, &value[0]))
        return text_error(data->file, error,
                          "expected a count or the name of a section, found "
                          "\"%.80s\"",
                          cursor);
    if (!text_real(&cursor, &value[1]))
        return read_count(data, error);
    for (int d = 0; d < 3; d++) {
        const char low[] = {"xyz"[d], 'l', 'o', '\0'};
        if (strstr(cursor, low) != NULL &&
            !lammps_box_axis(data->file, value, d, &data->low[d], data->system, error))
            return false;
    }
    return true;
}

/** Reads an atom's number at the cursor, from 1; its place from 0. */
static bool read_atom(const struct data *data, const char **cursor, int64_t *atom,
                      struct error *error)
{
    if (text_integer(cursor, atom) && *atom >= 1 && *atom <= data->system->n) {
        --*atom;
        return true;
    }
    return text_error(data->file, error, "expected an atom from 1 to %" PRId64 ", found \"%.80s\"",
                      data->system->n, data->file->line);
}

/** The same for a line that only one may have. */
static bool read_new_atom(struct data *data, bool *seen, const char **cursor, int64_t *atom,
                          struct error *error)
{
    if (!read_atom(data, cursor, atom, error))
        return false;
    if (seen[*atom])
        return text_error(data->file, error, "atom %" PRId64 " is here for the second time",
                          *atom + 1);
    seen[*atom] = true;
    return true;
}

/** Moves over what stands between an atom's type and its position. */
static bool pass_to_position(struct data *data, const char **cursor, int64_t atom,
                             struct error *error)
{
    double charge;
    if (data->full &&
        !lammps_atom_charge(data->file, cursor, atom, &data->atoms, data->system, error))
        return false;
    for (int k = 0; k < data->style->charges && !data->full; k++)
        if (!text_real(cursor, &charge) || charge != 0)
            return text_error(data->file, error,
                              "expected no charge of atom %" PRId64
                              ", for models have none but by type, found \"%.80s\"",
                              atom + 1, data->file->line);
    for (int k = 0; k < data->style->others; k++)
        text_skip_word(cursor);
    return true;
}

/** Finds what the atoms are from the first of them. */
static bool find_atoms(struct data *data, struct error *error)
{
    const char *line = data->file->line;
    if (!data->styled && lammps_is_full(line))
        data->style = &atom_styles[FULL];
    if (!data->styled && data->counts[LAMMPS_BOND] > 0 && lammps_is_molecular(line))
        data->style = &atom_styles[MOLECULAR];
    data->full = data->style == &atom_styles[FULL];
    data->beads =
        data->counts[ELLIPSOIDS] == 0 && !data->full &&
        ((!data->styled && lammps_is_bead(line)) || strcmp(data->style->name, "hybrid") == 0);
    if (data->beads && data->found[LAMMPS_BOND] > 0)
        return text_error(data->file, error, "expected Atoms before Bonds");
    return !data->beads || system_add_orientations(data->system, error);
}

static bool read_atoms(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    int64_t atom, type;
    if (data->found[ATOMS] == 0 && !find_atoms(data, error))
        return false;
    if (!read_new_atom(data, data->seen[SEEN_ATOMS], &cursor, &atom, error))
        return false;
    for (int k = 0; k < data->style->before_type; k++)
        text_skip_word(&cursor);
    const bool any = data->full || data->field.model != NULL; /* types are the file's */
    const int types = any ? (int)LAMMPS_ATOM_TYPES : (int)MODEL_TYPES;
    if (!text_integer(&cursor, &type) || type < 1 || type > types)
        return text_error(data->file, error,
                          "expected the type of atom %" PRId64
                          ", from 1 to the %d that %s have at most, found \"%.40s\"",
                          atom + 1, types, any ? "files" : "models", cursor);
    if (!pass_to_position(data, &cursor, atom, error) ||
        !reader_position(data->file, cursor, atom, s, error))
        return false;
    s->type[atom] = (int32_t)type - 1;
    s->x[atom] -= data->low[0];
    s->y[atom] -= data->low[1];
    s->z[atom] -= data->low[2];
    data->found[ATOMS]++;
    for (int d = 0; d < 3; d++)
        text_skip_word(&cursor);
    return !data->beads || lammps_bead(data->file, cursor, atom, s, error);
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
                              atom + 1, data->file->line);
    data->found[ELLIPSOIDS]++;
    return reader_orientation(data->file, value + 3, atom, data->system, error);
}

static bool read_velocities(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    bool turning = data->counts[ELLIPSOIDS] > 0;
    double value[6];
    int64_t atom;
    if ((s->velocity == NULL && !system_add_velocities(s, error)) ||
        (s->spin == NULL && turning && !system_add_spins(s, error)) ||
        !read_new_atom(data, data->seen[SEEN_VELOCITIES], &cursor, &atom, error))
        return false;
    for (int k = 0; k < (turning ? 6 : 3); k++)
        if (!text_real(&cursor, &value[k]) || !isfinite(value[k]))
            return text_error(
                data->file, error, "expected the velocity%s of atom %" PRId64 ", found \"%.80s\"",
                turning ? " and the angular momentum" : "", atom + 1, data->file->line);
    memcpy(s->velocity + 3 * atom, value, 3 * sizeof *value);
    if (turning)
        memcpy(s->spin + 3 * atom, value + 3, 3 * sizeof *value);
    data->velocities++;
    return true;
}

/** Brings angular momenta into the bodies' frames, once the orientations are known. */
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
    return !data->beads || data->found[ATOMS] == data->counts[ATOMS] ||
           text_error(data->file, error,
                      "expected all atoms before the bonds, found %" PRId64 " of %" PRId64,
                      data->found[ATOMS], data->counts[ATOMS]);
}

/** Returns the place of the first term of a kind: kinds stand in order, whichever section comes
 * first. */
static int64_t first_of(const struct data *data, enum lammps_kind kind)
{
    int64_t first = 0;
    for (int k = 0; k < (int)kind; k++)
        first += data->counts[k];
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

/** Gives a term its form, if that is the model's own, else leaves it with its type for a row. */
static bool set_form(struct data *data, enum lammps_kind kind, int64_t type, struct bonded *term,
                     struct error *error)
{
    if (data->beads)
        return (kind == LAMMPS_BOND ? lammps_bead_bond : lammps_bead_angle)(
            data->file, data->system, type, term, error);
    if (has_own_forms(data))
        return true;
    term->row = (int32_t)type - 1;
    return lammps_bonded_use(data->file, &data->bonded, kind, type, error) &&
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
    return true;
}

static bool read_term(struct data *data, enum lammps_kind kind, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t number, type;
    if (!check_beads(data, error))
        return false;
    if (data->found[kind] == data->counts[kind])
        return text_error(data->file, error, "expected %" PRId64 " %s, found more",
                          data->counts[kind], counted[kind]);
    if (kind > (data->beads ? LAMMPS_ANGLE : LAMMPS_BOND) && has_own_forms(data))
        return text_error(data->file, error, "expected no %s of %s", counted[kind],
                          data->beads ? "the beads of lipids" : "atoms with ellipsoids");
    if (!text_integer(&cursor, &number) || !text_integer(&cursor, &type) || type < 1 ||
        type > INT32_MAX)
        return text_error(data->file, error,
                          "expected a line \"number type\" and %d atoms of %s, found \"%.80s\"",
                          members_of[kind], counted[kind], data->file->line);
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
    return lammps_bonded_coefficients(data->file, &data->bonded, error);
}

static bool read_pair_coefficients(struct data *data, struct error *error)
{
    if (data->field.model != NULL)
        return lammps_field_pair(data->file, &data->field, data->system, error);
    if (data->coefficients.types == 1)
        lammps_atoms_pair(data->file, &data->atoms);
    return lammps_coefficients_read(data->file, &data->coefficients, data->system, error);
}

static bool read_masses(struct data *data, struct error *error)
{
    if (data->field.model != NULL)
        return lammps_field_mass(data->file, &data->field, error);
    lammps_atoms_mass(data->file, &data->atoms);
    return true;
}

/** Makes room for what the header promises, once it is complete. */
static bool allocate(struct data *data, struct error *error)
{
    struct system *s = data->system;
    const double box[3] = {s->box[0], s->box[1], s->box[2]};
    if (!(box[0] > 0 && box[1] > 0 && box[2] > 0))
        return text_error(data->file, error,
                          "expected bounds of the box before the sections, as "
                          "\"0 10 xlo xhi\"");
    const int64_t *counts = data->counts;
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (!reader_holds(data->file, counts[k], counted[k], error))
            return false;
    if (data->counts[ELLIPSOIDS] != 0 && data->counts[ELLIPSOIDS] != data->counts[ATOMS])
        return text_error(data->file, error,
                          "%" PRId64 " ellipsoids for %" PRId64 " atoms; "
                          "expected all or none",
                          data->counts[ELLIPSOIDS], data->counts[ATOMS]);
    if (!reader_allocate(data->file, data->counts[ATOMS], s, error))
        return false;
    /* a dihedral may have a 1-4 term */
    const int64_t terms = first_of(data, LAMMPS_KINDS) + counts[LAMMPS_DIHEDRAL];
    memcpy(s->box, box, sizeof box);
    for (int k = 0; k < SEEN; k++) {
        data->seen[k] = memory_allocate_zeroed(s->n, sizeof(bool), "atoms of a file", error);
        if (data->seen[k] == NULL)
            return false;
    }
    return system_add_types(s, error) &&
           (data->counts[ELLIPSOIDS] == 0 || system_add_orientations(s, error)) &&
           (terms == 0 || system_add_bonded(s, terms, error));
}

/** Takes the atom style after the heading "Atoms", if there is one. */
static bool find_style(struct data *data, const char *name, struct error *error)
{
    char known[160] = "";
    data->styled = name[0] != '\0';
    if (!data->styled)
        return true;
    for (int k = 0; k < ATOM_STYLES; k++) {
        data->style = &atom_styles[k];
        if (strcmp(data->style->name, name) == 0)
            return true;
        text_append(known, sizeof known, ", ", "%s", data->style->name);
    }
    return text_error(data->file, error, "expected an atom style of %s, found %s", known, name);
}

/** Finds the section of coefficients whose heading the current line is; *section stays NULL if it
 * is none. */
static bool find_coefficients(struct data *data, read_line **section, struct error *error)
{
    *section = NULL;
    if (lammps_bonded_begin(data->file, &data->bonded))
        *section = read_bonded_coefficients;
    else if (lammps_coefficients_begin(data->file, &data->coefficients))
        *section = read_pair_coefficients;
    return *section != read_pair_coefficients || data->field.model == NULL ||
           lammps_field_begin(data->file, &data->field, error);
}

static bool find_section(struct data *data, read_line **section, struct error *error)
{
    static const struct {
        const char *name;
        read_line *read;
    } sections[] = {{"Atoms", read_atoms},         {"Bonds", read_bonds},
                    {"Angles", read_angles},       {"Ellipsoids", read_ellipsoids},
                    {"Masses", read_masses},       {"Velocities", read_velocities},
                    {"Dihedrals", read_dihedrals}, {"Impropers", read_impropers}};
    char name[32] = "", style[32] = "";
    if (!find_coefficients(data, section, error))
        return false;
    if (*section != NULL)
        return data->system->x != NULL || allocate(data, error);
    sscanf(data->file->line, "%31s # %31s", name, style);
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
        if (strcmp(sections[k].name, name) != 0)
            continue;
        if (data->system->x == NULL && !allocate(data, error))
            return false;
        *section = sections[k].read;
        if (*section == read_ellipsoids && data->counts[ELLIPSOIDS] == 0)
            return text_error(data->file, error, "the header counts no ellipsoids");
        return *section != read_atoms || find_style(data, style, error);
    }
    return text_error(data->file, error,
                      "expected a section Atoms, Bonds, Angles, Dihedrals, Impropers, "
                      "Ellipsoids, Masses, Velocities or … Coeffs, found \"%.40s\"",
                      data->file->line);
}

/** Whether the atoms' charges are those of a model, and their types are found by coefficients. */
static bool has_charged_atoms(const struct data *data)
{
    const struct model *model = data->spec->model;
    return data->atoms.charged && data->field.model == NULL && (model == NULL || model->charged);
}

/** Adds 1-4 terms of dihedrals with weights, unless so few bonds exclude atoms that these pairs
 * interact as others do. */
static bool add_fourth(struct data *data, struct error *error)
{
    const int reach = data->spec->exclusions_reach;
    const int64_t count = data->counts[LAMMPS_DIHEDRAL];
    if (count == 0)
        return true;
    const struct bonded *dihedral = data->system->bonded + first_of(data, LAMMPS_DIHEDRAL);
    if (has_charged_atoms(data)) {
        if (reach == 0 || reach >= 3)
            lammps_atoms_add_fourth(&data->bonded, dihedral, count, data->system);
        return true;
    }
    for (int64_t k = 0; k < count; k++)
        if (lammps_bonded_weight(&data->bonded, dihedral[k].row) != 0)
            return error_set(error, EXIT_USAGE,
                             "%s: dihedral type %d has a weight of 1-4 interactions, which only "
                             "charged atoms have here; expected 0",
                             data->file->path, dihedral[k].row + 1);
    return true;
}

/** Makes the force field out of all coefficients, and of the terms those of its rows. */
static bool set_field(struct data *data, int rows, struct error *error)
{
    struct system *s = data->system;
    if (rows == 0 && data->field.model == NULL)
        return true;
    s->field = lammps_field_create(data->file, &data->field, s, rows, error);
    if (s->field == NULL)
        return false;
    lammps_bonded_fill(&data->bonded, s->field);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (data->counts[k] > 0)
            lammps_bonded_set(&data->bonded, (enum lammps_kind)k,
                              s->bonded + first_of(data, (enum lammps_kind)k), data->counts[k]);
    return true;
}

static bool finish_own(struct data *data, struct error *error)
{
    lammps_bonded_state(&data->bonded, data->system);
    return system_exclude_bonds(data->system, 0, error);
}

/** Makes types, terms and a force field of what has been read. */
static bool finish(struct data *data, struct error *error)
{
    struct system *s = data->system;
    int rows;
    s->bonded_count = first_of(data, LAMMPS_KINDS);
    if (!data->atoms.charged) {
        free(s->charge);
        s->charge = NULL;
    }
    if (has_own_forms(data))
        return finish_own(data, error);
    return lammps_bonded_resolve(data->file, data->atoms.fourth, &data->bonded, &rows, error) &&
           (!has_charged_atoms(data) || lammps_atoms_finish(data->file, &data->atoms, s, error)) &&
           add_fourth(data, error) && set_field(data, rows, error);
}

static bool read_all(struct data *data, struct error *error)
{
    read_line *section = read_header;
    if (!text_next(data->file, "a comment", error))
        return false;
    while (!text_ended(data->file)) {
        if (isalpha((unsigned char)data->file->line[0])) {
            if (!find_section(data, &section, error))
                return false;
        } else if (!section(data, error)) {
            return false;
        }
    }
    if (data->system->x == NULL && !allocate(data, error))
        return false;
    for (int k = 0; k < COUNTED; k++)
        if (data->found[k] != data->counts[k])
            return text_error(data->file, error,
                              "the file ends here with %" PRId64 " of its %" PRId64 " %s",
                              data->found[k], data->counts[k], counted[k]);
    if (data->velocities != 0 && data->velocities != data->system->n)
        return text_error(data->file, error,
                          "the file ends here with %" PRId64 " velocities for %" PRId64
                          " atoms; expected all or none",
                          data->velocities, data->system->n);
    turn_spins(data->system);
    return finish(data, error);
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    const bool rows = spec->model != NULL && spec->model->row_reals > 0;
    struct data data = {.file = file,
                        .system = system,
                        .style = atom_styles,
                        .spec = spec,
                        .field = {.model = rows ? spec->model : NULL}};
    bool good = read_all(&data, error);
    for (int k = 0; k < SEEN; k++)
        free(data.seen[k]);
    lammps_bonded_free(&data.bonded);
    lammps_field_free(&data.field);
    return good;
}

const struct reader reader_lammps = {
    .name = "lammps",
    .summary = "LAMMPS data file, its first line beginning with LAMMPS",
    .suffixes = (const char *const[]){".lmp", NULL},
    .recognises = recognises,
    .read = read,
};

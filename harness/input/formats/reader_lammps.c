/*
 * LAMMPS data files: a comment, a header of counts and box bounds, then sections. Read are
 *   Atoms       "id type x y z …" of the atom styles of the table below, image flags behind them
 *   Ellipsoids  "id diameters(3) quaternion(w x y z)", of all atoms or of none
 *   Bonds       "id type first second": a bonded term whose member 0 is the second atom. Of
 *               nucleotides, the first is the 3' neighbor of the second
 * and of the beads of lipids in water (harness/input/formats/lammps_beads.h) whole Atoms, Bonds and
 *   Angles      "id type first second third": a bonded term of these members
 * and of charged atoms of style full (harness/input/formats/lammps_atoms.h) whole Atoms, Bonds and
 *   Dihedrals   "id type first second third fourth": terms between the first and the last
 * and of all
 *   Velocities  "id velocity(3)" and of ellipsoids their angular momentum (3), of all atoms or none
 *   … Coeffs    as what the file states (harness/input/formats/lammps_coefficients.h)
 * Masses are those of charged atoms alone, whose Angles and Impropers are passed over; other
 * sections are refused.
 * The box may begin anywhere; what comes out begins at the origin. Positions are wrapped, so that
 * image flags say nothing of them.
 */
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_atoms.h"
#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_box.h"
#include "harness/input/formats/lammps_coefficients.h"
#include "harness/input/formats/reader.h"
#include "harness/physics/shared/rotation.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_ATOMS, SEEN_ELLIPSOIDS, SEEN_VELOCITIES, SEEN };

enum { ATOMS, BONDS, ELLIPSOIDS, ANGLES, DIHEDRALS, IMPROPERS, COUNTED };

struct data {
    struct text_file *file;
    struct system *system;
    int reach;               /* of exclusions along bonds; 0: the usual one */
    int64_t counts[COUNTED]; /* what the header promises */
    int64_t found[COUNTED];  /* lines that their sections have had */
    int64_t velocities;      /* lines that their section has had; the header does not count them */
    double low[3];
    bool *seen[SEEN]; /* atoms that the sections Atoms, Ellipsoids and Velocities have had */
    const struct atom_style *style;          /* of the section Atoms */
    bool styled;                             /* its heading names it */
    struct lammps_coefficients coefficients; /* the section of these that is read */
    bool beads;                              /* the atoms are beads */
    bool full;                               /* of style full, and may have charges */
    struct lammps_atoms atoms;
};

enum { FULL = 6 /* that of charged atoms with bonds, among the styles */ };

/** Where an atom style has the type and the position in its lines, and what stands between. */
static const struct atom_style {
    const char *name;
    int before_type; /* words between id and type: the molecule */
    int charges;     /* between type and position, which have to be 0 */
    int others;      /* behind these: diameter and density, or flag and density */
} atom_styles[] = {
    {"atomic", 0, 0, 0},        {"hybrid", 0, 0, 0},    {"angle", 1, 0, 0},
    {"bond", 1, 0, 0},          {"charge", 0, 1, 0},    {"ellipsoid", 0, 0, 2},
    [FULL] = {"full", 1, 1, 0}, {"molecular", 1, 0, 0}, {"sphere", 0, 0, 2},
};

enum { ATOM_STYLES = sizeof atom_styles / sizeof *atom_styles };

static const char *const counted[COUNTED] = {"atoms",  "bonds",     "ellipsoids",
                                             "angles", "dihedrals", "impropers"};

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

static bool read_atoms(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    struct system *s = data->system;
    int64_t atom, type;
    if (data->found[ATOMS] == 0) {
        if (!data->styled && lammps_is_full(cursor))
            data->style = &atom_styles[FULL];
        data->full = data->style == &atom_styles[FULL];
    }
    if (data->found[ATOMS] == 0 && data->counts[ELLIPSOIDS] == 0 && !data->full &&
        (lammps_is_bead(cursor) || strcmp(data->style->name, "hybrid") == 0 ||
         (data->style == atom_styles && data->counts[ANGLES] > 0))) {
        data->beads = true;
        if (data->found[BONDS] > 0)
            return text_error(data->file, error, "expected Atoms before Bonds");
        if (!system_add_orientations(s, error))
            return false;
    }
    if (!read_new_atom(data, data->seen[SEEN_ATOMS], &cursor, &atom, error))
        return false;
    for (int k = 0; k < data->style->before_type; k++)
        text_skip_word(&cursor);
    const int types = data->full ? (int)LAMMPS_ATOM_TYPES : (int)MODEL_TYPES;
    if (!text_integer(&cursor, &type) || type < 1 || type > types)
        return text_error(data->file, error,
                          "expected the type of atom %" PRId64
                          ", from 1 to the %d that %s have at most, found \"%.40s\"",
                          atom + 1, types, data->full ? "files" : "models", cursor);
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

static bool read_bonds(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t number, type, first, second;
    if (!check_beads(data, error))
        return false;
    if (data->found[BONDS] == data->counts[BONDS])
        return text_error(data->file, error, "expected %" PRId64 " bonds, found more",
                          data->counts[BONDS]);
    if (!text_integer(&cursor, &number) || !text_integer(&cursor, &type) || type < 1 ||
        type > INT32_MAX)
        return text_error(data->file, error,
                          "expected a bond as \"number type atom atom\", found "
                          "\"%.80s\"",
                          data->file->line);
    if (!read_atom(data, &cursor, &first, error) || !read_atom(data, &cursor, &second, error))
        return false;
    struct bonded *term = &data->system->bonded[data->found[BONDS]++];
    *term = (struct bonded){.form = (int32_t)type - 1,
                            .member = {(int32_t)second, (int32_t)first, -1, -1}};
    return !data->beads || lammps_bead_bond(data->file, data->system, type, term, error);
}

static bool read_angles(struct data *data, struct error *error)
{
    const char *cursor = data->file->line;
    int64_t number, type, member[3];
    if (!check_beads(data, error))
        return false;
    if (data->full) {
        data->found[ANGLES]++;
        return true;
    }
    if (!data->beads)
        return text_error(data->file, error, "expected angles only behind the Atoms of beads");
    if (data->found[ANGLES] == data->counts[ANGLES])
        return text_error(data->file, error, "expected %" PRId64 " angles, found more",
                          data->counts[ANGLES]);
    if (!text_integer(&cursor, &number) || !text_integer(&cursor, &type))
        return text_error(data->file, error,
                          "expected an angle as \"number type atom atom atom\", found \"%.80s\"",
                          data->file->line);
    for (int m = 0; m < 3; m++)
        if (!read_atom(data, &cursor, &member[m], error))
            return false;
    /* behind the bonds, whichever section comes first */
    struct bonded *term = &data->system->bonded[data->counts[BONDS] + data->found[ANGLES]++];
    *term =
        (struct bonded){.member = {(int32_t)member[0], (int32_t)member[1], (int32_t)member[2], -1}};
    return lammps_bead_angle(data->file, data->system, type, term, error);
}

/** Refuses lines of a section that only charged atoms have. */
static bool check_full(const struct data *data, const char *what, struct error *error)
{
    return data->full ||
           text_error(data->file, error, "expected %s only behind Atoms of style full", what);
}

static bool read_dihedrals(struct data *data, struct error *error)
{
    data->found[DIHEDRALS]++;
    return check_full(data, "dihedrals", error) &&
           lammps_atoms_dihedral(data->file, data->system, &data->atoms, error);
}

static bool read_impropers(struct data *data, struct error *error)
{
    data->found[IMPROPERS]++;
    return check_full(data, "impropers", error);
}

static bool read_coefficients(struct data *data, struct error *error)
{
    return lammps_atoms_coefficients(data->file, data->coefficients.what, &data->atoms, error) &&
           lammps_coefficients_read(data->file, &data->coefficients, data->system, error);
}

static bool read_masses(struct data *data, struct error *error)
{
    (void)error;
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
    if (!reader_holds(data->file, counts[BONDS], "bonds", error) ||
        !reader_holds(data->file, counts[ANGLES], "angles", error))
        return false;
    if (data->counts[ELLIPSOIDS] != 0 && data->counts[ELLIPSOIDS] != data->counts[ATOMS])
        return text_error(data->file, error,
                          "%" PRId64 " ellipsoids for %" PRId64 " atoms; "
                          "expected all or none",
                          data->counts[ELLIPSOIDS], data->counts[ATOMS]);
    if (!reader_allocate(data->file, data->counts[ATOMS], s, error))
        return false;
    memcpy(s->box, box, sizeof box);
    for (int k = 0; k < SEEN; k++) {
        data->seen[k] = memory_allocate_zeroed(s->n, sizeof(bool), "atoms of a file", error);
        if (data->seen[k] == NULL)
            return false;
    }
    return system_add_types(s, error) &&
           (data->counts[ELLIPSOIDS] == 0 || system_add_orientations(s, error)) &&
           (counts[BONDS] + counts[ANGLES] == 0 ||
            system_add_bonded(s, counts[BONDS] + counts[ANGLES], error));
}

/** Takes the atom style behind the heading "Atoms", if there is one. */
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
    if (lammps_coefficients_begin(data->file, &data->coefficients)) {
        *section = read_coefficients;
        return data->system->x != NULL || allocate(data, error);
    }
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
    if (data->atoms.charged) {
        data->system->bonded_count = data->found[BONDS];
        return lammps_atoms_finish(data->file, data->reach, &data->atoms, data->system, error);
    }
    free(data->system->charge);
    data->system->charge = NULL;
    if (!data->full || data->found[ANGLES] + data->found[DIHEDRALS] == 0)
        return system_exclude_bonds(data->system, 0, error);
    return error_set(error, EXIT_USAGE,
                     "%s: angles and dihedrals of atoms without charges are those of no model",
                     data->file->path);
}

static bool read(struct text_file *file, int reach, struct system *system, struct error *error)
{
    struct data data = {.file = file, .system = system, .style = atom_styles, .reach = reach};
    bool good = read_all(&data, error);
    for (int k = 0; k < SEEN; k++)
        free(data.seen[k]);
    lammps_atoms_free(&data.atoms);
    return good;
}

const struct reader reader_lammps = {
    .name = "lammps",
    .summary = "LAMMPS data file, its first line beginning with LAMMPS",
    .suffixes = (const char *const[]){".lmp", NULL},
    .recognises = recognises,
    .read = read,
};

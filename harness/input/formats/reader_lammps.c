/*
 * LAMMPS data files: a title, a header of counts and box bounds (lammps_header.h), then sections.
 * These sections are read:
 *   Atoms       a row per atom, with the columns of an atom style (lammps_rows.h)
 *   Ellipsoids  "id diameters(3) quaternion(w x y z)", of all atoms or of none
 *   Bonds, Angles, Dihedrals, Impropers
 *               "id type first second …": bonded terms of these members
 *   Bond Coeffs, Angle Coeffs, Dihedral Coeffs, Improper Coeffs
 *               coefficients of their types (lammps_bonded.h)
 *   Pair Coeffs, PairIJ Coeffs, Masses
 *               if pairs of the model have coefficients: the types (lammps_field.h); if the
 *               model has charges: coefficients that identify its types (lammps_atoms.h);
 *               otherwise: parameters to compare with (lammps_pairs.h)
 *   Velocities  "id velocity(3)", then angular momentum(3) of ellipsoids, of all atoms or none
 * Other sections are not read. Nucleotides are atoms with ellipsoids; bonds have their model's own
 * form. In the file the first atom is the 3' neighbor of the second, which becomes member 0. Bonds
 * and angles of lipid beads (lammps_beads.h) also have their model's own forms. The box may begin
 * anywhere, and is shifted to the origin. Positions are wrapped, and image flags are not used.
 */
#include "harness/base/memory.h"
#include "harness/catalog/model.h"
#include "harness/input/formats/lammps_beads.h"
#include "harness/input/formats/lammps_data.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef bool read_line(struct lammps_data *data, struct error *error);

/** Whether a file has "N atoms" and bounds of a box before its first section. */
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

static bool read_header(struct lammps_data *data, struct error *error)
{
    return lammps_header_read(data->file, &data->line, &data->header, error);
}

static bool read_bonds(struct lammps_data *data, struct error *error)
{
    return lammps_read_term(data, LAMMPS_BOND, error);
}

static bool read_angles(struct lammps_data *data, struct error *error)
{
    return lammps_read_term(data, LAMMPS_ANGLE, error);
}

static bool read_dihedrals(struct lammps_data *data, struct error *error)
{
    return lammps_read_term(data, LAMMPS_DIHEDRAL, error);
}

static bool read_impropers(struct lammps_data *data, struct error *error)
{
    return lammps_read_term(data, LAMMPS_IMPROPER, error);
}

static bool read_bonded_coefficients(struct lammps_data *data, struct error *error)
{
    const int64_t types = lammps_count_types(data, (int)data->bonded.section, LAMMPS_BONDED_TYPES);
    (void)error;
    lammps_bonded_coefficients(data->file, types, &data->bonded);
    return true;
}

/** Skips a line of coefficients that no model uses. */
static bool pass_line(struct lammps_data *data, struct error *error)
{
    (void)data;
    (void)error;
    return true;
}

/** Refuses a pair style with charges if the atom style has none, as LAMMPS does. */
static bool check_charges(const struct lammps_data *data, const struct lammps_pair *pair,
                          struct error *error)
{
    return pair->style == NULL || !lammps_pair_style_charged(pair->style) ||
           lammps_rows_have(&data->rows, COLUMN_CHARGE) ||
           text_error(data->file, error,
                      "pair style %s is one of charges, which atoms of style %s do not have; "
                      "expected an atom style such as charge or full",
                      pair->style->name, data->rows.style.name);
}

static bool read_pair_coefficients(struct lammps_data *data, struct error *error)
{
    const struct model *model = data->spec->model;
    const int types = (int)lammps_count_types(data, LAMMPS_ATOMS, LAMMPS_ATOM_TYPES);
    struct lammps_pair pair;
    if (!lammps_pairs_read(data->file, &data->pairs, model, types, &pair, error) ||
        !check_charges(data, &pair, error))
        return false;
    lammps_pairs_state(data->file, &data->pairs, &pair, model, data->system);
    if (data->field.model != NULL && pair.style == NULL)
        file_note_add(data->system, 0,
                      "the heading of coefficients of pairs names no style; taken for lj/cut");
    if (data->field.model != NULL)
        return lammps_field_pair(data->file, &data->pairs, &pair, data->line.comment, &data->field,
                                 error);
    if (model == NULL || model->charged)
        return lammps_atoms_pair(data->file, &data->pairs, &pair, &data->atoms, error);
    return pair.type[0] != pair.type[1] ||
           lammps_pair_keep(data->file, &data->pairs, &pair, &data->atoms.of_type[pair.type[0]],
                            error);
}

/**
 * Allocates the system once the header is complete, and scans the section Atoms; a second call does
 * nothing.
 */
static bool allocate(struct lammps_data *data, struct error *error)
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
    if (counts[LAMMPS_ELLIPSOIDS] != 0 && data->spec->model != NULL &&
        lammps_beads_are_of(data->spec->model))
        return text_error(data->file, error,
                          "ellipsoids have no charges and dipoles, by which model %s recognizes "
                          "its beads; expected atom style hybrid angle dipole sphere",
                          data->spec->model->name);
    if (!reader_allocate(data->file, counts[LAMMPS_ATOMS], s, error) ||
        !lammps_rows_find(data->file, data->spec->style, data->style, &data->header, &data->line,
                          &data->rows, s, error))
        return false;
    /* one more for each dihedral, because it may have a 1-4 term */
    const int64_t terms = lammps_first_of(data, LAMMPS_KINDS) + counts[LAMMPS_DIHEDRAL];
    memcpy(s->box, data->header.edge, sizeof s->box);
    data->beads = counts[LAMMPS_ELLIPSOIDS] == 0 && lammps_beads_are_of(data->spec->model) &&
                  lammps_rows_have(&data->rows, COLUMN_MOLECULE) &&
                  lammps_rows_have(&data->rows, COLUMN_DIPOLE) &&
                  lammps_rows_have(&data->rows, COLUMN_DIAMETER);
    for (int k = 0; k < SEEN; k++) {
        data->seen[k] = memory_allocate_zeroed(s->n, sizeof(bool), "atoms of a file", error);
        if (data->seen[k] == NULL)
            return false;
    }
    return system_add(s, SYSTEM_TYPE, error) &&
           ((counts[LAMMPS_ELLIPSOIDS] == 0 && !data->beads) ||
            system_add(s, SYSTEM_ORIENTATION, error)) &&
           (terms == 0 || system_add_list(s, SYSTEM_BONDED, terms, error)) &&
           (data->beads || !lammps_rows_have(&data->rows, COLUMN_CHARGE) ||
            system_add(s, SYSTEM_CHARGE, error));
}

/** Finds the function that reads the lines of a section of pair coefficients for the model. */
static bool find_pairs(struct lammps_data *data, read_line **section, struct error *error)
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
    if (*section == pass_line || (!named && model != NULL && !lammps_has_own_types(data)))
        lammps_pairs_unused(data->file, &data->pairs, data->system);
    return true;
}

/** Finds the function for the lines of a section. The current line is the section's heading. */
static bool find_section(struct lammps_data *data, read_line **section, struct error *error)
{
    static const struct {
        const char *name;
        read_line *read;
    } sections[] = {{"Atoms", lammps_read_atoms},   {"Bonds", read_bonds},
                    {"Angles", read_angles},        {"Ellipsoids", lammps_read_ellipsoids},
                    {"Masses", lammps_read_masses}, {"Velocities", lammps_read_velocities},
                    {"Dihedrals", read_dihedrals},  {"Impropers", read_impropers}};
    const struct lammps_line *line = &data->line;
    if (lammps_bonded_begin(data->file, line, &data->bonded)) {
        *section = read_bonded_coefficients;
        return true;
    }
    if (lammps_pairs_begin(line, data->spec->model, &data->pairs))
        return find_pairs(data, section, error);
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
        if (!lammps_is_line(line, sections[k].name))
            continue;
        *section = sections[k].read;
        return true;
    }
    if (line->count == 3 && text_is_word(&line->word[1], "Type"))
        return text_error(data->file, error,
                          "type labels are not read; LAMMPS writes numbers in their place by "
                          "\"write_data FILE nolabelmap\"");
    if (line->count == 2 && text_is_word(&line->word[1], "Coeffs"))
        return text_error(data->file, error,
                          "%.40s are those of a style that is not read, such as class2; expected "
                          "Pair, PairIJ, Bond, Angle, Dihedral or Improper Coeffs",
                          data->file->line + strspn(data->file->line, " \t"));
    return text_error(data->file, error,
                      "expected a section Atoms, Bonds, Angles, Dihedrals, Impropers, "
                      "Ellipsoids, Masses, Velocities or … Coeffs, found \"%.40s\"",
                      data->file->line);
}

/** Refuses a file with fewer items than its header counts. */
static bool check_counts(const struct lammps_data *data, struct error *error)
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

/** Whether a word is the name of a system of units in LAMMPS. */
static bool is_units(const char *word)
{
    char padded[32];
    snprintf(padded, sizeof padded, " %s ", word);
    return strcasestr(" lj real metal si cgs electron micro nano ", padded) != NULL;
}

/**
 * Whether the words are LAMMPS's boundary styles of three axes, at least one not periodic, such as
 * "p p f".
 */
static bool is_open(const char *words)
{
    char side[3][3];
    bool open = false;
    words += strspn(words, " \t=:\"'");
    if (sscanf(words, "%2s %2s %2s", side[0], side[1], side[2]) != 3)
        return false;
    for (int d = 0; d < 3; d++) {
        if (side[d][strspn(side[d], "pfsm")] != '\0')
            return false;
        open = open || side[d][strspn(side[d], "p")] != '\0';
    }
    return open;
}

/**
 * Reads what programs write into the title: "units = metal", "metal units", "atom_style full
 * generated by …". Refuses "boundary p p f".
 */
static bool read_title(struct lammps_data *data, struct error *error)
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
        if (strcmp(word, "boundary") == 0 && rest != NULL && is_open(rest))
            return text_error(data->file, error,
                              "expected boundaries that are periodic in all directions, found "
                              "\"%.80s\"",
                              data->file->line);
    }
    return true;
}

static bool read_all(struct lammps_data *data, struct error *error)
{
    read_line *section = read_header;
    if (!text_next(data->file, "a title", error) || !read_title(data, error))
        return false;
    while (lammps_next(data->file, &data->line))
        if (lammps_is_heading(&data->line)
                ? !find_section(data, &section, error) || !allocate(data, error)
                : !section(data, error))
            return false;
    return allocate(data, error) && check_counts(data, error) && lammps_finish(data, error);
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    const bool rows =
        spec->model != NULL && spec->model->row_reals > 0 && spec->model->row14 == NULL;
    struct lammps_data data = {.file = file,
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

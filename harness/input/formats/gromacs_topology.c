#include "harness/input/formats/gromacs_topology.h"

#include "harness/particles/exclusions.h"
#include "models/forms/info.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_SOUGHT = 512 /* the last rows, among which an equal one is looked for */ };

static const char *const site_headings[] = {"virtual_sites1", "virtual_sites2", "virtual_sites3",
                                            "virtual_sites4", "virtual_sitesn", NULL};

/** Names of the first versions, which GROMACS still reads. */
static const char *const renamed[][2] = {
    {"dummies1", "virtual_sites1"}, {"dummies2", "virtual_sites2"},
    {"dummies3", "virtual_sites3"}, {"dummies4", "virtual_sites4"},
    {"dummiesn", "virtual_sitesn"}, {"virtual_sitesN", "virtual_sitesn"}};

static struct gromacs_molecule *current(struct gromacs_topology *topology)
{
    return topology->molecules > 0 ? &topology->molecule[topology->molecules - 1] : NULL;
}

static bool few(const struct gromacs_lines *lines, int least, const char *what, struct error *error)
{
    return lines->words >= least ||
           gromacs_lines_error(lines, error, "expected %s, found %d words", what, lines->words);
}

static bool take_moleculetype(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                              struct error *error)
{
    struct gromacs_molecule molecule = {0};
    if (!few(lines, 2, "the name of a molecule and how many bonds apart its excluded particles are",
             error) ||
        !gromacs_whole(lines, 1, "bonds up to which particles are excluded", 0, 100,
                       &molecule.reach, error))
        return false;
    if (strlen(lines->word[0]) >= sizeof molecule.name)
        return gromacs_lines_error(lines, error, "expected a name of under %zu characters",
                                   sizeof molecule.name);
    memcpy(molecule.name, lines->word[0], strlen(lines->word[0]));
    const struct hash key = hash_of_text(molecule.name);
    if (gromacs_index_find(&topology->molecule_of, key) >= 0)
        return gromacs_lines_error(lines, error, "molecule %s comes a second time", molecule.name);
    if (!gromacs_room((void **)&topology->molecule, topology->molecules, &topology->molecule_room,
                      sizeof molecule, "molecules", error) ||
        !gromacs_index_add(&topology->molecule_of, key, topology->molecules, error))
        return false;
    topology->molecule[topology->molecules++] = molecule;
    return true;
}

/** Takes "number type residue residue atom group [charge [mass]]". */
static bool take_atom(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                      struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    struct gromacs_atom atom = {0};
    int64_t number;
    if (!few(lines, 6, "number, type, residue, its name, atom and charge group", error) ||
        !gromacs_whole(lines, 0, "the number of the atom", molecule->atoms + 1, molecule->atoms + 1,
                       &number, error))
        return false;
    if (lines->words > 8)
        return gromacs_lines_error(lines, error,
                                   "expected at most 8 words, found %d: a second "
                                   "state of an atom has no place here",
                                   lines->words);
    atom.type = gromacs_types_find(&topology->types, lines->word[1]);
    if (atom.type < 0)
        return gromacs_lines_error(lines, error,
                                   "atom %" PRId64 " of %s has type %.40s, of which "
                                   "[ atomtypes ] have no parameters",
                                   number, molecule->name, lines->word[1]);
    struct gromacs_atom_type *type = &topology->types.type[atom.type];
    atom.charge = type->charge;
    atom.mass = type->mass;
    snprintf(atom.name, sizeof atom.name, "%s", lines->word[4]);
    if ((lines->words > 6 && !gromacs_real(lines, 6, "a charge", &atom.charge, error)) ||
        (lines->words > 7 && !gromacs_real(lines, 7, "a mass", &atom.mass, error)))
        return false;
    if (atom.mass < 0)
        return gromacs_lines_error(lines, error, "expected a mass from 0 on, found %g", atom.mass);
    if (topology->types.pairs > 0 && !type->paired && type->lj.w == 0 && atom.charge == 0)
        return gromacs_lines_error(lines, error,
                                   "type %s of atom %" PRId64 " of %s interacts with no other: "
                                   "[ nonbond_params ] do not name it, and [ atomtypes ] have 0",
                                   type->name, number, molecule->name);
    if (!gromacs_room((void **)&molecule->atom, molecule->atoms, &molecule->atom_room, sizeof atom,
                      "atoms of a molecule", error))
        return false;
    molecule->atom[molecule->atoms++] = atom;
    return true;
}

/** Reads different members of a term from a word on, counted from 0. */
static bool read_members(const struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                         int first, int count, int32_t *member, struct error *error)
{
    if (!few(lines, first + count, "atoms and a function", error))
        return false;
    for (int m = 0; m < count; m++) {
        int64_t number;
        if (!gromacs_whole(lines, first + m, "an atom of the molecule", 1, molecule->atoms, &number,
                           error))
            return false;
        member[m] = (int32_t)number - 1;
        for (int k = 0; k < m; k++)
            if (member[k] == member[m])
                return gromacs_lines_error(lines, error, "atom %" PRId64 " comes twice in a term",
                                           number);
    }
    return true;
}

static bool add_pair(int32_t (**list)[2], int64_t *count, int64_t *room, int32_t p, int32_t q,
                     struct error *error)
{
    if (!gromacs_room((void **)list, *count, room, sizeof **list, "pairs of a molecule", error))
        return false;
    (*list)[*count][0] = p < q ? p : q;
    (*list)[(*count)++][1] = p < q ? q : p;
    return true;
}

static bool add_bond(struct gromacs_molecule *molecule, const int32_t member[2],
                     struct error *error)
{
    return add_pair(&molecule->bond, &molecule->bonds, &molecule->bond_room, member[0], member[1],
                    error);
}

/** Finds `count` rows with these numbers, or adds them; *row is the first. */
static bool find_rows(struct gromacs_topology *topology, const double *numbers, int count,
                      int32_t *row, struct error *error)
{
    const size_t size = (size_t)count * sizeof *topology->row;
    const int64_t last = topology->rows - count;
    for (int64_t k = last; k >= 0 && k > last - ROWS_SOUGHT; k--)
        if (memcmp(&topology->row[k], numbers, size) == 0) {
            *row = (int32_t)k;
            return true;
        }
    *row = (int32_t)topology->rows;
    for (int k = 0; k < count; k++) {
        if (!gromacs_room((void **)&topology->row, topology->rows, &topology->row_room,
                          sizeof *topology->row, "rows of bonded terms", error))
            return false;
        memcpy(&topology->row[topology->rows++], numbers + k * BONDED_NUMBERS,
               sizeof *topology->row);
    }
    return true;
}

static bool add_term(struct gromacs_topology *topology, int form, const double *numbers,
                     const int32_t *member, struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    const struct form_info *info = &form_infos[form];
    struct bonded term = {.form = OWN_FORMS + form, .member = {-1, -1, -1, -1}};
    memcpy(term.member, member, (size_t)info->members * sizeof *member);
    if (!find_rows(topology, numbers, info->rows, &term.row, error) ||
        !gromacs_room((void **)&molecule->term, molecule->terms, &molecule->term_room, sizeof term,
                      "bonded terms of a molecule", error))
        return false;
    molecule->term[molecule->terms++] = term;
    return true;
}

/** Adds a term of a style with these parameters. */
static bool add_styled(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       const struct gromacs_style *style, const double *value,
                       const int32_t *member, struct error *error)
{
    double numbers[FORM_ROWS * BONDED_NUMBERS];
    return (gromacs_style_convert(style, &topology->units, value, numbers) ||
            gromacs_lines_error(lines, error,
                                "expected a multiplicity that is a whole number from 0 on for %s "
                                "%d (%s)",
                                gromacs_kind_names[style->kind], style->function, style->name)) &&
           add_term(topology, style->form, numbers, member, error);
}

/** Adds the terms that the types of the members have parameters of. */
static bool add_by_types(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         const struct gromacs_style *style, const int32_t *member,
                         struct error *error)
{
    const struct gromacs_molecule *molecule = current(topology);
    int32_t type[GROMACS_KIND_MEMBERS];
    int count;
    for (int m = 0; m < gromacs_kind_members[style->kind]; m++)
        type[m] = molecule->atom[member[m]].type;
    const struct gromacs_bonded_type *entry =
        gromacs_types_bonded(&topology->types, style, type, &count);
    if (entry == NULL)
        return gromacs_lines_error(lines, error,
                                   "%s %d (%s) of %s have no parameters: neither this line nor the "
                                   "types have any",
                                   gromacs_kind_names[style->kind], style->function, style->name,
                                   molecule->name);
    for (int k = 0; k < count; k++)
        if (!add_styled(topology, lines, style, entry[k].value, member, error))
            return false;
    return true;
}

/** Finds the style of a function; EXIT_USAGE naming it if it has no form. */
static bool find_style(const struct gromacs_lines *lines, enum gromacs_kind kind, int word,
                       const struct gromacs_style **style, struct error *error)
{
    char known[512];
    int64_t function;
    if (!few(lines, word + 1, "a function after the atoms", error) ||
        !gromacs_whole(lines, word, "a function", 1, 100, &function, error))
        return false;
    *style = gromacs_style_find(kind, (int)function);
    if (*style != NULL && (*style)->form != GROMACS_NO_FORM)
        return true;
    gromacs_styles_text(kind, known, sizeof known);
    return gromacs_lines_error(lines, error, "expected %s of function %s, found %" PRId64 "%s%s%s",
                               gromacs_kind_names[kind], known, function,
                               *style != NULL ? " (" : "", *style != NULL ? (*style)->name : "",
                               *style != NULL ? ")" : "");
}

static bool take_term(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                      enum gromacs_kind kind, struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    const int members = gromacs_kind_members[kind];
    const struct gromacs_style *style = NULL;
    int32_t member[GROMACS_KIND_MEMBERS];
    double value[GROMACS_PARAMETERS];
    if (!read_members(molecule, lines, 0, members, member, error) ||
        !find_style(lines, kind, members, &style, error) ||
        (style->bonds && !add_bond(molecule, member, error)))
        return false;
    const int given = lines->words - members - 1, numbers = (int)strlen(style->dimensions);
    if (style->form == GROMACS_NO_ENERGY)
        return true;
    if (given == 0)
        return add_by_types(topology, lines, style, member, error);
    if (given != numbers)
        return gromacs_lines_error(
            lines, error, "expected %d parameters of %s %d (%s), or none, found %d", numbers,
            gromacs_kind_names[kind], style->function, style->name, given);
    for (int k = 0; k < numbers; k++)
        if (!gromacs_real(lines, members + 1 + k, "a parameter", &value[k], error))
            return false;
    return add_styled(topology, lines, style, value, member, error);
}

/** Takes a pair three bonds apart: function 1 "[V W]", or 2 "fudgeQQ q q V W". */
static bool take_pair(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                      struct error *error)
{
    const struct gromacs_molecule *molecule = current(topology);
    const struct gromacs_types *types = &topology->types;
    int32_t member[2];
    int64_t function;
    double value[5] = {types->fudge_qq};
    struct gromacs_lj lj;
    if (!read_members(molecule, lines, 0, 2, member, error) ||
        !few(lines, 3, "two atoms and a function", error) ||
        !gromacs_whole(lines, 2, "a function of pairs", 1, 2, &function, error))
        return false;
    const struct gromacs_atom *atom[2] = {&molecule->atom[member[0]], &molecule->atom[member[1]]};
    const int given = lines->words - 3, first = function == 1 ? 3 : 0;
    value[1] = atom[0]->charge;
    value[2] = atom[1]->charge;
    if (given != 5 - first && (given != 0 || function == 2))
        return gromacs_lines_error(lines, error,
                                   "expected %d parameters of pairs of function "
                                   "%" PRId64 "%s, found %d",
                                   5 - first, function, function == 1 ? ", or none" : "", given);
    for (int k = 0; k < given; k++)
        if (!gromacs_real(lines, 3 + k, "a parameter", &value[first + k], error))
            return false;
    lj = (struct gromacs_lj){value[3], value[4]};
    if (given == 0 &&
        !gromacs_types_pair_14(types, (const int32_t[]){atom[0]->type, atom[1]->type}, &lj))
        return gromacs_lines_error(lines, error,
                                   "this pair of %s has no parameters: neither this line nor "
                                   "[ pairtypes ] have any, and gen-pairs is no",
                                   molecule->name);
    const double sigma3 = lj.v * lj.v * lj.v, sigma6 = sigma3 * sigma3;
    const double c6 = types->rule == 1 ? lj.v : 4 * lj.w * sigma6;
    const double c12 = types->rule == 1 ? lj.w : 4 * lj.w * sigma6 * sigma6;
    const double length3 = topology->units.length * topology->units.length * topology->units.length;
    const double length6 = length3 * length3;
    const double numbers[BONDED_NUMBERS] = {12 * c12 * topology->units.energy * length6 * length6,
                                            6 * c6 * topology->units.energy * length6,
                                            topology->coulomb * value[0] * value[1] * value[2]};
    return add_term(topology, FORM_PAIR_14, numbers, member, error);
}

/** Takes an atom and the atoms that it does not interact with. */
static bool take_exclusions(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                            struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    int64_t first, other;
    if (!gromacs_whole(lines, 0, "an atom of the molecule", 1, molecule->atoms, &first, error))
        return false;
    for (int k = 1; k < lines->words; k++) {
        if (!gromacs_whole(lines, k, "an atom of the molecule", 1, molecule->atoms, &other, error))
            return false;
        if (other != first &&
            !add_pair(&molecule->exclusion, &molecule->exclusions, &molecule->exclusion_room,
                      (int32_t)first - 1, (int32_t)other - 1, error))
            return false;
    }
    return true;
}

/** Adds a constraint to a length in nm, which the current line gives. */
static bool add_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                           int32_t first, int32_t second, double length, struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    if (!(length > 0))
        return gromacs_lines_error(lines, error, "expected a length above 0, found %g", length);
    if (!gromacs_room((void **)&molecule->constraint, molecule->constraints,
                      &molecule->constraint_room, sizeof *molecule->constraint,
                      "constraints of a molecule", error))
        return false;
    molecule->constraint[molecule->constraints++] =
        (struct constraint){.member = {first, second}, .length = length * topology->units.length};
    return true;
}

/** Takes "i j function [length]"; function 1 counts as a bond, 2 does not. */
static bool take_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                            struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    int32_t member[2];
    int64_t function;
    double length;
    if (!read_members(molecule, lines, 0, 2, member, error) ||
        !few(lines, 3, "two atoms and a function", error) ||
        !gromacs_whole(lines, 2, "a function of constraints", 1, 2, &function, error) ||
        (lines->words > 3 && !gromacs_real(lines, 3, "a length", &length, error)))
        return false;
    const int32_t type[2] = {molecule->atom[member[0]].type, molecule->atom[member[1]].type};
    if (lines->words == 3 && !gromacs_types_constraint(&topology->types, type, &length))
        return gromacs_lines_error(lines, error,
                                   "this constraint of %s has no length: neither this line nor "
                                   "[ constrainttypes ] have one",
                                   molecule->name);
    return add_constraint(topology, lines, member[0], member[1], length, error) &&
           (function == 2 || add_bond(molecule, member, error));
}

/** Takes the rigid water of an oxygen and the two hydrogens that follow it, with the distances
 * between unlike atoms and like ones: three constraints. */
static bool take_settle(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                        struct error *error)
{
    const struct gromacs_molecule *molecule = current(topology);
    int32_t oxygen;
    double unlike, like;
    if (!few(lines, 4, "an atom, a function and two lengths", error) ||
        !read_members(molecule, lines, 0, 1, &oxygen, error) ||
        !gromacs_real(lines, 2, "a length", &unlike, error) ||
        !gromacs_real(lines, 3, "a length", &like, error))
        return false;
    if (oxygen + 2 >= molecule->atoms)
        return gromacs_lines_error(lines, error,
                                   "expected two atoms of %s after atom %d, which are its "
                                   "hydrogens",
                                   molecule->name, oxygen + 1);
    return add_constraint(topology, lines, oxygen, oxygen + 1, unlike, error) &&
           add_constraint(topology, lines, oxygen, oxygen + 2, unlike, error) &&
           add_constraint(topology, lines, oxygen + 1, oxygen + 2, like, error);
}

static bool is_maker(const struct virtual_site *site, int i)
{
    for (int m = 0; m < SITE_MAKERS; m++)
        if (site->maker[m] == i)
            return true;
    return false;
}

/** Adds a virtual site of up to three makers, which may not be sites; others are counted only. */
static bool add_site(struct gromacs_molecule *molecule, struct virtual_site site, bool known,
                     const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_atom *atom = molecule->atom;
    if (known && atom[site.site].is_site)
        return gromacs_lines_error(lines, error, "atom %d of %s is a virtual site twice",
                                   site.site + 1, molecule->name);
    known = known && !atom[site.site].makes_site;
    for (int m = 0; known && m < SITE_MAKERS; m++)
        known = !atom[site.maker[m]].is_site;
    molecule->strange_sites += !known;
    if (!known)
        return true;
    atom[site.site].is_site = true;
    for (int m = 0; m < SITE_MAKERS; m++)
        atom[site.maker[m]].makes_site = true;
    if (!gromacs_room((void **)&molecule->site, molecule->sites, &molecule->site_room, sizeof site,
                      "virtual sites of a molecule", error))
        return false;
    molecule->site[molecule->sites++] = site;
    return true;
}

/** Takes "site makers function weights" of two or three makers: site, and with function 4 of three
 * also out of their plane. */
static bool take_site_of_few(struct gromacs_topology *topology, int makers,
                             const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    int32_t member[SITE_MAKERS + 1];
    int64_t function;
    struct virtual_site site = {0};
    double *const weight[] = {&site.a, &site.b, &site.c};
    if (!read_members(molecule, lines, 0, makers + 1, member, error) ||
        !few(lines, makers + 2, "a site, its atoms and a function", error) ||
        !gromacs_whole(lines, makers + 1, "a function", 1, 4, &function, error))
        return false;
    const bool outside = makers == 3 && function == 4;
    const int weights = makers - 1 + outside;
    if (function != 1 && !outside)
        return add_site(molecule, site, false, lines, error);
    if (!few(lines, makers + 2 + weights, "a site, its atoms, a function and weights", error))
        return false;
    for (int w = 0; w < weights; w++)
        if (!gromacs_real(lines, makers + 2 + w, "a weight", weight[w], error))
            return false;
    site.c /= topology->units.length;
    site.site = member[0];
    for (int m = 0; m < SITE_MAKERS; m++)
        site.maker[m] = member[m < makers ? m + 1 : 1];
    return add_site(molecule, site, true, lines, error);
}

/** Takes "site function atoms": in the middle of the atoms, or of their masses. */
static bool take_site_of_any(struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                             struct error *error)
{
    const int makers = lines->words - 2;
    int32_t own, member[SITE_MAKERS];
    int64_t function;
    struct virtual_site site = {0};
    if (!few(lines, 3, "a site, a function and atoms", error) ||
        !read_members(molecule, lines, 0, 1, &own, error) ||
        !gromacs_whole(lines, 1, "a function", 1, 3, &function, error))
        return false;
    if (function == 3 || makers > SITE_MAKERS)
        return add_site(molecule, site, false, lines, error);
    if (!read_members(molecule, lines, 2, makers, member, error))
        return false;
    double weight[SITE_MAKERS] = {0}, sum = 0;
    for (int m = 0; m < makers; m++) {
        weight[m] = function == 1 ? 1 : molecule->atom[member[m]].mass;
        sum += weight[m];
    }
    site.site = own;
    site.a = weight[1] / sum;
    site.b = weight[2] / sum;
    for (int m = 0; m < SITE_MAKERS; m++)
        site.maker[m] = member[m < makers ? m : 0];
    if (is_maker(&site, own))
        return gromacs_lines_error(lines, error, "atom %d of %s is made of itself", own + 1,
                                   molecule->name);
    return add_site(molecule, site, sum > 0, lines, error);
}

/**
 * Takes a virtual site and its makers: as many as the heading says or, for n, any number after the
 * function.
 */
static bool take_site(struct gromacs_topology *topology, const char *heading,
                      const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_molecule *molecule = current(topology);
    const char last = heading[strlen(heading) - 1];
    if (last == 'n')
        return take_site_of_any(molecule, lines, error);
    if (last == '2' || last == '3')
        return take_site_of_few(topology, last - '0', lines, error);
    int32_t member[5];
    return few(lines, last - '0' + 2, "a site, its atoms and a function", error) &&
           read_members(molecule, lines, 0, last - '0' + 1, member, error) &&
           add_site(molecule, (struct virtual_site){0}, false, lines, error);
}

/** Takes "molecule count". */
static bool take_block(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    struct gromacs_block block = {0};
    if (!few(lines, 2, "a molecule and how many there are", error) ||
        !gromacs_whole(lines, 1, "how many molecules there are", 0, INT32_MAX, &block.count, error))
        return false;
    block.molecule = gromacs_index_find(&topology->molecule_of, hash_of_text(lines->word[0]));
    if (block.molecule < 0)
        return gromacs_lines_error(lines, error, "there is no [ moleculetype ] %.60s",
                                   lines->word[0]);
    gromacs_lines_place(lines, block.place);
    if (!gromacs_room((void **)&topology->block, topology->blocks, &topology->block_room,
                      sizeof block, "molecules", error))
        return false;
    topology->block[topology->blocks++] = block;
    return true;
}

static bool is_site(const char *heading)
{
    for (int k = 0; site_headings[k] != NULL; k++)
        if (strcmp(site_headings[k], heading) == 0)
            return true;
    return false;
}

/** Takes a line of a section of a molecule. */
static bool take_of_molecule(struct gromacs_topology *topology, const char *heading,
                             const struct gromacs_lines *lines, struct error *error)
{
    if (current(topology) == NULL)
        return gromacs_lines_error(lines, error, "expected [ moleculetype ] before [ %s ]",
                                   heading);
    for (int k = 0; k < GROMACS_KINDS; k++)
        if (strcmp(gromacs_kind_names[k], heading) == 0)
            return take_term(topology, lines, (enum gromacs_kind)k, error);
    if (strcmp(heading, "atoms") == 0)
        return take_atom(topology, lines, error);
    if (strcmp(heading, "pairs") == 0)
        return take_pair(topology, lines, error);
    if (strcmp(heading, "exclusions") == 0)
        return take_exclusions(topology, lines, error);
    if (strcmp(heading, "constraints") == 0)
        return take_constraint(topology, lines, error);
    if (strcmp(heading, "settles") == 0)
        return take_settle(topology, lines, error);
    return take_site(topology, heading, lines, error);
}

static const char *const of_molecule[] = {
    "atoms", "bonds", "angles", "dihedrals", "pairs", "exclusions", "constraints", "settles", NULL};

static bool is_of_molecule(const char *heading)
{
    for (int k = 0; of_molecule[k] != NULL; k++)
        if (strcmp(of_molecule[k], heading) == 0)
            return true;
    return is_site(heading);
}

/** Takes a line of the section `heading`; "": before the first section. */
static bool take_line(struct gromacs_topology *topology, const char *heading,
                      const struct gromacs_lines *lines, struct error *error)
{
    if (heading[0] == '\0')
        return gromacs_lines_error(lines, error, "expected \"[ name ]\" first, found \"%.40s\"",
                                   lines->word[0]);
    if (strcmp(heading, "system") == 0 || strcmp(heading, "cmaptypes") == 0 ||
        strcmp(heading, "implicit_genborn_params") == 0)
        return true; /* sections that no energy here depends on; [ cmap ] is refused */
    if (gromacs_types_has(heading))
        return gromacs_types_take(&topology->types, heading, lines, error);
    if (strcmp(heading, "moleculetype") == 0)
        return take_moleculetype(topology, lines, error);
    if (strcmp(heading, "molecules") == 0)
        return take_block(topology, lines, error);
    if (is_of_molecule(heading))
        return take_of_molecule(topology, heading, lines, error);
    return gromacs_lines_error(lines, error, "[ %.60s ] is no section that is read here", heading);
}

static bool read_lines(struct gromacs_lines *lines, struct gromacs_topology *topology,
                       struct error *error)
{
    char heading[GROMACS_NAME] = "";
    do {
        if (!gromacs_lines_next(lines, error))
            return false;
        if (lines->heading) {
            snprintf(heading, sizeof heading, "%s", lines->word[0]);
            for (size_t k = 0; k < sizeof renamed / sizeof *renamed; k++)
                if (strcmp(heading, renamed[k][0]) == 0)
                    snprintf(heading, sizeof heading, "%s", renamed[k][1]);
        } else if (lines->words > 0 && !take_line(topology, heading, lines, error)) {
            return false;
        }
    } while (lines->words > 0);
    return true;
}

static int compare_pairs(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/** Adds the pairs that are few bonds apart to the excluded ones of a molecule, and leaves each
 * once. */
static bool exclude(struct gromacs_molecule *molecule, struct error *error)
{
    struct exclusions near = {0};
    if (molecule->reach > 0 && molecule->bonds > 0 &&
        !exclusions_find(molecule->atoms, (const int32_t(*)[2])molecule->bond, molecule->bonds,
                         (int)molecule->reach, &near, error))
        return false;
    bool good = true;
    for (int64_t k = 0; good && k < near.count; k++)
        good = add_pair(&molecule->exclusion, &molecule->exclusions, &molecule->exclusion_room,
                        near.pair[k][0], near.pair[k][1], error);
    exclusions_free(&near);
    if (!good || molecule->exclusions == 0)
        return good;
    int32_t(*pair)[2] = molecule->exclusion;
    qsort(pair, (size_t)molecule->exclusions, sizeof *pair, compare_pairs);
    int64_t kept = 1;
    for (int64_t k = 1; k < molecule->exclusions; k++)
        if (compare_pairs(pair[k], pair[kept - 1]) != 0)
            memmove(pair[kept++], pair[k], sizeof *pair);
    molecule->exclusions = kept;
    return true;
}

/** Refuses a constraint of a virtual site, which has no mass. */
static bool check_constraints(const char *path, const struct gromacs_molecule *molecule,
                              struct error *error)
{
    for (int64_t k = 0; k < molecule->constraints; k++) {
        const int32_t *member = molecule->constraint[k].member;
        if (molecule->atom[member[0]].is_site || molecule->atom[member[1]].is_site)
            return error_set(error, EXIT_USAGE,
                             "%s: the constraint of atoms %d and %d of %s has a virtual site, "
                             "which has no mass",
                             path, member[0] + 1, member[1] + 1, molecule->name);
    }
    return true;
}

/** Refuses more particles than a system can have. */
static bool check_atoms(const struct gromacs_topology *topology, struct error *error)
{
    int64_t atoms = 0;
    for (int64_t k = 0; k < topology->blocks; k++) {
        const struct gromacs_block *block = &topology->block[k];
        const struct gromacs_molecule *molecule = &topology->molecule[block->molecule];
        if (molecule->atoms > 0 && block->count > (INT32_MAX - atoms) / molecule->atoms)
            return error_set(error, EXIT_USAGE, "%s: expected at most %d particles, found more",
                             block->place, INT32_MAX);
        atoms += block->count * molecule->atoms;
    }
    return true;
}

static bool finish(const char *path, struct gromacs_topology *topology, struct error *error)
{
    if (topology->blocks == 0)
        return error_set(error, EXIT_USAGE, "%s: expected [ molecules ], found none", path);
    if (!check_atoms(topology, error))
        return false;
    for (int64_t k = 0; k < topology->molecules; k++)
        if (!check_constraints(path, &topology->molecule[k], error) ||
            !exclude(&topology->molecule[k], error))
            return false;
    return true;
}

bool gromacs_topology_read(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_topology *topology, struct error *error)
{
    struct gromacs_lines lines = {0};
    bool good = gromacs_mdp_prepare(mdp, &lines, error) &&
                gromacs_lines_open(&lines, path, error) && read_lines(&lines, topology, error) &&
                finish(path, topology, error);
    gromacs_lines_free(&lines);
    return good;
}

int64_t gromacs_topology_atoms(const struct gromacs_topology *topology)
{
    int64_t atoms = 0;
    for (int64_t k = 0; k < topology->blocks; k++)
        atoms += topology->block[k].count * topology->molecule[topology->block[k].molecule].atoms;
    return atoms;
}

void gromacs_topology_free(struct gromacs_topology *topology)
{
    for (int64_t k = 0; k < topology->molecules; k++) {
        free(topology->molecule[k].atom);
        free(topology->molecule[k].term);
        free(topology->molecule[k].bond);
        free(topology->molecule[k].exclusion);
        free(topology->molecule[k].constraint);
        free(topology->molecule[k].site);
    }
    free(topology->molecule);
    gromacs_index_free(&topology->molecule_of);
    free(topology->block);
    free(topology->row);
    gromacs_types_free(&topology->types);
    *topology = (struct gromacs_topology){0};
}

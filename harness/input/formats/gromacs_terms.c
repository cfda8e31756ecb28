#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_sections.h"
#include "models/forms/info.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS_SOUGHT = 512 /* number of last rows that are searched for an equal row */ };

/**
 * Returns the first of `count` successive rows that have these numbers. Adds new rows if there are
 * none.
 */
static int32_t find_rows(struct gromacs_topology *topology, const double *numbers, int count)
{
    const size_t size = (size_t)count * sizeof *topology->row;
    const int64_t last = topology->rows - count;
    for (int64_t k = last; k >= 0 && k > last - ROWS_SOUGHT; k--)
        if (memcmp(&topology->row[k], numbers, size) == 0)
            return (int32_t)k;
    for (int k = 0; k < count; k++) {
        topology->row = memory_room(topology->row, topology->rows, &topology->row_room,
                                    sizeof *topology->row, "rows of bonded terms");
        memcpy(&topology->row[topology->rows++], numbers + k * BONDED_NUMBERS,
               sizeof *topology->row);
    }
    return (int32_t)topology->rows - count;
}

static void add_term(struct gromacs_topology *topology, int form, const double *numbers,
                     const int32_t *member)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    const struct form_info *info = &form_infos[form];
    struct bonded term = {.form = OWN_FORMS + form, .member = {-1, -1, -1, -1}};
    memcpy(term.member, member, (size_t)info->members * sizeof *member);
    term.row = find_rows(topology, numbers, info->rows);
    molecule->term = memory_room(molecule->term, molecule->terms, &molecule->term_room, sizeof term,
                                 "bonded terms of a molecule");
    molecule->term[molecule->terms++] = term;
}

/** Adds a term with a style and parameters. */
static bool add_styled(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       const struct gromacs_style *style, const double *value,
                       const int32_t *member, struct error *error)
{
    double numbers[FORM_ROWS * BONDED_NUMBERS];
    if (!gromacs_style_convert(style, &topology->units, value, numbers))
        return gromacs_lines_error(lines, error,
                                   "expected a multiplicity that is a whole number from 0 on for "
                                   "%s %d (%s)",
                                   gromacs_kind_names[style->kind], style->function, style->name);
    add_term(topology, style->form, numbers, member);
    return true;
}

/** Adds a term for each set of parameters that the members' types have. */
static bool add_by_types(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         const struct gromacs_style *style, const int32_t *member,
                         struct error *error)
{
    const struct gromacs_molecule *molecule = gromacs_current(topology);
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

/**
 * Finds the style of a function. EXIT_USAGE if the function has no form here; the message has its
 * name.
 */
static bool find_style(const struct gromacs_lines *lines, enum gromacs_kind kind, int word,
                       const struct gromacs_style **style, struct error *error)
{
    char known[512];
    int64_t function;
    if (!gromacs_lines_have(lines, word + 1, "a function after the atoms", error) ||
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

/** Returns the kind of terms that a section has. */
static enum gromacs_kind kind_of(const char *section)
{
    int kind = 0;
    while (kind < GROMACS_KINDS - 1 && strcmp(gromacs_kind_names[kind], section) != 0)
        kind++;
    return (enum gromacs_kind)kind;
}

bool gromacs_take_term(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    const enum gromacs_kind kind = kind_of(topology->section);
    struct gromacs_molecule *molecule = gromacs_current(topology);
    const int members = gromacs_kind_members[kind];
    const struct gromacs_style *style = NULL;
    int32_t member[GROMACS_KIND_MEMBERS];
    double value[GROMACS_PARAMETERS];
    if (!gromacs_members(molecule, lines, 0, members, member, error) ||
        !find_style(lines, kind, members, &style, error))
        return false;
    if (style->bonds)
        gromacs_bond(molecule, member);
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

bool gromacs_take_pair(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    const struct gromacs_molecule *molecule = gromacs_current(topology);
    const struct gromacs_types *types = &topology->types;
    int32_t member[2];
    int64_t function;
    double value[5] = {types->fudge_qq};
    struct gromacs_lj lj;
    if (!gromacs_members(molecule, lines, 0, 2, member, error) ||
        !gromacs_lines_have(lines, 3, "two atoms and a function", error) ||
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
    add_term(topology, FORM_PAIR_14, numbers, member);
    return true;
}

/*
 * Writes a LAMMPS data file of molecules (atom_style molecular) with forms of models/forms/ as
 * bonded terms. Coefficients are included; 17 significant digits keep every bit. Coefficients of
 * pairs are not written. Excluded pairs are not written either, because LAMMPS (special_bonds) and
 * the reader find them along bonds.
 */
#include "harness/base/memory.h"
#include "harness/base/printable.h"
#include "harness/input/formats/lammps_styles.h"
#include "harness/input/formats/writer_lammps.h"
#include "harness/particles/exclusions.h"
#include "harness/particles/topology.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 3 /* largest number of bonds between the particles of an excluded pair */ };

/** Types of the bonded terms in the file, by kind. */
struct kinds {
    const struct lammps_style *style[LAMMPS_KINDS]; /* style of each kind; NULL: it has no terms */
    int64_t count[LAMMPS_KINDS];
    int types[LAMMPS_KINDS];
    int32_t *type; /* type of each row of the force field, from 1; 0: no term uses the row */
};

static const char *const headings[LAMMPS_KINDS] = {"Bond", "Angle", "Dihedral", "Improper"};

static const struct lammps_style *style_of(const struct bonded *term)
{
    return term->form >= OWN_FORMS ? lammps_style_of((enum form)(term->form - OWN_FORMS)) : NULL;
}

static bool check_terms(const struct system *system, struct error *error)
{
    const struct lammps_style *found[LAMMPS_KINDS] = {NULL};
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct lammps_style *style = style_of(&system->bonded[t]);
        if (style == NULL)
            return error_set(error, EXIT_USAGE,
                             "format lammps_molecules has no style of bonded term %" PRId64
                             " of %s",
                             t + 1, system->source);
        if (found[style->kind] != NULL && found[style->kind] != style)
            return error_set(error, EXIT_USAGE,
                             "format lammps_molecules has one style of %ss; %s has %s and %s",
                             lammps_kind_names[style->kind], system->source,
                             found[style->kind]->name, style->name);
        found[style->kind] = style;
    }
    return true;
}

/** Whether the excluded pairs are exactly the pairs up to `reach` bonds apart. */
static bool excludes_up_to(const struct system *system, const int32_t (*bond)[2], int64_t bonds,
                           int reach, const struct topology *topology, bool *same,
                           struct error *error)
{
    struct exclusions pairs;
    int64_t known = 0;
    if (!exclusions_find(system->n, bond, bonds, reach, &pairs, error))
        return false;
    for (int64_t k = 0; k < pairs.count; k++)
        known += topology_excludes(topology, pairs.pair[k][0], pairs.pair[k][1]);
    *same = known == pairs.count && system->n + 1 + 2 * known == topology->excluded[system->n];
    exclusions_free(&pairs);
    return true;
}

static bool find_reach(const struct system *system, const struct topology *topology,
                       struct error *error)
{
    int64_t bonds = 0;
    bool good = true, same = false;
    int32_t(*bond)[2] = memory_allocate(system->bonded_count, sizeof *bond, "bonds", error);
    if (bond == NULL)
        return false;
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (style_of(&system->bonded[t])->kind == LAMMPS_BOND)
            memcpy(bond[bonds++], system->bonded[t].member, sizeof *bond);
    for (int reach = 1; good && !same && reach <= REACH; reach++)
        good =
            excludes_up_to(system, (const int32_t(*)[2])bond, bonds, reach, topology, &same, error);
    free(bond);
    if (good && !same)
        error_set(error, EXIT_USAGE,
                  "format lammps_molecules excludes all pairs up to one, two or three bonds apart; "
                  "%s excludes others",
                  system->source);
    return same;
}

static bool check_exclusions(const struct system *system, struct error *error)
{
    struct topology topology;
    if (!topology_build(system, &topology, error))
        return false;
    bool good = topology.excluded == NULL || find_reach(system, &topology, error);
    topology_free(&topology);
    return good;
}

static bool check(const struct system *system, struct error *error)
{
    if (system->field == NULL || system->field->types > 0)
        return error_set(error, EXIT_USAGE,
                         "format lammps_molecules is for points with bonded terms of models/forms/ "
                         "and types of the model; %s has others",
                         system->source);
    return check_terms(system, error) && check_exclusions(system, error);
}

/** Counts the terms of each kind, and numbers the types. EXIT_ENVIRONMENT if memory runs out. */
static bool find_kinds(const struct system *system, struct kinds *kinds, struct error *error)
{
    *kinds = (struct kinds){
        .type = memory_allocate_zeroed(system->field->rows, sizeof *kinds->type, "types", error)};
    for (int64_t t = 0; kinds->type != NULL && t < system->bonded_count; t++) {
        const struct lammps_style *style = style_of(&system->bonded[t]);
        int32_t *type = &kinds->type[system->bonded[t].row];
        kinds->style[style->kind] = style;
        kinds->count[style->kind]++;
        if (*type == 0)
            *type = ++kinds->types[style->kind];
    }
    return kinds->type != NULL;
}

static void write_coefficients(const struct system *system, const struct kinds *kinds, int kind,
                               FILE *stream)
{
    const struct lammps_style *style = kinds->style[kind];
    fprintf(stream, "\n%s Coeffs # %s\n\n", headings[kind], style->name);
    for (int64_t t = 0, next = 1; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        double value[LAMMPS_NUMBERS];
        if (style_of(term) != style || kinds->type[term->row] != next)
            continue;
        style->state(system->field->row[term->row].value, value);
        fprintf(stream, "%" PRId64, next++);
        for (int k = 0; k < style->numbers; k++)
            fprintf(stream, " %.17g", value[k]);
        fputc('\n', stream);
    }
}

static void write_terms(const struct system *system, const struct kinds *kinds, int kind,
                        FILE *stream)
{
    int64_t number = 0;
    fprintf(stream, "\n%ss\n\n", headings[kind]);
    for (int64_t t = 0; t < system->bonded_count; t++) {
        const struct bonded *term = &system->bonded[t];
        if (style_of(term) != kinds->style[kind])
            continue;
        fprintf(stream, "%" PRId64 " %d", ++number, kinds->type[term->row]);
        if (kind == LAMMPS_BOND) /* the reader expects this order */
            fprintf(stream, " %d %d", term->member[1] + 1, term->member[0] + 1);
        for (int m = 0; kind != LAMMPS_BOND && m < BONDED_MEMBERS && term->member[m] >= 0; m++)
            fprintf(stream, " %d", term->member[m] + 1);
        fputc('\n', stream);
    }
}

static void write_header(const struct system *system, const struct model *model,
                         const struct kinds *kinds, FILE *stream)
{
    const int32_t types = writer_lammps_types(system, stream);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (kinds->style[k] != NULL)
            fprintf(stream, "%" PRId64 " %ss\n%d %s types\n", kinds->count[k], lammps_kind_names[k],
                    kinds->types[k], lammps_kind_names[k]);
    writer_lammps_box(system, model, types, stream);
}

static bool write(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error)
{
    struct kinds kinds;
    if (!find_kinds(system, &kinds, error))
        return false;
    write_header(system, model, &kinds, stream);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (kinds.style[k] != NULL)
            write_coefficients(system, &kinds, k, stream);
    writer_lammps_atoms(system, "molecular", "0 ", stream);
    for (int k = 0; k < LAMMPS_KINDS; k++)
        if (kinds.style[k] != NULL)
            write_terms(system, &kinds, k, stream);
    writer_lammps_velocities(system, stream);
    free(kinds.type);
    return true;
}

const struct writer writer_lammps_molecules = {
    .name = "lammps_molecules",
    .summary = "LAMMPS data file with bonds, angles, dihedrals and impropers, atom_style molecular",
    .parts =
        WRITES_TYPES | WRITES_VELOCITIES | WRITES_BONDED | WRITES_EXCLUSIONS | WRITES_COEFFICIENTS,
    .check = check,
    .write = write,
};

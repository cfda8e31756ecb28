#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_sections.h"

#include "harness/particles/exclusions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gromacs_molecule *gromacs_current(struct gromacs_topology *topology)
{
    return topology->molecules > 0 ? &topology->molecule[topology->molecules - 1] : NULL;
}

bool gromacs_take_molecule(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                           struct error *error)
{
    struct gromacs_molecule molecule = {0};
    if (!gromacs_lines_have(
            lines, 2, "the name of a molecule and how many bonds apart its excluded particles are",
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
        return gromacs_lines_error(lines, error, "molecule %s is given twice", molecule.name);
    gromacs_index_add(&topology->molecule_of, key, topology->molecules);
    topology->molecule = memory_room(topology->molecule, topology->molecules,
                                     &topology->molecule_room, sizeof molecule, "molecules");
    topology->molecule[topology->molecules++] = molecule;
    topology->in_molecule = true;
    return true;
}

bool gromacs_take_atom(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    struct gromacs_atom atom = {0};
    int64_t number;
    if (!gromacs_lines_have(lines, 6, "number, type, residue, its name, atom and charge group",
                            error) ||
        !gromacs_whole(lines, 0, "the number of the atom", molecule->atoms + 1, molecule->atoms + 1,
                       &number, error) ||
        !gromacs_lines_end(lines, 8, error))
        return false;
    atom.type = gromacs_types_find(&topology->types, lines->word[1]);
    if (atom.type < 0)
        return gromacs_lines_error(lines, error,
                                   "atom %" PRId64 " of %s has type %.40s, of which "
                                   "[ atomtypes ] have no parameters",
                                   number, molecule->name, lines->word[1]);
    struct gromacs_atom_type *type = &topology->types.type[atom.type];
    if (type->shell)
        return gromacs_lines_error(lines, error,
                                   "atom %" PRId64
                                   " of %s has type %s, a shell: GROMACS moves it to "
                                   "where no force acts on it, which is not done here",
                                   number, molecule->name, type->name);
    atom.charge = type->charge;
    atom.mass = type->mass;
    snprintf(atom.name, sizeof atom.name, "%s", lines->word[4]);
    if ((lines->words > 6 && !gromacs_real(lines, 6, "a charge", &atom.charge, error)) ||
        (lines->words > 7 && !gromacs_real(lines, 7, "a mass", &atom.mass, error)))
        return false;
    if (atom.mass < 0)
        return gromacs_lines_error(lines, error, "expected a mass from 0 on, found %g", atom.mass);
    if (topology->types.between.count > 0 && !type->paired && type->lj.w == 0 && atom.charge == 0)
        return gromacs_lines_error(lines, error,
                                   "type %s of atom %" PRId64 " of %s interacts with no other: "
                                   "[ nonbond_params ] do not name it, and [ atomtypes ] have 0",
                                   type->name, number, molecule->name);
    molecule->atom = memory_room(molecule->atom, molecule->atoms, &molecule->atom_room, sizeof atom,
                                 "atoms of a molecule");
    molecule->atom[molecule->atoms++] = atom;
    return true;
}

bool gromacs_members(const struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                     int first, int count, int32_t *member, struct error *error)
{
    if (!gromacs_lines_have(lines, first + count, "atoms and a function", error))
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

static void add_pair(int32_t (**list)[2], int64_t *count, int64_t *room, int32_t p, int32_t q)
{
    *list = memory_room(*list, *count, room, sizeof **list, "pairs of a molecule");
    (*list)[*count][0] = p < q ? p : q;
    (*list)[(*count)++][1] = p < q ? q : p;
}

void gromacs_bond(struct gromacs_molecule *molecule, const int32_t member[2])
{
    add_pair(&molecule->bond, &molecule->bonds, &molecule->bond_room, member[0], member[1]);
}

bool gromacs_take_exclusions(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    int64_t first, other;
    if (!gromacs_whole(lines, 0, "an atom of the molecule", 1, molecule->atoms, &first, error))
        return false;
    for (int k = 1; k < lines->words; k++) {
        if (!gromacs_whole(lines, k, "an atom of the molecule", 1, molecule->atoms, &other, error))
            return false;
        if (other != first)
            add_pair(&molecule->exclusion, &molecule->exclusions, &molecule->exclusion_room,
                     (int32_t)first - 1, (int32_t)other - 1);
    }
    return true;
}

static int compare_pairs(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

bool gromacs_molecule_exclude(struct gromacs_molecule *molecule, struct error *error)
{
    struct exclusions near = {0};
    if (molecule->reach > 0 && molecule->bonds > 0 &&
        !exclusions_find(molecule->atoms, (const int32_t(*)[2])molecule->bond, molecule->bonds,
                         (int)molecule->reach, &near, error))
        return false;
    for (int64_t k = 0; k < near.count; k++)
        add_pair(&molecule->exclusion, &molecule->exclusions, &molecule->exclusion_room,
                 near.pair[k][0], near.pair[k][1]);
    exclusions_free(&near);
    if (molecule->exclusions == 0)
        return true;
    int32_t(*pair)[2] = molecule->exclusion;
    qsort(pair, (size_t)molecule->exclusions, sizeof *pair, compare_pairs);
    int64_t kept = 1;
    for (int64_t k = 1; k < molecule->exclusions; k++)
        if (compare_pairs(pair[k], pair[kept - 1]) != 0)
            memmove(pair[kept++], pair[k], sizeof *pair);
    molecule->exclusions = kept;
    return true;
}

void gromacs_molecule_free(struct gromacs_molecule *molecule)
{
    free(molecule->atom);
    free(molecule->term);
    free(molecule->bond);
    free(molecule->exclusion);
    free(molecule->constraint);
    free(molecule->site);
    free(molecule->restraint);
}

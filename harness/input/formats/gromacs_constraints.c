#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_sections.h"

#include <math.h>

/*
 * Number of previous constraints to compare with a new one. It suffices, because the constraints of
 * a triangle are near each other.
 */
enum { COMPARED = 32 };

/** Returns the length of an earlier constraint between two atoms; 0: there is none. */
static double kept(const struct gromacs_molecule *molecule, int32_t i, int32_t j)
{
    for (int64_t k = molecule->constraints; k-- > 0 && molecule->constraints - k <= COMPARED;) {
        const struct constraint *of = &molecule->constraint[k];
        if ((of->member[0] == i && of->member[1] == j) ||
            (of->member[0] == j && of->member[1] == i))
            return of->length;
    }
    return 0;
}

/**
 * Refuses a constraint if its length differs from that of an earlier constraint between the same
 * atoms. Refuses a constraint that forms an impossible triangle with two earlier ones.
 */
static bool check_triangles(const struct gromacs_molecule *molecule, int32_t i, int32_t j,
                            double length, const struct gromacs_lines *lines, struct error *error)
{
    const double rounding = 1e-9, same = kept(molecule, i, j);
    if (same > 0 && fabs(same - length) > rounding * length)
        return gromacs_lines_error(
            lines, error,
            "this constraint of %s cannot be satisfied: atoms %d and %d have "
            "one of another length",
            molecule->name, i + 1, j + 1);
    for (int64_t k = molecule->constraints; k-- > 0 && molecule->constraints - k <= COMPARED;) {
        const struct constraint *of = &molecule->constraint[k];
        const int32_t *end = of->member;
        if (end[0] != i && end[1] != i)
            continue;
        const int32_t between = end[end[0] == i];
        const double other = between == j ? 0 : kept(molecule, between, j);
        const double nearest = fabs(of->length - other), farthest = of->length + other;
        if (other > 0 && (length < nearest * (1 - rounding) || length > farthest * (1 + rounding)))
            return gromacs_lines_error(lines, error,
                                       "this constraint of %s cannot be satisfied: atom %d keeps "
                                       "atoms %d and %d from %g to %g apart",
                                       molecule->name, between + 1, i + 1, j + 1, nearest,
                                       farthest);
    }
    return true;
}

/** Adds a constraint between the atoms on the current line, `length` in nm. */
static bool add_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                           int32_t first, int32_t second, double length, struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    if (!(length > 0))
        return gromacs_lines_error(lines, error, "expected a length above 0, found %g", length);
    length *= topology->units.length;
    if (!check_triangles(molecule, first, second, length, lines, error))
        return false;
    molecule->constraint =
        memory_room(molecule->constraint, molecule->constraints, &molecule->constraint_room,
                    sizeof *molecule->constraint, "constraints of a molecule");
    molecule->constraint[molecule->constraints++] =
        (struct constraint){.member = {first, second}, .length = length};
    return true;
}

bool gromacs_take_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    int32_t member[2];
    int64_t function;
    double length;
    if (!gromacs_members(molecule, lines, 0, 2, member, error) ||
        !gromacs_lines_have(lines, 3, "two atoms and a function", error) ||
        !gromacs_lines_end(lines, 4, error) ||
        !gromacs_whole(lines, 2, "a function of constraints", 1, 2, &function, error) ||
        (lines->words > 3 && !gromacs_real(lines, 3, "a length", &length, error)))
        return false;
    const int32_t type[2] = {molecule->atom[member[0]].type, molecule->atom[member[1]].type};
    if (lines->words == 3 && !gromacs_types_constraint(&topology->types, function, type, &length))
        return gromacs_lines_error(lines, error,
                                   "this constraint of %s has no length: neither this line nor "
                                   "[ constrainttypes ] have one",
                                   molecule->name);
    if (function == 1)
        gromacs_bond(molecule, member);
    return add_constraint(topology, lines, member[0], member[1], length, error);
}

bool gromacs_take_settle(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         struct error *error)
{
    const struct gromacs_molecule *molecule = gromacs_current(topology);
    int32_t oxygen;
    double unlike, like;
    if (!gromacs_lines_have(lines, 4, "an atom, a function and two lengths", error) ||
        !gromacs_lines_end(lines, 4, error) ||
        !gromacs_members(molecule, lines, 0, 1, &oxygen, error) ||
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

bool gromacs_take_restraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                            struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    const double length = topology->units.length,
                 stiffness = topology->units.energy / length / length;
    struct restraint restraint = {0};
    int64_t function;
    if (!gromacs_lines_have(lines, 5, "an atom, a function and three constants", error) ||
        !gromacs_lines_end(lines, 5, error) ||
        !gromacs_members(molecule, lines, 0, 1, &restraint.member, error) ||
        !gromacs_whole(lines, 1, "a function of harmonic restraints", 1, 1, &function, error))
        return false;
    for (int d = 0; d < 3; d++) {
        double *k = &restraint.stiffness[d];
        if (!gromacs_real(lines, 2 + d, "a constant", k, error))
            return false;
        if (!(*k >= 0))
            return gromacs_lines_error(lines, error, "expected a constant from 0 on, found %g", *k);
        *k *= stiffness;
    }
    struct gromacs_atom *atom = &molecule->atom[restraint.member];
    if (atom->restrained)
        return gromacs_lines_error(lines, error, "atom %d of %s is restrained twice",
                                   restraint.member + 1, molecule->name);
    atom->restrained = true;
    molecule->restraint =
        memory_room(molecule->restraint, molecule->restraints, &molecule->restraint_room,
                    sizeof restraint, "restraints of a molecule");
    molecule->restraint[molecule->restraints++] = restraint;
    return true;
}

bool gromacs_check_constraints(const char *path, const struct gromacs_molecule *molecule,
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

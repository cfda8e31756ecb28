/* Sections of the molecules of a GROMACS topology, a function each: it takes a line of the section.
 * EXIT_USAGE with file and line for a wrong line. */
#pragma once

#include "harness/input/formats/gromacs_topology.h"

/** Takes "name reach" of [ moleculetype ]. */
bool gromacs_take_molecule(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                           struct error *error);

/** Takes "number type residue residue atom group [charge [mass]]". */
bool gromacs_take_atom(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Takes a bond, an angle or a dihedral: "atoms function [parameters]". */
bool gromacs_take_term(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Takes a pair three bonds apart: function 1 "[V W]", or 2 "fudgeQQ q q V W". */
bool gromacs_take_pair(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Takes an atom, followed by atoms with which it does not interact. */
bool gromacs_take_exclusions(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error);

/** Takes "i j function [length]"; function 1 counts as a bond, 2 does not. */
bool gromacs_take_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error);

/**
 * Takes the rigid water of an oxygen and the two hydrogens that follow it, with the distances
 * between unlike atoms and like ones: three constraints.
 */
bool gromacs_take_settle(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         struct error *error);

/** Takes "atom 1 kx ky kz", a restraint to the atom's place in the coordinates. */
bool gromacs_take_restraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                            struct error *error);

/**
 * Takes a virtual site and its makers: as many as the name of the section says or, for n, any
 * number after the function.
 */
bool gromacs_take_site(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Returns the last molecule; NULL: there is none yet. */
struct gromacs_molecule *gromacs_current(struct gromacs_topology *topology);

/** Reads `count` different atoms of the molecule from a word on, counted from 0. */
bool gromacs_members(const struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                     int first, int count, int32_t *member, struct error *error);

/** Adds a bond that excludes its atoms and their neighbors. */
void gromacs_bond(struct gromacs_molecule *molecule, const int32_t member[2]);

/**
 * Adds the pairs of a molecule that are few bonds apart to its excluded pairs, and removes
 * duplicates.
 */
bool gromacs_molecule_exclude(struct gromacs_molecule *molecule, struct error *error);

/** Refuses a virtual site that has a mass. */
bool gromacs_check_sites(const char *path, const struct gromacs_molecule *molecule,
                         struct error *error);

/** Refuses a constraint of a virtual site, which has no mass. */
bool gromacs_check_constraints(const char *path, const struct gromacs_molecule *molecule,
                               struct error *error);

void gromacs_molecule_free(struct gromacs_molecule *molecule);

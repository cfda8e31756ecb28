/*
 * Reads the sections of a molecule in a GROMACS topology; each function reads one line. EXIT_USAGE
 * with file and line if a line is wrong.
 */
#pragma once

#include "harness/input/formats/gromacs_topology.h"

/** Reads a line of [ moleculetype ]: "name reach". */
bool gromacs_take_molecule(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                           struct error *error);

/** Reads a line of [ atoms ]: "number type residue residue atom group [charge [mass]]". */
bool gromacs_take_atom(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Reads a bond, an angle or a dihedral: "atoms function [parameters]". */
bool gromacs_take_term(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/**
 * Reads a line of [ pairs ], atoms three bonds apart. Function 1 is "[V W]", function 2 "fudgeQQ q
 * q V W".
 */
bool gromacs_take_pair(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Reads a line of [ exclusions ]: an atom, then the atoms that do not interact with it. */
bool gromacs_take_exclusions(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error);

/** Reads a constraint, "i j function [length]"; function 1 counts as a bond, 2 does not. */
bool gromacs_take_constraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                             struct error *error);

/**
 * Reads a line of [ settles ], rigid water. It has the number of the oxygen atom, and the distances
 * O-H and H-H. The two hydrogens follow the oxygen. Adds three constraints.
 */
bool gromacs_take_settle(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         struct error *error);

/** Reads "atom 1 kx ky kz": restrains an atom to its position in the coordinates. */
bool gromacs_take_restraint(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                            struct error *error);

/**
 * Reads a virtual site and its constructing atoms. The section's name contains their number; [
 * virtual_sitesn ] allows any number after the function.
 */
bool gromacs_take_site(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error);

/** Returns the last molecule; NULL: there is none yet. */
struct gromacs_molecule *gromacs_current(struct gromacs_topology *topology);

/**
 * Reads `count` different atoms of the molecule, starting at a word of the line. The atoms then
 * count from 0.
 */
bool gromacs_members(const struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                     int first, int count, int32_t *member, struct error *error);

/** Adds a bond that excludes its atoms and their neighbors. */
void gromacs_bond(struct gromacs_molecule *molecule, const int32_t member[2]);

/**
 * Adds the pairs up to `reach` bonds apart to a molecule's excluded pairs, and removes duplicates.
 */
bool gromacs_molecule_exclude(struct gromacs_molecule *molecule, struct error *error);

/** Refuses a virtual site that has a mass. */
bool gromacs_check_sites(const char *path, const struct gromacs_molecule *molecule,
                         struct error *error);

/** Refuses a constraint between a virtual site, which has no mass, and another atom. */
bool gromacs_check_constraints(const char *path, const struct gromacs_molecule *molecule,
                               struct error *error);

void gromacs_molecule_free(struct gromacs_molecule *molecule);

/*
 * The types of atoms with charges in LAMMPS data files, for models whose types have coefficients of
 * pairs three bonds apart. The coefficients of a type identify the model's type. If the model lacks
 * the type of any atom, all are types of a force field, with the masses of the file. PairIJ Coeffs
 * of two types must equal the model's combination of their coefficients. Pairs at the ends of a
 * dihedral have 1-4 terms, whose weight is the last of its Dihedral Coeffs, 1, 1/2 or 0, as in
 * dihedral_style charmm. Charges are rounded to 10^-5 e.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/particles/system.h"

enum { LAMMPS_ATOM_TYPES = 1024 };

/** Atoms of the file while they are read; zeroed except for the model: none. */
struct lammps_atoms {
    const struct model *model; /* model of lammps_atoms_model */
    bool fourth;               /* true if a type has 1-4 coefficients */
    bool assumed;              /* true if a type has coefficients without a named style */
    struct lammps_pair of_type[LAMMPS_ATOM_TYPES];
    struct lammps_pair_list of_two;
    double mass[LAMMPS_ATOM_TYPES]; /* masses; 0: not given */
};

/**
 * Returns the default model of atoms: the first whose types have coefficients of pairs three bonds
 * apart.
 */
const struct model *lammps_atoms_model(void);

/** Takes coefficients; EXIT_USAGE for a second set of a type. */
bool lammps_atoms_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, struct lammps_atoms *atoms,
                       struct error *error);

/** Whether each type of the atoms has coefficients. */
bool lammps_atoms_known(const struct lammps_atoms *atoms, const struct system *system);

/** Sets the model's types of the atoms, and the model's term of excluded pairs. */
bool lammps_atoms_finish(const struct text_file *file, const struct lammps_atoms *atoms,
                         struct system *system, struct error *error);

/**
 * Adds the pairs three bonds apart of `count` dihedrals, whose rows are their types, after the
 * bonded terms of a system, and their coefficients after the other rows of its force field. There
 * is room for both.
 */
void lammps_atoms_add_fourth(const struct lammps_atoms *atoms, const struct lammps_bonded *bonded,
                             const struct bonded *dihedral, int64_t count, int row,
                             struct system *system);

void lammps_atoms_free(struct lammps_atoms *atoms);

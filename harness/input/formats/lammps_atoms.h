/*
 * The types of atoms with charges in LAMMPS data files, for models whose types have coefficients of
 * pairs three bonds apart. Coefficients of pairs decide which of the model's types each is. If the
 * model lacks the type of any atom, all are types of a force field, with the masses of the file.
 * PairIJ Coeffs of two types have to be what the model makes of the coefficients of each. Pairs at
 * the ends of a dihedral have 1-4 terms, whose weight is the last of its Dihedral Coeffs, 1, 1/2 or
 * 0, as in dihedral_style charmm. Charges are rounded to 10^-5 e.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/particles/system.h"

enum { LAMMPS_ATOM_TYPES = 1024 };

/** Atoms of the file, while they are read. Zeroed but for the model: none. */
struct lammps_atoms {
    const struct model *model; /* lammps_atoms_model */
    bool fourth;               /* some type has values of 1-4 */
    bool assumed;              /* some type has coefficients of a style that is not named */
    struct lammps_pair of_type[LAMMPS_ATOM_TYPES];
    struct lammps_pair_list of_two;
    double mass[LAMMPS_ATOM_TYPES]; /* 0: not given */
};

/**
 * Returns the model of atoms where none is named: the first whose types have coefficients of pairs
 * three bonds apart.
 */
const struct model *lammps_atoms_model(void);

/** Takes coefficients; EXIT_USAGE if a type has them already. */
bool lammps_atoms_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, struct lammps_atoms *atoms,
                       struct error *error);

/** Whether each type of the atoms has coefficients. */
bool lammps_atoms_known(const struct lammps_atoms *atoms, const struct system *system);

/** Gives the atoms the model's types, and excluded pairs the model's term for them. */
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

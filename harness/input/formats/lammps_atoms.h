/*
 * Finds the types of charged atoms in LAMMPS data files, for models that have coefficients for
 * pairs three bonds apart. A type of the model is recognized by its coefficients. If the model
 * lacks the type of any atom, all types are put into a force field, with masses from the file.
 * PairIJ Coeffs of two types must equal the model's combination of each type's coefficients. Pairs
 * at the ends of a dihedral have 1-4 terms. Their weight is the dihedral's last coefficient, 1, 1/2
 * or 0, as in dihedral_style charmm. Charges are rounded to 10^-5 e.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/particles/system.h"

enum { LAMMPS_ATOM_TYPES = 1024 };

/** Types of the file's atoms while they are read. Initially zero except for the model. */
struct lammps_atoms {
    const struct model *model; /* model of lammps_atoms_model */
    bool fourth;               /* true if a type has 1-4 coefficients */
    bool assumed;              /* true if a type has coefficients although no style is named */
    struct lammps_pair of_type[LAMMPS_ATOM_TYPES];
    struct lammps_pair_list of_two;
    double mass[LAMMPS_ATOM_TYPES]; /* masses of the types; 0: not given */
};

/**
 * Returns the default model of charged atoms: the first with coefficients for pairs three bonds
 * apart.
 */
const struct model *lammps_atoms_model(void);

/** Reads coefficients of one type or of two types. EXIT_USAGE if they already have coefficients. */
bool lammps_atoms_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, struct lammps_atoms *atoms,
                       struct error *error);

/** Whether each type of the atoms has coefficients. */
bool lammps_atoms_known(const struct lammps_atoms *atoms, const struct system *system);

/** Sets the types of the atoms, and the form of the model's term for excluded pairs. */
bool lammps_atoms_finish(const struct text_file *file, const struct lammps_atoms *atoms,
                         struct system *system, struct error *error);

/**
 * Appends 1-4 terms for the end pairs of `count` dihedrals to a system's bonded terms. Their
 * coefficients become the force field's rows from `row` on. Both have space. The dihedrals' own
 * rows are still types of the file.
 */
void lammps_atoms_add_fourth(const struct lammps_atoms *atoms, const struct lammps_bonded *bonded,
                             const struct bonded *dihedral, int64_t count, int row,
                             struct system *system);

void lammps_atoms_free(struct lammps_atoms *atoms);

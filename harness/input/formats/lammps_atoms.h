/*
 * The atoms of proteins and water in LAMMPS data files of atom style full (models/allatom.h), which
 * have charges. Pair Coeffs, "type eps sigma" or, as of lj/charmm, "type eps sigma eps14 sigma14",
 * say which of the model's types each is. If the model lacks any that an atom is of, all are types
 * of the system's own, with the masses of the file; those that do not differ are one. Those at the
 * ends of a dihedral have 1-4 terms with the weight that is the last of its Dihedral Coeffs, 1, 1/2
 * or 0, as of dihedral_style charmm. Charges are taken to 10^-5 e.
 */
#ifndef PAIRLANES_LAMMPS_ATOMS_H
#define PAIRLANES_LAMMPS_ATOMS_H

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/particles/system.h"

enum { LAMMPS_ATOM_TYPES = 1024 };

/** What the file has of atoms, as it is read. Zeroed: nothing. */
struct lammps_atoms {
    bool charged; /* some atom has a charge */
    bool fourth;  /* some type has values of 1-4 */
    struct {
        bool given, four; /* there are values, and also those of 1-4 */
        double value[4];
    } pair[LAMMPS_ATOM_TYPES];
    double mass[LAMMPS_ATOM_TYPES]; /* 0: not given */
};

/** Whether a line of the section Atoms without a style has the columns of style full, or those of
 * molecular. */
bool lammps_is_full(const char *line);
bool lammps_is_molecular(const char *line);

/** Sets the charge of atom i. EXIT_USAGE for none, or one too large. */
bool lammps_atom_charge(const struct text_file *file, const char **cursor, int64_t i,
                        struct lammps_atoms *atoms, struct system *system, struct error *error);

/** Takes a line of Pair Coeffs; one that says something else gives no coefficients. */
void lammps_atoms_pair(const struct text_file *file, struct lammps_atoms *atoms);

/** Takes a line "type mass" of the section Masses; one that says something else gives no mass. */
void lammps_atoms_mass(const struct text_file *file, struct lammps_atoms *atoms);

/** Gives atoms that have been read the model's types, and excluded pairs the term of these. */
bool lammps_atoms_finish(const struct text_file *file, const struct lammps_atoms *atoms,
                         struct system *system, struct error *error);

/** Adds the 1-4 terms of `count` dihedrals, whose rows are their types, after the bonded terms of a
 * system, where there is room. */
void lammps_atoms_add_fourth(const struct lammps_bonded *bonded, const struct bonded *dihedral,
                             int64_t count, struct system *system);

#endif

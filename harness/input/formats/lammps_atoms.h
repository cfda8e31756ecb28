/*
 * The atoms of proteins and water in LAMMPS data files of atom style full (models/allatom.h), which
 * have charges. Pair Coeffs, "type eps sigma" or, as of lj/charmm, "type eps sigma eps14 sigma14",
 * tell which of the model's types each is. If the model lacks any that an atom is of, all are types
 * of the system's own, with the masses of the file; those that do not differ are one. Atoms up to
 * three bonds apart are excluded, as by special_bonds charmm, unless they are asked for up to
 * fewer; those at the ends of a dihedral have 1-4 terms with the weight that is the fourth of its
 * Dihedral Coeffs, 1, 1/2 or 0, as of dihedral_style charmm. Charges are taken to 10^-5 e. What
 * bonds, angles, dihedrals and impropers do themselves is no part of the model.
 */
#ifndef PAIRLANES_LAMMPS_ATOMS_H
#define PAIRLANES_LAMMPS_ATOMS_H

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

enum { LAMMPS_ATOM_TYPES = 1024, LAMMPS_DIHEDRAL_TYPES = 4096 };

/** What the file has of atoms, as it is read. Zeroed: nothing. */
struct lammps_atoms {
    bool charged; /* some atom has a charge */
    struct {
        bool given, four; /* there are values, and also those of 1-4 */
        double value[4];
    } pair[LAMMPS_ATOM_TYPES];
    double mass[LAMMPS_ATOM_TYPES]; /* 0: not given */
    double *weight;                 /* of LAMMPS_DIHEDRAL_TYPES; NULL: there are none */
    int32_t (*dihedral)[3];         /* type, first and last atom */
    int64_t dihedrals, room;
};

/** Whether a line of the section Atoms without a style has the columns of style full. */
bool lammps_is_full(const char *line);

/** Sets the charge of atom i. EXIT_USAGE for none, or one too large. */
bool lammps_atom_charge(const struct text_file *file, const char **cursor, int64_t i,
                        struct lammps_atoms *atoms, struct system *system, struct error *error);

/** Takes a line of Pair Coeffs or Dihedral Coeffs; other lines of theirs say nothing of atoms. */
bool lammps_atoms_coefficients(const struct text_file *file, const char *section,
                               struct lammps_atoms *atoms, struct error *error);

/** Takes a line "type mass" of the section Masses; one that says something else gives no mass. */
void lammps_atoms_mass(const struct text_file *file, struct lammps_atoms *atoms);

/** Takes a line "number type first second third fourth" of the section Dihedrals. */
bool lammps_atoms_dihedral(const struct text_file *file, const struct system *system,
                           struct lammps_atoms *atoms, struct error *error);

/**
 * Gives atoms that have been read, with bonds for bonded terms, the model's types and terms. Those
 * up to `reach` bonds apart are excluded, of 0 three; up to fewer, there are no 1-4 terms.
 */
bool lammps_atoms_finish(const struct text_file *file, int reach, struct lammps_atoms *atoms,
                         struct system *system, struct error *error);

void lammps_atoms_free(struct lammps_atoms *atoms);

#endif

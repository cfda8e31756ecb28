/*
 * The beads of ELBA in LAMMPS data files (models/brahms.h). Their atoms, of a hybrid atom style
 * with dipole and sphere, are id type x y z molecule q mux muy muz diameter density. Types 1 to 8
 * are water, choline, phosphate, glycerol, ester, tail, amine, gay_berne; type 2 is also amine if
 * its sphere has that mass, as in files with only DOPE. Charges are checked, and the lengths of
 * dipoles, within 0.001 e A; the direction of a dipole is the bead's z axis, and that of an
 * ellipsoid is in its dipole's columns. Bonds of types 1 to 9 join choline or amine and phosphate,
 * phosphate and glycerol, glycerol and ester, ester and tail, tails, amine and phosphate, ester and
 * gay_berne, tail and gay_berne, and two gay_berne. Angles of types 1 to 4 are those of 115, 90,
 * 180 and 120 degrees; type 5 is between the dipole of the first bead and the second bead.
 *
 * The format lammps_beads writes such files. The diameter is that of the sphere with the bead's
 * moment of inertia across its axis, as in LAMMPS. Only the axis of an orientation is kept, because
 * beads of ELBA have no more.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

/** Numbers of a bead: molecule, charge (e), dipole (3, e A), diameter (A), density (amu/A^3). */
enum { BEAD_NUMBERS = 7 };

/** Whether the particles of a model may be beads; NULL: the model is not known yet. */
bool lammps_beads_are_of(const struct model *model);

/** Takes the numbers of a particle, whose type is set. EXIT_USAGE, naming the particle, for an
 * unknown type, a wrong charge or a wrong dipole, and for numbers that are not finite. */
bool lammps_bead(const struct text_file *file, const double value[BEAD_NUMBERS], int64_t particle,
                 struct system *system, struct error *error);

/**
 * Sets the kind of a bond or an angle, whose members are set, from its type, counted from 1.
 * EXIT_USAGE for beads that the type does not join, or that are farther apart than half the box.
 */
bool lammps_bead_bond(const struct text_file *file, const struct system *system, int64_t type,
                      struct bonded *term, struct error *error);
bool lammps_bead_angle(const struct text_file *file, const struct system *system, int64_t type,
                       struct bonded *term, struct error *error);

/*
 * Beads of the ELBA force field in LAMMPS data files, for models such as brahms, which have types
 * with the names below and their own forms of bonds and angles. The atom style is hybrid with
 * dipole and sphere; a line has id type x y z molecule q mux muy muz diameter density. Types 1 to 8
 * are water, choline, phosphate, glycerol, ester, tail, amine, gay_berne; type 2 is amine instead
 * if its sphere has amine's mass, as in files with DOPE alone. Charges and the lengths of dipoles
 * (within 0.001 e A) are checked. The direction of the dipole is the bead's z axis; for gay_berne,
 * an ellipsoid without a dipole, it is in the same columns. Bonds of types 1 to 9 join choline or
 * amine and phosphate, phosphate and glycerol, glycerol and ester, ester and tail, tails, amine and
 * phosphate, ester and gay_berne, tail and gay_berne, and two gay_berne. Angles of types 1 to 4
 * have 115, 90, 180 and 120 degrees; type 5 is between the dipole of the first bead and the second
 * bead.
 *
 * The format lammps_beads writes such files. As in LAMMPS, the diameter belongs to a homogeneous
 * sphere with the bead's mass and its moment of inertia across the axis. Only the z axis of an
 * orientation is kept, because the beads are symmetric about it.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

/** Numbers of a bead: molecule, charge (e), dipole (3, e A), diameter (A), density (amu/A^3). */
enum { BEAD_NUMBERS = 7 };

/** Whether a model has the types and forms of beads. NULL: the model is not known yet. */
bool lammps_beads_are_of(const struct model *model);

/**
 * Checks the numbers of a particle that already has its type; sets charge and orientation.
 * EXIT_USAGE if the type is unknown, the charge or the dipole is wrong, or a number is not finite.
 * The message has the particle.
 */
bool lammps_bead(const struct text_file *file, const double value[BEAD_NUMBERS], int64_t particle,
                 struct system *system, struct error *error);

/**
 * Sets the form of a bond or an angle from its type in the file, counted from 1. Its members are
 * already set. EXIT_USAGE if the type does not join these beads, or if they are farther apart than
 * half the box.
 */
bool lammps_bead_bond(const struct text_file *file, const struct system *system, int64_t type,
                      struct bonded *term, struct error *error);
bool lammps_bead_angle(const struct text_file *file, const struct system *system, int64_t type,
                       struct bonded *term, struct error *error);

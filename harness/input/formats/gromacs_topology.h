/*
 * Molecules of a GROMACS topology: [ moleculetype ] with [ atoms ], [ bonds ], [ angles ], [
 * dihedrals ], [ pairs ], [ exclusions ], [ constraints ], [ settles ], [ virtual_sites* ] and [
 * position_restraints ], and their numbers, [ molecules ]. Terms have the forms of models/forms/,
 * with rows in the units of a model. Rigid waters, [ settles ], are three constraints. Restraints
 * keep atoms at their initial coordinates. Virtual sites have the constructions of
 * harness/physics/shared/virtual_site.h; others are only counted.
 *
 * Other sections ([ cmap ], restraints of distances and angles, polarization) and function types
 * without a form are refused by name, unless #ifdef leaves them out.
 */
#pragma once

#include "harness/input/formats/gromacs_mdp.h"
#include "harness/input/formats/gromacs_types.h"
#include "harness/particles/system.h"

enum { GROMACS_NAME = 64 };

struct gromacs_atom {
    int32_t type; /* type in the force field */
    double mass, charge;
    char name[FIELD_NAME];
    bool is_site, makes_site; /* role of the atom among the virtual sites */
    bool restrained;
};

struct gromacs_molecule {
    char name[GROMACS_NAME];
    int64_t reach; /* bonds up to which particles are excluded */
    struct gromacs_atom *atom;
    int64_t atoms, atom_room;
    struct bonded *term; /* terms, forms from OWN_FORMS on; members count from 0 in the molecule */
    int64_t terms, term_room;
    int32_t (*bond)[2]; /* bonds that exclude their particles and the neighbors of these */
    int64_t bonds, bond_room;
    int32_t (*exclusion)[2]; /* pairs, without duplicates once the topology is read */
    int64_t exclusions, exclusion_room;
    struct constraint *constraint; /* constraints, numbered like members of terms, in the model's
                                    * units */
    int64_t constraints, constraint_room;
    struct virtual_site *site; /* virtual sites, with the same numbers of atoms */
    int64_t sites, site_room;
    struct restraint *restraint; /* restraints, with the same numbers of atoms, without places */
    int64_t restraints, restraint_room;
    int64_t strange_sites; /* number of other constructions: read and ignored */
};

/** Consecutive molecules of a kind. */
struct gromacs_block {
    int64_t molecule, count;
    char place[GROMACS_PLACE]; /* place of its line */
};

/** Zeroed: nothing is read yet. */
struct gromacs_topology {
    char section[GROMACS_NAME];    /* name of the current section; "": before the first */
    bool in_molecule;              /* true in [ moleculetype ] after its name, and in the sections
                                    * of a molecule */
    char swallowed[GROMACS_PLACE]; /* as in struct gromacs_lines */
    struct gromacs_units units;
    double coulomb; /* energy of two unit charges at unit distance, in the model's units */
    struct gromacs_types types;
    struct gromacs_molecule *molecule;
    int64_t molecules, molecule_room;
    struct gromacs_index molecule_of; /* molecules by name */
    struct gromacs_block *block;
    int64_t blocks, block_room;
    struct bonded_row *row;
    int64_t rows, row_room;
};

/**
 * Reads the topology of a path, with the names and folders that the run parameters define; the
 * caller sets `units` and `coulomb` before. EXIT_USAGE with file and line for what is wrong or has
 * no form here.
 */
bool gromacs_topology_read(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_topology *topology, struct error *error);

/** Returns the number of particles of all molecules. */
int64_t gromacs_topology_atoms(const struct gromacs_topology *topology);

void gromacs_topology_free(struct gromacs_topology *topology);

/*
 * Reads the molecules of a GROMACS topology: [ moleculetype ] with [ atoms ], [ bonds ], [ angles
 * ], [ dihedrals ], [ pairs ], [ exclusions ], [ constraints ], [ settles ], [ virtual_sites* ] and
 * [ position_restraints ], and their numbers, [ molecules ]. Bonded terms have the forms of
 * models/forms/, with coefficients in a model's units. Rigid waters, [ settles ], are three
 * constraints. Restraints keep atoms at their initial coordinates. Virtual sites have the
 * constructions of harness/physics/shared/virtual_site.h; others are only counted.
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
    bool is_site, makes_site; /* is_site: the atom is a virtual site; makes_site: a virtual site
                               * is constructed from it */
    bool restrained;
};

struct gromacs_molecule {
    char name[GROMACS_NAME];
    int64_t reach; /* largest number of bonds between excluded pairs */
    struct gromacs_atom *atom;
    int64_t atoms, atom_room;
    struct bonded *term; /* bonded terms, with forms at or above OWN_FORMS; the first atom of the
                          * molecule is 0 */
    int64_t terms, term_room;
    int32_t (*bond)[2]; /* bonds; pairs up to `reach` bonds apart are excluded */
    int64_t bonds, bond_room;
    int32_t (*exclusion)[2]; /* excluded pairs; duplicates are removed at the end */
    int64_t exclusions, exclusion_room;
    struct constraint *constraint; /* constraints, in the model's units; atoms count from 0 */
    int64_t constraints, constraint_room;
    struct virtual_site *site; /* virtual sites; atoms count from 0 in the molecule */
    int64_t sites, site_room;
    struct restraint *restraint; /* restraints without positions; atoms count from 0 */
    int64_t restraints, restraint_room;
    int64_t strange_sites; /* number of virtual sites with other constructions, which are ignored */
};

/** Consecutive molecules of the same kind. */
struct gromacs_block {
    int64_t molecule, count;
    char place[GROMACS_PLACE]; /* "path:line" of its line in [ molecules ] */
};

/** A topology; zeroed: nothing is read yet. */
struct gromacs_topology {
    char section[GROMACS_NAME];    /* name of the current section; "": before the first */
    bool in_molecule;              /* true in [ moleculetype ] after its name, and in the sections
                                    * of a molecule */
    char swallowed[GROMACS_PLACE]; /* place of a line that a backslash joined to a remark, as in
                                    * struct gromacs_lines */
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
 * Reads the topology at a path, with the macros and folders of the run parameters. The caller first
 * sets `units` and `coulomb`. EXIT_USAGE with file and line if text is wrong, or if a function has
 * no form here.
 */
bool gromacs_topology_read(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_topology *topology, struct error *error);

/** Returns the number of particles of all molecules. */
int64_t gromacs_topology_atoms(const struct gromacs_topology *topology);

void gromacs_topology_free(struct gromacs_topology *topology);

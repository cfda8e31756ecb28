/* State of the reader of LAMMPS data files, and functions that read its sections. */
#pragma once

#include "harness/input/formats/lammps_atoms.h"
#include "harness/input/formats/lammps_bonded.h"
#include "harness/input/formats/lammps_field.h"
#include "harness/input/formats/lammps_header.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/input/formats/lammps_rows.h"
#include "harness/particles/system_spec.h"

enum lammps_seen { SEEN_ATOMS, SEEN_ELLIPSOIDS, SEEN_VELOCITIES, SEEN };

struct lammps_data {
    struct text_file *file;
    struct lammps_line line; /* current line */
    struct system *system;
    const struct system_spec *spec;
    struct lammps_header header;
    char style[64]; /* name of an atom style in the title, with the text after it; "": none */
    struct lammps_rows rows;
    int64_t found[LAMMPS_COUNTED]; /* lines of the sections so far */
    int64_t velocities;            /* number of velocities; the header does not count them */
    bool *seen[SEEN];              /* atoms found in the sections Atoms, Ellipsoids and
                                    * Velocities */
    struct lammps_pairs pairs;     /* section of pair coefficients that is being read */
    struct lammps_bonded bonded;
    struct lammps_field field; /* types and coefficients of pairs; its model is NULL if the model
                                * has no pair rows */
    struct lammps_atoms atoms;
    bool beads; /* true if the atoms are beads */
    bool typed; /* true if types are recognized by their coefficients */
};

/** Whether bonded terms have the model's own forms. */
bool lammps_has_own_forms(const struct lammps_data *data);

/** Whether types are numbered as in the file, not by their indices among the model's types. */
bool lammps_has_own_types(const struct lammps_data *data);

/**
 * Returns the highest valid type of a kind of terms or of atoms in the file: the number in the
 * header, at most `most`.
 */
int64_t lammps_count_types(const struct lammps_data *data, int kind, int64_t most);

/**
 * Returns the index of the first term of a kind. Terms are sorted by kind, in any order of the
 * sections.
 */
int64_t lammps_first_of(const struct lammps_data *data, enum lammps_kind kind);

/**
 * Reads an atom's number at the cursor, and finds its index from 0. EXIT_USAGE if there is no such
 * atom.
 */
bool lammps_read_atom(const struct lammps_data *data, const char **cursor, int64_t *atom,
                      struct error *error);

/** Reads the number of an atom that may occur only once. EXIT_USAGE if it occurs again. */
bool lammps_read_new_atom(struct lammps_data *data, bool *seen, const char **cursor, int64_t *atom,
                          struct error *error);

/** Fails with EXIT_USAGE if there are words after the cursor. */
bool lammps_read_end(const struct lammps_data *data, const char *cursor, struct error *error);

/** Reads a line of Atoms, Ellipsoids, Velocities or Masses: EXIT_USAGE with file and line. */
bool lammps_read_atoms(struct lammps_data *data, struct error *error);
bool lammps_read_ellipsoids(struct lammps_data *data, struct error *error);
bool lammps_read_velocities(struct lammps_data *data, struct error *error);
bool lammps_read_masses(struct lammps_data *data, struct error *error);

/** Reads a line of a section of bonded terms: EXIT_USAGE with file and line. */
bool lammps_read_term(struct lammps_data *data, enum lammps_kind kind, struct error *error);

/** Makes types, terms and a force field from all sections, and notes data that is not used. */
bool lammps_finish(struct lammps_data *data, struct error *error);

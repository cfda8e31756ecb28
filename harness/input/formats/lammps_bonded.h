/*
 * Bonded terms of LAMMPS data files: coefficients of their types, from the sections "Bond Coeffs",
 * "Angle Coeffs", "Dihedral Coeffs" and "Improper Coeffs", and terms of models/forms/ that have
 * them. The style is the one that the heading names ("Bond Coeffs # harmonic") or, with the heading
 * "# hybrid" or none, each line after the type ("1 harmonic 30 1"); otherwise the only one that the
 * lines of the section fit. If these fit the dihedrals charmm and others, they are charmm's if
 * atoms have separate 1-4 coefficients.
 *
 * Wrong coefficients are an error only when a term needs them. Particles whose bonded terms are
 * their model's own (nucleotides, beads of lipids) may have coefficients of any style.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_styles.h"
#include "harness/particles/system.h"

enum { LAMMPS_BONDED_TYPES = 4096 /* most types of a kind */ };

/** A type of bonded term. */
struct lammps_bonded_type {
    int64_t line;                     /* line of its coefficients; 0: none */
    int64_t used;                     /* line of its first term; 0: none */
    const struct lammps_style *style; /* style of the coefficients; NULL: unknown */
    int count;
    double value[LAMMPS_NUMBERS];
    int row; /* row of the force field */
};

/** The types of a kind of terms. */
struct lammps_bonded_kind {
    char what[72];                    /* "Bond Coeffs # harmonic"; "": there is no such section */
    int64_t line;                     /* line of that heading */
    const struct lammps_style *style; /* style that the section names; NULL: none */
    bool hybrid;                      /* true if each line has to name a style */
    struct lammps_bonded_type *type;  /* LAMMPS_BONDED_TYPES types; NULL: none occurs */
};

/** Zeroed: nothing is read yet. */
struct lammps_bonded {
    struct lammps_bonded_kind kind[LAMMPS_KINDS];
    enum lammps_kind section; /* section of the current coefficients */
    bool refused;
    struct error refusal; /* first error in coefficients */
};

/** Whether a line is the heading of a section of coefficients of bonded terms. */
bool lammps_bonded_begin(const struct text_file *file, const struct lammps_line *line,
                         struct lammps_bonded *bonded);

/** Takes a line of that section, of types from 1 to `types`, LAMMPS_BONDED_TYPES at most. */
void lammps_bonded_coefficients(const struct text_file *file, int64_t types,
                                struct lammps_bonded *bonded);

/**
 * Notes that the current line is a term of a type from 1 to `types`. EXIT_USAGE for another type.
 */
bool lammps_bonded_use(const struct text_file *file, int64_t types, struct lammps_bonded *bonded,
                       enum lammps_kind kind, int64_t type, struct error *error);

/**
 * Finds the style and the row of each type that has coefficients, and the number of rows; `fourth`:
 * atoms have separate 1-4 coefficients. Notes a style that no heading names. EXIT_USAGE, with file
 * and line, for coefficients that fit no style or several, and for terms of types without
 * coefficients.
 */
bool lammps_bonded_resolve(const struct text_file *file, bool fourth, struct lammps_bonded *bonded,
                           struct system *system, int *rows, struct error *error);

/** Returns the weight of the 1-4 interactions of dihedral type `type`, which counts from 0; 0 if
 * they have none. */
double lammps_bonded_weight(const struct lammps_bonded *bonded, int type);

/** Sets form and row of `count` terms of a kind, whose rows are their types, from 0. */
void lammps_bonded_set(const struct lammps_bonded *bonded, enum lammps_kind kind,
                       struct bonded *term, int64_t count);

/** Fills the rows of a force field, and its set of forms. */
void lammps_bonded_fill(const struct lammps_bonded *bonded, struct force_field *field);

/** Adds a note to the system that coefficients of its file are not used. */
void lammps_bonded_state(const struct lammps_bonded *bonded, struct system *system);

void lammps_bonded_free(struct lammps_bonded *bonded);

/*
 * Bonded terms of LAMMPS data files. The sections "Bond Coeffs", "Angle Coeffs", "Dihedral Coeffs"
 * and "Improper Coeffs" have the coefficients of their types. Terms get forms of models/forms/. The
 * heading may contain the style ("Bond Coeffs # harmonic"). With "# hybrid" or no style in the
 * heading, each line may name the style after the type ("1 harmonic 30 1"). If no style is given,
 * the only style that fits all lines of the section is used. If several styles of dihedrals fit,
 * charmm is used if atoms have separate 1-4 coefficients.
 *
 * Wrong coefficients are an error only if a term uses them. Models with bonded terms of their own
 * forms (nucleotides, beads of lipids) ignore these coefficients, whatever their style.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/input/formats/lammps_styles.h"
#include "harness/particles/system.h"

enum { LAMMPS_BONDED_TYPES = 4096 /* types of a kind */ };

/** A type of bonded term. */
struct lammps_bonded_type {
    int64_t line;                     /* line of its coefficients; 0: none */
    int64_t used;                     /* line of its first term; 0: none */
    const struct lammps_style *style; /* style of the coefficients; NULL: unknown */
    int count;
    double value[LAMMPS_NUMBERS];
    int row; /* row of its coefficients in the force field */
};

/** The types of a kind of terms. */
struct lammps_bonded_kind {
    char what[72];                    /* heading of the section, "Bond Coeffs # harmonic"; "": the
                                       * file has no such section */
    int64_t line;                     /* line of that heading */
    const struct lammps_style *style; /* style in the section's heading; NULL: none */
    bool hybrid;                      /* true if each line has to name a style */
    struct lammps_bonded_type *type;  /* LAMMPS_BONDED_TYPES types; NULL: the file uses none */
};

/** Bonded terms of a file; zeroed: nothing is read yet. */
struct lammps_bonded {
    struct lammps_bonded_kind kind[LAMMPS_KINDS];
    enum lammps_kind section; /* kind of terms in the current section of coefficients */
    bool refused;
    struct error refusal; /* first error in coefficients */
};

/**
 * Whether a line is the heading of a section of bonded coefficients. If it is, begins to read the
 * section.
 */
bool lammps_bonded_begin(const struct text_file *file, const struct lammps_line *line,
                         struct lammps_bonded *bonded);

/**
 * Reads a line of the section that lammps_bonded_begin found. Its types are 1 to `types`, at most
 * LAMMPS_BONDED_TYPES.
 */
void lammps_bonded_coefficients(const struct text_file *file, int64_t types,
                                struct lammps_bonded *bonded);

/**
 * Notes that the current line is a term of type `type`. EXIT_USAGE if `type` is not from 1 to
 * `types`.
 */
bool lammps_bonded_use(const struct text_file *file, int64_t types, struct lammps_bonded *bonded,
                       enum lammps_kind kind, int64_t type, struct error *error);

/**
 * Finds the style and the row of each type that has coefficients, and the number of rows. `fourth`:
 * atoms have separate 1-4 coefficients. Notes a style that no heading has. EXIT_USAGE with file and
 * line if coefficients fit no style or several, or if a term has a type without coefficients.
 */
bool lammps_bonded_resolve(const struct text_file *file, bool fourth, struct lammps_bonded *bonded,
                           struct system *system, int *rows, struct error *error);

/** Returns the weight of the 1-4 interactions of dihedral type `type`, which counts from 0; 0 if
 * they have none. */
double lammps_bonded_weight(const struct lammps_bonded *bonded, int type);

/**
 * Sets form and row of `count` terms of a kind. The rows first contain their types, counted from 0.
 */
void lammps_bonded_set(const struct lammps_bonded *bonded, enum lammps_kind kind,
                       struct bonded *term, int64_t count);

/** Fills the rows of a force field, and its set of forms. */
void lammps_bonded_fill(const struct lammps_bonded *bonded, struct force_field *field);

/** Notes in the system that bonded coefficients of its file are not used. */
void lammps_bonded_state(const struct lammps_bonded *bonded, struct system *system);

void lammps_bonded_free(struct lammps_bonded *bonded);

/*
 * Styles of bonded terms in LAMMPS data files: their coefficients, and the forms in models/forms/
 * that compute them. The energies follow LAMMPS's documentation; angles are in degrees.
 */
#pragma once

#include "models/forms/kinds.h"

#include <stdbool.h>
#include <stddef.h>

enum { LAMMPS_NUMBERS = 5 /* coefficients of a style, at most */ };

enum lammps_kind { LAMMPS_BOND, LAMMPS_ANGLE, LAMMPS_DIHEDRAL, LAMMPS_IMPROPER, LAMMPS_KINDS };

struct lammps_style {
    enum lammps_kind kind;
    const char *name; /* name in LAMMPS, "harmonic" */
    int numbers;      /* coefficients of a type */
    const char *meaning;
    enum form form;
    bool weighted; /* the last coefficient is the weight of the pair of the first and last atom */

    /** Whether numbers can be coefficients of the style. NULL: any numbers can. */
    bool (*takes)(const double *value);

    /** Converts coefficients to the rows of the form. The caller sets the rows to zeros. */
    void (*convert)(const double *value, double *row);

    /** Converts the rows of the form to coefficients; NULL: no writer needs them. */
    void (*state)(const double *row, double *value);
};

/** Names of the kinds of terms, such as "bond". */
extern const char *const lammps_kind_names[LAMMPS_KINDS];

/**
 * Whether a name in a file is the name of a style. It may end with the suffix of an accelerator
 * package, "harmonic/omp".
 */
bool lammps_style_is(const char *found, const char *name);

/** Returns a style of a kind by its name; NULL if it is unknown. */
const struct lammps_style *lammps_style_find(enum lammps_kind kind, const char *name);

/**
 * Returns the style of a kind after a given style; NULL: returns the first. NULL after the last.
 */
const struct lammps_style *lammps_style_next(enum lammps_kind kind,
                                             const struct lammps_style *style);

/** Returns the first style of `form` whose `state` is not NULL; NULL: there is none. */
const struct lammps_style *lammps_style_of(enum form form);

/** Whether `count` finite numbers may be coefficients of a style. */
bool lammps_style_fits(const struct lammps_style *style, const double *value, int count);

/** Appends a style and its coefficients, "harmonic (K, r0)", to a text of `size` bytes. */
void lammps_style_append(const struct lammps_style *style, char *text, size_t size);

/** Writes all styles of a kind with their coefficients, separated by commas. */
void lammps_styles_text(enum lammps_kind kind, char *text, size_t size);

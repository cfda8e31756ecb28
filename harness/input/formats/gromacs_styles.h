/*
 * Function types of bonded terms in GROMACS topologies: their parameters, and the forms in
 * models/forms/ that compute them. The energies follow GROMACS' reference manual: constants k have
 * a factor 1/2 and angles are in degrees.
 */
#pragma once

#include "models/forms/kinds.h"

#include <stdbool.h>
#include <stddef.h>

enum { GROMACS_PARAMETERS = 6 /* parameters of a function */, GROMACS_KIND_MEMBERS = 4 };

enum gromacs_kind { GROMACS_BONDS, GROMACS_ANGLES, GROMACS_DIHEDRALS, GROMACS_KINDS };

/**
 * Special values of gromacs_style.form: a term without energy, and a function without a form here.
 */
enum { GROMACS_NO_ENERGY = -1, GROMACS_NO_FORM = -2 };

/** Factors from GROMACS' units, nm and kJ/mol, to a model's units. */
struct gromacs_units {
    double length, energy;
};

struct gromacs_style {
    enum gromacs_kind kind;
    int function; /* number of the function in the file */
    const char *name;
    int form;               /* enum form; GROMACS_NO_ENERGY, GROMACS_NO_FORM: no form */
    const char *dimensions; /* dimensions of the parameters, one letter per parameter: L length, E
                             * energy, K energy per squared length, A angle, N whole number above or
                             * equal to 0 */
    bool bonds;             /* true if its particles count as bonded for exclusions */
    void (*convert)(const double *value, double *row); /* converts parameters to the form's row */
};

/** Names of kinds in headings, such as "bonds", and the number of members of a term. */
extern const char *const gromacs_kind_names[GROMACS_KINDS];
extern const int gromacs_kind_members[GROMACS_KINDS];

/** Returns a kind's function type by its number; NULL if GROMACS has none with that number. */
const struct gromacs_style *gromacs_style_find(enum gromacs_kind kind, int function);

/** Writes the function types of a kind that have a form here, as "1 (harmonic), 2 (G96)". */
void gromacs_styles_text(enum gromacs_kind kind, char *text, size_t size);

/**
 * Converts parameters to the coefficients of the style's form, in a model's units. The caller sets
 * `row` to zeros. False if a parameter of dimension N is not a whole number of 0 or more.
 */
bool gromacs_style_convert(const struct gromacs_style *style, const struct gromacs_units *units,
                           const double *value, double row[FORM_ROWS * FORM_NUMBERS]);

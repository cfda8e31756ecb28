/*
 * Types and coefficients of pairs in LAMMPS data files, for models with pair rows of two types.
 * Types have masses and names ("1 14.027 # CH2"), from Masses or Pair Coeffs. Pair Coeffs have the
 * coefficients of a type, PairIJ Coeffs of two (lammps_pairs.h). If a file has no coefficients, its
 * types are the model's, in the same order.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_pairs.h"
#include "harness/particles/system.h"

/** Types and pair coefficients of a file. Initially zero except for the model. */
struct lammps_field {
    const struct model *model;
    struct field_type *type;     /* FIELD_TYPES types; NULL: none is known */
    struct lammps_pair *of_type; /* FIELD_TYPES sets of coefficients; NULL: none */
    struct lammps_pair_list of_two;
};

/** Reads pair coefficients from the current line; `name` is the comment of that line. */
bool lammps_field_pair(const struct text_file *file, const struct lammps_pairs *section,
                       const struct lammps_pair *pair, const char *name, struct lammps_field *field,
                       struct error *error);

/** Sets the mass of a type, counted from 0, and its name, the first word of a comment. */
void lammps_field_mass(int32_t type, double mass, const char *name, struct lammps_field *field);

/**
 * Makes the force field of a system, with space for `rows` rows of bonded coefficients. The field
 * has no types if the model has no pair rows. NULL with EXIT_USAGE if a pair is repeated, or with
 * EXIT_ENVIRONMENT.
 */
struct force_field *lammps_field_create(const struct text_file *file,
                                        const struct lammps_field *from,
                                        const struct system *system, int rows, struct error *error);

void lammps_field_free(struct lammps_field *field);

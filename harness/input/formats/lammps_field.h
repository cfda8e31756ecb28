/*
 * Types and coefficients of pairs in LAMMPS data files, for models whose pair function reads a row
 * of two types: masses, names ("1 14.027 # CH2") of Masses or Pair Coeffs, and the coefficients of
 * a type (Pair Coeffs) or of two (PairIJ Coeffs), of the style lj/cut or those that add charges to
 * it. A file without coefficients has the types of the model, by their places.
 */
#ifndef PAIRLANES_LAMMPS_FIELD_H
#define PAIRLANES_LAMMPS_FIELD_H

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/** Coefficients of a type, or of two, and where they are. */
struct lammps_pair {
    int64_t line;    /* 0: there are none */
    int32_t type[2]; /* from 0 */
    double value[MODEL_COEFFICIENTS];
};

/** Zeroed but for the model: nothing is read yet. */
struct lammps_field {
    const struct model *model;
    char what[72];               /* heading of the coefficients that are read */
    bool of_two;                 /* they are of two types */
    struct field_type *type;     /* FIELD_TYPES; NULL: nothing is known of any */
    struct lammps_pair *of_type; /* FIELD_TYPES; NULL: there are none */
    struct lammps_pair *of_pair;
    int64_t pairs, room;
};

/** Takes the current line as the heading "Pair Coeffs" or "PairIJ Coeffs"; EXIT_USAGE for a style
 * that is another function of the distance. */
bool lammps_field_begin(const struct text_file *file, struct lammps_field *field,
                        struct error *error);

/** Takes a line of that section. Numbers after the model's coefficients are a cut-off, which the
 * system states. */
bool lammps_field_pair(const struct text_file *file, struct lammps_field *field,
                       struct system *system, struct error *error);

/** Takes a line "type mass" of the section Masses. */
bool lammps_field_mass(const struct text_file *file, struct lammps_field *field,
                       struct error *error);

/** Makes the force field of a system, with `rows` rows of bonded terms; of a model without rows of
 * pairs it has no types. NULL: EXIT_USAGE for a pair that is there twice, EXIT_ENVIRONMENT. */
struct force_field *lammps_field_create(const struct text_file *file,
                                        const struct lammps_field *from,
                                        const struct system *system, int rows, struct error *error);

void lammps_field_free(struct lammps_field *field);

#endif

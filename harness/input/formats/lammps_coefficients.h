/*
 * Coefficients of pairs in LAMMPS data files, as write_data writes them: the sections "Pair Coeffs"
 * and "PairIJ Coeffs", with the pair style after a #. Particles of models without rows of pairs are
 * measured with the parameters of the model, not with these; so they are kept as what the file
 * states (harness/particles/stated.h): of a pair style that is a model's, its parameters, of others
 * that there are some.
 */
#ifndef PAIRLANES_LAMMPS_COEFFICIENTS_H
#define PAIRLANES_LAMMPS_COEFFICIENTS_H

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/** A section of coefficients. */
struct lammps_coefficients {
    const struct lammps_pair_style *style; /* NULL: no model's */
    char what[72];                         /* "Pair Coeffs # lj/cut" */
    int types;                             /* words that stand before the coefficients */
};

/** Whether the current line is the heading of a section of coefficients; which. */
bool lammps_coefficients_begin(const struct text_file *file, struct lammps_coefficients *section);

/** Takes a line of the section. EXIT_USAGE if it is none of its pair style. */
bool lammps_coefficients_read(const struct text_file *file,
                              const struct lammps_coefficients *section, struct system *system,
                              struct error *error);

#endif

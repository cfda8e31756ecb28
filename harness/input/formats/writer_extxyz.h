/* Writes particles as extended XYZ, with the results of an evaluation. */
#pragma once

#include "harness/particles/system.h"

#include <stdio.h>

/** Results of an evaluation in the units of the model; arrays over the particles. */
struct extxyz_found {
    const double *x, *y, *z; /* forces; NULL: not evaluated */
    const double *torque;    /* n vectors; NULL: no orientation */
    const double *energy;    /* energy of each particle; NULL: unknown */
    double total;            /* the energy of the system */
};

/**
 * Writes the particles with all digits. The results of an evaluation are added as `id` (from 1),
 * `forces`, `torques` and `energies`, the names that ASE reads. The caller checks the stream.
 */
void extxyz_write(const struct system *system, const struct extxyz_found *found, FILE *stream);

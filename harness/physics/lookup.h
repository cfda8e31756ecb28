/*
 * What the force of two atoms of `allatom` is off by from distance to distance, by each way to
 * evaluate it: the arithmetic of kernels on this CPU, and in the place of a texture unit its filter
 * (models/texture.h).
 */
#ifndef PAIRLANES_LOOKUP_H
#define PAIRLANES_LOOKUP_H

#include "harness/base/error.h"
#include "harness/catalog/precision.h"

/** Two atoms, and all that their force needs. */
struct lookup_pair {
    const double *constants; /* of allatom */
    const void *table;       /* model_table_build; NULL: the constants ask for none */
    double row[2];           /* struct allatom_row of their types */
    double charges;          /* C q_p q_q */
};

/** The force along r, pushing apart, as kernels evaluate it; not by two threads at a time. */
double lookup_force_in_single(const struct lookup_pair *pair, double r);
double lookup_force_in_double(const struct lookup_pair *pair, double r);

/** What forces at distances from `from` to `to` are off by, over the sizes of both interactions of
 * the pair together: the largest, and the root of the mean square. */
struct lookup_error {
    double from, to; /* A */
    double largest, rms;
};

/** Samples of an interval, spread evenly over it. */
enum { LOOKUP_SAMPLES = 1000 };

/**
 * Fills in what the forces of two oxygens of SPC/E water are off by, from those by the C library in
 * double precision, in `count` intervals that have their ends. `parameters` are those of allatom;
 * `precision` is single or double. EXIT_ENVIRONMENT: the precision has no texture unit, or there is
 * no memory.
 */
bool lookup_errors(const double *parameters, enum precision precision, struct lookup_error *errors,
                   int count, struct error *error);

#endif

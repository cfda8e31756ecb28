/* The truth: forces, energy and virial in double precision, straight from the model. */
#ifndef PAIRLANES_REFERENCE_H
#define PAIRLANES_REFERENCE_H

#include "harness/error.h"
#include "harness/model.h"
#include "harness/system.h"

#include <stdint.h>

struct reference {
    int64_t n;
    double *x, *y, *z;         /* force on each particle */
    double energy;             /* each pair once: the sum of the terms */
    double terms[MODEL_TERMS]; /* the model's energy terms, in its order */
    double virial;             /* sum over pairs of r . F, not divided by three */
    int64_t pairs_in_cutoff;   /* pairs with r < range, each once */
    int64_t pairs_interacting; /* pairs whose pair function says so, each once */
};

/**
 * Evaluates every pair within `range` found through cells of that size, all threads. The sums run
 * in a fixed order: the same bytes for every number of threads. EXIT_ENVIRONMENT for memory,
 * EXIT_USAGE for a box under twice the range, or particles so near that the energy is not finite.
 */
bool reference_by_cells(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/** The same over all n (n - 1) / 2 pairs: the check of the cells. */
bool reference_by_pairs(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/** Frees the arrays. A zeroed reference may be freed. */
void reference_free(struct reference *reference);

#endif

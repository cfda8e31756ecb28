/* Stretches of dynamics that take beads of models/brahms.h from an arranged start to equilibrium.
 */
#ifndef PAIRLANES_STRETCH_H
#define PAIRLANES_STRETCH_H

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdint.h>

/** A stretch of dynamics with a heat bath. */
struct stretch {
    double cutoff; /* A, at most: in a small box it is what half an edge leaves beside the skin */
    double step;   /* fs */
    int steps, interval;
    double collisions; /* the probability of a particle's at each interval */
};

/**
 * Runs stretches one after another, each with random numbers of its own, for the model's parameters
 * but the cut-off, at a temperature in kcal/mol. What they end as is kept in the cache
 * (harness/physics/equilibrate.h). Afterwards the system has positions and orientations, no
 * velocities.
 */
bool stretches_run(const struct stretch *stretches, int count, const double *parameters,
                   double temperature, uint64_t seed, struct system *system, struct error *error);

#endif

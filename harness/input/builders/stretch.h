/* Stretches of dynamics that take particles from an arranged start to equilibrium. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stdint.h>

/** A stretch of dynamics with a heat bath. */
struct stretch {
    double cutoff; /* upper limit: in a small box it is half an edge less the skin */
    double step;   /* step in the model's unit of time, fs */
    int steps, interval;
    double collisions; /* the probability of a particle's at each interval */
};

/** Common parameters of all stretches of a system. */
struct stretched {
    const struct model *model; /* a model with a parameter "cutoff", and a unit of time */
    const double *parameters;  /* values of the model, NULL for its defaults; a stretch has its own
                                  cut-off */
    double skin;               /* skin of the neighbor list */
    double temperature;        /* temperature in the model's unit of energy */
    uint64_t seed;             /* seed of the first stretch; each further one has the next */
};

/**
 * Runs stretches one after another, each with its own random numbers. Their final states are cached
 * (harness/physics/equilibrate.h). Afterwards the system has positions and orientations, and no
 * velocities.
 */
bool stretches_run(const struct stretched *of, const struct stretch *stretches, int count,
                   struct system *system, struct error *error);

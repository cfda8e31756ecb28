/* Runs dynamics in stretches that take particles from an ordered start to equilibrium. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"

#include <stdint.h>

/** A stretch of dynamics with a heat bath. */
struct stretch {
    double cutoff; /* upper limit: in a small box the cut-off is half an edge less the skin */
    double step;   /* step in the model's unit of time, fs */
    int steps, interval;
    double collisions; /* probability that a particle collides with the heat bath in an interval */
};

/** Settings that all stretches of a system share. */
struct stretched {
    const struct model *model; /* model with a parameter "cutoff" and a unit of time */
    const double *parameters;  /* parameters of the model, NULL for its defaults; a stretch
                                * replaces the cut-off */
    double skin;               /* skin of the neighbor list */
    double temperature;        /* temperature in the model's unit of energy */
    uint64_t seed;             /* seed of the first stretch; each later stretch adds 1 */
};

/**
 * Runs stretches one after another, each with separate random numbers. Caches their final states
 * (harness/physics/equilibrate.h). Afterwards the system has positions and orientations, and no
 * velocities.
 */
bool stretches_run(const struct stretched *of, const struct stretch *stretches, int count,
                   struct system *system, struct error *error);

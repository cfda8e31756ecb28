/*
 * The two closest particles of a system: if they are too close, the file probably means something
 * else.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

struct close_pair {
    int64_t p, q;
    double distance;
};

/** Finds the nearest two particles, by their nearest images, if they are nearer than `distance`;
 * *found: they are. EXIT_ENVIRONMENT if memory runs out. */
bool close_pair_find(const struct system *system, double distance, struct close_pair *pair,
                     bool *found, struct error *error);

/**
 * Returns the smallest positive sigma of the pairs of a system: from the model's parameters, or
 * from the coefficients of its types or of the system's own types; 0: none is known.
 */
double close_pair_sigma(const struct system *system, const struct model *model,
                        const double *parameters);

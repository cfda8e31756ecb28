/*
 * Samples of pairs that cover the input of a pair function: types, distances, orientations,
 * charges.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/random.h"
#include "harness/catalog/model.h"

#include <stdbool.h>

/** A pair of particles. */
struct pair_sample {
    struct particle p, q;
    double r[3]; /* vector from p to q */
    double distance;
};

/** Is called for each pair. */
typedef void pair_samples_visit(void *context, const struct pair_sample *pair);

/**
 * Visits pairs of every two types that the constants have parameters for, p and q also exchanged:
 * at distances that cover the range evenly, just inside of it, and beyond it up to 1.4 times.
 * Orientations and charges are random. The same pairs at each call.
 */
void pair_samples(const struct model *model, const double *constants, double range,
                  pair_samples_visit *visit, void *context);

/** A bonded term of one of the model's own forms, with as many members as one has at most. */
struct bonded_sample {
    int form;
    struct particle member[MODEL_MEMBERS];
    double r[MODEL_MEMBERS - 1][3]; /* vectors from each member to the next */
};

/** Is called for each bonded term. */
typedef void bonded_samples_visit(void *context, const struct bonded_sample *term);

/**
 * Visits terms of every own form, if the model has some: distances of members cover the range;
 * types, orientations and charges are random. The same terms at each call.
 */
void bonded_samples(const struct model *model, const double *constants, double range,
                    bonded_samples_visit *visit, void *context);

/** Relative distance from the range of a pair just inside of it. */
static const double pair_samples_inside = 1e-9;

/** Turns a body about an axis of the space frame, 0 to 2. */
void pair_samples_turn(double orientation[4], int axis, double angle);

/**
 * Whether two sets of a model's parameters only differ in parameters that change energies, while
 * the range, and forces and torques of all samples, stay the same in every digit. A parameter
 * without effect on a pair does not count, because it may select a way of evaluation.
 */
bool pair_samples_energy_alone(const struct model *model, const double *parameters,
                               const double *others);

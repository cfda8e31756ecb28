/*
 * Samples of pairs that cover the input of a pair function: types, distances, orientations and
 * charges.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/random.h"
#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

/** A pair of particles. */
struct pair_sample {
    struct particle p, q;
    double r[3]; /* displacement from p to q */
    double distance;
};

/** Called for each pair. */
typedef void pair_samples_visit(void *context, const struct pair_sample *pair);

/**
 * Visits pairs of all types for which the constants have parameters, also with p and q exchanged:
 * at distances evenly over the range, just inside its end, and up to 1.4 times the range.
 * Directions are those of pair_samples_direct. Orientations and charges are random. Every call
 * visits the same pairs.
 */
void pair_samples(const struct model *model, const double *constants, double range,
                  pair_samples_visit *visit, void *context);

/**
 * Visits pairs of the same types, each at equal steps of its distance from zero to the range, with
 * a direction, orientations and charges that stay: 12,500 steps, fewer for over 17 types.
 */
void pair_lines(const struct model *model, const double *constants, double range,
                pair_samples_visit *visit, void *context);

/** A bonded term of one of the model's own forms, with room for the most members. */
struct bonded_sample {
    int form;
    struct particle member[MODEL_MEMBERS];
    double r[MODEL_MEMBERS - 1][3]; /* displacement from each member to the next */
};

/** Called for each bonded term. */
typedef void bonded_samples_visit(void *context, const struct bonded_sample *term);

/**
 * Visits terms of every own form, if the model has some: distances of members cover the range;
 * types, orientations and charges are random. Every call visits the same terms.
 */
void bonded_samples(const struct model *model, const double *constants, double range,
                    bonded_samples_visit *visit, void *context);

/**
 * Sets a displacement of a length: in a random direction for even `k`; for odd ones along an axis
 * or a diagonal, in turn.
 */
void pair_samples_direct(int64_t k, double distance, struct random *random, double r[3]);

/** Relative distance from the range of a pair just inside of it. */
static const double pair_samples_inside = 1e-9;

/** Turns a body about an axis of the space frame, 0 to 2. */
void pair_samples_turn(double orientation[4], int axis, double angle);

/**
 * Whether two sets of a model's parameters differ only in parameters that change energies, but
 * neither the range nor any bit of the forces and torques of all samples. A parameter without
 * effect on a pair does not count, because it may select a way of evaluation.
 */
bool pair_samples_energy_alone(const struct model *model, const double *parameters,
                               const double *others);

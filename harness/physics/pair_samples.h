/*
 * Samples of pairs that cover the input of a pair function: all types, distances, orientations and
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

/** A function that is called for each pair. */
typedef void pair_samples_visit(void *context, const struct pair_sample *pair);

/**
 * Visits pairs of all types for which the constants have coefficients, in both orders of p and q.
 * Their distances are spread evenly from zero to the range; some are just inside the range, and
 * some up to 1.4 times the range. Directions are those of pair_samples_direct; orientations and
 * charges are random. Every call visits the same pairs.
 */
void pair_samples(const struct model *model, const double *constants, double range,
                  pair_samples_visit *visit, void *context);

/**
 * Visits a line of pairs for each pair of types: the distance increases in equal steps from zero to
 * the range, while direction, orientations and charges stay the same. A line has 12,500 steps, or
 * fewer if there are more than 17 types.
 */
void pair_lines(const struct model *model, const double *constants, double range,
                pair_samples_visit *visit, void *context);

/**
 * A bonded term with one of the model's own forms; the arrays have room for the largest number of
 * members.
 */
struct bonded_sample {
    int form;
    struct particle member[MODEL_MEMBERS];
    double r[MODEL_MEMBERS - 1][3]; /* displacement from each member to the next */
};

/** A function that is called for each bonded term. */
typedef void bonded_samples_visit(void *context, const struct bonded_sample *term);

/**
 * Visits bonded terms of each of the model's own forms. Distances of members cover the range;
 * types, orientations and charges are random. Every call visits the same terms.
 */
void bonded_samples(const struct model *model, const double *constants, double range,
                    bonded_samples_visit *visit, void *context);

/** A bonded term on a path, and the motion of its members along the path. */
struct bonded_step {
    struct bonded_sample term;
    double velocity[MODEL_MEMBERS][3]; /* change of the position of each member, per step */
    double spin[MODEL_MEMBERS][3];     /* rotation of each member in radians, per step */
};

/** A function that is called for each term of a path; `first` is true at its beginning. */
typedef void bonded_path_visit(void *context, const struct bonded_step *step, bool first);

/**
 * Visits terms of each of the model's own forms along a path of 12,500 steps, or of 6,250 if there
 * are 16 forms. The distances of members increase from zero to the range, while displacements
 * and orientations turn around once and the term as a whole moves. Types and charges are random.
 * Every call visits the same terms.
 */
void bonded_paths(const struct model *model, const double *constants, double range,
                  bonded_path_visit *visit, void *context);

/**
 * Sets a displacement with a given length: for even `k` in a random direction, for odd `k` along
 * the axes and diagonals of a cube, one after another.
 */
void pair_samples_direct(int64_t k, double distance, struct random *random, double r[3]);

/** Relative distance to the range, for pairs that are just inside the range. */
static const double pair_samples_inside = 1e-9;

/** Rotates a particle about an axis of the space frame, 0 to 2, by an angle in radians. */
void pair_samples_turn(double orientation[4], int axis, double angle);

/**
 * Whether two sets of a model's parameters differ only in parameters that change energies, but
 * neither the range nor any bit of the forces and torques of all samples. False if such a parameter
 * changes no energies either, because it may select an algorithm.
 */
bool pair_samples_energy_alone(const struct model *model, const double *parameters,
                               const double *others);

/* The reference for verification: forces, energy and virial of the model in double precision. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/** Least forces on a strained particle, relative to the median of all. */
enum { REFERENCE_STRAIN = 100 };

struct reference {
    const struct system *system; /* system, model and range of the forces, for further questions;
                                  * the system must outlive these. NULL: unknown */
    const struct model *model;
    const double *constants;
    double range;
    int64_t n;
    double *x, *y, *z; /* force on each particle, bonded terms included */
    double *of_pairs;  /* n vectors, the forces of pairs alone; NULL: there are no bonded terms */
    double *torque;    /* n vectors, about each particle's centre; NULL: no orientation */
    double *energy_of; /* energy of each particle: half of its pairs' energies, and an equal
                        * share of those of its bonded terms */
    double *acting;    /* sums, for each particle, of the sizes of the pair forces and bonded
                        * forces on it, then the same for torques, with r |F| of each pair, because
                        * kernels compute the torque on a partner from it; NULL: unknown */
    double quantum;    /* spacing of the sums that are compared, set by those who compare; 0:
                        * floating point */
    double usual;      /* median of the sums of forces above 0; 0 if there is none */
    bool *strained;    /* true for particles with over REFERENCE_STRAIN times the usual forces;
                        * NULL: there are none */
    double *at_cutoff; /* part of `acting` from partners so near the range that rounding in 32
                        * bits decides whether they interact, even just beyond it; NULL: there
                        * are none */
    double energy;     /* sum of the terms, with each pair counted once */
    double terms[MODEL_TERMS]; /* the model's energy terms, in its order */
    double tensor[9];   /* virial tensor: sum over pairs and bonded terms of r_a F_b at 3 a + b */
    double virial;      /* its trace, the sum of r . F, not divided by three */
    double virial_size; /* sum of the absolute contributions to it, of pairs and of the members
                         * of bonded terms, which may nearly cancel */
    struct {
        double energy, virial, virial_size;    /* as above */
        double energy_between, virial_between; /* absolute parts of these from pairs with
                                                * strained particles */
    } rest;                    /* sums over the particles that are not strained, if some are
                                * strained */
    int64_t pairs_in_cutoff;   /* pairs with r < range, each once, without bonded ones */
    int64_t pairs_interacting; /* pairs that interact according to their pair function, each once */
    int64_t branches[MODEL_BRANCHES]; /* pairs that take each branch of the pair function */
};

/** Returns the virial, the trace of its tensor. */
static inline double reference_trace(const double tensor[9])
{
    return tensor[0] + tensor[4] + tensor[8];
}

/**
 * Evaluates every pair within `range`, found through cells of that size, with all threads. The sums
 * have a fixed order, with the same bytes for every number of threads. EXIT_ENVIRONMENT for memory,
 * EXIT_USAGE for a box under twice the range, particles so close that the energy is not finite, or
 * particles without data that the model needs.
 */
bool reference_by_cells(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/** Evaluates the same over all n (n - 1) / 2 pairs, without cells, as a check of the cells. */
bool reference_by_pairs(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/** Returns the input of the pair function for particle i: its type, and its orientation if it has
 * one. */
struct particle reference_particle(const struct system *system, int64_t i);

/**
 * Evaluates one pair of a system in double precision, r the vector from particle i to j. Returns
 * whether it is within `range` and interacts; if not, the result is not set.
 */
bool reference_pair(const struct system *system, const struct model *model, const double *constants,
                    double range, int64_t i, int64_t j, const double r[3],
                    struct pair_result *result);

/**
 * Share of a particle in interactions; the energies and virials of all particles add up to the
 * total.
 */
struct reference_share {
    double of_pairs[3]; /* force of pairs alone, which reference_bonded does not set */
    double force[3], torque[3];
    double energy;    /* energy of the particle, as in struct reference */
    double acting[2]; /* sums of the sizes of forces and of torques */
    double terms[MODEL_TERMS];
    double tensor[9];    /* virial tensor of bonded terms, each at its first member */
    double virial_size;  /* sum of the absolute contributions of these members to it */
    int64_t broken[2];   /* two members of a bonded term without a finite energy; both 0: none */
    double at_cutoff[2]; /* as in struct reference, without bonded terms */
};

/**
 * Adds the bonded terms of particle i in double precision, listed in the topology. The first member
 * of a term has its energy.
 */
void reference_bonded(const struct system *system, const struct model *model,
                      const double *constants, const struct topology *topology, int64_t i,
                      struct reference_share *share);

/** Returns the memory of reference_by_cells. */
struct footprint reference_footprint(const struct system *system, const struct model *model,
                                     double range);

/** Frees the arrays. A zeroed reference may be freed. */
void reference_free(struct reference *reference);

/*
 * Computes the reference for verification: forces, energy and virial of a model in double
 * precision.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/** Precisions of distances: fixed point with 16 bits of fraction, and 32 and 64 bits. */
enum reference_width { WIDTH_16, WIDTH_32, WIDTH_64, REFERENCE_WIDTHS };

/** Absolute energy and virial of pairs that rounding of distances may put in or out of range. */
struct reference_jump {
    double energy, virial;
};

/** A particle is strained if the sum of forces on it exceeds this many times the median. */
enum { REFERENCE_STRAIN = 100 };

struct reference {
    const struct system *system; /* system of the forces, with model and cut-off below; it must
                                  * outlive the reference. NULL: unknown */
    const struct model *model;
    const double *constants;
    double range;
    int64_t n;
    double *x, *y, *z; /* force on each particle, from pairs and bonded terms */
    double *of_pairs;  /* forces from pairs alone, n vectors; NULL: there are no bonded terms */
    double *torque;    /* torques about the particles' centres, n vectors; NULL: particles are
                        * points */
    double *energy_of; /* energy of each particle: half of its pairs' energies, and an equal share
                        * of its bonded terms' energies */
    double *acting;    /* absolute values of the forces of pairs and bonded terms, summed for each
                        * particle; then the same for torques, including r |F| of each pair, because
                        * kernels compute a partner's torque from it. NULL: unknown */
    double quantum;    /* spacing of fixed-point sums that are compared with the reference, set by
                        * the caller; 0: floating point */
    double usual;      /* median of the sums of forces that are above 0; 0 if there are none */
    bool *strained;    /* true for particles with more than REFERENCE_STRAIN times the median; NULL:
                        * there are none */
    double *at_cutoff; /* part of `acting` from partners at the range, up to rounding of distances
                        * in 32 bits; NULL: none */
    struct reference_jump jump[REFERENCE_WIDTHS]; /* jumps at the range, by width */
    double energy;             /* sum of the energy terms; each pair counts once */
    double terms[MODEL_TERMS]; /* energy terms, in the order of the model */
    double tensor[9];   /* virial tensor: sum of r_a F_b over pairs and bonded terms, at index 3 a +
                         * b */
    double virial;      /* trace of the tensor, the sum of r . F (not divided by 3) */
    double virial_size; /* sum of the absolute virials of pairs and of members of bonded terms; the
                         * virials may nearly cancel */
    struct {
        double energy, virial, virial_size;    /* as in the outer structure */
        double energy_between, virial_between; /* absolute energy and virial of pairs with strained
                                                * particles */
    } rest;                    /* sums over particles that are not strained; set if some particles
                                * are strained */
    int64_t pairs_in_cutoff;   /* number of pairs with r < range, each counted once; no bonded
                                * terms */
    int64_t pairs_interacting; /* number of pairs that interact according to the pair function, each
                                * counted once */
    int64_t branches[MODEL_BRANCHES]; /* number of pairs that take each branch of the pair
                                       * function */
};

/** Returns the virial: the trace of its tensor. */
static inline double reference_trace(const double tensor[9])
{
    return tensor[0] + tensor[4] + tensor[8];
}

/**
 * Evaluates every pair within `range` with all threads. Cells of that size find the pairs. The sums
 * have a fixed order, so they have the same bytes for every number of threads. EXIT_ENVIRONMENT if
 * memory runs out. EXIT_USAGE if an edge of the box is below twice the range, if particles are so
 * close that the energy is not finite, or if particles lack data that the model needs.
 */
bool reference_by_cells(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/**
 * Computes the same as reference_by_cells from all n (n - 1) / 2 pairs, without cells. Serves as a
 * check of the cells.
 */
bool reference_by_pairs(const struct system *system, const struct model *model,
                        const double *constants, double range, struct reference *reference,
                        struct error *error);

/**
 * Returns particle i as input of the pair function: its type and, if it has one, its orientation.
 */
struct particle reference_particle(const struct system *system, int64_t i);

/**
 * Evaluates a pair of a system in double precision; r is the displacement from particle i to j.
 * Returns true if the pair is within `range` and interacts; if not, the result is not set.
 */
bool reference_pair(const struct system *system, const struct model *model, const double *constants,
                    double range, int64_t i, int64_t j, const double r[3],
                    struct pair_result *result);

/**
 * A particle's share of all interactions; the energies and virials of all particles add up to the
 * totals.
 */
struct reference_share {
    double of_pairs[3]; /* force from pairs alone; reference_bonded does not set it */
    double force[3], torque[3];
    double energy;    /* energy of the particle, as in struct reference */
    double acting[2]; /* sums of absolute values: of forces, of torques */
    double terms[MODEL_TERMS];
    double tensor[9];    /* virial tensor of the bonded terms with this particle as first member */
    double virial_size;  /* sum of the absolute contributions to the virial by the members of these
                          * terms */
    int64_t broken[2];   /* two members of a bonded term without a finite energy; both 0: none */
    double at_cutoff[2]; /* as in struct reference, from pairs */
};

/**
 * Adds the bonded terms of particle i, which the topology lists, in double precision. The energy of
 * a term is added to its first member.
 */
void reference_bonded(const struct system *system, const struct model *model,
                      const double *constants, const struct topology *topology, int64_t i,
                      struct reference_share *share);

/** Returns the estimated memory of reference_by_cells. */
struct footprint reference_footprint(const struct system *system, const struct model *model,
                                     double range);

/** Frees the arrays of a reference, which may be zeroed. */
void reference_free(struct reference *reference);

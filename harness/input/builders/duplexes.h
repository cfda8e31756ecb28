/*
 * Duplexes of eight base pairs of oxDNA1 (models/oxdna.h): code for all builders that use them. The
 * strands are AGCGTGAC from the 3' end and its complement. Nucleotides are numbered strand by
 * strand from the 3' end, the strands duplex by duplex.
 */
#pragma once

#include "harness/input/builders/builder.h"

enum { DUPLEX_NUCLEOTIDES = 16 };

/** Bonds per nucleotide. */
#define DUPLEX_BONDS ((double)(DUPLEX_NUCLEOTIDES - 2) / DUPLEX_NUCLEOTIDES)

/** Minimum edge of a lattice cell with a duplex, so that neighboring duplexes do not touch. */
#define DUPLEX_SPACING 5.2

/** Names of the model's parameters that builders depend on. */
extern const char *const duplexes_parameters[];

/** A duplex around its middle. */
struct duplex {
    double position[DUPLEX_NUCLEOTIDES][3], orientation[DUPLEX_NUCLEOTIDES][4];
};

/**
 * Returns the number of sites along an edge of the smallest cubic lattice with room for `duplexes`.
 */
int64_t duplexes_along(int64_t duplexes);

/**
 * Refuses duplexes that would overlap on the lattice of their cubic box, and an incomplete duplex.
 * EXIT_USAGE in both cases.
 */
bool duplexes_check(const struct system_spec *spec, int64_t duplexes, double edge,
                    struct error *error);

/**
 * Fills in the model's constants at the spec's temperature, and returns the cut-off. Returns NAN
 * with `error` if that fails.
 */
double duplexes_model(const struct system_spec *spec, double constants[MODEL_CONSTANTS],
                      struct error *error);

/** Adds bases, bonds of strands, and memory for orientations to a system. */
bool duplexes_add_strands(struct system *system, struct error *error);

/** Computes the centre of a site of a simple cubic lattice with `along` sites along each edge. */
void duplexes_site(int64_t site, int64_t along, double edge, double centre[3]);

/**
 * Writes the positions and orientations of duplex `m` of a system, rotated by q, with its middle at
 * `centre`.
 */
void duplexes_put(struct system *system, int64_t m, const double q[4], const double centre[3],
                  const struct duplex *duplex);

/**
 * Reads duplex `m` of a system: nucleotides relative to its middle, and the position of the middle.
 */
void duplexes_take(const struct system *system, int64_t m, struct duplex *duplex, double centre[3]);

/**
 * Runs `steps` steps of Brownian dynamics at the temperature; the final state is cached
 * (harness/physics/equilibrate.h).
 */
bool duplexes_move(const struct system_spec *spec, struct system *system, int64_t count,
                   struct error *error);

/**
 * Builds thermalised duplexes that do not touch, each in a separate box. They start as ideal B-DNA:
 * pairs are 0.39 apart along the axis, each turned by 35.9 degrees from the last. Nucleotides are
 * 0.6 from the axis with their bases towards it. This structure is near the model's minimum of
 * energy. Brownian dynamics then reaches thermal equilibrium.
 */
bool duplexes_sample(const struct system_spec *spec, int64_t count, struct system *samples,
                     struct error *error);

/** Wraps positions, and rounds positions and orientations to single precision. */
void duplexes_round(struct system *system);

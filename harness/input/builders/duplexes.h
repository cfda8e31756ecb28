/*
 * Duplexes of eight base pairs, AGCGTGAC from the 3' end and its complement, of oxDNA1
 * (models/oxdna.h): shared code of the builders of their systems. Nucleotides are numbered strand
 * by strand from the 3' end, the strands duplex by duplex.
 */
#pragma once

#include "harness/input/builders/builder.h"

enum { DUPLEX_NUCLEOTIDES = 16 };

/** Bonds per nucleotide. */
#define DUPLEX_BONDS ((double)(DUPLEX_NUCLEOTIDES - 2) / DUPLEX_NUCLEOTIDES)

/** Least edge of a lattice cell with a duplex, so that neighboring duplexes do not touch. */
#define DUPLEX_SPACING 5.2

/** Names of the model's parameters that builders depend on. */
extern const char *const duplexes_parameters[];

/** A duplex around its middle. */
struct duplex {
    double position[DUPLEX_NUCLEOTIDES][3], orientation[DUPLEX_NUCLEOTIDES][4];
};

/** Returns the sites along an edge of the smallest cubic lattice with room for `duplexes`. */
int64_t duplexes_along(int64_t duplexes);

/** Refuses numbers of nucleotides that no duplexes have, and duplexes that would overlap on the
 * lattice of their cubic box: EXIT_USAGE. */
bool duplexes_check(const struct system_spec *spec, int64_t duplexes, double edge,
                    struct error *error);

/**
 * Fills the constants of the model at the temperature; returns its range, NAN with `error` on
 * failure.
 */
double duplexes_model(const struct system_spec *spec, double constants[MODEL_CONSTANTS],
                      struct error *error);

/** Gives the system bases, memory for orientations, and the bonds of its strands. */
bool duplexes_add_strands(struct system *system, struct error *error);

/**
 * Computes the middle of a site of a simple cubic lattice with `along` sites of an edge along each
 * axis.
 */
void duplexes_site(int64_t site, int64_t along, double edge, double centre[3]);

/** Writes duplex `m` of a system, turned by q, with its middle at `centre`. */
void duplexes_put(struct system *system, int64_t m, const double q[4], const double centre[3],
                  const struct duplex *duplex);

/** Reads duplex `m` of a system around its middle, and the place of the middle. */
void duplexes_take(const struct system *system, int64_t m, struct duplex *duplex, double centre[3]);

/** Runs `steps` steps of Brownian dynamics at the temperature; cached
 * (harness/physics/equilibrate.h). */
bool duplexes_move(const struct system_spec *spec, struct system *system, int64_t count,
                   struct error *error);

/**
 * Builds duplexes at the temperature, without contacts, in a separate box. They start as ideal
 * B-DNA: pairs 0.39 apart along the axis, each turned by 35.9 degrees from the last, nucleotides
 * 0.6 from the axis with their bases towards it. That is near the model's minimum; Brownian
 * dynamics then reaches thermal equilibrium.
 */
bool duplexes_sample(const struct system_spec *spec, int64_t count, struct system *samples,
                     struct error *error);

/** Rounds positions, wrapped, and orientations to single precision. */
void duplexes_round(struct system *system);

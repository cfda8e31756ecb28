/*
 * Large systems made of copies of a small, equilibrated box. There are k copies along each axis; up
 * to k^3 - 1 surplus particles, chosen at random, are left out. The particles are numbered at
 * random, as after a long run without sorting.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

#include <stdint.h>

struct tiles {
    int along;       /* copies along each axis */
    int particles;   /* particles of the small box */
    double edge;     /* edge of the small box */
    uint32_t *order; /* order of the particles of all copies: each value is copy * particles +
                      * index. NULL: one copy, in its own order */
};

/** Returns a cube root with the same bits on every machine. */
double tiles_cube_root(double a);

/**
 * Sets the box of a system to the spec's box. If the spec has none, sets a cube with its density.
 * Edges are representable in single precision. Returns the first edge.
 */
double tiles_box(const struct system_spec *spec, struct system *system);

/**
 * Returns the numbers from 0 to `count` - 1 in random order, from a random stream of the seed. NULL
 * if memory runs out.
 */
uint32_t *tiles_shuffle(uint32_t count, uint64_t seed, uint64_t stream, struct error *error);

/**
 * Return the number of copies along each axis, for n particles. The first returns the smallest
 * number with at most `most` particles per copy. The second returns the largest number, 1 or more,
 * with at least `least` particles per copy.
 */
int tiles_along_most(int64_t n, int most);
int tiles_along_least(int64_t n, int least);

/** Plans copies of a box, in an order shuffled with a random stream of the seed. */
bool tiles_plan(const struct system_spec *spec, int along, double box, uint64_t stream,
                struct tiles *tiles, struct error *error);

/** Returns the index in the small box of particle i's original, and sets the shift of the copy. */
int64_t tiles_particle(const struct tiles *tiles, int64_t i, double shift[3]);

/** Returns a coordinate, wrapped and rounded to single precision. */
double tiles_single(double coordinate, double box);

/** Places the particles of a cubic box on a simple cubic lattice. */
void tiles_lattice(struct system *box);

/**
 * Fills a system with copies of a box: positions and, if the box has them, orientations and types.
 */
void tiles_copy(const struct system *box, const struct tiles *tiles, struct system *system);

/** A function that equilibrates a box of oriented particles from an ordered start. */
typedef bool tiles_equilibrate(const struct system_spec *spec, struct system *box,
                               struct error *error);

/**
 * Fills in the box, orientations and positions of a system. Particles of a small box start on a
 * simple cubic lattice with random orientations. The box is equilibrated and copied `along` times
 * along each axis. The copies are exact. Surplus particles that are left out leave holes.
 */
bool tiles_build(const struct system_spec *spec, int along, uint64_t stream,
                 tiles_equilibrate *equilibrate, struct system *system, struct error *error);

/** Frees the order. */
void tiles_free(struct tiles *tiles);

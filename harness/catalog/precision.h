/* The arithmetic variants of a force kernel: the rows of harness/catalog/precision_table.h. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"

#include <stdbool.h>
#include <stdint.h>

#define PRECISION(enumerator, ...) PRECISION_##enumerator,
enum precision {
#include "harness/catalog/precision_table.h"
    PRECISION_COUNT
};
#undef PRECISION

struct precision_info {
    const char *name;
    const char *summary;
    const char *types; /* options of either compiler: REAL of pairs and positions, SUM of sums */
    const char *state; /* STATE of the positions and velocities of particles that move on a GPU */
    const char *cpu;   /* options of the compiler of CPU kernels */
    const char *gpu;   /* options of NVRTC */
    int real_size;     /* bytes */
    int sum_size;
    int state_size;
    int state_bits;    /* bits after the point of the state; 0: floating point */
    int turn_bits;     /* bits after the point of orientations, which are under 1 and need more */
    int fraction_bits; /* fraction bits of fixed-point sums; 0: floating point */
    double largest;    /* largest number of the pair arithmetic; 0: floating point */
    double tolerance; /* limit of the relative RMS force error against the double reference; 0: each
                       * model's own, fixed_tolerance */
};

/** The description of a precision; `precision` must be under PRECISION_COUNT. */
const struct precision_info *precision_info(enum precision precision);

/**
 * Returns the first precision of the table whose pairs are evaluated by the same kernels; often the
 * precision itself. The precision of the motion may differ.
 */
enum precision precision_of_pairs(enum precision precision);

/**
 * Whether a model with these constants can be computed in a precision. EXIT_ENVIRONMENT with the
 * reason if it cannot.
 */
bool precision_serves(enum precision precision, const struct model *model, const double *constants,
                      struct error *error);

/** Returns the tolerance for a model; 0: it has no kernels in this precision. */
double precision_tolerance(enum precision precision, const struct model *model);

/**
 * The smallest force, of a pair or a sum, that overflows a precision in fixed point; INFINITY for
 * floating point.
 */
double precision_range(enum precision precision);

/** Returns the spacing of numbers with `bits` bits after the point, as in struct precision_info; 0
 * in floating point. */
double precision_spacing(int bits);

/** Returns the spacing of sums in fixed point; 0 for floating point. */
double precision_quantum(enum precision precision);

/** Finds a precision by name; false if there is none. */
bool precision_find(const char *name, enum precision *precision);

/** Writes an entry of an array of REAL, as kernels read positions and orientations. */
void precision_set_real(enum precision precision, void *reals, int64_t index, double value);

/** Writes a word as an entry of an array of numbers of `size` bytes. */
void precision_set_word(int size, void *numbers, int64_t index, int32_t word);

/** An entry of an array of SUM, as kernels write forces, torques and energies. */
double precision_sum(enum precision precision, const void *sums, int64_t index);

/**
 * Writes and reads an entry of an array of STATE, as kernels that move particles use it. `bits` is
 * the number after its point: state_bits of the precision, or turn_bits for a quaternion.
 */
void precision_set_state(enum precision precision, int bits, void *states, int64_t index,
                         double value);
double precision_state(enum precision precision, int bits, const void *states, int64_t index);

/** The sum of the fourth entries of n vectors. In fixed point it is exact, whatever the order. */
double precision_energy(enum precision precision, const void *vectors, int64_t n);

/**
 * The grid of coordinates and box edges if sums are in fixed point; otherwise 0. It is a power of
 * two, so large that every difference of coordinates, of their images by an edge and of means of
 * two is exact in REAL. So the displacement of a pair is the same however it is computed.
 */
double precision_grid(enum precision precision, const double box[3]);

/** The multiple of `grid` that is nearest to a coordinate; the coordinate itself if `grid` is 0. */
double precision_on_grid(double coordinate, double grid);

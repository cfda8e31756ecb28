/*
 * Precisions: variants of a force kernel's arithmetic, one per row of
 * harness/catalog/precision_table.h.
 */
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
    const char *types; /* options of all compilers, which define REAL (pairs and positions) and SUM
                        * (sums) */
    const char *state; /* STATE: the type of positions and velocities of particles that move on a
                        * GPU */
    const char *cpu;   /* options of the compiler of CPU kernels */
    const char *gpu;   /* options of NVRTC */
    int real_size;     /* bytes of REAL */
    int sum_size;
    int state_size;
    int state_bits;    /* bits after the binary point in the state; 0: floating point */
    int turn_bits;     /* bits after the binary point in orientations; these are below 1 and need
                        * more bits */
    int fraction_bits; /* bits after the binary point in fixed-point sums; 0: floating point */
    double largest;    /* largest number of the pair arithmetic; 0: floating point, no limit */
    double tolerance;  /* largest relative RMS force error against the reference in double
                        * precision; 0: each model's fixed_tolerance */
};

/** Returns the description of a precision; `precision` must be below PRECISION_COUNT. */
const struct precision_info *precision_info(enum precision precision);

/**
 * Returns the first precision of the table with the same kernels for pairs; often the precision
 * itself. The arithmetic of the motion may differ.
 */
enum precision precision_of_pairs(enum precision precision);

/**
 * Whether a model with these constants can be computed in a precision. EXIT_ENVIRONMENT if not; the
 * message has the reason.
 */
bool precision_serves(enum precision precision, const struct model *model, const double *constants,
                      struct error *error);

/** Returns the tolerance for a model; 0: the model has no kernels in this precision. */
double precision_tolerance(enum precision precision, const struct model *model);

/**
 * Returns the smallest force of a pair or a sum that overflows a precision's fixed-point sums;
 * INFINITY for floating point.
 */
double precision_range(enum precision precision);

/**
 * Returns the spacing of numbers with `bits` bits after the binary point. 0 bits mean floating
 * point, with a spacing of 0.
 */
double precision_spacing(int bits);

/**
 * Returns the rounding error of a coordinate in a box. Coordinates are floating-point numbers of
 * `size` bytes, or have the spacing of the state if that is larger.
 */
double precision_place(enum precision precision, int size, const double box[3]);

/** Returns the spacing of fixed-point sums; 0 for floating point. */
double precision_quantum(enum precision precision);

/** Finds a precision by name; false if there is none. */
bool precision_find(const char *name, enum precision *precision);

/**
 * Write and read an element of an array of REAL. Kernels read positions and orientations from such
 * arrays.
 */
void precision_set_real(enum precision precision, void *reals, int64_t index, double value);
double precision_real(enum precision precision, const void *reals, int64_t index);

/** Writes a word as an element of an array. The array's numbers have `size` bytes. */
void precision_set_word(int size, void *numbers, int64_t index, int32_t word);

/**
 * Returns an element of an array of SUM. Kernels write forces, torques and energies to such arrays.
 */
double precision_sum(enum precision precision, const void *sums, int64_t index);

/**
 * Write and read an element of an array of STATE for kernels that move particles. `bits` is the
 * number of bits after the binary point: state_bits of the precision, or turn_bits for a
 * quaternion.
 */
void precision_set_state(enum precision precision, int bits, void *states, int64_t index,
                         double value);
double precision_state(enum precision precision, int bits, const void *states, int64_t index);

/**
 * Returns the sum of the fourth components of n vectors. In fixed point it is exact and does not
 * depend on the order.
 */
double precision_energy(enum precision precision, const void *vectors, int64_t n);

/**
 * Returns the grid that coordinates and box edges are rounded to if sums are in fixed point.
 * Without fixed point it is 0. The grid is a power of two. It is large enough for exact differences
 * in REAL: of coordinates, of coordinates shifted by an edge, and of means of two coordinates. Thus
 * a pair's displacement does not depend on how it is computed.
 */
double precision_grid(enum precision precision, const double box[3]);

/** Returns the multiple of `grid` nearest to a coordinate; the coordinate if `grid` is 0. */
double precision_on_grid(double coordinate, double grid);

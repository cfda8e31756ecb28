/*
 * Instructions of a warp in GPU kernels, counted in the SASS that NVRTC of CUDA 13 compiled for
 * sm_90. Lennard-Jones in single precision is the unit; other precisions and models are relative to
 * it.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

/** Instructions of a warp in single precision. */
struct mapping_cost {
    double pass;    /* cost of a partner in each lane: entry, position, and adds to shared memory if
                       the strategy has them */
    double warp;    /* cost of a warp: own particles, and their sums */
    double halving; /* cost of each halving of the lanes that share a particle, when these add
                     * their sums */
    double image;   /* cost of images in a pass, if periodic images matter */
    double place;   /* staging a partner in each lane */
    double registers; /* registers of a thread */
};

/** Returns the cost of a strategy from its neighbor structure and its adds. False: such kernels
 * were not counted. */
bool mapping_cost(const struct strategy *strategy, struct mapping_cost *cost);

/** Cost of the pair function. */
struct pair_cost {
    double per_operation; /* instructions for each floating-point operation that the model declares,
                             in single precision */
    double registers;     /* registers of a thread, in single precision */
    double left;          /* fraction of the instructions that warps of bare particles execute
                           * (strategies/staged/own_order.cuh); 0: all */
    double unpacked; /* further instructions if the coefficients of two types are not stored with a
                      * partner's position */
};

enum {
    /** Instructions of a pass for the displacement, its square and the test of the range. */
    COST_DISTANCE = 6,
    /**
     * Further cost of a pass that finds pairs that may interact: the partner's orientation and
     * axis, and the model's short test, counted with oxdna. The found pairs are gathered again.
     */
    COST_TEST = 50
};

/**
 * Returns the cost of a model with these parameters; the largest known cost if it was not counted.
 */
struct pair_cost pair_cost(const struct model *model, const double *parameters);

/** Relative cost of a precision. */
struct precision_cost {
    double instructions; /* cost of distances and pairs, relative to single */
    double special;      /* number of operations that a division, a root or the like counts as */
    double wide;         /* share of the instructions that units of 64 bits execute */
    double registers;    /* registers, relative to single */
};

struct precision_cost precision_cost(enum precision precision);

/** Returns the operations of a declared amount of work. */
static inline double cost_operations(struct model_work work, struct precision_cost precision)
{
    return work.flops + precision.special * work.special;
}

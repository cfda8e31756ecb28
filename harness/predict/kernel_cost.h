/*
 * Numbers of instructions per warp in GPU kernels, counted in the machine code (SASS) by CUDA 13's
 * NVRTC for sm_90. They are given for Lennard-Jones in single precision; other precisions and
 * models have factors.
 */
#pragma once

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

/** Instructions of a warp for a strategy, in single precision. */
struct mapping_cost {
    double pass;    /* a pass, in which each lane evaluates a partner: entry and position. For
                     * strategies that add to shared memory, the adds are included */
    double warp;    /* once per warp: loading the own particles, and writing their sums */
    double halving; /* each step that halves the lanes of a particle when they add up their sums */
    double image;   /* nearest images in a pass, if the warp is near a face of the box */
    double place;   /* each step in which every lane stages a partner in shared memory */
    double registers; /* registers of a thread */
};

/**
 * Fills in the cost of a strategy, which depends on its neighbor structure and on how it adds
 * forces. False: no kernel of this kind was counted.
 */
bool mapping_cost(const struct strategy *strategy, struct mapping_cost *cost);

/** Cost of a model's pair function. */
struct pair_cost {
    double per_operation; /* instructions per floating-point operation that the model declares, in
                           * single precision */
    double registers;     /* registers of a thread, in single precision */
    double left;          /* fraction of the instructions that remain in warps with only bare
                           * particles (strategies/staged/own_order.cuh); 0: all */
    double unpacked; /* additional instructions if the coefficients of two types are not stored with
                      * a partner's position */
};

enum {
    /** instructions of a pass for the displacement, its square and the range test */
    COST_DISTANCE = 6,
    /**
     * additional instructions of a pass that only finds pairs by the short test. These instructions
     * handle the partner's orientation and axis, and the test; they were counted for oxdna. Data of
     * the found pairs are gathered again.
     */
    COST_TEST = 50
};

/**
 * Returns the cost of a model with given parameters; if it was not counted, the largest known cost.
 */
struct pair_cost pair_cost(const struct model *model, const double *parameters);

/** Cost of a precision, relative to single precision. */
struct precision_cost {
    double instructions; /* factor of the instructions of displacements and pairs */
    double special;      /* number of operations that a division or a root counts as */
    double wide;         /* share of the instructions that execute on 64-bit units */
    double registers;    /* ratio of the registers to the registers in single precision */
};

struct precision_cost precision_cost(enum precision precision);

/** Returns the number of operations in the work that a model declares. */
static inline double cost_operations(struct model_work work, struct precision_cost precision)
{
    return work.flops + precision.special * work.special;
}

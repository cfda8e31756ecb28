/*
 * What GPU kernels execute, by their SASS: instructions of a warp, counted in kernels that NVRTC of
 * CUDA 13 compiled for sm_90. Lennard-Jones in single precision is the measure; what other
 * precisions and models take is told relative to it.
 */
#ifndef PAIRLANES_KERNEL_COST_H
#define PAIRLANES_KERNEL_COST_H

#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"

/** Instructions of a warp in single precision. */
struct mapping_cost {
    double pass; /* a partner in each lane: entry, position, distance, test, and where the strategy
                    adds to memory that threads share, these adds */
    double warp; /* once: own particles, and what is done with their sums */
    double halving; /* of the lanes that share a particle, when these add up their sums */
    double image;   /* of a pass where periodic images are minded */
    double place;   /* staging a partner in each lane */
    double gathers; /* positions that a pass reads at places of no order, as 16 bytes from L1 */
};

/** Of a strategy by its neighbor structure and its adds. False: nobody has counted such kernels. */
bool mapping_cost(const struct strategy *strategy, struct mapping_cost *cost);

/** Of the pair function. */
struct pair_cost {
    double
        per_operation; /* instructions for each floating-point operation that the model declares */
    double registers;  /* of a thread, in single precision */
};

/** Of a model. One that nobody has counted is taken to be as the larger of those that were. */
struct pair_cost pair_cost(const struct model *model);

/** What a precision changes. */
struct precision_cost {
    double instructions; /* relative to single */
    double special;      /* operations that a division, a root or the like counts as */
    double wide;         /* share of the instructions that units of 64 bits execute */
    double registers;    /* relative to single */
};

struct precision_cost precision_cost(enum precision precision);

/** Operations of a declared amount of work. */
static inline double cost_operations(struct model_work work, struct precision_cost precision)
{
    return work.flops + precision.special * work.special;
}

#endif

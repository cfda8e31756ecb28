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
    double pass;      /* a partner in each lane: entry, position, and where the strategy adds to
                         memory that threads share, these adds */
    double warp;      /* once: own particles, and what is done with their sums */
    double halving;   /* of the lanes that share a particle, when these add up their sums */
    double image;     /* of a pass where periodic images are minded */
    double place;     /* staging a partner in each lane */
    double registers; /* of a thread */
};

/** Of a strategy by its neighbor structure and its adds. False: nobody has counted such kernels. */
bool mapping_cost(const struct strategy *strategy, struct mapping_cost *cost);

/** Of the pair function. */
struct pair_cost {
    double per_operation; /* instructions for each floating-point operation that the model declares,
                             in single precision */
    double registers;     /* of a thread, in single precision */
    double left;     /* of the instructions, where warps of bare particles leave out what they can
                        (strategies/staged/own_order.cuh); 0: all */
    double unpacked; /* instructions more where what two types have together is not packed beside
                        a partner's position */
};

enum {
    /** Instructions of a pass for the vector between the particles, its square and the test of it.
     */
    COST_DISTANCE = 6,
    /** More where a pass finds what may interact: the partner's orientation and axis, and the
     * model's short test, counted with oxdna. What is found is gathered anew. */
    COST_TEST = 50
};

/** Of a model with such parameters. One that nobody has counted is taken to be as the larger of
 * those that were. */
struct pair_cost pair_cost(const struct model *model, const double *parameters);

/** What a precision changes. */
struct precision_cost {
    double instructions; /* of distances and pairs, relative to single */
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

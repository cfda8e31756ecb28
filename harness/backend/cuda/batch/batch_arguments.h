/* Arguments of the kernels that build lists of several systems in one launch. */
#ifndef PAIRLANES_BATCH_ARGUMENTS_H
#define PAIRLANES_BATCH_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"

/**
 * Systems of equal size and box are contiguous in the arrays: particle i belongs to system i /
 * each. The cells of system s have numbers starting at s * keys.
 */
struct batch_arguments {
    struct list_arguments list; /* arguments for all particles, but with the grid of one system */
    int each;                   /* number of particles of each system */
    unsigned keys; /* number of keys of each system's particles: at least its number of cells */
};

#endif

/* What the CUDA backend hands to the kernels that list several systems in one launch. */
#ifndef PAIRLANES_BATCH_ARGUMENTS_H
#define PAIRLANES_BATCH_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"

/**
 * Systems of equal size and box lie one after another in the arrays: particle i is of system
 * i / each. Each has cells of its own, those of system s being numbers s * cells and on.
 */
struct batch_arguments {
    struct list_arguments list; /* of all particles; the grid is that of one system */
    int each;                   /* particles of a system */
    unsigned keys;              /* that a system's particles may have: its cells, or more */
};

#endif

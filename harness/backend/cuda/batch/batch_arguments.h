/* Arguments of the kernels that list several systems in one launch. */
#ifndef PAIRLANES_BATCH_ARGUMENTS_H
#define PAIRLANES_BATCH_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"

/**
 * Systems of equal size and box lie one after another in the arrays: particle i is of system
 * i / each. The cells of system s have the numbers from s * cells on.
 */
struct batch_arguments {
    struct list_arguments list; /* arguments for all particles; the grid is that of one system */
    int each;                   /* particles of each system */
    unsigned keys;              /* number of keys of a system's particles: its cells, or more */
};

#endif

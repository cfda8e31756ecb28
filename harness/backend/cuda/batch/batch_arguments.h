/* Arguments of the kernels that list several systems in one launch. */
#ifndef PAIRLANES_BATCH_ARGUMENTS_H
#define PAIRLANES_BATCH_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"

/** Particle i is of system i / list.each. The cells of system s have the numbers from s * cells
 * on. */
struct batch_arguments {
    struct list_arguments list; /* arguments for all particles; the grid is that of one system */
    unsigned keys;              /* number of keys of a system's particles: its cells, or more */
};

#endif

/* Particles sorted by x, for strategies that sweep along x. */
#ifndef PAIRLANES_STRATEGIES_SWEEP_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_SWEEP_ARGUMENTS_H

#include <stdint.h>

struct cpu_sweep {
    const int32_t *particle; /* n particles, sorted by x */
    const double *x;         /* x of each sorted particle at the time of sorting */
};

#endif

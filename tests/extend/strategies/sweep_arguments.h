/* Particles in the order of x, for strategies that sweep along it. */
#ifndef PAIRLANES_STRATEGIES_SWEEP_ARGUMENTS_H
#define PAIRLANES_STRATEGIES_SWEEP_ARGUMENTS_H

#include <stdint.h>

struct cpu_sweep {
    const int32_t *particle; /* n particles, sorted by x */
    const double *x;         /* their x at the time of sorting */
};

#endif

/* Adding to forces that other threads add to as well. */
#ifndef PAIRLANES_STRATEGIES_ADD_H
#define PAIRLANES_STRATEGIES_ADD_H

#include "strategies/cpu.h"

/** Adds to the force vector `to`, atomically by component. */
static inline void add_atomic(real *to, real x, real y, real z)
{
#pragma omp atomic
    to[0] += x;
#pragma omp atomic
    to[1] += y;
#pragma omp atomic
    to[2] += z;
}

/** The same for an energy. */
static inline void add_energy_atomic(real *to, real energy)
{
#pragma omp atomic
    to[3] += energy;
}

#endif

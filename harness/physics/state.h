/* Rounding of the state of moving particles. */
#pragma once

#include "harness/particles/system.h"

#include <math.h>

/**
 * Rounds a number to the precision of the state. A `grid` other than 0 rounds to its multiples,
 * otherwise `single` rounds to single precision.
 */
static inline double state_rounded(double grid, bool single, double value)
{
    if (grid > 0)
        return nearbyint(value / grid) * grid;
    return single ? (double)(float)value : value;
}

/** Wraps a coordinate into the box, and rounds it to the precision of the state. */
static inline double state_coordinate(double grid, bool single, double value, double box)
{
    double to = state_rounded(grid, single, value);
    if (!(to >= 0 && to < box)) {
        to = state_rounded(grid, single, system_wrap(to, box));
        to = to < box ? to : 0; /* rounding may yield the edge itself */
    }
    return to + 0.0; /* adding 0 turns -0 into 0 */
}

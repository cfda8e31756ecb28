/*
 * Functions that bonded forms call, for the fixed-point numbers of models/fixed.h; computed in
 * 32-bit floating point.
 */
#ifndef PAIRLANES_MODELS_FORMS_FIXED_H
#define PAIRLANES_MODELS_FORMS_FIXED_H

#ifdef FIXED_MATH
#include "models/fixed.h"

FIXED_FUNCTION fixed atan2(fixed y, fixed x)
{
    return atan2f((float)y.units, (float)x.units);
}

/** Returns the logarithm; for arguments up to 0, the smallest number. */
FIXED_FUNCTION fixed log(fixed a)
{
    return a.units > 0 ? fixed(logf((float)a.units / 65536)) : fixed::of(-0x7fffffff);
}
#endif

#endif

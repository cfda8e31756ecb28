/*
 * Successive halving: after each round the slower half of the contenders falls out, and the others
 * get twice the time. K. Jamieson, A. Talwalkar, AISTATS 2016.
 */
#ifndef PAIRLANES_HALVING_H
#define PAIRLANES_HALVING_H

#include "harness/search/estimate.h"

#include <stdbool.h>

/**
 * Of the `count` contenders those that are `in` stay so if they belong to the faster half of them,
 * rounded up, or if their interval does not part them from the fastest. Those that are not known
 * fall out. Returns how many stay.
 */
int halving_keep(const struct estimate *estimates, bool *in, int count);

#endif

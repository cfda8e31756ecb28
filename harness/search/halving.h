/*
 * Successive halving: each round removes the slower half of the contenders, and gives the others
 * twice the time. K. Jamieson, A. Talwalkar, AISTATS 2016.
 */
#pragma once

#include "harness/search/estimate.h"

#include <stdbool.h>

/**
 * Keeps the faster half, rounded up, of the contenders that are `in`. Also keeps contenders with
 * intervals that overlap the interval of the fastest. Removes contenders with unknown times.
 * Returns the number of remaining contenders. `count` is the length of the arrays.
 */
int halving_keep(const struct estimate *estimates, bool *in, int count);

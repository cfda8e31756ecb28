/* Part of the CPU that the papers' baseline, one core without SIMD, leaves unused. */
#pragma once

#include "harness/results/record.h"

#include <stdbool.h>

/**
 * Finds the fastest case of another strategy on the same particles, in the same precision and on
 * the same CPU as `serial`: of those with one thread or, if `several`, of those with more. NULL if
 * there is none.
 */
const struct record *baseline_beside(const struct records *records, const struct record *serial,
                                     bool several);

/* Comparisons of numbers, for qsort and bsearch. */
#pragma once

#include <stdint.h>

/** Compares two doubles, the smaller first; none may be NAN. */
static inline int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

/** Compares two 64-bit integers, the smaller first. */
static inline int ascending_integers(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

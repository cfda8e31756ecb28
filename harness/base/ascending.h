/* The order of numbers, for qsort and bsearch. */
#ifndef PAIRLANES_ASCENDING_H
#define PAIRLANES_ASCENDING_H

/** Compares two doubles, the smaller first; none may be NAN. */
static inline int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

#endif

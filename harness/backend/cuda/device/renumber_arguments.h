/* Arguments of the kernels that renumber bonded terms and excluded pairs. */
#ifndef PAIRLANES_RENUMBER_ARGUMENTS_H
#define PAIRLANES_RENUMBER_ARGUMENTS_H

#include "strategies/gpu_arguments.h"

/**
 * Terms before and after particles were sorted. `from` contains the terms at the start of the
 * motion, with the initial indices of particles. `to` contains them with current indices.
 */
struct renumber_arguments {
    int n;
    DEVICE_POINTER(const int) number; /* n numbers of particles, by current index */
    DEVICE_POINTER(int) first;        /* n initial indices, by number of the particle */
    DEVICE_POINTER(int) was;          /* n initial indices, by current index */
    DEVICE_POINTER(int) now;          /* n current indices, by initial index */

    /* contiguous rows of particles: start of each row, and end of the last */
    DEVICE_POINTER(const int) from_start;
    DEVICE_POINTER(int) to_start;
    int base;                         /* start of the first row */
    DEVICE_POINTER(int) size;         /* n + 1 sizes of rows; the last is 0 */
    DEVICE_POINTER(const int) before; /* n + 1 sums of the sizes of all previous rows */

    DEVICE_POINTER(const int) from;
    DEVICE_POINTER(int) to;
    int count; /* number of terms, or of groups of terms */
};

#endif

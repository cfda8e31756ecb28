/* Arguments of the kernels that renumber bonded terms and excluded pairs. */
#ifndef PAIRLANES_RENUMBER_ARGUMENTS_H
#define PAIRLANES_RENUMBER_ARGUMENTS_H

#include "strategies/gpu_arguments.h"

/**
 * Terms before and after particles were sorted. `from` has those of the start of the motion, with
 * the numbers that particles had then; `to` has them with current numbers.
 */
struct renumber_arguments {
    int n;
    DEVICE_POINTER(const int) number; /* n: particle at each current place */
    DEVICE_POINTER(int) first;        /* n: the first place of each particle */
    DEVICE_POINTER(int) was;          /* n: first place of the particle at each current place */
    DEVICE_POINTER(int) now;          /* n: current place of the particle with each first place */

    /* rows of particles, one after another: beginning of each, and end of the last */
    DEVICE_POINTER(const int) from_start;
    DEVICE_POINTER(int) to_start;
    int base;                         /* beginning of the first row */
    DEVICE_POINTER(int) size;         /* n + 1, with a zero at the end */
    DEVICE_POINTER(const int) before; /* n + 1: sum of the sizes before each */

    DEVICE_POINTER(const int) from;
    DEVICE_POINTER(int) to;
    int count; /* terms, or groups of terms */
};

#endif

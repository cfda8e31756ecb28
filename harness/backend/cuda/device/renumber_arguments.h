/* Arguments of the kernels that renumber bonded terms and excluded pairs. */
#ifndef PAIRLANES_RENUMBER_ARGUMENTS_H
#define PAIRLANES_RENUMBER_ARGUMENTS_H

#include "strategies/gpu_arguments.h"

/**
 * Terms before and after particles were sorted: `from` has those of the start of the motion, with
 * the particles' numbers of then; `to` has them with today's numbers.
 */
struct renumber_arguments {
    int n;
    DEVICE_POINTER(const int) number; /* n: the particle at each place today */
    DEVICE_POINTER(int) first;        /* n: the first place of each particle */
    DEVICE_POINTER(int) was;          /* n: by today's place, the first one */
    DEVICE_POINTER(int) now;          /* n: by first place, today's */

    /* rows of particles, one after another: where each begins, and, last, where the last one ends
     */
    DEVICE_POINTER(const int) from_start;
    DEVICE_POINTER(int) to_start;
    int base;                         /* where the first row begins */
    DEVICE_POINTER(int) size;         /* n + 1, with a zero at the end */
    DEVICE_POINTER(const int) before; /* n + 1: the sums of sizes before each */

    DEVICE_POINTER(const int) from;
    DEVICE_POINTER(int) to;
    int count; /* terms, or groups of terms */
};

#endif

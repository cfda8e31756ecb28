/* Arguments of the kernels that pair patches. */
#ifndef PAIRLANES_DEVICE_PATCH_ARGUMENTS_H
#define PAIRLANES_DEVICE_PATCH_ARGUMENTS_H

#include "strategies/gpu_list_arguments.h"

struct patch_arguments {
    struct list_arguments list;     /* list with the patches as its cells */
    int reciprocal;                 /* 1: each pair of patches is listed once; 0: twice */
    DEVICE_POINTER(int) pair_count; /* pairs of each first patch; patches + 1 elements */
    DEVICE_POINTER(const int) pair_start;
    DEVICE_POINTER(int4) patch_pair;
    DEVICE_POINTER(long long) output_size; /* output vectors of each pair; pairs + 1 elements */
    DEVICE_POINTER(const long long) output_start;
    DEVICE_POINTER(int) sum_count; /* outputs that each patch sums; patches + 1 elements */
    DEVICE_POINTER(const int) sum_start;
    DEVICE_POINTER(long long) sum_place;
    DEVICE_POINTER(unsigned long long) tested; /* tested pairs of particles */
    int patch_pairs;
};

#endif

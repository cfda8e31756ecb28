/* Patches, for a GPU. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_GPU_PATCHES_H
#define PAIRLANES_STRATEGIES_GPU_PATCHES_H

#include "strategies/gpu_arguments.h"

/**
 * Patches: particles start[p] … of `particle`; pairs of patches (first, second, image of the second
 * as three base-3 digits, 1); the block of pair k writes from output_start[k]: one vector per
 * particle of the first patch, then, if reciprocal, of the second. The patch p is summed from the
 * places sum_place[sum_start[p]] …
 */
struct gpu_patches {
    int patches;
    int grid[3];
    DEVICE_POINTER(const int) start;
    DEVICE_POINTER(const int) particle;
    DEVICE_POINTER(const int4) patch_pair;
    DEVICE_POINTER(const long long) output_start;
    DEVICE_POINTER(const int) sum_start;
    DEVICE_POINTER(const long long) sum_place;
    int pairs;
    int minimum_image; /* 1: the box is too small for one image per pair of patches */
};

#endif

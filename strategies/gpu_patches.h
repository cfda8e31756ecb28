/* Patches of a grid and their pairs, for a GPU. Shared by host C and device code. */
#ifndef PAIRLANES_STRATEGIES_GPU_PATCHES_H
#define PAIRLANES_STRATEGIES_GPU_PATCHES_H

#include "strategies/gpu_arguments.h"

/**
 * Patches: patch p has the particles particle[start[p]] … particle[start[p + 1] - 1]. Each of
 * `pairs` pairs of patches is (first, second, periodic image of the second as three digits of base
 * 3, 1). The block of pair k writes outputs, starting at output_start[k]: one vector per particle
 * of the first patch and then, with reciprocal forces, of the second. The outputs of patch p begin
 * at sum_place[sum_start[p]] … A second kernel adds them up.
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

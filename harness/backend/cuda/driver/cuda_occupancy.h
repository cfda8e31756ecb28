/* Number of resident blocks of a kernel on a multiprocessor, by NVIDIA's occupancy calculator. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct occupancy {
    int blocks;      /* resident blocks per multiprocessor; 0: the kernel cannot be launched */
    int warps, most; /* warps of the resident blocks; maximum warps of a multiprocessor */
    double share;    /* occupancy: warps / most */
};

/**
 * Computes the occupancy of a kernel on an architecture such as 90 (sm_90), without a GPU. The
 * kernel has `registers` per thread, `threads` per block and `shared_bytes` of shared memory per
 * block, static and dynamic together. Assumes that the driver gives a multiprocessor as much shared
 * memory as the kernel can use. False for impossible numbers, or if capability_table.h or the
 * build's toolkit lacks the architecture.
 */
bool cuda_occupancy(int architecture, int registers, int threads, int64_t shared_bytes,
                    struct occupancy *occupancy);

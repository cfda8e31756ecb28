/* Resident blocks of a kernel on a multiprocessor, by NVIDIA's occupancy calculator. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct occupancy {
    int blocks;      /* resident blocks of a multiprocessor; 0: the kernel cannot be launched */
    int warps, most; /* warps of these blocks; the most that fit */
    double share;    /* warps / most */
};

/**
 * Computes the occupancy of a kernel on an architecture such as 90 (sm_90), without a GPU: with
 * `registers` per thread, blocks of `threads` threads and `shared_bytes` of shared memory per
 * block, declared and dynamic together. It assumes that the driver gives a multiprocessor as much
 * shared memory as the kernel can use. False for an architecture that capability_table.h or the
 * toolkit of the build does not know, and for numbers that no kernel has.
 */
bool cuda_occupancy(int architecture, int registers, int threads, int64_t shared_bytes,
                    struct occupancy *occupancy);

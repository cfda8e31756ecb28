/*
 * Blocks of warps as the multiprocessors of a GPU take them: as many at a time as fit, each in the
 * order of its number, so that a block may find in the cache what another has loaded. The
 * multiprocessors are those of an H100 or H200.
 */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/lanes/traffic/requests.h"

/** Walks the warps of a block: before each, `lanes->requests` is set to its loads. */
typedef void block_walk(const void *context, int64_t block, struct warp_requests *warp,
                        struct lane_counts *lanes);

/** Warps that a multiprocessor holds at a time, of kernels that take 64 registers a thread. */
enum { LANES_RESIDENT = 32 };

/** A launch. */
struct lanes_kernel {
    int64_t blocks;
    int warps;            /* warps of a block */
    int resident;         /* warps that a multiprocessor holds at a time, if its memory lets it */
    int64_t shared_bytes; /* shared memory of a block */
    int64_t particles; /* particles with positions; 0: all that the kernel reads of them is in L2 */
    block_walk *walk;
    const void *context;
};

/** Walks all blocks, and counts what L1 and L2 serve; on all cores. */
bool lanes_walk_blocks(const struct lanes_kernel *kernel, struct lane_counts *lanes,
                       struct error *error);

/**
 * Counts the loads of a warp's lanes, 16 bytes or less each, at these bytes of an array; under 0:
 * none.
 */
void lanes_load(struct lane_counts *lanes, enum request_array array, const int64_t byte[WARP]);

/** Loads of vectors of four reals of `real_size` bytes, at places of an array. */
void lanes_load_vectors(struct lane_counts *lanes, enum request_array array,
                        const int64_t place[WARP], int real_size);

/** Stores of vectors of four sums of `sum_size` bytes at places. */
void lanes_store_vectors(struct lane_counts *lanes, const int64_t place[WARP], int sum_size);

/*
 * Blocks of warps on the multiprocessors of a GPU: as many run at a time as fit, in the order of
 * their numbers, so that a block may find data of another in the cache. The multiprocessors are
 * those of an H100 or H200.
 */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/lanes/traffic/requests.h"

/** Walks the warps of a block: before each, `lanes->requests` is set to its loads. */
typedef void block_walk(const void *context, int64_t block, struct warp_requests *warp,
                        struct lane_counts *lanes);

/** Warps that a multiprocessor holds at a time if a thread takes 64 registers. */
enum { LANES_RESIDENT = 32 };

/** A launch. */
struct lanes_kernel {
    int64_t blocks;
    int warps;            /* warps of a block */
    int resident;         /* warps that a multiprocessor holds at a time, unless its memory
                           * limits them */
    int64_t shared_bytes; /* shared memory of a block */
    int64_t particles;    /* particles with positions; 0: all that the kernel reads of particles is
                           * in L2 */
    block_walk *walk;
    const void *context;
};

/** Walks all blocks on all cores, and counts what L1 and L2 serve. */
bool lanes_walk_blocks(const struct lanes_kernel *kernel, struct lane_counts *lanes,
                       struct error *error);

/**
 * Counts the loads of a warp's lanes, at most 16 bytes each, at these bytes of an array; below 0:
 * none.
 */
void lanes_load(struct lane_counts *lanes, enum request_array array, const int64_t byte[WARP]);

/** Counts loads of vectors of four numbers of `real_size` bytes, at places of an array. */
void lanes_load_vectors(struct lane_counts *lanes, enum request_array array,
                        const int64_t place[WARP], int real_size);

/** Counts stores of vectors of four sums of `sum_size` bytes, at places. */
void lanes_store_vectors(struct lane_counts *lanes, const int64_t place[WARP], int sum_size);

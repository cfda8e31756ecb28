/*
 * Replays blocks of warps on the multiprocessors of a GPU. As many blocks run at a time as fit, in
 * the order of their numbers. A block may thus find data in the cache that another block has
 * loaded. The multiprocessors belong to an H100 or H200.
 */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/lanes/traffic/requests.h"

/**
 * Replays the warps of a block. Before each warp, it sets `lanes->requests` to record that warp's
 * loads.
 */
typedef void block_walk(const void *context, int64_t block, struct warp_requests *warp,
                        struct lane_counts *lanes);

/** Warps that fit on a multiprocessor at a time if each thread uses 64 registers. */
enum { LANES_RESIDENT = 32 };

/** A kernel launch. */
struct lanes_kernel {
    int64_t blocks;
    int warps;            /* number of warps per block */
    int resident;         /* number of warps that fit on a multiprocessor, unless shared memory
                           * limits them further */
    int64_t shared_bytes; /* bytes of shared memory per block */
    int64_t particles;    /* number of particles with positions to read; 0: all particle data are
                           * in L2 */
    block_walk *walk;
    const void *context;
};

/** Replays all blocks in parallel, and counts the requests that L1 and L2 serve. */
bool lanes_walk_blocks(const struct lanes_kernel *kernel, struct lane_counts *lanes,
                       struct error *error);

/**
 * Counts a load by the lanes of a warp, at most 16 bytes per lane, at byte offsets in an array. A
 * negative offset marks a lane without a load.
 */
void lanes_load(struct lane_counts *lanes, enum request_array array, const int64_t byte[WARP]);

/** Counts loads of vectors (four numbers of `real_size` bytes), at indices in an array. */
void lanes_load_vectors(struct lane_counts *lanes, enum request_array array,
                        const int64_t place[WARP], int real_size);

/** Counts stores of vectors (four sums of `sum_size` bytes), at indices. */
void lanes_store_vectors(struct lane_counts *lanes, const int64_t place[WARP], int sum_size);

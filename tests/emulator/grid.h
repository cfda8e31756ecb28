/*
 * Runs a CUDA kernel on the CPU. Blocks run one after another. The threads of a block are fibers of
 * one CPU thread. Each runs until it ends or waits for other threads. It waits at a barrier, at an
 * exchange between lanes of its warp, or when it requests the mask of active lanes. Blocks of a
 * cooperative launch take turns: each runs until its threads wait for memory that another block
 * writes.
 *
 * The emulator detects wrong results, lanes that miss an exchange, and missing barriers between a
 * write and a read of shared memory. It cannot detect races within one expression, because no other
 * thread interrupts it here.
 */
#ifndef PAIRLANES_TESTS_EMULATOR_GRID_H
#define PAIRLANES_TESTS_EMULATOR_GRID_H

#ifdef __cplusplus
extern "C" {
#else
#include "harness/base/error.h"

#include <stddef.h>
#endif

enum {
    GRID_WARP = 32,
    GRID_THREADS = 1024,
    GRID_SHARED = 227 << 10, /* maximum shared memory of a launch, in bytes */
    GRID_TOGETHER = 1 << 14, /* maximum threads of a cooperative launch */
};

/** CUDA's indices of the running thread. Blocks and grids have one dimension. */
struct grid_index {
    unsigned x, y, z;
};
extern struct grid_index threadIdx, blockIdx, blockDim, gridDim;

/** Values that lanes pass to an exchange; all bits are set for lanes that do not take part. */
struct grid_exchange {
    unsigned lanes;
    unsigned long long value[GRID_WARP];
};

/**
 * Exchanges values between the lanes of `mask` that have not ended. All of them must call this
 * function with the same operation and mask; the mask includes the caller. The result is valid
 * until the thread waits again.
 */
const struct grid_exchange *grid_exchange(const char *operation, unsigned mask,
                                          unsigned long long value);

/**
 * Returns the active lanes: all lanes of the warp that reach this place in the program. The other
 * lanes end or wait elsewhere.
 */
unsigned grid_active(void);

/** Waits for all threads of the block that have not ended. */
void grid_barrier(void);

/** Lets the other blocks of a cooperative launch run before the thread reads memory again. */
void grid_poll(void);

#ifndef __cplusplus
/**
 * Number of blocks at the end of a cooperative launch that never run, for tests; 0: all blocks run.
 * Other blocks may then wait for them without an error.
 */
extern unsigned grid_absent;

/**
 * A kernel and the shared memory of its module. Each block starts with all bits of its shared
 * memory set.
 */
struct grid_kernel {
    void (*run)(const void *arguments);
    void *shared;
    size_t shared_bytes;
};

/**
 * Runs `blocks` blocks of `threads` threads. Every second block runs its threads from the last to
 * the first. If threads wait for each other forever, fails with EXIT_VERIFICATION; the message
 * contains block and thread.
 */
bool grid_run(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
              unsigned threads, struct error *error);

/**
 * Runs a kernel like grid_run, as a cooperative launch of at most GRID_TOGETHER threads; blocks
 * take turns. Also fails with EXIT_VERIFICATION if blocks wait for each other forever.
 */
bool grid_run_together(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
                       unsigned threads, struct error *error);
#endif

#ifdef __cplusplus
}
#endif
#endif

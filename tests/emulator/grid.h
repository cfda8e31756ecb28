/*
 * Runs a CUDA kernel on the CPU. Blocks follow one another; the threads of a block are fibers of
 * one CPU thread, each of which runs until it ends or waits for others: at a barrier, at an
 * exchange between the lanes of its warp, or for the mask of the lanes that are active with it.
 * Blocks of a cooperative launch take turns, each until its threads wait for memory that another
 * block writes.
 *
 * What that shows: wrong results, lanes that miss an exchange, barriers that are missing between a
 * write and a read of shared memory. What it cannot show: races of reads and writes that are one
 * expression, which no other thread here interrupts.
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
    GRID_SHARED = 227 << 10, /* bytes of shared memory that a launch can ask for */
    GRID_TOGETHER = 1 << 14, /* most threads of a cooperative launch */
};

/** CUDA's indices of the thread that runs. Blocks and grids have one dimension. */
struct grid_index {
    unsigned x, y, z;
};
extern struct grid_index threadIdx, blockIdx, blockDim, gridDim;

/** Values of the lanes of an exchange; all bits are set for other lanes. */
struct grid_exchange {
    unsigned lanes;
    unsigned long long value[GRID_WARP];
};

/**
 * Waits for the unfinished lanes of `mask`. All of them must call this with the same operation and
 * mask, which includes the caller. The result is valid until the thread waits again.
 */
const struct grid_exchange *grid_exchange(const char *operation, unsigned mask,
                                          unsigned long long value);

/**
 * Returns the lanes that reach this place in the program together: all that can get here before the
 * others of the warp wait elsewhere or end.
 */
unsigned grid_active(void);

/** Waits for the threads of the block that have not ended. */
void grid_barrier(void);

/** Lets the other blocks of a cooperative launch run before the thread reads memory again. */
void grid_poll(void);

#ifndef __cplusplus
/** Blocks of a cooperative launch that never run, the last ones; 0: none. Others then wait for them
 * as long as they like. */
extern unsigned grid_absent;

/** A kernel, and the shared memory of its module: each block starts with all bits of its
 * `shared_bytes` set. */
struct grid_kernel {
    void (*run)(const void *arguments);
    void *shared;
    size_t shared_bytes;
};

/**
 * Runs `blocks` blocks of `threads` threads. Every second block runs its threads from the last to
 * the first. EXIT_VERIFICATION, naming block and thread, if threads wait for each other in vain.
 */
bool grid_run(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
              unsigned threads, struct error *error);

/** The same for at most GRID_TOGETHER threads, whose blocks take turns. EXIT_VERIFICATION also if
 * blocks wait for each other in vain. */
bool grid_run_together(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
                       unsigned threads, struct error *error);
#endif

#ifdef __cplusplus
}
#endif
#endif

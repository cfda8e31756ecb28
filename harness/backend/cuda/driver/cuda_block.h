/*
 * Holds a stream while the host enqueues work for timing: launch times are then not measured. A
 * kernel before the timed region waits for a flag that the host sets. The kernel ends by itself if
 * the host cannot set the flag in time, because it waits for space in a full queue.
 */
#pragma once

#include "harness/backend/cuda/probes/block_arguments.h"
#include "harness/base/error.h"
#include "harness/catalog/embedded.h"

#include <cuda.h>

/** Zeroed: not used yet. */
struct cuda_block {
    CUmodule module;
    CUfunction kernel;
    struct block_flags *flags; /* flags in pinned memory */
    CUdeviceptr address;       /* address of the flags, for the device */
    unsigned long long holds;  /* number of holds so far */
};

/**
 * Holds the stream: work enqueued after this call waits for cuda_block_release, or for `seconds`.
 * The first call compiles the kernel from `sources`. EXIT_ENVIRONMENT if that fails.
 */
bool cuda_block_hold(struct cuda_block *block, CUstream stream, const struct source_set *sources,
                     int architecture, double seconds, struct error *error);

/** Releases the stream; does nothing if it is not held. */
void cuda_block_release(struct cuda_block *block);

/**
 * Whether the last hold ended before the host released it. Call it after the stream has continued.
 */
bool cuda_block_expired(const struct cuda_block *block);

/** Frees everything that the first hold allocated. */
void cuda_block_close(struct cuda_block *block);

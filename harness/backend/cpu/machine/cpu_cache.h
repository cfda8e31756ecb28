/* Removes a kernel's data from the CPU's caches. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/machine/processors.h"

#include <stdint.h>

/** Memory of cpu_cache_bytes; zeroed: none yet. */
struct cpu_cache {
    char *memory;
    int64_t bytes;
};

/**
 * Returns twice the size of the last-level caches that `threads` threads may use, wherever they
 * run. The machine has `cores` hardware threads. 0: unknown.
 */
int64_t cpu_cache_bytes(const struct processors *processors, int cores, int threads);

/** Returns cpu_cache_bytes for this machine. */
int64_t cpu_cache_bytes_here(int threads);

/**
 * Reads the memory from end to end; each of `threads` threads reads a part. This replaces all other
 * data in the private caches of their cores and in the shared cache. The first call allocates the
 * memory. EXIT_ENVIRONMENT if memory is lacking or the size of the cache is unknown.
 */
bool cpu_cache_flush(struct cpu_cache *cache, int threads, struct error *error);

/** Frees the memory. */
void cpu_cache_free(struct cpu_cache *cache);

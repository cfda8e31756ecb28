#include "harness/backend/cpu/cpu_cache.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 64 };

static int64_t last_level_bytes(void)
{
    static const int levels[] = {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE,
                                 _SC_LEVEL2_CACHE_SIZE};
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
        long bytes = sysconf(levels[k]);
        if (bytes > 0)
            return bytes;
    }
    return 0;
}

bool cpu_cache_flush(struct cpu_cache *cache, int threads, struct error *error)
{
    if (cache->memory == NULL) {
        int64_t bytes = 2 * last_level_bytes();
        if (bytes == 0)
            return error_set(error, EXIT_ENVIRONMENT,
                             "cold caches: the size of the last-level cache is not known");
        cache->memory = memory_allocate(bytes, 1, "twice the last-level cache", error);
        if (cache->memory == NULL)
            return false;
        cache->bytes = bytes;
        memset(cache->memory, 1, (size_t)bytes); /* else all its pages were one page of zeros */
    }
    int64_t sum = 0;
#pragma omp parallel for schedule(static) num_threads(threads) reduction(+ : sum)
    for (int64_t at = 0; at < cache->bytes; at += LINE)
        sum += *(volatile const char *)&cache->memory[at];
    return sum > 0;
}

void cpu_cache_free(struct cpu_cache *cache)
{
    free(cache->memory);
    *cache = (struct cpu_cache){0};
}

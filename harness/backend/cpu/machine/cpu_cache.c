#include "harness/backend/cpu/machine/cpu_cache.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 64 };

int64_t cpu_cache_bytes(const struct processors *processors, int cores, int threads)
{
    const struct processors_cache *cache = processors_last_cache(processors);
    if (cache == NULL)
        return 0;
    const int caches = cores > cache->sharers ? (cores + cache->sharers - 1) / cache->sharers : 1;
    return 2 * cache->bytes * (threads < caches ? threads : caches);
}

int64_t cpu_cache_bytes_here(int threads)
{
    const struct processors processors = processors_read("/sys/devices/system");
    return cpu_cache_bytes(&processors, (int)sysconf(_SC_NPROCESSORS_ONLN), threads);
}

bool cpu_cache_flush(struct cpu_cache *cache, int threads, struct error *error)
{
    if (cache->memory == NULL) {
        int64_t bytes = cpu_cache_bytes_here(threads);
        if (bytes == 0)
            return error_set(error, EXIT_ENVIRONMENT,
                             "cold caches: the size of the last-level cache is not known: "
                             "/sys/devices/system/cpu/cpu0/cache lists none");
        cache->memory = memory_allocate(bytes, 1, "twice the last-level caches", error);
        if (cache->memory == NULL)
            return false;
        cache->bytes = bytes;
        memset(cache->memory, 1, (size_t)bytes); /* otherwise all pages would map to the same
                                                  * page of zeros */
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

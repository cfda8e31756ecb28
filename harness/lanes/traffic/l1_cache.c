#include "harness/lanes/traffic/l1_cache.h"

#include "harness/base/memory.h"
#include "harness/lanes/traffic/requests.h"

#include <stdlib.h>

enum { NONE = -1, DRAWN = 3 /* random lines to choose from */ };

struct l1_line {
    int64_t number;   /* number of the line's first sector, divided by LINE_SECTORS */
    int64_t used;     /* number of requests to the cache up to the last use */
    uint32_t present; /* one bit for each sector: it has been fetched */
    int32_t next;     /* next line in the same bucket */
};

bool l1_cache_create(int64_t bytes, struct l1_cache *cache, struct error *error)
{
    *cache = (struct l1_cache){
        .lines = (int)(bytes / (SECTOR * LINE_SECTORS)), .buckets = 1, .drawn = 1};
    while (cache->buckets < 2 * cache->lines)
        cache->buckets *= 2;
    cache->line = memory_allocate(cache->lines, sizeof *cache->line, "a cache", error);
    cache->bucket = memory_allocate(cache->buckets, sizeof *cache->bucket, "a cache", error);
    if (cache->line == NULL || cache->bucket == NULL) {
        l1_cache_free(cache);
        return false;
    }
    for (int b = 0; b < cache->buckets; b++)
        cache->bucket[b] = NONE;
    return true;
}

static int32_t *bucket_of(const struct l1_cache *cache, int64_t number)
{
    const uint64_t mixed = (uint64_t)number * UINT64_C(0x9e3779b97f4a7c15);
    return &cache->bucket[(mixed >> 32) & (uint64_t)(cache->buckets - 1)];
}

/*
 * Returns a random line; the sequence is the same in each replay. G. Marsaglia's xorshift, J. Stat.
 * Softw. 8, 14 (2003).
 */
static int32_t draw(struct l1_cache *cache)
{
    cache->drawn ^= cache->drawn << 13;
    cache->drawn ^= cache->drawn >> 7;
    cache->drawn ^= cache->drawn << 17;
    return (int32_t)((cache->drawn >> 20) % (uint64_t)cache->lines);
}

/* Returns a line in which a new number can be stored: an empty one, or one that is replaced. */
static int32_t take_line(struct l1_cache *cache)
{
    if (cache->filled < cache->lines)
        return cache->filled++;
    int32_t oldest = draw(cache);
    for (int d = 1; d < DRAWN; d++) {
        const int32_t other = draw(cache);
        oldest = cache->line[other].used < cache->line[oldest].used ? other : oldest;
    }
    int32_t *link = bucket_of(cache, cache->line[oldest].number);
    while (*link != oldest)
        link = &cache->line[*link].next;
    *link = cache->line[oldest].next;
    return oldest;
}

bool l1_cache_hit(struct l1_cache *cache, int64_t sector)
{
    const int64_t number = sector / LINE_SECTORS;
    const uint32_t bit = 1U << sector % LINE_SECTORS;
    int32_t k = *bucket_of(cache, number);
    while (k != NONE && cache->line[k].number != number)
        k = cache->line[k].next;
    if (k == NONE) {
        k = take_line(cache);
        int32_t *bucket = bucket_of(cache, number);
        cache->line[k] = (struct l1_line){.number = number, .next = *bucket};
        *bucket = k;
    }
    struct l1_line *line = &cache->line[k];
    const bool hit = (line->present & bit) != 0;
    line->present |= bit;
    line->used = cache->asked++;
    return hit;
}

void l1_cache_free(struct l1_cache *cache)
{
    free(cache->line);
    free(cache->bucket);
    *cache = (struct l1_cache){0};
}

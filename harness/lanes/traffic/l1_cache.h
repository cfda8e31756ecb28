/*
 * Simulates the L1 cache of a multiprocessor: lines of four sectors. A sector is fetched when it is
 * first requested. NVIDIA does not document which line is replaced; it is not the least recently
 * used one (Z. Jia et al., arXiv:1804.06826, section 3.1). Here it is the least recently used of a
 * few random lines. docs/notes/2026-11-ceilings.md compares the results with counts of CUPTI.
 */
#pragma once

#include "harness/base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct l1_line;

struct l1_cache {
    int lines, filled;
    struct l1_line *line; /* all lines */
    int32_t *bucket;      /* first line in each bucket of a hash table; -1: none */
    int buckets;          /* number of buckets, a power of two */
    int64_t asked;        /* number of requests so far */
    uint64_t drawn;       /* last random number */
};

/** Creates an empty cache of `bytes` bytes. */
bool l1_cache_create(int64_t bytes, struct l1_cache *cache, struct error *error);

/**
 * Requests a sector (requests.h). Returns whether it was in the cache; if not, it is fetched, and
 * is in the cache afterwards.
 */
bool l1_cache_hit(struct l1_cache *cache, int64_t sector);

void l1_cache_free(struct l1_cache *cache);

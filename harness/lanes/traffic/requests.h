/*
 * Memory requests of the warps of a kernel, with their addresses, for the simulation of a cache. An
 * address consists of an array and a byte offset in it. Arrays begin at lines of the cache.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    SECTOR = 32,     /* bytes that a cache fetches together */
    LINE_SECTORS = 4 /* sectors per line of L1 */
};

/** Arrays that kernels read. */
enum request_array {
    REQUEST_LIST,   /* rows, edges and bonded terms */
    REQUEST_TABLES, /* other parts of lists: tables of blocks, and masks of pairs */
    REQUEST_COUNTS, /* lengths and starts of rows */
    REQUEST_FRAMES,
    REQUEST_TYPES,  /* coefficients for pairs of types */
    REQUEST_OWN,    /* particles of a block, by slot */
    REQUEST_FORCES, /* forces stored by an earlier kernel */
    REQUEST_TORQUES,

    REQUEST_SHARED, /* first of the arrays that each multiprocessor reads completely; it reads only
                     * parts of the arrays above */
    REQUEST_POSITIONS = REQUEST_SHARED,
    REQUEST_ORIENTATIONS,
    REQUEST_ARRAYS
};

/** Loads of a warp in program order. Each load is a set of sectors. Zeroed: none. */
struct warp_requests {
    int64_t *sector; /* sectors of all loads; the last sector of each load is marked */
    int64_t count, room;
};

/** Returns the sector that contains a byte of an array. */
static inline int64_t request_sector(enum request_array array, int64_t byte)
{
    return (int64_t)array << 40 | byte / SECTOR;
}

static inline enum request_array request_array_of(int64_t sector)
{
    return (enum request_array)(sector >> 40);
}

/** Returns the index of a sector in its array. */
static inline int64_t request_place_of(int64_t sector)
{
    return sector & ((INT64_C(1) << 40) - 1);
}

/** Appends a load of `count` sectors. If memory runs out, the process ends. */
void warp_requests_append(struct warp_requests *requests, const int64_t *sector, int count);

/** Returns the sector at an index. `*last`: its load ends there. */
static inline int64_t warp_requests_at(const struct warp_requests *requests, int64_t place,
                                       bool *last)
{
    const int64_t marked = requests->sector[place];
    *last = marked < 0;
    return marked < 0 ? ~marked : marked;
}

void warp_requests_free(struct warp_requests *requests);

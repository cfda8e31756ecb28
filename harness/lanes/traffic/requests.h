/*
 * Memory requests of a kernel's warps, address by address, so that a cache can be replayed.
 * An address is an array and a byte of it; arrays begin at whole lines of the cache.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    SECTOR = 32,     /* bytes that a cache fetches together */
    LINE_SECTORS = 4 /* sectors of a line of L1 */
};

/** Arrays that kernels read. */
enum request_array {
    REQUEST_LIST,   /* rows, edges, bonded terms */
    REQUEST_TABLES, /* tables of blocks, or masks of pairs: parts of lists other than rows */
    REQUEST_COUNTS, /* lengths of rows, and their starts */
    REQUEST_FRAMES,
    REQUEST_TYPES,  /* coefficients of two types */
    REQUEST_OWN,    /* particles of a block, by slot */
    REQUEST_FORCES, /* forces that an earlier kernel has stored */
    REQUEST_TORQUES,

    REQUEST_SHARED, /* arrays that each multiprocessor reads as a whole; of the arrays above it
                     * reads a part */
    REQUEST_POSITIONS = REQUEST_SHARED,
    REQUEST_ORIENTATIONS,
    REQUEST_ARRAYS
};

/** Loads of a warp in the order of its program, each as a set of sectors. Zeroed: none. */
struct warp_requests {
    int64_t *sector; /* sectors; the last one of a load is marked */
    int64_t count, room;
};

/** Returns the sector of a byte of an array. */
static inline int64_t request_sector(enum request_array array, int64_t byte)
{
    return (int64_t)array << 40 | byte / SECTOR;
}

static inline enum request_array request_array_of(int64_t sector)
{
    return (enum request_array)(sector >> 40);
}

/** Returns the number of a sector within its array. */
static inline int64_t request_place_of(int64_t sector)
{
    return sector & ((INT64_C(1) << 40) - 1);
}

/** Appends a load of `count` sectors; without memory the process ends. */
void warp_requests_append(struct warp_requests *requests, const int64_t *sector, int count);

/** Returns the sector at a place, and whether its load ends there. */
static inline int64_t warp_requests_at(const struct warp_requests *requests, int64_t place,
                                       bool *last)
{
    const int64_t marked = requests->sector[place];
    *last = marked < 0;
    return marked < 0 ? ~marked : marked;
}

void warp_requests_free(struct warp_requests *requests);

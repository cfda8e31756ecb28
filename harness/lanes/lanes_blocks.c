#include "harness/lanes/lanes_blocks.h"

#include "harness/base/memory.h"
#include "harness/lanes/traffic/l1_cache.h"

#include <stdlib.h>

enum {
    MULTIPROCESSORS = 132,
    BLOCKS = 32,        /* maximum number of blocks on a multiprocessor */
    MEMORY = 208 << 10, /* bytes of L1 and shared memory of a multiprocessor: this part of 256
                         * KiB agrees best with counts of CUPTI */
    LEAST_CACHE = 16 << 10,
};

/* --- L2 --- */

/*
 * Sectors that were requested from a half of L2, of arrays that all multiprocessors read.
 * Even-numbered multiprocessors are near one half, odd-numbered ones near the other.
 */
struct half {
    int64_t sectors; /* number of sectors per array */
    uint64_t *asked; /* one bit for each sector of each array */
};

/* largest size of a vector in bytes */
enum { WORD = 64, SHARED = REQUEST_ARRAYS - REQUEST_SHARED, VECTOR = 32 };

static bool half_create(int64_t particles, struct half *half, struct error *error)
{
    half->sectors = particles > 0 ? (particles + 1) * VECTOR / SECTOR : 0;
    half->asked = memory_allocate_zeroed(half->sectors * SHARED / WORD + 1, sizeof *half->asked,
                                         "the sectors of L2", error);
    return half->asked != NULL;
}

/* Requests a sector; returns true if it was not requested before. */
static bool half_first(struct half *half, int64_t sector)
{
    if (half->sectors == 0)
        return false;
    const int64_t bit =
        (request_array_of(sector) - REQUEST_SHARED) * half->sectors + request_place_of(sector);
    const uint64_t mask = UINT64_C(1) << bit % WORD;
    return (__atomic_fetch_or(&half->asked[bit / WORD], mask, __ATOMIC_RELAXED) & mask) == 0;
}

/* --- multiprocessors --- */

/* Caches that a multiprocessor uses: its L1, and the nearer half of L2. */
struct caches {
    struct l1_cache l1;
    struct half *half;
};

static void ask(struct caches *caches, int64_t sector, struct lane_counts *lanes)
{
    if (l1_cache_hit(&caches->l1, sector))
        return;
    lanes->l2_reads++;
    if (request_array_of(sector) < REQUEST_SHARED)
        lanes->l2_read_once++;
    else
        lanes->l2_read_first += half_first(caches->half, sector);
}

/* A block that is resident on a multiprocessor. */
struct seat {
    struct warp_requests *warp;
    int64_t *next; /* index of the next sector of each warp */
    bool taken;
};

static bool seat_create(int warps, struct seat *seat, struct error *error)
{
    seat->warp = memory_allocate_zeroed(warps, sizeof *seat->warp, "loads", error);
    seat->next = memory_allocate(warps, sizeof *seat->next, "loads", error);
    return seat->warp != NULL && seat->next != NULL;
}

static void seat_free(int warps, struct seat *seat)
{
    for (int w = 0; seat->warp != NULL && w < warps; w++)
        warp_requests_free(&seat->warp[w]);
    free(seat->warp);
    free(seat->next);
}

static void seat_take(const struct lanes_kernel *kernel, int64_t block, struct seat *seat,
                      struct lane_counts *lanes)
{
    seat->taken = block < kernel->blocks;
    for (int w = 0; w < kernel->warps; w++)
        seat->warp[w].count = seat->next[w] = 0;
    if (seat->taken)
        kernel->walk(kernel->context, block, seat->warp, lanes);
    lanes->requests = NULL;
}

/* Executes one load of each warp of the block. Returns false if no loads are left. */
static bool seat_step(int warps, struct seat *seat, struct caches *caches,
                      struct lane_counts *lanes)
{
    bool busy = false;
    for (int w = 0; w < warps; w++) {
        const struct warp_requests *requests = &seat->warp[w];
        bool last = seat->next[w] == requests->count;
        busy = busy || !last;
        while (!last)
            ask(caches, warp_requests_at(requests, seat->next[w]++, &last), lanes);
    }
    return busy;
}

/* Replays the blocks of multiprocessor m: block m, and every MULTIPROCESSORS-th block after it. */
static void walk_multiprocessor(const struct lanes_kernel *kernel, int m, int seats,
                                struct seat *seat, struct caches *caches, struct lane_counts *lanes)
{
    int64_t next = m;
    for (int k = 0; k < seats; k++, next += MULTIPROCESSORS)
        seat_take(kernel, next, &seat[k], lanes);
    for (bool busy = true; busy;) {
        busy = false;
        for (int k = 0; k < seats; k++) {
            if (!seat[k].taken)
                continue;
            busy = true;
            if (!seat_step(kernel->warps, &seat[k], caches, lanes)) {
                seat_take(kernel, next, &seat[k], lanes);
                next += MULTIPROCESSORS;
            }
        }
    }
}

static int seats_of(const struct lanes_kernel *kernel)
{
    int64_t seats = kernel->resident / kernel->warps;
    if (kernel->shared_bytes > 0 && MEMORY / kernel->shared_bytes < seats)
        seats = MEMORY / kernel->shared_bytes;
    return seats < 1 ? 1 : seats > BLOCKS ? BLOCKS : (int)seats;
}

bool lanes_walk_blocks(const struct lanes_kernel *kernel, struct lane_counts *lanes,
                       struct error *error)
{
    const int seats = seats_of(kernel);
    const int64_t left = MEMORY - seats * kernel->shared_bytes;
    const int64_t bytes = left > LEAST_CACHE ? left : LEAST_CACHE;
    struct half half[2] = {{0}};
    struct lane_counts sum = *lanes;
    bool fine = half_create(kernel->particles, &half[0], error) &&
                half_create(kernel->particles, &half[1], error);
    const int multiprocessors = fine ? MULTIPROCESSORS : 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(lanes_sum : sum)
    for (int m = 0; m < multiprocessors; m++) {
        struct caches caches = {.half = &half[m % 2]};
        struct seat seat[BLOCKS] = {0};
        struct error own = {0};
        bool good = l1_cache_create(bytes, &caches.l1, &own);
        for (int k = 0; k < seats && good; k++)
            good = seat_create(kernel->warps, &seat[k], &own);
        if (good)
            walk_multiprocessor(kernel, m, seats, seat, &caches, &sum);
#pragma omp critical(lanes_failed)
        if (!good && fine) {
            fine = false;
            *error = own;
        }
        for (int k = 0; k < seats; k++)
            seat_free(kernel->warps, &seat[k]);
        l1_cache_free(&caches.l1);
    }
    free(half[0].asked);
    free(half[1].asked);
    *lanes = sum;
    return fine;
}

/* --- memory requests of lanes --- */

/* Finds the different sectors of 32 bytes that the lanes access. */
static int distinct_sectors(enum request_array array, const int64_t byte[WARP],
                            int64_t sector[WARP])
{
    int count = 0;
    for (int l = 0; l < WARP; l++) {
        if (byte[l] < 0)
            continue;
        const int64_t one = request_sector(array, byte[l]);
        int k = count;
        while (k > 0 && sector[k - 1] != one)
            k--;
        if (k == 0)
            sector[count++] = one;
    }
    return count;
}

void lanes_load(struct lane_counts *lanes, enum request_array array, const int64_t byte[WARP])
{
    int64_t sector[WARP];
    if (lanes->requests == NULL)
        return;
    const int count = distinct_sectors(array, byte, sector);
    lanes->l1_sectors += count;
    warp_requests_append(lanes->requests, sector, count);
}

/* Computes the byte offsets of vectors of four numbers, each with `size` bytes. */
static void vector_bytes(const int64_t place[WARP], int size, int64_t byte[WARP])
{
    for (int l = 0; l < WARP; l++)
        byte[l] = place[l] < 0 ? -1 : place[l] * 4 * size;
}

void lanes_load_vectors(struct lane_counts *lanes, enum request_array array,
                        const int64_t place[WARP], int real_size)
{
    int64_t byte[WARP];
    vector_bytes(place, real_size, byte);
    for (int half = 0; half < (real_size == sizeof(float) ? 1 : 2); half++)
        lanes_load(lanes, array, byte); /* both halves of the vector are in the same sector */
}

/*
 * A warp stores large vectors as two halves. For one in APART sectors the halves reach L2 as two
 * requests; this agrees with counts of CUPTI.
 */
enum { APART = 5 };

void lanes_store_vectors(struct lane_counts *lanes, const int64_t place[WARP], int sum_size)
{
    int64_t byte[WARP], sector[WARP];
    if (lanes->requests == NULL)
        return;
    vector_bytes(place, sum_size, byte);
    const bool halves = sum_size > (int)sizeof(float);
    const int count = distinct_sectors(0, byte, sector);
    lanes->l1_sectors += halves ? 2 * count : count;
    lanes->l2_writes += halves ? count + count / APART : count;
}

/*
 * Tests counts of requests to L1 and L2, with caches and loads that are small enough to count by
 * hand.
 */
#include "harness/lanes/lanes_blocks.h"
#include "harness/lanes/traffic/l1_cache.h"
#include "tests/support.h"

#include <stdlib.h>

enum { LINE = SECTOR * LINE_SECTORS };

TEST(a_sector_is_fetched_once)
{
    struct l1_cache cache;
    struct error error;
    assert_true(l1_cache_create(16 * LINE, &cache, &error));
    assert_false(l1_cache_hit(&cache, 5));
    assert_true(l1_cache_hit(&cache, 5));
    assert_false(l1_cache_hit(&cache, 6)); /* another sector of the same line */
    assert_false(l1_cache_hit(&cache, 5 + LINE_SECTORS));
    assert_true(l1_cache_hit(&cache, 5));
    l1_cache_free(&cache);
}

/*
 * Reads a sector of each of `lines` lines in several passes; returns the number of fetches in the
 * last pass.
 */
static int fetched(int lines, int room, int passes)
{
    struct l1_cache cache;
    struct error error;
    int missed = 0;
    assert_true(l1_cache_create((int64_t)room * LINE, &cache, &error));
    for (int pass = 0; pass < passes; pass++) {
        missed = 0;
        for (int k = 0; k < lines; k++)
            missed += !l1_cache_hit(&cache, request_sector(REQUEST_POSITIONS, (int64_t)k * LINE));
    }
    l1_cache_free(&cache);
    return missed;
}

TEST(data_that_fit_stay_and_others_are_evicted_in_part)
{
    assert_int_equal(fetched(64, 64, 1), 64);
    assert_int_equal(fetched(64, 64, 2), 0);
    const int missed = fetched(96, 64, 20);
    assert_in_range(missed, 33, 96); /* would be 96 if the oldest line were always replaced */
    assert_true(fetched(65, 64, 20) < missed);
}

/* --- kernels --- */

/* Makes each warp load the same 32 vectors, or different ones. */
static void walk(const void *context, int64_t block, struct warp_requests *warp,
                 struct lane_counts *lanes)
{
    const bool own = *(const bool *)context;
    int64_t place[WARP];
    for (int l = 0; l < WARP; l++)
        place[l] = (own ? block * WARP : 0) + l;
    lanes->requests = warp;
    lanes_load_vectors(lanes, own ? REQUEST_LIST : REQUEST_POSITIONS, place, sizeof(float));
    lanes_store_vectors(lanes, place, sizeof(double));
}

static struct lane_counts walked(int64_t blocks, bool own)
{
    const struct lanes_kernel kernel = {
        .blocks = blocks, .warps = 1, .resident = LANES_RESIDENT, .walk = walk, .context = &own};
    struct lane_counts lanes = {0};
    struct error error;
    assert_true(lanes_walk_blocks(&kernel, &lanes, &error));
    return lanes;
}

TEST(each_multiprocessor_fetches_what_its_blocks_share)
{
    enum { VECTORS = WARP * 16 / SECTOR, STORES = WARP };
    const struct lane_counts one = walked(1, false);
    assert_int_equal(one.l1_sectors,
                     VECTORS + 2 * STORES); /* a vector of doubles is stored in halves */
    assert_int_equal(one.l2_reads, VECTORS);
    assert_int_equal(one.l2_read_once, 0);
    assert_int_equal(one.l2_writes, STORES + STORES / 5); /* a fifth of the halves is counted
                                                           * separately */
    const struct lane_counts many = walked(5 * 132 + 7, false);
    assert_int_equal(many.l1_sectors, (5 * 132 + 7) * one.l1_sectors);
    assert_int_equal(many.l2_reads, 132 * VECTORS);
    const struct lane_counts apart = walked(5 * 132 + 7, true);
    assert_int_equal(apart.l2_reads, (5 * 132 + 7) * VECTORS);
    assert_int_equal(apart.l2_read_once, apart.l2_reads);
}

/* Lanes that load the same sector make one request; inactive lanes make none. */
TEST(a_load_asks_for_each_sector_once)
{
    struct warp_requests requests = {0};
    struct lane_counts lanes = {.requests = &requests};
    int64_t byte[WARP];
    bool last;
    for (int l = 0; l < WARP; l++)
        byte[l] = l < 8 ? l / 4 * 3 * SECTOR + l : -1;
    lanes_load(&lanes, REQUEST_LIST, byte);
    assert_int_equal(lanes.l1_sectors, 2);
    assert_int_equal(requests.count, 2);
    assert_int_equal(warp_requests_at(&requests, 0, &last), request_sector(REQUEST_LIST, 0));
    assert_false(last);
    assert_int_equal(warp_requests_at(&requests, 1, &last),
                     request_sector(REQUEST_LIST, (int64_t)3 * SECTOR));
    assert_true(last);
    warp_requests_free(&requests);
}

/* --- tables of types --- */

static int64_t sectors_of_rows(const struct pair_rows *rows)
{
    struct lane_counts lanes = {.traffic = true};
    struct error error;
    assert_true(lanes_of_particles(rows, false, 1, WARP, &lanes, &error));
    return lanes.l1_sectors;
}

static int64_t sectors_of_edges(const struct pair_rows *rows)
{
    struct lane_counts lanes = {.traffic = true};
    struct error error;
    assert_true(lanes_of_edges(rows, ATOMICS_PARTNER, 1, WARP, &lanes, &error));
    return lanes.l1_sectors;
}

/* Particles 0 and 1 have the same type, 2 has another; 3 is beyond the cut-off of 0. */
TEST(pairs_load_what_their_types_have_unless_they_are_of_the_common_kind)
{
    enum { COMMON = 1, MIXED = 2 };
    int64_t start[] = {0, 3, 3, 3, 3};
    int32_t other[] = {1, 2, 3}, type[] = {0, 0, 1, 1};
    uint32_t pair[] = {GPU_PAIR_IN_RANGE, GPU_PAIR_IN_RANGE, 0};
    struct pair_rows rows = {
        .n = 4, .start = start, .other = other, .pair = pair, .sum_size = sizeof(float)};
    for (rows.real_size = sizeof(float); rows.real_size <= (int)sizeof(double);
         rows.real_size *= 2) {
        const int loads = rows.real_size == sizeof(float) ? 1 : 2;
        rows.types = (struct pair_types){.type = NULL};
        const int64_t none = sectors_of_rows(&rows), none_of_edges = sectors_of_edges(&rows);
        rows.types = (struct pair_types){
            .type = type, .count = 2, .unloaded = COMMON, .kind = {[0] = COMMON, [1] = MIXED}};
        assert_int_equal(sectors_of_rows(&rows), none + loads);
        assert_int_equal(sectors_of_edges(&rows), none_of_edges + loads);
        rows.types.unloaded = MIXED;
        assert_int_equal(sectors_of_rows(&rows), none + loads);
        rows.types.unloaded = MIXED + 1; /* two pairs, in two iterations of the loop */
        assert_int_equal(sectors_of_rows(&rows), none + 2 * loads);
    }
}

TESTS_MAIN(NULL, NULL)

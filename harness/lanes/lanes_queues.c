/*
 * Replays lanes that collect pairs which may interact before they evaluate any
 * (strategies/gpu_queue.cuh).
 */
#include "harness/lanes/lanes_rows.h"

#include "harness/base/memory.h"

#include <stdlib.h>

enum { PLACES = 2 * GROUP /* length of a lane's queue of pairs (strategies/vertex/vertex.cu) */ };

/* Queued pairs of each lane, as indices in the list. */
struct waiting {
    int count[WARP];
    int64_t entry[WARP][PLACES];
};

static bool is_full(const struct waiting *waiting)
{
    for (int l = 0; l < WARP; l++)
        if (waiting->count[l] > PLACES - GROUP)
            return true;
    return false;
}

/* Finds the partner of the k-th queued pair of each lane. */
static void gather_waiting(const struct pair_rows *rows, const struct waiting *waiting, int k,
                           struct lane_counts *lanes)
{
    int64_t place[WARP];
    if (rows->other == NULL)
        return;
    for (int l = 0; l < WARP; l++)
        place[l] = k < waiting->count[l] ? rows->other[waiting->entry[l][k]] : -1;
    note_gather(rows, place, lanes);
    load_orientations(rows, place, lanes);
}

/*
 * Evaluates the first queued pairs of all lanes together, then the second ones. Continues until all
 * queues are empty.
 */
static void drain(const struct pair_rows *rows, struct waiting *waiting, struct lane_counts *lanes)
{
    for (int k = 0; k < PLACES; k++) {
        struct lanes_votes votes;
        lanes_votes_clear(&votes);
        for (int l = 0; l < WARP; l++)
            if (k < waiting->count[l])
                lanes_vote(&votes, rows->pair[waiting->entry[l][k]]);
        if (votes.active > 0)
            gather_waiting(rows, waiting, k, lanes);
        lanes_note_evaluation(lanes, &votes, false);
    }
    *waiting = (struct waiting){0};
}

/* Tests entry k of 32 rows. */
static void test_column(const struct pair_rows *rows, int64_t first, int64_t base, int64_t k,
                        struct waiting *waiting, struct lane_counts *lanes)
{
    int64_t place[WARP];
    if (lanes_column(rows, first, base, k, place)) {
        note_gather(rows, place, lanes);
        note_orientations(rows, place, lanes);
    }
    lanes->passes++;
    for (int l = 0; l < WARP; l++) {
        const int64_t entry = first + l < rows->n ? rows->start[first + l] + k : 0;
        if (k < row_count(rows, first + l) && (rows->pair[entry] & GPU_PAIR_MAY_INTERACT) != 0)
            waiting->entry[l][waiting->count[l]++] = entry;
    }
}

static void walk_rows(const struct pair_rows *rows, int64_t first, struct lane_counts *lanes)
{
    struct waiting waiting = {0};
    const int64_t longest = lanes_longest(rows, first);
    for (int64_t base = 0; base < longest; base += GROUP) {
        lanes_note_trip(rows, first, base, lanes);
        for (int64_t k = base; k < base + GROUP; k++)
            test_column(rows, first, base, k, &waiting, lanes);
        if (base + GROUP >= longest || is_full(&waiting))
            drain(rows, &waiting, lanes);
    }
}

/* Input for replaying a block. */
struct queue_walk {
    const struct pair_rows *rows;
    int block; /* number of threads per block */
    int queue; /* number of edges per thread */
    enum atomics_kind atomics;
    int64_t *found; /* memory for queued edges; as many elements as there are edges */
};

static void walk_particles(const void *context, int64_t block, struct warp_requests *warp,
                           struct lane_counts *lanes)
{
    const struct queue_walk *walk = context;
    const int64_t begin = block * walk->block, end = begin + walk->block;
    for (int64_t first = begin; first < end && first < walk->rows->n; first += WARP) {
        lanes_begin_warp(walk->rows, &warp[(first - begin) / WARP], lanes);
        lanes->warps++;
        load_own(walk->rows, first, lanes);
        walk_rows(walk->rows, first, lanes);
        store_own(walk->rows, first, lanes);
    }
}

bool lanes_of_waiting_particles(const struct pair_rows *rows, int block, struct lane_counts *lanes,
                                struct error *error)
{
    const struct queue_walk walk = {.rows = rows, .block = block};
    const struct lanes_kernel kernel = rows_kernel(rows, rows->n, block, walk_particles, &walk);
    lanes->pairs_listed = rows->start[rows->n];
    return lanes_walk_blocks(&kernel, lanes, error);
}

/*
 * Tests the edges of a warp, one per lane, starting at edge `first`. Queues edges that may
 * interact. Returns the length of the queue.
 */
static int64_t test_edges(const struct pair_rows *rows, int64_t first, int64_t *found,
                          int64_t count, struct lane_counts *lanes)
{
    const int64_t edges = rows->start[rows->n];
    struct warp_edges tested = {0};
    for (int64_t k = first; k < first + WARP && k < edges; k++) {
        tested.edge[tested.count++] = k;
        if ((rows->pair[k] & GPU_PAIR_MAY_INTERACT) != 0)
            found[count++] = k;
    }
    lanes_note(lanes, LANES_TRIP, tested.count);
    lanes->passes++;
    if (rows->other != NULL) {
        lanes_find_ends(rows, &tested);
        lanes->wavefronts += EDGE_WAVEFRONTS;
        load_numbers(REQUEST_LIST, tested.place, 8, lanes);
        note_gather(rows, tested.one, lanes);
        note_gather(rows, tested.other, lanes);
        note_orientations(rows, tested.one, lanes);
        note_orientations(rows, tested.other, lanes);
    }
    return count;
}

/*
 * Replays a block. Its warps test `queue` edges per lane; then they evaluate the queued edges in
 * turn, 32 at a time.
 */
static void walk_edges(const void *context, int64_t block, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct queue_walk *walk = context;
    const struct pair_rows *rows = walk->rows;
    const int64_t edges = rows->start[rows->n], each = (int64_t)walk->queue * WARP;
    const int64_t begin = block * walk->block * walk->queue;
    const int64_t end =
        begin + walk->block * walk->queue < edges ? begin + walk->block * walk->queue : edges;
    int64_t *found = walk->found + begin;
    int64_t count = 0;
    const int warps = walk->block / WARP;
    lanes->warps += warps;
    for (int64_t k = begin; k < end; k += WARP) {
        lanes_begin_warp(rows, &warp[(k - begin) / each], lanes);
        if ((k - begin) % each == 0)
            load_edge_count(lanes);
        count = test_edges(rows, k, found, count, lanes);
    }
    for (int64_t k = 0; k < count; k += WARP) {
        struct warp_edges turn = {.count = count - k < WARP ? (int)(count - k) : WARP};
        lanes_begin_warp(rows, &warp[k / WARP % warps], lanes);
        for (int l = 0; l < turn.count; l++)
            turn.edge[l] = found[k + l];
        lanes_find_ends(rows, &turn);
        if (rows->other != NULL) {
            lanes->wavefronts += lanes_wavefronts(turn.place, 8, 8);
            load_numbers(REQUEST_LIST, turn.place, 8, lanes);
            note_gather(rows, turn.one, lanes);
            note_gather(rows, turn.other, lanes);
        }
        lanes_evaluate_edges(rows, &turn, walk->atomics, 1, lanes);
    }
}

bool lanes_of_waiting_edges(const struct pair_rows *rows, enum atomics_kind atomics, int block,
                            int queue, struct lane_counts *lanes, struct error *error)
{
    const int64_t edges = rows->start[rows->n], each = (int64_t)block * queue;
    const struct queue_walk walk = {
        .rows = rows,
        .block = block,
        .queue = queue,
        .atomics = atomics,
        .found = memory_allocate(edges, sizeof *walk.found, "edges that wait", error)};
    const struct lanes_kernel kernel = {.blocks = (edges + each - 1) / each,
                                        .warps = block / WARP,
                                        .resident = LANES_RESIDENT,
                                        .particles = rows->n,
                                        .walk = walk_edges,
                                        .context = &walk};
    lanes->pairs_listed = edges;
    const bool fine = walk.found != NULL && lanes_walk_blocks(&kernel, lanes, error);
    free(walk.found);
    return fine;
}

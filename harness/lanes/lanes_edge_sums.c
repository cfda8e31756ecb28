/*
 * Replays the second kernel of `edge_gather`, in which the lanes of a particle sum the forces of
 * its edges.
 */
#include "harness/lanes/lanes_edge_sums.h"

#include "harness/base/memory.h"
#include "harness/lanes/lanes_rows.h"

#include <stdlib.h>

/* Edges sorted by their second end. */
struct ends {
    int64_t *start; /* n + 1: start of each particle's edges */
    int64_t *edge;
};

struct walk {
    const struct pair_rows *rows;
    struct ends second;
    int lanes, block;
};

static bool find_ends(const struct pair_rows *rows, struct ends *ends, struct error *error)
{
    const int64_t edges = rows->start[rows->n];
    ends->start = memory_allocate_zeroed(rows->n + 2, sizeof *ends->start, "edges", error);
    ends->edge = memory_allocate(edges, sizeof *ends->edge, "edges", error);
    if (ends->start == NULL || ends->edge == NULL)
        return false;
    /*
     * counts are stored two elements later; the prefix sum and the filling turn them into the
     * starts
     */
    int64_t *next = ends->start + 1;
    for (int64_t k = 0; k < edges; k++)
        next[rows->other[k] + 1]++;
    for (int64_t i = 0; i < rows->n; i++)
        next[i + 1] += next[i];
    for (int64_t k = 0; k < edges; k++)
        ends->edge[next[rows->other[k]]++] = k;
    return true;
}

/*
 * Replays lanes that read from start[i] to start[i + 1] of their particle i. They read forces of
 * edges or, if `number` is given, the numbers of edges and then their forces.
 */
static void walk_ends(const struct walk *walk, const int64_t own[WARP], const int64_t *start,
                      const int64_t *number, struct lane_counts *lanes)
{
    int64_t place[WARP], edge[WARP], end[WARP];
    for (int l = 0; l < WARP; l++)
        end[l] = own[l] + 1;
    load_numbers(REQUEST_COUNTS, end, 8, lanes);
    load_numbers(REQUEST_COUNTS, own, 8, lanes);
    for (int64_t round = 0;; round++) {
        bool any = false;
        for (int l = 0; l < WARP; l++) {
            const int64_t k = start[own[l]] + round * walk->lanes + l % walk->lanes;
            place[l] = k < start[own[l] + 1] ? k : -1;
            edge[l] = place[l] < 0 || number == NULL ? place[l] : number[place[l]];
            any = any || place[l] >= 0;
        }
        if (!any)
            return;
        if (number != NULL)
            load_numbers(REQUEST_LIST, place, 4, lanes);
        load_sums_at(walk->rows, edge, lanes);
    }
}

static void walk_block(const void *context, int64_t block, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct walk *walk = context;
    for (int w = 0; w < walk->block / WARP; w++) {
        int64_t own[WARP];
        lanes_begin_warp(walk->rows, &warp[w], lanes);
        for (int l = 0; l < WARP; l++) {
            const int64_t i = (block * walk->block + w * WARP + l) / walk->lanes;
            own[l] = i < walk->rows->n ? i : walk->rows->n - 1;
        }
        walk_ends(walk, own, walk->rows->start, NULL, lanes);
        walk_ends(walk, own, walk->second.start, walk->second.edge, lanes);
        for (int l = 0; l < WARP; l++) {
            const int64_t thread = block * walk->block + w * WARP + l;
            own[l] =
                thread % walk->lanes == 0 && thread / walk->lanes < walk->rows->n ? own[l] : -1;
        }
        store_own_at(walk->rows, own, lanes);
    }
}

bool lanes_of_edge_sums(const struct pair_rows *rows, int lanes_per_particle, int block,
                        struct lane_counts *lanes, struct error *error)
{
    struct walk walk = {.rows = rows, .lanes = lanes_per_particle, .block = block};
    const struct lanes_kernel kernel = {
        .blocks = (rows->n * lanes_per_particle + block - 1) / block,
        .warps = block / WARP,
        .resident = LANES_RESIDENT,
        .walk = walk_block,
        .context = &walk,
    };
    const bool fine =
        find_ends(rows, &walk.second, error) && lanes_walk_blocks(&kernel, lanes, error);
    free(walk.second.start);
    free(walk.second.edge);
    return fine;
}

#include "harness/lanes/lanes_rows.h"

int64_t lanes_longest(const struct pair_rows *rows, int64_t first)
{
    int64_t longest = 0;
    for (int64_t i = first; i < first + WARP; i++)
        longest = row_count(rows, i) > longest ? row_count(rows, i) : longest;
    return longest;
}

int lanes_note_trip(const struct pair_rows *rows, int64_t first, int64_t base, struct lanes *lanes)
{
    int active = 0;
    for (int64_t i = first; i < first + WARP; i++)
        active += base < row_count(rows, i);
    lanes_note(lanes, LANES_TRIP, active);
    lanes->wavefronts += rows->other != NULL ? GROUP : 0; /* side by side, 16 bytes each */
    return active;
}

bool lanes_column(const struct pair_rows *rows, int64_t first, int64_t base, int64_t k,
                  int64_t place[WARP])
{
    if (rows->other == NULL)
        return false;
    for (int l = 0; l < WARP; l++) {
        int64_t count = row_count(rows, first + l);
        place[l] = base >= count ? -1
                   : k < count   ? rows->other[rows->start[first + l] + k]
                                 : rows->n;
    }
    return true;
}

/* The row that holds an edge: the last that does not begin behind it. */
static int64_t row_of_edge(const struct pair_rows *rows, int64_t edge)
{
    int64_t low = 0, high = rows->n;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (rows->start[middle] <= edge)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void lanes_find_ends(const struct pair_rows *rows, struct warp_edges *edges)
{
    int64_t row = edges->count > 0 ? row_of_edge(rows, edges->edge[0]) : 0;
    for (int l = 0; l < edges->count; l++) {
        const int64_t k = edges->edge[l];
        while (rows->start[row + 1] <= k)
            row++;
        edges->one[l] = row;
        edges->other[l] = rows->other != NULL ? rows->other[k] : -1;
    }
    for (int l = edges->count; l < WARP; l++)
        edges->one[l] = edges->other[l] = -1;
}

void lanes_evaluate_edges(const struct pair_rows *rows, const struct warp_edges *edges,
                          enum atomics_kind atomics, struct lanes *lanes)
{
    struct lanes_votes votes;
    lanes_votes_clear(&votes);
    struct warp_adds one, other;
    warp_adds_clear(&one);
    warp_adds_clear(&other);
    int runs = 0;         /* of equal first particle, in which any pair interacts */
    int64_t counted = -1; /* the row of the last of them */
    for (int l = 0; l < edges->count; l++) {
        const uint32_t pair = rows->pair[edges->edge[l]];
        bool first = false; /* of a run */
        lanes_vote(&votes, pair);
        warp_adds_set(&other, l, pair, edges->other[l]);
        if ((pair & GPU_PAIR_INTERACTS) && counted != edges->one[l]) {
            counted = edges->one[l];
            runs++;
            first = true;
        }
        if (first || atomics != ATOMICS_SEGMENTS)
            warp_adds_set(&one, l, pair, edges->one[l]);
    }
    lanes_note_evaluation(lanes, &votes, atomics != ATOMICS_NONE); /* else all store */
    if (atomics == ATOMICS_NONE)
        return;
    if (rows->other != NULL) {
        note_adds(rows, &one, lanes);
        note_adds(rows, &other, lanes);
    }
    int turning_runs = votes.turning < runs ? votes.turning : runs;
    lanes_note(lanes, LANES_ATOMICS, votes.interacting);
    lanes_note(lanes, LANES_ATOMICS, atomics == ATOMICS_SEGMENTS ? runs : votes.interacting);
    lanes->torques += votes.turning + (atomics == ATOMICS_SEGMENTS ? turning_runs : votes.turning);
}

#include "harness/lanes/lanes_rows.h"

int64_t lanes_longest(const struct pair_rows *rows, int64_t first)
{
    int64_t longest = 0;
    for (int64_t i = first; i < first + WARP; i++)
        longest = row_count(rows, i) > longest ? row_count(rows, i) : longest;
    return longest;
}

int lanes_note_trip(const struct pair_rows *rows, int64_t first, int64_t base,
                    struct lane_counts *lanes)
{
    int active = 0;
    for (int64_t i = first; i < first + WARP; i++)
        active += base < row_count(rows, i);
    lanes_note(lanes, LANES_TRIP, active);
    if (rows->other != NULL) {
        int64_t group[WARP];
        for (int l = 0; l < WARP; l++)
            group[l] = base < row_count(rows, first + l) ? base / GROUP * rows->n + first + l : -1;
        load_numbers(REQUEST_LIST, group, 16, lanes);
        lanes->wavefronts += GROUP; /* each lane loads 16 adjacent bytes */
    }
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

void load_own_at(const struct pair_rows *rows, const int64_t own[WARP], struct lane_counts *lanes)
{
    lanes_load_vectors(lanes, REQUEST_POSITIONS, own, rows->real_size);
    load_orientations(rows, own, lanes);
    load_numbers(REQUEST_COUNTS, own, 4, lanes);
}

void store_own_at(const struct pair_rows *rows, const int64_t own[WARP], struct lane_counts *lanes)
{
    lanes_store_vectors(lanes, own, rows->sum_size);
    if (rows->oriented)
        lanes_store_vectors(lanes, own, rows->sum_size);
}

void load_sums_at(const struct pair_rows *rows, const int64_t place[WARP],
                  struct lane_counts *lanes)
{
    lanes_load_vectors(lanes, REQUEST_FORCES, place, rows->sum_size);
    if (rows->oriented)
        lanes_load_vectors(lanes, REQUEST_TORQUES, place, rows->sum_size);
}

static void side_by_side(const struct pair_rows *rows, int64_t first, int64_t own[WARP])
{
    for (int l = 0; l < WARP; l++)
        own[l] = first + l < rows->n ? first + l : -1;
}

void load_own(const struct pair_rows *rows, int64_t first, struct lane_counts *lanes)
{
    int64_t own[WARP];
    side_by_side(rows, first, own);
    load_own_at(rows, own, lanes);
}

void store_own(const struct pair_rows *rows, int64_t first, struct lane_counts *lanes)
{
    int64_t own[WARP];
    side_by_side(rows, first, own);
    store_own_at(rows, own, lanes);
}

/* Returns the row that contains an edge: the last row that does not begin after it. */
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
        edges->place[l] = k;
    }
    for (int l = edges->count; l < WARP; l++)
        edges->one[l] = edges->other[l] = edges->place[l] = -1;
}

void lanes_evaluate_edges(const struct pair_rows *rows, const struct warp_edges *edges,
                          enum atomics_kind atomics, int buffers, struct lane_counts *lanes)
{
    struct lanes_votes votes;
    lanes_votes_clear(&votes);
    struct warp_adds one, other;
    warp_adds_clear(&one);
    warp_adds_clear(&other);
    int64_t from[WARP], to[WARP]; /* particles with an orientation to read */
    int64_t types[WARP];
    for (int l = 0; l < WARP; l++)
        from[l] = to[l] = types[l] = -1;
    int runs = 0;         /* runs of equal first particles that contain an interacting pair */
    int64_t counted = -1; /* first particle of the last such run; -1: none yet */
    for (int l = 0; l < edges->count; l++) {
        const uint32_t pair = rows->pair[edges->edge[l]];
        bool first = false; /* true for the first interacting pair of a run */
        lanes_vote(&votes, pair);
        const int64_t buffer = edges->edge[l] % buffers * rows->n;
        if ((pair & (GPU_PAIR_READS_TURN | GPU_PAIR_TURNS)) != 0)
            from[l] = edges->one[l];
        if ((pair & GPU_PAIR_READS_TURN) != 0)
            to[l] = edges->other[l];
        if (rows->other != NULL)
            types[l] = types_place(rows, edges->one[l], edges->other[l], pair);
        warp_adds_set(&other, l, pair, buffer + edges->other[l]);
        if ((pair & GPU_PAIR_INTERACTS) && counted != edges->one[l]) {
            counted = edges->one[l];
            runs++;
            first = true;
        }
        if (first || atomics != ATOMICS_SEGMENTS)
            warp_adds_set(&one, l, pair, buffer + edges->one[l]);
    }
    load_types(rows, types, lanes);
    load_orientations(rows, from, lanes);
    load_orientations(rows, to, lanes);
    /* all lanes store if there are no atomics */
    lanes_note_evaluation(lanes, &votes, atomics != ATOMICS_NONE);
    if (atomics == ATOMICS_NONE) {
        for (int vectors = 0; vectors < (rows->oriented ? 3 : 1); vectors++)
            lanes_store_vectors(lanes, edges->place, rows->sum_size);
        return;
    }
    if (rows->other != NULL) {
        note_adds(rows, &one, lanes);
        note_adds(rows, &other, lanes);
    }
    int turning_runs = votes.turning < runs ? votes.turning : runs;
    lanes_note(lanes, LANES_ATOMICS, votes.interacting);
    lanes_note(lanes, LANES_ATOMICS, atomics == ATOMICS_SEGMENTS ? runs : votes.interacting);
    lanes->torques += votes.turning + (atomics == ATOMICS_SEGMENTS ? turning_runs : votes.turning);
}

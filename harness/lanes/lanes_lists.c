/* Replays kernels that process neighbor rows, or one edge per lane. */
#include "harness/lanes/lanes_edge_sums.h"
#include "harness/lanes/lanes_rows.h"

/* Input for replaying a block. */
struct list_walk {
    const struct pair_rows *rows;
    int block; /* number of threads per block */
    bool branch;
    enum atomics_kind atomics;
    int buffers;    /* number of buffers, which receive forces in turn */
    int size;       /* number of lanes per team */
    int64_t stride; /* number of entries that each row has memory for */
};

/*
 * Replays 32 rows by column in a warp. A lane leaves the loop after the last group of its row.
 * Returns a mask of the lanes with a torque in any pair.
 */
static uint32_t walk_columns(const struct list_walk *walk, int64_t first, struct lane_counts *lanes)
{
    const struct pair_rows *rows = walk->rows;
    const int64_t longest = lanes_longest(rows, first);
    uint32_t turned = 0;
    for (int64_t base = 0; base < longest; base += GROUP) {
        const int active = lanes_note_trip(rows, first, base, lanes);
        for (int64_t k = base; k < base + GROUP; k++) {
            struct lanes_votes votes;
            struct warp_adds adds;
            int64_t place[WARP];
            const bool known = lanes_column(rows, first, base, k, place);
            int64_t turning[WARP], types[WARP];
            if (known)
                note_gather(rows, place, lanes);
            lanes_votes_clear(&votes);
            warp_adds_clear(&adds);
            for (int l = 0; l < WARP; l++) {
                turning[l] = types[l] = -1;
                if (k >= row_count(rows, first + l))
                    continue;
                const uint32_t pair = rows->pair[rows->start[first + l] + k];
                if (known && (pair & GPU_PAIR_READS_TURN) != 0)
                    turning[l] = place[l];
                if (known)
                    types[l] = types_place(rows, first + l, place[l], pair);
                lanes_vote(&votes, pair);
                turned |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l;
                if (known)
                    warp_adds_set(&adds, l, pair, (first + l) % walk->buffers * rows->n + place[l]);
            }
            votes.active = active;
            load_types(rows, types, lanes);
            load_orientations(rows, turning, lanes);
            lanes_note_pair(lanes, &votes, walk->branch);
            if (walk->branch) {
                lanes_note(lanes, LANES_ATOMICS, votes.interacting);
                lanes->torques += votes.turning;
                if (known)
                    note_adds(rows, &adds, lanes);
            }
        }
    }
    return turned;
}

/* Replays the addition of the sums of the lanes' own particles to memory. */
static void add_own(const struct pair_rows *rows, int64_t first, uint32_t turned,
                    struct lane_counts *lanes)
{
    const int64_t left = rows->n - first;
    struct warp_adds own;
    warp_adds_clear(&own);
    for (int l = 0; l < WARP && l < left; l++)
        warp_adds_set(&own, l, GPU_PAIR_INTERACTS | (turned >> l & 1 ? GPU_PAIR_TURNS : 0),
                      first + l);
    lanes_note(lanes, LANES_ATOMICS, left < WARP ? (int)left : WARP);
    lanes->torques += __builtin_popcount(turned);
    if (rows->other != NULL)
        note_adds(rows, &own, lanes);
}

static void walk_particles(const void *context, int64_t block, struct warp_requests *warp,
                           struct lane_counts *lanes)
{
    const struct list_walk *walk = context;
    const int64_t begin = block * walk->block, end = begin + walk->block;
    for (int64_t first = begin; first < end && first < walk->rows->n; first += WARP) {
        lanes_begin_warp(walk->rows, &warp[(first - begin) / WARP], lanes);
        lanes->warps++;
        load_own(walk->rows, first, lanes);
        const uint32_t turned = walk_columns(walk, first, lanes);
        if (walk->branch)
            add_own(walk->rows, first, turned, lanes);
        else
            store_own(walk->rows, first, lanes);
    }
}

bool lanes_of_particles(const struct pair_rows *rows, bool branch, int buffers, int block,
                        struct lane_counts *lanes, struct error *error)
{
    const struct list_walk walk = {
        .rows = rows, .block = block, .branch = branch, .buffers = buffers};
    const struct lanes_kernel kernel = rows_kernel(rows, rows->n, block, walk_particles, &walk);
    lanes->pairs_listed = rows->start[rows->n];
    return lanes_walk_blocks(&kernel, lanes, error);
}

/* Replays a warp with one edge per lane, beginning with edge `first`. */
static void walk_edges(const struct list_walk *walk, int64_t first, struct lane_counts *lanes)
{
    const struct pair_rows *rows = walk->rows;
    struct warp_edges edges = {0};
    for (int64_t k = first; k < first + WARP && k < rows->start[rows->n]; k++)
        edges.edge[edges.count++] = k;
    lanes_find_ends(rows, &edges);
    if (rows->other != NULL) {
        lanes->wavefronts += EDGE_WAVEFRONTS;
        load_edge_count(lanes);
        load_numbers(REQUEST_LIST, edges.place, 8, lanes);
        note_gather(rows, edges.one, lanes);
        note_gather(rows, edges.other, lanes);
    }
    lanes_note(lanes, LANES_TRIP, edges.count);
    lanes->passes++;
    lanes_evaluate_edges(rows, &edges, walk->atomics, walk->buffers, lanes);
}

static void walk_block_of_edges(const void *context, int64_t block, struct warp_requests *warp,
                                struct lane_counts *lanes)
{
    const struct list_walk *walk = context;
    const int64_t begin = block * walk->block, end = begin + walk->block;
    const int64_t edges = walk->rows->start[walk->rows->n];
    for (int64_t first = begin; first < end && first < edges; first += WARP) {
        lanes_begin_warp(walk->rows, &warp[(first - begin) / WARP], lanes);
        lanes->warps++;
        walk_edges(walk, first, lanes);
    }
}

bool lanes_of_edges(const struct pair_rows *rows, enum atomics_kind atomics, int buffers, int block,
                    struct lane_counts *lanes, struct error *error)
{
    const int64_t edges = rows->start[rows->n];
    const struct list_walk walk = {
        .rows = rows, .block = block, .atomics = atomics, .buffers = buffers};
    const struct lanes_kernel kernel = rows_kernel(rows, edges, block, walk_block_of_edges, &walk);
    lanes->pairs_listed = edges;
    return lanes_walk_blocks(&kernel, lanes, error);
}

/*
 * Returns the number of rounds in an iteration of strategies/team/team.cu. Large teams make no more
 * rounds than there are entries left.
 */
static int rounds_of(int64_t left, int size)
{
    if (size >= 16 && left <= size)
        return 1;
    if (size >= 16 && left <= 2 * (int64_t)size)
        return 2;
    return size <= 4 ? 4 : 3;
}

struct team {
    int64_t particle;
    bool present; /* true: has a particle; false: repeats the last particle and stores nothing */
};

/*
 * Replays the loads of entries and partners in one round, for the teams that take part in it. All
 * rows have memory for `stride` entries each.
 */
static void gather_round(const struct pair_rows *rows, const struct team *team, int size,
                         int64_t begin, const bool makes[WARP], int64_t stride,
                         struct lane_counts *lanes)
{
    int64_t entry[WARP], place[WARP];
    if (rows->other == NULL)
        return;
    for (int l = 0; l < WARP; l++) {
        int64_t i = team[l / size].particle;
        int64_t k = begin + l % size;
        bool within = makes[l / size] && k < row_count(rows, i);
        entry[l] = within ? i * stride + k : -1;
        place[l] = !makes[l / size] ? -1 : within ? rows->other[rows->start[i] + k] : rows->n;
    }
    lanes->wavefronts += lanes_wavefronts(entry, 4, 4);
    load_numbers(REQUEST_LIST, entry, 4, lanes);
    note_gather(rows, place, lanes);
}

/*
 * Replays a warp's teams with `rounds` rounds in their iteration. Teams with another number of
 * rounds take another branch.
 */
static void walk_rounds(const struct pair_rows *rows, const struct team *team, int teams, int size,
                        int64_t base, int rounds, int64_t stride, struct lane_counts *lanes)
{
    for (int round = 0; round < rounds; round++) {
        int active = 0;
        struct lanes_votes votes;
        bool makes[WARP] = {false};
        int64_t turning[WARP], types[WARP];
        for (int l = 0; l < WARP; l++)
            turning[l] = types[l] = -1;
        lanes_votes_clear(&votes);
        for (int t = 0; t < teams; t++) {
            int64_t i = team[t].particle;
            int64_t count = row_count(rows, i);
            if (base >= count || rounds_of(count - base, size) != rounds)
                continue;
            active += size;
            makes[t] = true;
            int64_t begin = base + (int64_t)round * size;
            for (int64_t k = begin; team[t].present && k < begin + size && k < count; k++) {
                const int64_t entry = rows->start[i] + k, lane = t * size + k - begin;
                lanes_vote(&votes, rows->pair[entry]);
                if (rows->other == NULL)
                    continue;
                if ((rows->pair[entry] & GPU_PAIR_READS_TURN) != 0)
                    turning[lane] = rows->other[entry];
                types[lane] = types_place(rows, i, rows->other[entry], rows->pair[entry]);
            }
        }
        votes.active = active;
        if (active > 0)
            gather_round(rows, team, size, base + (int64_t)round * size, makes, stride, lanes);
        load_types(rows, types, lanes);
        load_orientations(rows, turning, lanes);
        lanes_note_pair(lanes, &votes, false);
    }
}

/* Returns the number of entries that every row has memory for. */
static int64_t longest_row(const struct pair_rows *rows)
{
    int64_t longest = 0;
    for (int64_t i = 0; i < rows->n; i++)
        longest = row_count(rows, i) > longest ? row_count(rows, i) : longest;
    return (longest + GROUP - 1) / GROUP * GROUP;
}

/* Replays the teams of a warp with first particle `first`; a team has `size` lanes. */
static void walk_teams(const struct pair_rows *rows, int64_t first, int size, int64_t stride,
                       struct lane_counts *lanes)
{
    const int teams = WARP / size;
    const int most = size <= 4 ? 4 : 3;
    struct team team[WARP] = {0};
    int64_t longest = 0;
    for (int t = 0; t < teams; t++) {
        bool present = first + t < rows->n;
        team[t] = (struct team){present ? first + t : rows->n - 1, present};
        int64_t count = row_count(rows, team[t].particle);
        longest = count > longest ? count : longest;
    }
    int64_t own[WARP];
    for (int l = 0; l < WARP; l++)
        own[l] = team[l / size].particle;
    load_own_at(rows, own, lanes);
    for (int64_t base = 0; base < longest; base += (int64_t)most * size) {
        int active = 0;
        for (int t = 0; t < teams; t++)
            active += base < row_count(rows, team[t].particle) ? size : 0;
        lanes_note(lanes, LANES_TRIP, active);
        for (int rounds = 1; rounds <= most; rounds++)
            walk_rounds(rows, team, teams, size, base, rounds, stride, lanes);
    }
    for (int l = 0; l < WARP; l++)
        own[l] = l % size == 0 && team[l / size].present ? team[l / size].particle : -1;
    store_own_at(rows, own, lanes);
}

static void walk_block_of_teams(const void *context, int64_t block, struct warp_requests *warp,
                                struct lane_counts *lanes)
{
    const struct list_walk *walk = context;
    for (int w = 0; w < walk->block / WARP; w++) {
        lanes_begin_warp(walk->rows, &warp[w], lanes);
        lanes->warps++;
        walk_teams(walk->rows, (block * walk->block + w * WARP) / walk->size, walk->size,
                   walk->stride, lanes);
    }
}

bool lanes_of_teams(const struct pair_rows *rows, int size, int block, struct lane_counts *lanes,
                    struct error *error)
{
    const struct list_walk walk = {
        .rows = rows, .block = block, .size = size, .stride = longest_row(rows)};
    const struct lanes_kernel kernel =
        rows_kernel(rows, rows->n * size, block, walk_block_of_teams, &walk);
    lanes->pairs_listed = rows->start[rows->n];
    return lanes_walk_blocks(&kernel, lanes, error);
}

/* Returns the rows that a strategy reads. */
static const struct pair_rows *rows_of(const struct lanes_input *input,
                                       const struct strategy *strategy)
{
    return strategy->neighbors->once ? &input->half : &input->full;
}

/* Replays one lane per particle, with rows by column and four entries per iteration. */
bool lanes_neighbors_particles(const struct lanes_input *input, const struct strategy *strategy,
                               const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                               struct error *error)
{
    const int block = strategy_tuning_value(strategy, tuning, "block", WARP);
    if (strategy_queue(strategy, tuning, input->spec.model) > 0)
        return lanes_of_waiting_particles(rows_of(input, strategy), block, lanes, error);
    return lanes_of_particles(rows_of(input, strategy), strategy->atomics == ATOMICS_PARTNER,
                              strategy_tuning_value(strategy, tuning, "buffers", 1), block, lanes,
                              error);
}

/* Replays one lane per edge. */
bool lanes_neighbors_edges(const struct lanes_input *input, const struct strategy *strategy,
                           const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                           struct error *error)
{
    const int block = strategy_tuning_value(strategy, tuning, "block", WARP);
    const int queue = strategy_queue(strategy, tuning, input->spec.model);
    if (queue > 0)
        return lanes_of_waiting_edges(&input->half, strategy->atomics, block, queue, lanes, error);
    if (!lanes_of_edges(&input->half, strategy->atomics,
                        strategy_tuning_value(strategy, tuning, "buffers", 1), block, lanes, error))
        return false;
    return strategy->scratch != SCRATCH_EDGES || !lanes->traffic ||
           lanes_of_edge_sums(&input->half, strategy_tuning_value(strategy, tuning, "lanes", 1),
                              block, lanes, error);
}

/*
 * Replays a team of adjacent lanes per particle, which share its row; the tuning `lanes` is their
 * number.
 */
bool lanes_neighbors_teams(const struct lanes_input *input, const struct strategy *strategy,
                           const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                           struct error *error)
{
    return lanes_of_teams(rows_of(input, strategy),
                          strategy_tuning_value(strategy, tuning, "lanes", 1),
                          strategy_tuning_value(strategy, tuning, "block", WARP), lanes, error);
}

/*
 * Lanes that walk rows of places in a block's table, strategies/staged/. Entries are taken in the
 * order of places; which of them share a step in the order of banks is not replayed, and only the
 * issues of branches and of pairs in range depend on that. Nor is that bare particles come last
 * (own_order.cuh), on which it depends how long the rows are that a warp walks side by side.
 */
#include "harness/lanes/lanes.h"
#include "harness/particles/staged.h"
#include "harness/particles/topology.h"

enum { GROUP = 8 /* entries that a lane reads at a time */, MOST = (1 << 16) - 1 };

/* A lane's part of a row while it is replayed. */
struct lane_row {
    int64_t particle; /* -1: none */
    int64_t entries;  /* with padding, a multiple of GROUP */
    int thread;       /* of its block */
};

/* What every warp of the replay sees. */
struct walk {
    const struct lanes_input *input;
    const struct staged *staged;
    int lanes; /* per particle */
};

/* The entry at a step of a lane: groups of eight go to a particle's lanes by turns. */
static uint16_t entry_of(const struct walk *walk, const struct lane_row *row, int64_t step)
{
    int lane = row->thread % walk->lanes;
    int64_t group = step / GROUP * walk->lanes + lane;
    return walk->staged->entry[walk->staged->start[row->particle] + group * GROUP + step % GROUP];
}

/* What becomes of the pair of an entry; 0 for padding, which is far away. */
static bool pair_of(const struct walk *walk, const struct lane_row *row, uint16_t entry,
                    uint32_t *pair)
{
    const struct staged *staged = walk->staged;
    const struct system *s = &walk->input->sorted;
    int64_t i = row->particle;
    int64_t j = staged->table[staged->table_start[i / staged->particles] + entry];
    if (j == s->n)
        return false;
    double r[3];
    system_displacement(s, i, j, r);
    *pair = gpu_pair(&walk->input->spec, s, i, j, r);
    return true;
}

/* Coordinates and type of a place: 16 bytes in single precision, else x and y apart from the rest.
 */
static int place_wavefronts(const struct walk *walk, const int64_t place[WARP])
{
    int first = lanes_wavefronts(place, 16, 16);
    if (walk->input->full.real_size == sizeof(float))
        return first;
    return first + (walk->input->spec.model->body ? first : lanes_wavefronts(place, 8, 8));
}

static void walk_warp(const struct walk *walk, const struct lane_row row[WARP], struct lanes *lanes)
{
    int64_t longest = 0;
    for (int l = 0; l < WARP; l++)
        longest = row[l].entries > longest ? row[l].entries : longest;
    for (int64_t step = 0; step < longest; step++) {
        struct lanes_votes votes;
        int64_t place[WARP];
        int active = 0;
        lanes_votes_clear(&votes);
        for (int l = 0; l < WARP; l++) {
            uint32_t pair;
            place[l] = -1;
            if (step >= row[l].entries)
                continue;
            active++;
            place[l] = entry_of(walk, &row[l], step);
            if (pair_of(walk, &row[l], (uint16_t)place[l], &pair))
                lanes_vote(&votes, pair);
        }
        votes.active = active;
        if (step % GROUP == 0)
            lanes_note(lanes, LANES_TRIP, active);
        lanes->wavefronts += place_wavefronts(walk, place);
        lanes_note_pair(lanes, &votes, false);
    }
}

/* The rows of the lanes of a warp, from a thread of a block on. */
static void rows_of(const struct walk *walk, int64_t block, int thread, struct lane_row row[WARP])
{
    const struct staged *staged = walk->staged;
    for (int l = 0; l < WARP; l++) {
        int64_t i = block * staged->particles + (thread + l) / walk->lanes;
        row[l] = (struct lane_row){.particle = -1, .thread = thread + l};
        if (i >= staged->n)
            continue;
        row[l].particle = i;
        row[l].entries = (staged->start[i + 1] - staged->start[i]) / walk->lanes;
    }
}

bool lanes_neighbors_staged(const struct lanes_input *input, const struct strategy *strategy,
                            const int tuning[STRATEGY_TUNINGS], struct lanes *lanes,
                            struct error *error)
{
    static const struct interactions one_kind = {.kinds = 1};
    const struct workload_spec *spec = &input->spec;
    double range = spec->cutoff + spec->skin;
    struct topology topology = {0};
    struct rows rows = {0};
    struct staged staged = {0};
    struct walk walk = {input, &staged, strategy_tuning_value(strategy, tuning, "lanes", 1)};
    int particles = strategy_tuning_value(strategy, tuning, "particles", WARP);
    bool fine = topology_build(&input->sorted, &topology, error) &&
                rows_build(&input->sorted, range, false, &topology, &one_kind, &rows, error) &&
                staged_build(&input->sorted, range, &rows, particles, GROUP * walk.lanes, MOST,
                             &staged, error);
    struct lanes sum = *lanes;
#pragma omp parallel for schedule(dynamic, 4) reduction(lanes_sum : sum)
    for (int64_t block = 0; block < staged.blocks; block++) {
        for (int thread = 0; thread < particles * walk.lanes; thread += WARP) {
            struct lane_row row[WARP];
            sum.warps++;
            rows_of(&walk, block, thread, row);
            walk_warp(&walk, row, &sum);
        }
    }
    *lanes = sum;
    lanes->pairs_listed = staged.pairs;
    if (fine)
        lanes->places = staged.table_start[staged.blocks];
    staged_free(&staged);
    rows_free(&rows);
    topology_free(&topology);
    return fine;
}

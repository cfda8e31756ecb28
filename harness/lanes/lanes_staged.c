/*
 * Replays strategies/staged/. Its rows contain indices in a table of partners of the block. Entries
 * are taken in ascending order. The replay ignores the bank order, which only affects the issues of
 * branches and of pairs in range. It also ignores that particles with only a charge come last
 * (own_order.cuh), which affects the lengths of the rows of a warp.
 */
#include "harness/base/error.h"
#include "harness/base/memory.h"
#include "harness/lanes/lanes_rows.h"
#include "harness/particles/staged.h"
#include "harness/particles/topology.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * Tables of partners as a GPU builds them. The partners of block b are partner[start[b]] … in
 * ascending order. They are all particles in range of the boxes around the block's particles, 32
 * per box. The tables of struct staged are shorter: they contain only particles that are partners
 * of some particle. Their entry k is entry place[k] of the GPU's table.
 */
struct staged_tables {
    int64_t *start; /* blocks + 1: start of each table */
    int32_t *partner;
    int32_t *place;
    int64_t room; /* length of the longest table */
};

enum { CHUNK = 32 /* particles per box */ };

struct chunk_box {
    double centre[3], half[3];
};

/* Data that the search in all blocks shares. */
struct search {
    const struct system *system;
    const struct staged *staged;
    double range2;
    struct chunk_box *box;
    int64_t boxes;
};

static struct chunk_box box_of(const struct system *s, int64_t chunk)
{
    const double *coordinate[3] = {s->x, s->y, s->z};
    const int64_t first = chunk * CHUNK;
    struct chunk_box box;
    for (int d = 0; d < 3; d++) {
        double low = 0, high = 0; /* bounds of the coordinates, relative to the first particle */
        for (int64_t i = first; i < first + CHUNK && i < s->n; i++) {
            const double away = system_nearest(coordinate[d][i] - coordinate[d][first], s->box[d]);
            low = fmin(low, away);
            high = fmax(high, away);
        }
        box.centre[d] = coordinate[d][first] + (low + high) / 2;
        box.half[d] = (high - low) / 2;
    }
    return box;
}

/* Returns the squared distance of two boxes. */
static double distance2(const struct search *search, const struct chunk_box *a,
                        const struct chunk_box *b)
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        const double edge = search->system->box[d];
        const double between = fabs(remainder(a->centre[d] - b->centre[d], edge));
        const double apart = fmax(0, between - a->half[d] - b->half[d]);
        sum += apart * apart;
    }
    return sum;
}

/* Returns particle i as a box of size zero. */
static struct chunk_box point_of(const struct system *s, int64_t i)
{
    return (struct chunk_box){.centre = {s->x[i], s->y[i], s->z[i]}};
}

static bool near_any(const struct search *search, const struct chunk_box *one, int64_t first,
                     int64_t end)
{
    for (int64_t c = first; c < end; c++)
        if (distance2(search, &search->box[c], one) < search->range2)
            return true;
    return false;
}

/* Finds the partners of a block. Returns their number, and writes them unless `partner` is NULL. */
static int64_t find_partners(const struct search *search, int64_t block, int32_t *partner)
{
    const struct system *s = search->system;
    const int64_t chunks = search->staged->particles / CHUNK;
    const int64_t first = block * chunks;
    const int64_t end = first + chunks < search->boxes ? first + chunks : search->boxes;
    int64_t count = 0;
    for (int64_t c = 0; c < search->boxes; c++) {
        if (!near_any(search, &search->box[c], first, end))
            continue;
        for (int64_t i = c * CHUNK; i < (c + 1) * CHUNK && i < s->n; i++) {
            const struct chunk_box point = point_of(s, i);
            if (!near_any(search, &point, first, end))
                continue;
            if (partner != NULL)
                partner[count] = (int32_t)i;
            count++;
        }
    }
    return count;
}

/* Finds the index in the GPU's table for each partner in the table of struct staged. */
static void find_places(const struct staged *staged, int64_t block, struct staged_tables *tables)
{
    int64_t at = tables->start[block];
    for (int64_t k = staged->table_start[block]; k < staged->table_start[block + 1]; k++) {
        while (at < tables->start[block + 1] && tables->partner[at] < staged->table[k])
            at++;
        tables->place[k] = (int32_t)(at - tables->start[block]);
    }
}

static bool fill(struct search *search, struct staged_tables *tables, struct error *error)
{
    const struct staged *staged = search->staged;
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t c = 0; c < search->boxes; c++)
        search->box[c] = box_of(search->system, c);
    tables->start[0] = 0;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < staged->blocks; b++)
        tables->start[b + 1] = find_partners(search, b, NULL);
    for (int64_t b = 0; b < staged->blocks; b++) {
        tables->room = tables->start[b + 1] > tables->room ? tables->start[b + 1] : tables->room;
        tables->start[b + 1] += tables->start[b];
    }
    tables->partner = memory_allocate(tables->start[staged->blocks], sizeof *tables->partner,
                                      "the tables of blocks", error);
    if (tables->partner == NULL)
        return false;
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t b = 0; b < staged->blocks; b++) {
        find_partners(search, b, tables->partner + tables->start[b]);
        find_places(staged, b, tables);
    }
    return true;
}

static void staged_tables_free(struct staged_tables *tables)
{
    free(tables->start);
    free(tables->partner);
    free(tables->place);
    *tables = (struct staged_tables){0};
}

/* Builds the tables of all blocks of a system for `range`. Frees them after an error. */
static bool staged_tables_build(const struct system *system, double range,
                                const struct staged *staged, struct staged_tables *tables,
                                struct error *error)
{
    struct search search = {.system = system,
                            .staged = staged,
                            .range2 = range * range,
                            .boxes = (system->n + CHUNK - 1) / CHUNK};
    *tables = (struct staged_tables){0};
    search.box = memory_allocate(search.boxes, sizeof *search.box, "boxes of particles", error);
    tables->start =
        memory_allocate(staged->blocks + 1, sizeof *tables->start, "the tables of blocks", error);
    tables->place = memory_allocate(staged->table_start[staged->blocks], sizeof *tables->place,
                                    "the tables of blocks", error);
    const bool fine = search.box != NULL && tables->start != NULL && tables->place != NULL &&
                      fill(&search, tables, error);
    free(search.box);
    if (!fine)
        staged_tables_free(tables);
    return fine;
}

enum { EIGHT = 8 /* entries that a lane reads at a time */, MOST = (1 << 16) - 1 };

/* The part of a row that a lane takes. */
struct lane_row {
    int64_t particle; /* particle; -1: none */
    int64_t entries;  /* number of entries including padding, a multiple of EIGHT */
    int thread;       /* number of the thread in its block */
};

/* Data that all warps of the replay share. */
struct walk {
    const struct lanes_input *input;
    const struct staged *staged;
    int lanes;      /* number of lanes per particle */
    int64_t groups; /* number of groups that each row has memory for */
    struct staged_tables tables;
};

/*
 * Returns the entry that a lane reads in a step. The lanes of a particle take groups of eight
 * entries in turn.
 */
static uint16_t entry_of(const struct walk *walk, const struct lane_row *row, int64_t step)
{
    int lane = row->thread % walk->lanes;
    int64_t group = step / EIGHT * walk->lanes + lane;
    return walk->staged->entry[walk->staged->start[row->particle] + group * EIGHT + step % EIGHT];
}

static int64_t partner_of(const struct walk *walk, const struct lane_row *row, uint16_t entry)
{
    const struct staged *staged = walk->staged;
    return staged->table[staged->table_start[row->particle / staged->particles] + entry];
}

/* Returns the index of an entry in the GPU's table. */
static int64_t place_of(const struct walk *walk, const struct lane_row *row, uint16_t entry)
{
    const struct staged *staged = walk->staged;
    return walk->tables.place[staged->table_start[row->particle / staged->particles] + entry];
}

/* Computes the flags of an entry's pair; false for padding. */
static bool pair_of(const struct walk *walk, const struct lane_row *row, uint16_t entry,
                    uint32_t *pair)
{
    const struct system *s = &walk->input->sorted;
    int64_t i = row->particle;
    int64_t j = partner_of(walk, row, entry);
    if (j == s->n)
        return false;
    double r[3];
    system_displacement(s, i, j, r);
    *pair = gpu_pair(&walk->input->spec, s, i, j, r);
    return true;
}

/*
 * Returns the wavefronts for reading coordinates and type at table indices. In single precision
 * this is a load of 16 bytes. In double precision these are two loads; the first has x and y.
 */
static int place_wavefronts(const struct walk *walk, const int64_t place[WARP])
{
    int first = lanes_wavefronts(place, 16, 16);
    if (walk->input->full.real_size == sizeof(float))
        return first;
    return first + (walk->input->spec.model->body ? first : lanes_wavefronts(place, 8, 8));
}

/* Replays how the threads of a warp copy partners of the block's table to shared memory. */
static void stage(const struct walk *walk, int64_t block, int thread, struct lane_counts *lanes)
{
    const struct staged *staged = walk->staged;
    const struct pair_rows *rows = &walk->input->full;
    const int64_t start = walk->tables.start[block];
    const int64_t places = walk->tables.start[block + 1] - start;
    const int threads = staged->particles * walk->lanes;
    int64_t same[WARP], place[WARP], partner[WARP];
    for (int l = 0; l < WARP; l++)
        same[l] = block;
    lanes_load_vectors(lanes, REQUEST_FRAMES, same, rows->real_size);
    load_numbers(REQUEST_COUNTS, same, 4, lanes);
    for (int64_t first = thread; first <= places; first += threads) {
        for (int l = 0; l < WARP; l++) {
            const int64_t slot = first + l;
            place[l] = slot <= places ? block * (walk->tables.room + 1) + slot : -1;
            partner[l] = slot < places    ? walk->tables.partner[start + slot]
                         : slot == places ? staged->n
                                          : -1;
        }
        load_numbers(REQUEST_TABLES, place, 4, lanes);
        lanes_load_vectors(lanes, REQUEST_POSITIONS, partner, rows->real_size);
    }
}

/* Replays the load of the eight entries that each lane of a warp reads in a step. */
static void load_entries(const struct walk *walk, int64_t block, const struct lane_row row[WARP],
                         int64_t step, struct lane_counts *lanes)
{
    const int64_t threads = (int64_t)walk->staged->particles * walk->lanes;
    int64_t place[WARP];
    for (int l = 0; l < WARP; l++)
        place[l] = step < row[l].entries
                       ? (block * walk->groups + step / EIGHT) * threads + row[l].thread
                       : -1;
    load_numbers(REQUEST_LIST, place, 16, lanes);
}

static void walk_warp(const struct walk *walk, int64_t block, const struct lane_row row[WARP],
                      struct lane_counts *lanes)
{
    const struct pair_rows *rows = &walk->input->full;
    int64_t own[WARP];
    for (int l = 0; l < WARP; l++)
        own[l] = row[l].particle;
    load_own_at(rows, own, lanes);

    int64_t longest = 0;
    for (int l = 0; l < WARP; l++)
        longest = row[l].entries > longest ? row[l].entries : longest;
    for (int64_t step = 0; step < longest; step++) {
        struct lanes_votes votes;
        int64_t place[WARP], turning[WARP], types[WARP];
        int active = 0;
        if (step % EIGHT == 0)
            load_entries(walk, block, row, step, lanes);
        lanes_votes_clear(&votes);
        for (int l = 0; l < WARP; l++) {
            uint32_t pair;
            place[l] = turning[l] = types[l] = -1;
            if (step >= row[l].entries)
                continue;
            active++;
            const uint16_t entry = entry_of(walk, &row[l], step);
            place[l] = place_of(walk, &row[l], entry);
            if (!pair_of(walk, &row[l], entry, &pair))
                continue;
            const int64_t partner = partner_of(walk, &row[l], entry);
            lanes_vote(&votes, pair);
            if ((pair & GPU_PAIR_READS_TURN) != 0)
                turning[l] = partner;
            types[l] = types_place(rows, row[l].particle, partner, pair);
        }
        load_types(rows, types, lanes);
        load_orientations(rows, turning, lanes);
        votes.active = active;
        if (step % EIGHT == 0)
            lanes_note(lanes, LANES_TRIP, active);
        lanes->wavefronts += place_wavefronts(walk, place);
        lanes_note_pair(lanes, &votes, false);
    }
    for (int l = 0; l < WARP; l++)
        own[l] = row[l].thread % walk->lanes == 0 ? row[l].particle : -1;
    store_own_at(rows, own, lanes);
}

/*
 * Finds the parts of rows for the lanes of a warp. Its first thread is number `thread` of the
 * block.
 */
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

static void walk_block(const void *context, int64_t block, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct walk *walk = context;
    for (int thread = 0; thread < walk->staged->particles * walk->lanes; thread += WARP) {
        struct lane_row row[WARP];
        lanes_begin_warp(&walk->input->full, &warp[thread / WARP], lanes);
        lanes->warps++;
        stage(walk, block, thread, lanes);
        rows_of(walk, block, thread, row);
        walk_warp(walk, block, row, lanes);
    }
}

/* Returns the number of groups in the longest row. */
static int64_t most_groups(const struct walk *walk)
{
    const struct staged *s = walk->staged;
    int64_t most = 0;
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t groups = (s->start[i + 1] - s->start[i]) / (EIGHT * walk->lanes);
        most = groups > most ? groups : most;
    }
    return most;
}

/* Returns the shared memory of a block for its table, as in strategies/staged/staged.cu. */
static int64_t shared_bytes(const struct walk *walk)
{
    const struct pair_rows *rows = &walk->input->full;
    const int more = rows->real_size == sizeof(float) ? 0 : walk->input->spec.model->body ? 16 : 8;
    return walk->tables.room * (16 + more + (rows->oriented ? 4 : 0));
}

bool lanes_neighbors_staged(const struct lanes_input *input, const struct strategy *strategy,
                            const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                            struct error *error)
{
    static const struct interactions one_kind = {.kinds = 1};
    const struct workload_spec *spec = &input->spec;
    double range = spec->cutoff + spec->skin;
    struct topology topology = {0};
    struct rows rows = {0};
    struct staged staged = {0};
    struct walk walk = {.input = input,
                        .staged = &staged,
                        .lanes = strategy_tuning_value(strategy, tuning, "lanes", 1)};
    int particles = strategy_tuning_value(strategy, tuning, "particles", WARP);
    bool fine = topology_build(&input->sorted, &topology, error) &&
                rows_build(&input->sorted, range, false, &topology, &one_kind, &rows, error) &&
                staged_build(&input->sorted, range, &rows, particles, EIGHT * walk.lanes, MOST,
                             &staged, error);
    fine = fine && staged_tables_build(&input->sorted, range, &staged, &walk.tables, error);
    if (fine) {
        walk.groups = most_groups(&walk);
        const struct lanes_kernel kernel = {
            .blocks = staged.blocks,
            .warps = particles * walk.lanes / WARP,
            .resident = LANES_RESIDENT / 2, /* kernels of rigid bodies use 128 registers per
                                             * thread */
            .shared_bytes = shared_bytes(&walk),
            .particles = input->sorted.n,
            .walk = walk_block,
            .context = &walk,
        };
        fine = lanes_walk_blocks(&kernel, lanes, error);
    }
    lanes->pairs_listed = staged.pairs;
    if (fine)
        lanes->places = walk.tables.start[staged.blocks];
    staged_tables_free(&walk.tables);
    staged_free(&staged);
    rows_free(&rows);
    topology_free(&topology);
    return fine;
}

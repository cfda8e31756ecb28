/* Code shared by replays of kernels that process rows or edges, with or without a queue. */
#pragma once

#include "harness/lanes/lanes.h"
#include "harness/lanes/lanes_blocks.h"

enum {
    GROUP = 4,          /* entries that a lane reads at a time (strategies/gpu_interleaved.cuh) */
    EDGE_WAVEFRONTS = 2 /* wavefronts for reading 32 adjacent edges of 8 bytes */
};

/**
 * Returns the description of a kernel with one thread for each of `items`, in blocks of `block`
 * threads. It reads the positions of the particles in the rows.
 */
static inline struct lanes_kernel rows_kernel(const struct pair_rows *rows, int64_t items,
                                              int block, block_walk *walk, const void *context)
{
    return (struct lanes_kernel){.blocks = (items + block - 1) / block,
                                 .warps = block / WARP,
                                 .resident = LANES_RESIDENT,
                                 .particles = rows->n,
                                 .walk = walk,
                                 .context = context};
}

/** Returns the number of entries of a row; 0 for the row after the last. */
static inline int64_t row_count(const struct pair_rows *rows, int64_t i)
{
    return i < rows->n ? rows->start[i + 1] - rows->start[i] : 0;
}

/** Counts the loads of positions or orientations at given indices. */
static inline void note_gather(const struct pair_rows *rows, const int64_t place[WARP],
                               struct lane_counts *lanes)
{
    lanes->wavefronts += lanes_position_wavefronts(place, rows->real_size, lanes->range_first);
    lanes_load_vectors(lanes, REQUEST_POSITIONS, place, rows->real_size);
}

/** Counts loads of numbers of `size` bytes at given indices in an array. */
static inline void load_numbers(enum request_array array, const int64_t place[WARP], int size,
                                struct lane_counts *lanes)
{
    int64_t byte[WARP];
    for (int l = 0; l < WARP; l++)
        byte[l] = place[l] < 0 ? -1 : place[l] * size;
    lanes_load(lanes, array, byte);
}

/** Replays the loads of orientations at given indices, if particles have orientations. */
static inline void load_orientations(const struct pair_rows *rows, const int64_t place[WARP],
                                     struct lane_counts *lanes)
{
    if (rows->oriented)
        lanes_load_vectors(lanes, REQUEST_ORIENTATIONS, place, rows->real_size);
}

/**
 * Returns the index of the types of i and j in the table of coefficients; -1: nothing is loaded.
 */
static inline int64_t types_place(const struct pair_rows *rows, int64_t i, int64_t j, uint32_t pair)
{
    const struct pair_types *types = &rows->types;
    if (types->type == NULL || (pair & GPU_PAIR_IN_RANGE) == 0)
        return -1;
    const int p = types->type[i], q = types->type[j];
    return types->kind[MODEL_TYPES * p + q] == types->unloaded ? -1 : p * types->count + q;
}

/** Replays the loads of coefficients at indices in their table. */
static inline void load_types(const struct pair_rows *rows, const int64_t place[WARP],
                              struct lane_counts *lanes)
{
    if (rows->types.type != NULL)
        lanes_load_vectors(lanes, REQUEST_TYPES, place, rows->real_size);
}

/** Counts loads of orientations, including their wavefronts. */
static inline void note_orientations(const struct pair_rows *rows, const int64_t place[WARP],
                                     struct lane_counts *lanes)
{
    lanes->wavefronts += lanes_position_wavefronts(place, rows->real_size, lanes->range_first);
    load_orientations(rows, place, lanes);
}

/** Replays the load of the number of edges; all lanes load the same address. */
static inline void load_edge_count(struct lane_counts *lanes)
{
    static const int64_t first[WARP] = {0};
    lanes_load(lanes, REQUEST_COUNTS, first);
}

/** Starts recording the loads of a warp, if traffic is counted and the partners are known. */
static inline void lanes_begin_warp(const struct pair_rows *rows, struct warp_requests *requests,
                                    struct lane_counts *lanes)
{
    lanes->requests = lanes->traffic && rows->other != NULL ? requests : NULL;
}

/**
 * Replays the loads of the lanes' own particles before their rows: positions, and lengths of the
 * rows.
 */
void load_own_at(const struct pair_rows *rows, const int64_t own[WARP], struct lane_counts *lanes);

/** Replays the stores of the sums of particles. */
void store_own_at(const struct pair_rows *rows, const int64_t own[WARP], struct lane_counts *lanes);

/** Replays the loads of sums that an earlier kernel has stored, for particles or edges. */
void load_sums_at(const struct pair_rows *rows, const int64_t place[WARP],
                  struct lane_counts *lanes);

/** Replays the loads of load_own_at for 32 consecutive particles. */
void load_own(const struct pair_rows *rows, int64_t first, struct lane_counts *lanes);
void store_own(const struct pair_rows *rows, int64_t first, struct lane_counts *lanes);

/** Indices that the lanes of a warp add to; -1: no add. */
struct warp_adds {
    int64_t force[WARP], torque[WARP];
};

static inline void warp_adds_clear(struct warp_adds *adds)
{
    for (int l = 0; l < WARP; l++)
        adds->force[l] = adds->torque[l] = -1;
}

/** Records that a pair adds to a particle, if it adds anything. */
static inline void warp_adds_set(struct warp_adds *adds, int lane, uint32_t pair, int64_t particle)
{
    if ((pair & GPU_PAIR_INTERACTS) != 0)
        adds->force[lane] = particle;
    if ((pair & GPU_PAIR_TURNS) != 0)
        adds->torque[lane] = particle;
}

static inline void note_adds(const struct pair_rows *rows, const struct warp_adds *adds,
                             struct lane_counts *lanes)
{
    lanes_note_adds(adds->force, rows->sum_size, lanes);
    lanes_note_adds(adds->torque, rows->sum_size, lanes);
}

/** Returns the number of entries in a warp's longest row, of 32. */
int64_t lanes_longest(const struct pair_rows *rows, int64_t first);

/**
 * Counts an iteration over the group of entries that begins at `base`; returns the number of active
 * lanes.
 */
int lanes_note_trip(const struct pair_rows *rows, int64_t first, int64_t base,
                    struct lane_counts *lanes);

/**
 * Finds the partners at entry k of 32 rows; `base` is the first entry of the group. False: unknown.
 */
bool lanes_column(const struct pair_rows *rows, int64_t first, int64_t base, int64_t k,
                  int64_t place[WARP]);

/** The edges of a warp, `count` of them, in ascending order. */
struct warp_edges {
    int count;
    int64_t edge[WARP];
    int64_t place[WARP];            /* numbers of the edges; -1: no edge */
    int64_t one[WARP], other[WARP]; /* both particles of each edge; -1: no edge. `other` is known
                                     * only if the rows contain partners */
};

/** Finds the particles of the edges. */
void lanes_find_ends(const struct pair_rows *rows, struct warp_edges *edges);

/**
 * Replays the evaluation of one edge per lane. Replays the addition of its force to a buffer, which
 * depends on the number of the edge.
 */
void lanes_evaluate_edges(const struct pair_rows *rows, const struct warp_edges *edges,
                          enum atomics_kind atomics, int buffers, struct lane_counts *lanes);

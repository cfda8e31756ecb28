/* What lanes that walk rows and lanes that take edges share, whether pairs wait or not. */
#ifndef PAIRLANES_LANES_ROWS_H
#define PAIRLANES_LANES_ROWS_H

#include "harness/lanes/lanes.h"

enum {
    GROUP = 4,          /* entries that a lane reads at a time, strategies/gpu_interleaved.cuh */
    EDGE_WAVEFRONTS = 2 /* of 32 edges side by side, 8 bytes each */
};

/** Entries of a row; none of one past the last. */
static inline int64_t row_count(const struct pair_rows *rows, int64_t i)
{
    return i < rows->n ? rows->start[i + 1] - rows->start[i] : 0;
}

/** A gather of the positions, or of the orientations, at places. */
static inline void note_gather(const struct pair_rows *rows, const int64_t place[WARP],
                               struct lanes *lanes)
{
    lanes->wavefronts += lanes_position_wavefronts(place, rows->real_size, lanes->range_first);
}

/** Where the lanes of a warp add, none of them yet. */
struct warp_adds {
    int64_t force[WARP], torque[WARP];
};

static inline void warp_adds_clear(struct warp_adds *adds)
{
    for (int l = 0; l < WARP; l++)
        adds->force[l] = adds->torque[l] = -1;
}

/** What a pair adds to a particle, if anything. */
static inline void warp_adds_set(struct warp_adds *adds, int lane, uint32_t pair, int64_t particle)
{
    if ((pair & GPU_PAIR_INTERACTS) != 0)
        adds->force[lane] = particle;
    if ((pair & GPU_PAIR_TURNS) != 0)
        adds->torque[lane] = particle;
}

static inline void note_adds(const struct pair_rows *rows, const struct warp_adds *adds,
                             struct lanes *lanes)
{
    lanes_note_adds(adds->force, rows->sum_size, lanes);
    lanes_note_adds(adds->torque, rows->sum_size, lanes);
}

/** Entries of the longest of the 32 rows that a warp walks side by side. */
int64_t lanes_longest(const struct pair_rows *rows, int64_t first);

/** A trip of these, to the group of entries from `base` on; returns how many lanes make it. */
int lanes_note_trip(const struct pair_rows *rows, int64_t first, int64_t base, struct lanes *lanes);

/** The partners of entry k of 32 rows; base is the first entry of the group. False: not known. */
bool lanes_column(const struct pair_rows *rows, int64_t first, int64_t base, int64_t k,
                  int64_t place[WARP]);

/** The edges of a warp, `count` of them in ascending order. */
struct warp_edges {
    int count;
    int64_t edge[WARP];
    int64_t one[WARP], other[WARP]; /* the particles of each, -1 where there is no edge; `other` is
                                       not known without the rows' */
};

/** Fills in the particles. */
void lanes_find_ends(const struct pair_rows *rows, struct warp_edges *edges);

/** An edge in each lane is evaluated, and what it comes to added. */
void lanes_evaluate_edges(const struct pair_rows *rows, const struct warp_edges *edges,
                          enum atomics_kind atomics, struct lanes *lanes);

#endif

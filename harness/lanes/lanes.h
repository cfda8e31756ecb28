/*
 * Lane utilisation: an exact replay, on the host, of which of the 32 lanes of a warp are active in
 * the loops and branches of a strategy's GPU kernel. It needs no GPU and no profiler, and depends
 * only on particles, model, strategy and tuning.
 *
 * An issue is one pass of a warp through a region with at least one lane active; lanes that took
 * different branches join again at the branch's end. Reductions by shuffle, where all lanes take
 * part, are left out.
 *
 * A path is the set of branches that a pair takes in the pair function. If lanes did not join
 * again, a warp would run its distinct paths one after another.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/gpu_layout.h"
#include "harness/base/error.h"
#include "harness/catalog/strategy.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP = 32,
    LANES_PARTICLES = 300000, /* most launches that a run replays: these take about two seconds, and
                               * 1,000 bytes each */
};

/** Regions in which lanes may differ. A padded or repeated pair is evaluated but not listed. */
enum lanes_region_kind {
    LANES_TRIP,        /* trips of the loop over partners */
    LANES_PAIR,        /* evaluations of pairs, padding included; for a model with bodies only
                        * pairs in range or, with a short test, those that may interact */
    LANES_LISTED,      /* active lanes with their own pair */
    LANES_INTERACTING, /* listed lanes whose pair interacts; if a branch depends on that, only
                        * the issues that enter the branch */
    LANES_ATOMICS,     /* adds to memory that threads share, in force vectors */
    LANES_REGIONS
};

struct warp_requests;

struct lanes_region {
    int64_t issues; /* issues of warps */
    int64_t active; /* lanes, over all issues */
};

struct lane_counts {
    /* regions; those that the strategy lacks have no issues */
    struct lanes_region region[LANES_REGIONS];
    struct lanes_region branch[MODEL_BRANCHES]; /* the branches of the pair function */
    int64_t paths;        /* distinct paths of a warp, summed over all issues of the pair
                           * function */
    int most_paths;       /* most paths of one issue */
    bool range_first;     /* true if a pair out of range does not reach the pair function */
    int64_t pairs_listed; /* number as in struct counts: patches also list pairs that compaction
                           * leaves out */
    int64_t warps;        /* launched warps */
    int64_t passes;       /* passes of warps over their partners, in range or not */
    int64_t places;       /* partners that blocks stage in shared memory, over all blocks */
    int64_t torques;    /* torques added to memory that threads share, as vectors, without zeros */
    int64_t wavefronts; /* wavefronts in which L1 serves lists and positions, or shared memory
                         * the places of partners in the order of the table; 0: unknown */
    int64_t sectors;    /* sectors of L2 to which force vectors are added; 0: unknown */

    /* Sectors, of 32 bytes, of all kernels of a force call (lanes_blocks.h) */
    int64_t l1_sectors;    /* sectors requested from L1, or passed through it; 0: this and the
                              following are not known */
    int64_t l2_reads;      /* sectors requested from L2, because they are not in L1 */
    int64_t l2_read_once;  /* sectors of these in arrays of which each multiprocessor reads a
                            * part */
    int64_t l2_read_first; /* other sectors that a half of L2 serves for the first time */
    int64_t l2_writes;     /* sectors written to L2: stores and adds */

    bool traffic; /* true if traffic is counted; otherwise the numbers above are unknown */
    struct warp_requests *requests; /* requests of the warp that is replayed; NULL: unknown */
};

/** Returns the name of a region in the results. */
const char *lanes_region_name(enum lanes_region_kind kind);

/** Returns the active lanes over all lanes of the issues; NAN without issues. */
double lanes_share(const struct lanes_region *region);

/**
 * Returns the mean number of distinct paths of a warp that evaluates pairs; NAN if it never does.
 */
double lanes_paths(const struct lane_counts *lanes);

/**
 * Returns the share of active lanes, with regions weighted by the flops that the model declares for
 * them.
 */
double lanes_overall(const struct lane_counts *lanes, const struct model *model);

/** Input for the replay of a workload's strategies. Zeroed: empty. */
struct lanes_input {
    struct workload_spec spec;
    struct system sorted;
    struct pair_rows full, half;
    bool traffic; /* true to count the traffic of L1 and L2, too, which takes longer */
};

/**
 * Sorts particles and builds lists as the GPU does. The model and its constants must outlive the
 * input.
 */
bool lanes_input_create(const struct workload_spec *spec, struct lanes_input *input,
                        struct error *error);
void lanes_input_free(struct lanes_input *input);

/**
 * Returns the sectors that pass between the halves of L2. The nearer half serves a multiprocessor.
 * It has half of all sectors, and fetches the rest from the other half; written sectors go to the
 * half to which they belong.
 */
static inline int64_t lanes_l2_crossing(const struct lane_counts *lanes)
{
    return (lanes->l2_read_once + lanes->l2_read_first + lanes->l2_writes) / 2;
}

/** Adds the counts of other warps. */
void lanes_add(struct lane_counts *sum, const struct lane_counts *part);

/** Starts a part of the same replay, without any warp counted. */
void lanes_begin(struct lane_counts *part, const struct lane_counts *whole);

/* Reduction for loops over warps, which all cores replay. */
#pragma omp declare reduction(lanes_sum                                                            \
                              : struct lane_counts                                                 \
                              : lanes_add(&omp_out, &omp_in))                                      \
    initializer(lanes_begin(&omp_priv, &omp_orig))

/** Whether the lanes of a strategy's GPU kernel can be replayed. */
bool lanes_known(const struct strategy *strategy);

/** Replays one force call. False, EXIT_USAGE, for a strategy whose lanes are not known. */
bool lanes_replay(const struct lanes_input *input, const struct strategy *strategy,
                  const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                  struct error *error);

/** Walks a neighbor structure; `lanes` has no issued instructions yet. */
typedef bool lanes_walk(const struct lanes_input *input, const struct strategy *strategy,
                        const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                        struct error *error);

/** The walks of harness/catalog/neighbor_table.h, in lanes_lists.c, lanes_patches.c and the like.
 */
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) extern lanes_walk lanes_neighbors_##lanes;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/** Replays lanes on single rows and tunings. `branch`: the strategy branches on whether a pair
 * interacts; forces are added to `buffers` buffers in turn. */
bool lanes_of_particles(const struct pair_rows *rows, bool branch, int buffers, int block,
                        struct lane_counts *lanes, struct error *error);
bool lanes_of_edges(const struct pair_rows *rows, enum atomics_kind atomics, int buffers, int block,
                    struct lane_counts *lanes, struct error *error);
/**
 * The same for strategies that find pairs that may interact before they evaluate them; for edges by
 * blocks of `block` threads with `queue` edges each. False: memory has run out.
 */
bool lanes_of_waiting_particles(const struct pair_rows *rows, int block, struct lane_counts *lanes,
                                struct error *error);
bool lanes_of_waiting_edges(const struct pair_rows *rows, enum atomics_kind atomics, int block,
                            int queue, struct lane_counts *lanes, struct error *error);
bool lanes_of_teams(const struct pair_rows *rows, int size, int block, struct lane_counts *lanes,
                    struct error *error);
bool lanes_of_patches(const struct lanes_input *input, int patch, int block, bool reciprocal,
                      struct lane_counts *lanes, struct error *error);

/**
 * Returns the wavefronts in which L1 or shared memory serves a load of `size` bytes (4, 8, 16) by
 * the lanes of a warp, each at its place times `stride`; below 0: the lane is not active. Lanes are
 * served in groups that load 128 bytes. For each group, a set of banks as wide as a load serves one
 * address at a time, so that the set with the most addresses decides.
 */
int lanes_wavefronts(const int64_t place[WARP], int size, int stride);

/** The same for positions of `real_size` bytes per number, of particles with types or without. */
int lanes_position_wavefronts(const int64_t place[WARP], int real_size, bool types);

/**
 * Counts force vectors of sums of `sum_size` bytes that the lanes of a warp add, each to a
 * particle; below 0: none. Adds of a warp to different places of a sector count once, adds to the
 * same place each: this agrees with CUPTI to 3 %.
 */
void lanes_note_adds(const int64_t to[WARP], int sum_size, struct lane_counts *lanes);

/** Counts one issue of a region, if any lane takes part. */
static inline void lanes_note(struct lane_counts *lanes, enum lanes_region_kind kind, int active)
{
    lanes->region[kind].issues += active > 0;
    lanes->region[kind].active += active;
}

/** The lanes of a warp that evaluate pairs together. */
struct lanes_votes {
    int active;   /* lanes that hold a pair or padding */
    int listed;   /* lanes with their own pair */
    int in_range; /* listed lanes with a pair within the model's range */
    int interacting;
    int turning;    /* lanes in range with a torque */
    uint32_t taken; /* branches that any lane takes */
    int branch[MODEL_BRANCHES];
    int paths; /* distinct ones of the pairs in range */
    uint32_t path[WARP];
};

/** Starts without votes. The first vote for a branch sets its data in `branch`. */
static inline void lanes_votes_clear(struct lanes_votes *votes)
{
    votes->active = votes->listed = votes->in_range = 0;
    votes->interacting = votes->turning = 0;
    votes->taken = 0;
    votes->paths = 0;
}

/** Adds the path of one lane's pair in range. */
static inline void lanes_vote_path(struct lanes_votes *votes, uint32_t path)
{
    for (int k = 0; k < votes->paths; k++)
        if (votes->path[k] == path)
            return;
    votes->path[votes->paths++] = path;
}

/** Adds the vote of one lane, whose pair has these flags (enum gpu_pair). */
static inline void lanes_vote(struct lanes_votes *votes, uint32_t pair)
{
    votes->active++;
    votes->listed++;
    votes->in_range += (pair & GPU_PAIR_IN_RANGE) != 0;
    votes->interacting += (pair & GPU_PAIR_INTERACTS) != 0;
    votes->turning += (pair & GPU_PAIR_TURNS) != 0;
    if (pair & GPU_PAIR_IN_RANGE)
        lanes_vote_path(votes, pair & GPU_PAIR_BRANCHES);
    for (uint32_t left = pair & GPU_PAIR_BRANCHES; left != 0; left &= left - 1) {
        int branch = __builtin_ctz(left);
        if ((votes->taken >> branch & 1) == 0)
            votes->branch[branch] = 0;
        votes->taken |= 1U << branch;
        votes->branch[branch]++;
    }
}

/** Counts one evaluation by a warp. `branch`: the strategy branches on whether a pair interacts. */
static inline void lanes_note_evaluation(struct lane_counts *lanes, const struct lanes_votes *votes,
                                         bool branch)
{
    int active = lanes->range_first ? votes->in_range : votes->active;
    /* lanes out of range take one further path together */
    int paths = votes->paths + (votes->in_range < active);
    lanes_note(lanes, LANES_PAIR, active);
    lanes->paths += paths;
    lanes->most_paths = paths > lanes->most_paths ? paths : lanes->most_paths;
    lanes->region[LANES_LISTED].issues += active > 0;
    lanes->region[LANES_LISTED].active += lanes->range_first ? votes->in_range : votes->listed;
    lanes->region[LANES_INTERACTING].issues += branch ? votes->interacting > 0 : active > 0;
    lanes->region[LANES_INTERACTING].active += votes->interacting;
    for (uint32_t left = votes->taken; left != 0; left &= left - 1) {
        int k = __builtin_ctz(left);
        lanes->branch[k].issues++;
        lanes->branch[k].active += votes->branch[k];
    }
}

/** Counts one pass of a warp over partners that evaluates them. */
static inline void lanes_note_pair(struct lane_counts *lanes, const struct lanes_votes *votes,
                                   bool branch)
{
    lanes->passes += votes->active > 0;
    lanes_note_evaluation(lanes, votes, branch);
}

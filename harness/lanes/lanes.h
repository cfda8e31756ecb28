/*
 * Lane utilisation: replays exactly, on the host, which of a warp's 32 lanes are active in a GPU
 * kernel's loops and branches. It needs no GPU and no profiler. The result depends only on
 * particles, model, strategy and tuning.
 *
 * An issue is one pass of a warp through a region of code with at least one active lane. Lanes that
 * took different branches continue together after the end of the branch. Reductions by shuffle are
 * left out, because all lanes are active in them.
 *
 * A path is the set of branches that a pair takes in the pair function. If lanes did not continue
 * together after branches, a warp would run its different paths one after another.
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
    LANES_PARTICLES = 300000, /* maximum number of particles for a replay in a run; a replay takes
                               * about two seconds, and 1,000 bytes per particle */
};

/**
 * Regions of code in which lanes may differ. Padding and repeated pairs are evaluated, but do not
 * count as listed.
 */
enum lanes_region_kind {
    LANES_TRIP,        /* iterations of the loop over partners */
    LANES_PAIR,        /* evaluations of pairs, including padding; rigid bodies: only pairs in
                        * range or, with a short test, pairs that may interact */
    LANES_LISTED,      /* active lanes with a pair that is not padding */
    LANES_INTERACTING, /* listed lanes with a pair that interacts; if the kernel branches on
                        * whether a pair interacts, issues without such lanes are not counted */
    LANES_ATOMICS,     /* atomic adds, counted in force vectors */
    LANES_REGIONS
};

struct warp_requests;

struct lanes_region {
    int64_t issues; /* number of passes of warps through the region */
    int64_t active; /* number of active lanes, summed over all issues */
};

struct lane_counts {
    /* regions; a region that the strategy does not have has no issues */
    struct lanes_region region[LANES_REGIONS];
    struct lanes_region branch[MODEL_BRANCHES]; /* branches of the pair function */
    int64_t paths;        /* number of different paths in a warp, summed over all issues of the
                           * pair function */
    int most_paths;       /* largest number of paths in one issue */
    bool range_first;     /* true if the pair function is not called for pairs out of range */
    int64_t pairs_listed; /* number of listed pairs, as in struct counts; for patches it includes
                           * pairs that the kernel removes before its loop */
    int64_t warps;        /* number of warps that are launched */
    int64_t passes;       /* passes of warps over their partners, whether in range or not */
    int64_t places;       /* number of partners that all blocks copy to shared memory */
    int64_t torques;      /* torques that atomics add, in vectors, except zeros */
    int64_t wavefronts;   /* wavefronts of L1 for lists and positions, or of shared memory for
                           * partners in table order; 0: unknown */
    int64_t sectors;      /* sectors of L2 that receive force vectors; 0: unknown */

    /* Sectors of 32 bytes, for all kernels of a force call (lanes_blocks.h) */
    int64_t l1_sectors;    /* sectors requested from L1, or passed through it; 0: unknown, as are
                            * the following members */
    int64_t l2_reads;      /* sectors requested from L2 because they are not in L1 */
    int64_t l2_read_once;  /* part of `l2_reads`: arrays that each multiprocessor reads only in
                            * part */
    int64_t l2_read_first; /* part of `l2_reads`: sectors of other arrays that a half of L2
                            * serves for the first time */
    int64_t l2_writes;     /* sectors written to L2 by stores and atomic adds */

    bool traffic; /* true if memory traffic is counted; false: the five numbers above are unknown */
    struct warp_requests *requests; /* requests of the warp that is being replayed; NULL: not
                                     * recorded */
};

/** Returns the name of a region in results. */
const char *lanes_region_name(enum lanes_region_kind kind);

/** Returns the active lanes divided by all lanes of the issues; NAN if there are no issues. */
double lanes_share(const struct lanes_region *region);

/**
 * Returns the mean number of different paths of a warp that evaluates pairs; NAN if no warp does.
 */
double lanes_paths(const struct lane_counts *lanes);

/**
 * Returns the share of active lanes in all regions. Each region is weighted by the floating-point
 * operations that the model declares for it.
 */
double lanes_overall(const struct lane_counts *lanes, const struct model *model);

/** Input for replaying the strategies of a workload. Zeroed: empty. */
struct lanes_input {
    struct workload_spec spec;
    struct system sorted;
    struct pair_rows full, half;
    bool traffic; /* true: also count the traffic of L1 and L2, which takes longer */
};

/**
 * Sorts particles and builds lists in the same way as the GPU. The model and its constants must
 * outlive the input.
 */
bool lanes_input_create(const struct workload_spec *spec, struct lanes_input *input,
                        struct error *error);
void lanes_input_free(struct lanes_input *input);

/**
 * Returns the number of sectors that pass between the two halves of L2. A multiprocessor is served
 * by the nearer half. The nearer half holds half of all sectors, and fetches the remaining ones
 * from the far half. Written sectors go to the half that their addresses belong to.
 */
static inline int64_t lanes_l2_crossing(const struct lane_counts *lanes)
{
    return (lanes->l2_read_once + lanes->l2_read_first + lanes->l2_writes) / 2;
}

/** Adds the counts of other warps to `sum`. */
void lanes_add(struct lane_counts *sum, const struct lane_counts *part);

/** Starts counting a part of a replay: no warps are counted yet. */
void lanes_begin(struct lane_counts *part, const struct lane_counts *whole);

/* Reduction for parallel loops over warps. */
#pragma omp declare reduction(lanes_sum                                                            \
                              : struct lane_counts                                                 \
                              : lanes_add(&omp_out, &omp_in))                                      \
    initializer(lanes_begin(&omp_priv, &omp_orig))

/** Whether the lanes of a strategy's GPU kernel can be replayed. */
bool lanes_known(const struct strategy *strategy);

/** Replays one force call. EXIT_USAGE if the strategy's lanes cannot be replayed. */
bool lanes_replay(const struct lanes_input *input, const struct strategy *strategy,
                  const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                  struct error *error);

/**
 * Replays the lanes of a strategy that reads a certain neighbor structure. `lanes` starts without
 * issues.
 */
typedef bool lanes_walk(const struct lanes_input *input, const struct strategy *strategy,
                        const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                        struct error *error);

/**
 * The lanes_walk functions named in harness/catalog/neighbor_table.h. They are defined in
 * lanes_lists.c, lanes_patches.c and so on.
 */
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) extern lanes_walk lanes_neighbors_##lanes;
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

/**
 * Replay lanes on given rows: a lane per particle, a lane per edge, or a team of lanes per
 * particle. `branch`: the kernel branches on whether a pair interacts. Forces are added to
 * `buffers` buffers in turn.
 */
bool lanes_of_particles(const struct pair_rows *rows, bool branch, int buffers, int block,
                        struct lane_counts *lanes, struct error *error);
bool lanes_of_edges(const struct pair_rows *rows, enum atomics_kind atomics, int buffers, int block,
                    struct lane_counts *lanes, struct error *error);
/**
 * Replay lanes of strategies that first collect pairs which may interact, and then evaluate them.
 * Blocks have `block` threads. There is a lane per particle, or each thread has `queue` edges.
 * False if memory runs out.
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
 * Returns the number of wavefronts that L1 or shared memory needs for a load by a warp. Each lane
 * loads `size` bytes (4, 8 or 16) at the byte place * stride. A negative place marks an inactive
 * lane. Lanes are served in groups that load 128 bytes together. In a group, each set of banks that
 * is as wide as a load serves one address at a time. The set with the largest number of addresses
 * thus determines the result.
 */
int lanes_wavefronts(const int64_t place[WARP], int size, int stride);

/**
 * Returns the wavefronts for loading positions with `real_size` bytes per number; `types`:
 * particles have types.
 */
int lanes_position_wavefronts(const int64_t place[WARP], int real_size, bool types);

/**
 * Counts the force vectors that the lanes of a warp add to particles by atomics. `sum_size` is the
 * size of a component; a negative index means no add. Adds to different vectors in a sector count
 * once. Adds to the same vector count separately. This agrees with CUPTI to 3 %.
 */
void lanes_note_adds(const int64_t to[WARP], int sum_size, struct lane_counts *lanes);

/** Counts an issue of a region, unless no lane is active. */
static inline void lanes_note(struct lane_counts *lanes, enum lanes_region_kind kind, int active)
{
    lanes->region[kind].issues += active > 0;
    lanes->region[kind].active += active;
}

/** Evaluation of pairs by the lanes of a warp at the same time. */
struct lanes_votes {
    int active;   /* number of lanes with a pair or padding */
    int listed;   /* number of lanes with a pair that is not padding */
    int in_range; /* number of listed lanes with a pair within the model's cut-off */
    int interacting;
    int turning;    /* number of lanes in range with a pair that has a torque */
    uint32_t taken; /* branches that at least one lane takes */
    int branch[MODEL_BRANCHES];
    int paths; /* number of different paths of the pairs in range */
    uint32_t path[WARP];
};

/**
 * Starts an evaluation without lanes. The data in `branch` are set by the first lane that takes a
 * branch.
 */
static inline void lanes_votes_clear(struct lanes_votes *votes)
{
    votes->active = votes->listed = votes->in_range = 0;
    votes->interacting = votes->turning = 0;
    votes->taken = 0;
    votes->paths = 0;
}

/** Adds the path of a lane with a pair in range. */
static inline void lanes_vote_path(struct lanes_votes *votes, uint32_t path)
{
    for (int k = 0; k < votes->paths; k++)
        if (votes->path[k] == path)
            return;
    votes->path[votes->paths++] = path;
}

/** Adds a lane; `pair` has the flags of its pair (enum gpu_pair). */
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

/** Counts an evaluation by a warp. `branch`: the kernel branches on whether a pair interacts. */
static inline void lanes_note_evaluation(struct lane_counts *lanes, const struct lanes_votes *votes,
                                         bool branch)
{
    int active = lanes->range_first ? votes->in_range : votes->active;
    /* all lanes out of range together take one more path */
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

/** Counts a pass of a warp over its partners, and the evaluation of pairs in it. */
static inline void lanes_note_pair(struct lane_counts *lanes, const struct lanes_votes *votes,
                                   bool branch)
{
    lanes->passes += votes->active > 0;
    lanes_note_evaluation(lanes, votes, branch);
}

/*
 * Lanes of warps that evaluate the pairs of eight particles at a time, strategies/bvh/. Partners
 * are taken in the order of memory; which of them share a step is not replayed, and only the issues
 * of branches and of pairs in range depend on that. Nor are the turns in which a block takes more
 * than its shared memory holds.
 */
#include "harness/base/memory.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/box_tree.h"
#include "harness/particles/topology.h"

#include <stdlib.h>

enum {
    LEAF = 8,             /* particles of a leaf */
    SHARES = WARP / LEAF, /* lanes of a particle */
    FOUR = 4,             /* entries that each of these reads */
};

/* What every warp of the replay sees. */
struct launch {
    const struct lanes_input *input;
    const struct box_tree *tree;
    const struct topology *topology;
    int particles, block;
};

/* The lane of particle i, or of none if that is not there, meets particle j, or padding: -1. */
static void vote(const struct launch *launch, int64_t i, int64_t j, struct lanes_votes *votes)
{
    const struct system *s = &launch->input->sorted;
    if (i >= s->n || j < 0 || j >= s->n) {
        votes->active++;
        return;
    }
    const double r[3] = {system_nearest(s->x[j] - s->x[i], s->box[0]),
                         system_nearest(s->y[j] - s->y[i], s->box[1]),
                         system_nearest(s->z[j] - s->z[i], s->box[2])};
    lanes_vote(votes, topology_excludes(launch->topology, i, j)
                          ? 0
                          : gpu_pair(&launch->input->spec, s, i, j, r));
}

static void note(struct lanes *lanes, const struct lanes_votes *votes)
{
    lanes_note(lanes, LANES_TRIP, votes->active);
    lanes_note_pair(lanes, votes, false);
}

/* Each four partners are those of the lanes of a particle. */
static void meet_partners(const struct launch *launch, int64_t leaf, const int32_t *partner,
                          int64_t count, struct lanes *lanes)
{
    for (int64_t base = 0; base < count; base += (int64_t)FOUR * SHARES) {
        for (int k = 0; k < FOUR; k++) {
            struct lanes_votes votes;
            lanes_votes_clear(&votes);
            for (int lane = 0; lane < WARP; lane++) {
                int64_t at = base + (int64_t)lane / LEAF * FOUR + k;
                vote(launch, leaf * LEAF + lane % LEAF, at < count ? partner[at] : -1, &votes);
            }
            note(lanes, &votes);
        }
    }
}

/* The particles of a leaf meet each other. */
static void meet_each_other(const struct launch *launch, int64_t leaf, struct lanes *lanes)
{
    for (int begin = 1; begin < LEAF; begin += SHARES) {
        struct lanes_votes votes;
        lanes_votes_clear(&votes);
        for (int lane = 0; lane < WARP; lane++) {
            int own = lane % LEAF, step = begin + lane / LEAF;
            if (step < LEAF)
                vote(launch, leaf * LEAF + own, leaf * LEAF + (own + step) % LEAF, &votes);
        }
        note(lanes, &votes);
    }
}

static void run_block(const struct launch *launch, int64_t number, int32_t *partner,
                      struct lanes *lanes)
{
    const struct box_tree *tree = launch->tree;
    const int64_t leaves = launch->particles / LEAF;
    struct leaf_range own = {number * leaves, leaves};
    if (own.first + own.count > tree->boxes[0])
        own.count = tree->boxes[0] - own.first;
    const struct tree_box block = box_tree_bound(tree, own);
    lanes->warps += launch->block / WARP;
    lanes->places += launch->particles + box_tree_find(tree, &block, own, NULL);
    for (int64_t leaf = own.first; leaf < own.first + own.count; leaf++) {
        const struct leaf_range one = {leaf, 1};
        const int64_t mine = box_tree_leaf(tree, leaf);
        const int64_t count = box_tree_find(tree, &tree->box[leaf], one, partner);
        lanes->pairs_listed += mine * (mine - 1 + count);
        meet_partners(launch, leaf, partner, count, lanes);
        meet_each_other(launch, leaf, lanes);
    }
}

static bool run_blocks(const struct launch *launch, struct lanes *lanes, struct error *error)
{
    const int64_t n = launch->input->sorted.n;
    const int64_t blocks = (n + launch->particles - 1) / launch->particles;
    bool good = true;
#pragma omp parallel
    {
        struct error reason;
        struct lanes part;
        lanes_begin(&part, lanes);
        int32_t *partner = memory_allocate(n, sizeof *partner, "partners to replay", &reason);
#pragma omp for schedule(dynamic, 16)
        for (int64_t block = 0; block < blocks; block++)
            if (partner != NULL)
                run_block(launch, block, partner, &part);
#pragma omp critical
        {
            lanes_add(lanes, &part);
            if (partner == NULL) {
                *error = reason;
                good = false;
            }
        }
        free(partner);
    }
    return good;
}

/* Each four lanes have a particle. */
bool lanes_neighbors_bvh(const struct lanes_input *input, const struct strategy *strategy,
                         const int tuning[STRATEGY_TUNINGS], struct lanes *lanes,
                         struct error *error)
{
    struct box_tree tree;
    struct topology topology;
    if (!box_tree_build(&input->sorted, input->spec.cutoff, LEAF, &tree, error))
        return false;
    if (!topology_build(&input->sorted, &topology, error)) {
        box_tree_free(&tree);
        return false;
    }
    const struct launch launch = {
        .input = input,
        .tree = &tree,
        .topology = &topology,
        .particles = strategy_tuning_value(strategy, tuning, "particles", WARP),
        .block = strategy_block(strategy, tuning, input->spec.model->oriented)};
    bool good = run_blocks(&launch, lanes, error);
    topology_free(&topology);
    box_tree_free(&tree);
    return good;
}

/*
 * Replays the warps of strategies/bvh/. A warp has 32 / `lanes` particles. Near partners are bits
 * in words of 32; a lane takes two bits of a word at a time. Partners are in the order of memory.
 * Lanes vote whether there are more: after every two partners if the pair function is long,
 * otherwise after every four. The replay leaves out four details: the order in which a warp copies
 * partners to shared memory, which only affects how evenly words are filled; warps whose partners
 * need several passes; the few partners just beyond the cut-off that half precision does not
 * reject; and boxes that are entirely in range of a warp.
 */
#include "harness/base/memory.h"
#include "harness/lanes/lanes.h"
#include "harness/particles/box_tree.h"
#include "harness/particles/topology.h"

#include <stdlib.h>

enum {
    LEAF = 8,      /* particles per leaf */
    WORD = 32,     /* partners per word: one per bit */
    AT_A_TIME = 2, /* bits of a word that a lane takes at a time */
    A_VOTE = 2,    /* iterations between two votes of the lanes on whether there are more
                    * partners */
};

/* Data that all warps of the replay share. */
struct launch {
    const struct lanes_input *input;
    const struct box_tree *tree;
    const struct topology *topology;
    int lanes; /* number of lanes per particle */
};

/*
 * Partners that a warp has copied to shared memory. Partner k is bit 31 - k / words in word k %
 * words.
 */
struct staged_places {
    int32_t *particle;
    int64_t count, words;
};

/* Particle of a lane, index of its current word, and the bits of this word. */
struct lane {
    int64_t particle, word;
    uint32_t bits;
};

/* Returns the bits of the lane's word for partners within the cut-off. */
static uint32_t find_bits(const struct launch *launch, const struct staged_places *places,
                          const struct lane *lane)
{
    const struct system *s = &launch->input->sorted;
    const double cutoff = launch->input->spec.cutoff;
    const int64_t i = lane->particle;
    uint32_t bits = 0;
    if (i >= s->n || lane->word >= places->words)
        return 0;
    for (int64_t k = lane->word; k < places->count; k += places->words) {
        double r[3];
        system_displacement(s, i, places->particle[k], r);
        if (i != places->particle[k] && r[0] * r[0] + r[1] * r[1] + r[2] * r[2] < cutoff * cutoff)
            bits |= (uint32_t)1 << (WORD - 1 - k / places->words);
    }
    return bits;
}

/* Evaluates the pair of the highest bit of a lane's word. Does nothing if no bit is set. */
static void take(const struct launch *launch, const struct staged_places *places, struct lane *lane,
                 struct lanes_votes *votes)
{
    const struct lanes_input *input = launch->input;
    if (lane->bits == 0) {
        votes->active++;
        return;
    }
    const int bit = WORD - 1 - __builtin_clz(lane->bits);
    lane->bits ^= (uint32_t)1 << bit;
    const int64_t i = lane->particle,
                  j = places->particle[(WORD - 1 - bit) * places->words + lane->word];
    double r[3];
    system_displacement(&input->sorted, i, j, r);
    lanes_vote(votes, topology_excludes(launch->topology, i, j)
                          ? 0
                          : gpu_pair(&input->spec, &input->sorted, i, j, r));
}

/*
 * Takes the next bits of each lane's word. Lanes with an empty word continue with their next word.
 */
static void take_some(const struct launch *launch, const struct staged_places *places,
                      struct lane lane[WARP], struct lane_counts *lanes)
{
    for (int k = 0; k < AT_A_TIME; k++) {
        struct lanes_votes votes;
        lanes_votes_clear(&votes);
        for (int l = 0; l < WARP; l++)
            take(launch, places, &lane[l], &votes);
        lanes_note(lanes, LANES_TRIP, votes.active);
        lanes_note_pair(lanes, &votes, false);
    }
    for (int l = 0; l < WARP; l++) {
        if (lane[l].bits == 0 && lane[l].word < places->words) {
            lane[l].word += launch->lanes;
            lane[l].bits = find_bits(launch, places, &lane[l]);
        }
    }
}

static bool have_more(const struct staged_places *places, const struct lane lane[WARP])
{
    bool more = false;
    for (int l = 0; l < WARP; l++)
        more = more || lane[l].word < places->words;
    return more;
}

/* Evaluates all partners of a warp with first particle `first`. */
static void evaluate_found(const struct launch *launch, int64_t first,
                           const struct staged_places *places, struct lane_counts *lanes)
{
    const int own = WARP / launch->lanes;
    struct lane lane[WARP];
    for (int l = 0; l < WARP; l++) {
        lane[l] = (struct lane){.particle = first + l % own, .word = l / own};
        lane[l].bits = find_bits(launch, places, &lane[l]);
    }
    take_some(launch, places, lane, lanes);
    while (have_more(places, lane))
        for (int k = 0; k < A_VOTE; k++)
            take_some(launch, places, lane, lanes);
}

static void run_warp(const struct launch *launch, int64_t number, struct staged_places *places,
                     struct lane_counts *lanes)
{
    const struct box_tree *tree = launch->tree;
    const int64_t leaves = WARP / launch->lanes / LEAF;
    const struct leaf_range own = box_tree_range(tree, number * leaves, leaves);
    const int64_t mine = box_tree_particles(tree, own);
    const struct tree_box box = box_tree_bound(tree, own);
    for (int64_t k = 0; k < mine; k++)
        places->particle[k] = (int32_t)(own.first * LEAF + k);
    places->count = mine + box_tree_find(tree, &box, own, places->particle + mine);
    places->words = (places->count + WORD - 1) / WORD | 1;
    lanes->warps++;
    lanes->places += places->count;
    lanes->pairs_listed += mine * (places->count - 1);
    evaluate_found(launch, own.first * LEAF, places, lanes);
}

static bool run_warps(const struct launch *launch, struct lane_counts *lanes, struct error *error)
{
    const int64_t n = launch->input->sorted.n, own = WARP / launch->lanes;
    const int64_t warps = (n + own - 1) / own;
    bool good = true;
#pragma omp parallel
    {
        struct error reason;
        struct lane_counts part;
        lanes_begin(&part, lanes);
        struct staged_places places = {
            .particle = memory_allocate(n, sizeof *places.particle, "partners to replay", &reason)};
#pragma omp for schedule(dynamic, 16)
        for (int64_t warp = 0; warp < warps; warp++)
            if (places.particle != NULL)
                run_warp(launch, warp, &places, &part);
#pragma omp critical
        {
            lanes_add(lanes, &part);
            if (places.particle == NULL) {
                *error = reason;
                good = false;
            }
        }
        free(places.particle);
    }
    return good;
}

bool lanes_neighbors_bvh(const struct lanes_input *input, const struct strategy *strategy,
                         const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
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
    const struct launch launch = {.input = input,
                                  .tree = &tree,
                                  .topology = &topology,
                                  .lanes = strategy_tuning_value(strategy, tuning, "lanes", 1)};
    bool good = run_warps(&launch, lanes, error);
    topology_free(&topology);
    box_tree_free(&tree);
    return good;
}

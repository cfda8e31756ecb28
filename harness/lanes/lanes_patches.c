/* Replays a block of strategies/tile/tile.cu, which evaluates a pair of patches. */
#include "harness/lanes/lanes_patch_pairs.h"

#include <math.h>

/* Data of a block of `tile` besides its patches. */
struct tile {
    int block;
    bool reciprocal;
};

/* The particles of both patches, at most `tile->block` each. */
struct at_hand {
    const struct tile *tile;
    struct patch_place *first, *second;
    struct lane_counts *lanes;
};

/*
 * Whether a particle may be in range of any particle of a patch. The patch's cell is shifted by
 * `shift`.
 */
static bool reaches(const struct patch_launch *launch, int64_t patch, const double shift[3],
                    const double r[3])
{
    const int *grid = launch->cells->grid;
    const double *box = launch->input->sorted.box;
    const int64_t cell[3] = {patch % grid[0], patch / grid[0] % grid[1], patch / grid[0] / grid[1]};
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        double edge = box[d] / grid[d];
        double centre = edge * ((double)cell[d] + 0.5) + shift[d];
        double gap = fmax(fabs(r[d] - centre) - (edge / 2 + box[d] * 1e-6), 0);
        sum += gap * gap;
    }
    return sum < launch->input->spec.cutoff * launch->input->spec.cutoff;
}

/*
 * Evaluates partners one after another; all lanes of a warp take the same partner. If both patches
 * are the same, a particle is not its own partner.
 */
static void evaluate_in_turn(const struct patch_launch *launch, const struct at_hand *hand,
                             int threads, int kept, bool same)
{
    for (int warp = 0; warp < threads; warp += WARP) {
        int end = warp + WARP < threads ? warp + WARP : threads;
        for (int slot = 0; slot < kept; slot++) {
            struct lanes_votes votes;
            lanes_votes_clear(&votes);
            for (int t = warp; t < end; t++) {
                if (same && hand->second[slot].index == hand->first[t].index)
                    continue;
                lanes_vote(&votes, patch_pairs_flags(launch, &hand->first[t], &hand->second[slot]));
            }
            lanes_note(hand->lanes, LANES_TRIP, end - warp);
            lanes_note_pair(hand->lanes, &votes, false);
        }
    }
}

/* Evaluates partner t + s in thread t at step s; the whole block makes all steps. */
static void evaluate_in_steps(const struct patch_launch *launch, const struct at_hand *hand,
                              int threads, int kept)
{
    int rounds = kept > threads ? kept : threads;
    for (int step = 0; step < rounds; step++) {
        for (int warp = 0; warp < hand->tile->block; warp += WARP) {
            struct lanes_votes votes;
            lanes_votes_clear(&votes);
            for (int t = warp; t < warp + WARP && t < threads; t++) {
                int slot = (t + step) % rounds;
                if (slot >= kept)
                    continue;
                lanes_vote(&votes, patch_pairs_flags(launch, &hand->first[t], &hand->second[slot]));
            }
            lanes_note(hand->lanes, LANES_TRIP, WARP);
            lanes_note_pair(hand->lanes, &votes, true);
        }
    }
}

static void run_block(const struct patch_launch *launch, const struct patch_block *pair)
{
    const struct tile *tile = launch->kernel;
    const struct at_hand hand = {tile, pair->places, pair->places + tile->block, pair->lanes};
    int64_t mine = patch_pairs_size(launch, pair->first);
    int64_t theirs = patch_pairs_size(launch, pair->second);
    bool same = pair->first == pair->second;
    hand.lanes->warps += tile->block / WARP;
    hand.lanes->pairs_listed += mine * theirs - (same ? mine : 0);
    for (int64_t base = 0; base < mine; base += tile->block) {
        int threads = mine - base < tile->block ? (int)(mine - base) : tile->block;
        for (int t = 0; t < threads; t++)
            hand.first[t] = patch_pairs_place(launch, pair->first, base + t, pair->shift_first);
        for (int64_t next = 0; next < theirs; next += tile->block) {
            int kept = 0;
            for (int64_t j = next; j < theirs && j < next + tile->block; j++) {
                hand.second[kept] = patch_pairs_place(launch, pair->second, j, pair->shift_second);
                kept += launch->image ||
                        reaches(launch, pair->first, pair->shift_first, hand.second[kept].r);
            }
            if (tile->reciprocal && !same)
                evaluate_in_steps(launch, &hand, threads, kept);
            else
                evaluate_in_turn(launch, &hand, threads, kept, same);
        }
    }
}

bool lanes_of_patches(const struct lanes_input *input, int patch, int block, bool reciprocal,
                      struct lane_counts *lanes, struct error *error)
{
    const struct system *system = &input->sorted;
    double volume = system->box[0] * system->box[1] * system->box[2];
    const struct tile tile = {block, reciprocal};
    const struct patch_launch launch = {.input = input,
                                        .edge = cbrt(patch * volume / (double)system->n),
                                        .once = reciprocal,
                                        .places = 2 * block,
                                        .kernel = &tile};
    return patch_pairs_walk(&launch, run_block, lanes, error);
}

/*
 * Replays one lane for each particle of a block's first patch; the partners come from the second
 * patch.
 */
bool lanes_neighbors_patches(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                             struct error *error)
{
    return lanes_of_patches(input, strategy_tuning_value(strategy, tuning, "patch", 1),
                            strategy_tuning_value(strategy, tuning, "block", WARP),
                            strategy_tuning_value(strategy, tuning, "reciprocal", 0) != 0, lanes,
                            error);
}

/*
 * Replays a block of strategies/patch/patch.cu, which evaluates a pair of patches. The edge of
 * patches is the cut-off.
 */
#include "harness/lanes/lanes_patch_pairs.h"

enum { MOST_STAGED = 512 };

/* Data of a block of `patch` besides its patches. */
struct kernel {
    int block, own, staged;
    bool reciprocal, test;
};

/* Particles of a block: `own` particles of each thread, and the particles in shared memory. */
struct at_hand {
    const struct patch_launch *launch;
    const struct kernel *kernel;
    struct patch_place *own, *staged;
    /*
     * number of particles of the block, number of threads that have a particle, and number of
     * particles in shared memory
     */
    int present, threads, count;
    bool same; /* true if both patches of the pair are the same */
    struct lane_counts *lanes;
};

/*
 * Adds lane t with its particle k and a partner. A lane without a pair is also active in the
 * evaluation if no branch skips it.
 */
static void vote(const struct at_hand *hand, struct lanes_votes *votes, int t, int k, int slot)
{
    int own = t + k * hand->threads;
    if (own >= hand->present || (hand->same && hand->own[own].index == hand->staged[slot].index)) {
        votes->active++;
        return;
    }
    lanes_vote(votes, patch_pairs_flags(hand->launch, &hand->own[own], &hand->staged[slot]));
}

/* Evaluates partners one after another; all lanes of a warp take the same partner. */
static void evaluate_in_turn(const struct at_hand *hand)
{
    for (int warp = 0; warp < hand->threads; warp += WARP) {
        for (int slot = 0; slot < hand->count; slot++) {
            lanes_note(hand->lanes, LANES_TRIP, WARP);
            for (int k = 0; k < hand->kernel->own; k++) {
                struct lanes_votes votes;
                lanes_votes_clear(&votes);
                for (int t = warp; t < warp + WARP; t++)
                    vote(hand, &votes, t, k, slot);
                lanes_note_pair(hand->lanes, &votes, hand->kernel->test);
            }
        }
    }
}

/* Evaluates partner t + s in thread t at step s; the whole block makes all steps. */
static void evaluate_in_steps(const struct at_hand *hand)
{
    int steps = hand->count > hand->threads ? hand->count : hand->threads;
    for (int step = 0; step < steps; step++) {
        for (int warp = 0; warp < hand->kernel->block; warp += WARP) {
            lanes_note(hand->lanes, LANES_TRIP, WARP);
            for (int k = 0; k < hand->kernel->own; k++) {
                struct lanes_votes votes;
                lanes_votes_clear(&votes);
                for (int t = warp; t < warp + WARP && t < hand->threads; t++)
                    if ((t + step) % steps < hand->count)
                        vote(hand, &votes, t, k, (t + step) % steps);
                lanes_note_pair(hand->lanes, &votes, hand->kernel->test);
            }
        }
    }
}

/* Evaluates the pairs of a patch with its partners; `react`: partners also get forces. */
static void sweep(struct at_hand *hand, int64_t patch, const double shift[3], int64_t partner,
                  const double partner_shift[3], bool react)
{
    const struct kernel *kernel = hand->kernel;
    int64_t mine = patch_pairs_size(hand->launch, patch);
    int64_t theirs = patch_pairs_size(hand->launch, partner);
    int most = kernel->own * kernel->block, together = kernel->own * WARP;
    for (int64_t base = 0; base < mine; base += most) {
        hand->present = mine - base < most ? (int)(mine - base) : most;
        hand->threads = (hand->present + together - 1) / together * WARP;
        for (int t = 0; t < hand->present; t++)
            hand->own[t] = patch_pairs_place(hand->launch, patch, base + t, shift);
        for (int64_t next = 0; next < theirs; next += kernel->staged) {
            hand->count = theirs - next < kernel->staged ? (int)(theirs - next) : kernel->staged;
            for (int t = 0; t < hand->count; t++)
                hand->staged[t] = patch_pairs_place(hand->launch, partner, next + t, partner_shift);
            hand->lanes->places += hand->count;
            if (react)
                evaluate_in_steps(hand);
            else
                evaluate_in_turn(hand);
        }
    }
}

static void run_block(const struct patch_launch *launch, const struct patch_block *pair)
{
    const struct kernel *kernel = launch->kernel;
    int64_t mine = patch_pairs_size(launch, pair->first);
    int64_t theirs = patch_pairs_size(launch, pair->second);
    struct at_hand hand = {.launch = launch,
                           .kernel = kernel,
                           .own = pair->places,
                           .staged = pair->places + kernel->own * kernel->block,
                           .same = pair->first == pair->second,
                           .lanes = pair->lanes};
    bool twice = !kernel->reciprocal && !hand.same;
    hand.lanes->warps += kernel->block / WARP;
    hand.lanes->pairs_listed += (twice ? 2 : 1) * mine * theirs - (hand.same ? mine : 0);
    sweep(&hand, pair->first, pair->shift_first, pair->second, pair->shift_second,
          kernel->reciprocal && !hand.same);
    if (twice)
        sweep(&hand, pair->second, pair->shift_second, pair->first, pair->shift_first, false);
}

/* Each lane keeps particles of one patch. The partners come from the second patch. */
bool lanes_neighbors_cutoff_patches(const struct lanes_input *input,
                                    const struct strategy *strategy,
                                    const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                                    struct error *error)
{
    struct kernel kernel = {
        .block = strategy_tuning_value(strategy, tuning, "block", WARP),
        .own = strategy_tuning_value(strategy, tuning, "own", 1),
        .reciprocal = strategy_tuning_value(strategy, tuning, "reciprocal", 0) != 0,
        .test = strategy_tuning_value(strategy, tuning, "test", 1) != 0,
    };
    const int most = kernel.own * kernel.block;
    kernel.staged = most < MOST_STAGED ? most : MOST_STAGED;
    const struct patch_launch launch = {.input = input,
                                        .edge = input->spec.cutoff,
                                        .once = true,
                                        .places = most + kernel.staged,
                                        .kernel = &kernel};
    /* the kernel calls the pair function for pairs out of range only if it has no test */
    lanes->range_first = kernel.test;
    return patch_pairs_walk(&launch, run_block, lanes, error);
}

/*
 * Replays strategies/cluster/. Each lane has a pair: a particle in a cluster of the group and a
 * partner of the list entry.
 */
#include "harness/lanes/lanes_rows.h"
#include "harness/particles/cluster_groups.h"
#include "harness/particles/cluster_pruning.h"
#include "harness/particles/topology.h"

enum {
    LIST_WAVEFRONTS =
        2 /* wavefronts for reading an entry: its partners, and the clusters near them */
};

/* Data that all warps of the replay share. */
struct walk {
    const struct lanes_input *input;
    const struct clusters *clusters;
    const struct cluster_groups *groups;
    double range; /* range of the rows that the kernels read */
    int warps;    /* number of warps per block; they take the entries of a group in turn */
};

/* Computes the flags of a pair. Returns false if it is out of range of the list. */
static bool pair_of(const struct walk *walk, int64_t i, int64_t j, uint32_t *pair)
{
    const struct system *s = &walk->input->sorted;
    const struct workload_spec *spec = &walk->input->spec;
    const double range = walk->range;
    double r[3];
    system_displacement(s, i, j, r);
    if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] >= range * range)
        return false;
    *pair = gpu_pair(spec, s, i, j, r);
    return true;
}

/*
 * Counts the partners that receive forces from a warp: partners of an entry that interact with any
 * particle.
 */
static void note_partners(const struct clusters *s, uint32_t interacting, uint32_t turning,
                          struct lane_counts *lanes)
{
    const uint32_t column = (1U << s->size) - 1;
    int adding = 0;
    for (int j = 0; j < s->partners; j++) {
        adding += (interacting & column << j * s->size) != 0;
        lanes->torques += (turning & column << j * s->size) != 0;
    }
    lanes_note(lanes, LANES_ATOMICS, adding);
}

/* Results of an entry for its partners and for the particles of the group. */
struct done {
    uint32_t interacting, turning;       /* one bit for each pair of a particle and a partner,
                                          * set if the pair in any cluster interacts or has a
                                          * torque */
    uint32_t turned[CLUSTER_GROUP_MOST]; /* particles with a torque, for each cluster */
};

/*
 * Whether lane `lane` of cluster k has two particles that are not an excluded pair. The list only
 * has pairs in range.
 */
static bool may_interact(const struct walk *walk, int64_t group, int64_t entry, int k, int lane)
{
    const struct cluster_groups *g = walk->groups;
    const int64_t held = entry - g->start[group];
    return held >= g->masked[group] ||
           (g->lanes[(g->masked_start[group] + held) * WARP + lane] >> k & 1) != 0;
}

/*
 * Evaluates the pairs of cluster k of a group with the partners of an entry. If the kernel calls
 * the pair function without a test, lanes run it even if their pair is not listed.
 */
static void walk_cluster(const struct walk *walk, int64_t group, int64_t entry, int k,
                         struct done *done, struct lane_counts *lanes)
{
    const struct clusters *s = walk->clusters;
    const int64_t cluster = walk->groups->cluster[group * walk->groups->size + k];
    struct lanes_votes votes;
    int64_t types[WARP];
    lanes_votes_clear(&votes);
    for (int l = 0; l < WARP; l++) {
        types[l] = -1;
        const int64_t i = s->particle[cluster * s->size + l % s->size];
        const int64_t j = s->particle[walk->groups->first[entry] + l / s->size];
        uint32_t pair = 0;
        if (i == s->n || j == s->n || !may_interact(walk, group, entry, k, l) ||
            !pair_of(walk, i, j, &pair)) {
            votes.active++;
            continue;
        }
        lanes_vote(&votes, pair);
        types[l] = types_place(&walk->input->full, i, j, pair);
        done->interacting |= (uint32_t)((pair & GPU_PAIR_INTERACTS) != 0) << l;
        done->turning |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l;
        done->turned[k] |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l % s->size;
    }
    load_types(&walk->input->full, types, lanes);
    lanes_note(lanes, LANES_TRIP, WARP);
    lanes_note_pair(lanes, &votes, lanes->range_first);
}

/* Replays the loads of an entry and of its partners. */
static void load_entry(const struct walk *walk, int64_t group, int64_t entry,
                       const int64_t place[WARP], struct lane_counts *lanes)
{
    const struct cluster_groups *g = walk->groups;
    const struct pair_rows *rows = &walk->input->full;
    const int partners = WARP / walk->clusters->size;
    const int64_t held = entry - g->start[group];
    int64_t word[WARP], bits[WARP];
    for (int l = 0; l < WARP; l++) {
        word[l] = entry * partners + l / walk->clusters->size;
        bits[l] = held < g->masked[group] ? (g->masked_start[group] + held) * WARP + l : -1;
    }
    load_numbers(REQUEST_LIST, word, 4, lanes);
    load_numbers(REQUEST_TABLES, bits, 1, lanes);
    lanes_load_vectors(lanes, REQUEST_POSITIONS, place, rows->real_size);
}

static void walk_entry(const struct walk *walk, int64_t group, int64_t entry, struct done *done,
                       struct lane_counts *lanes)
{
    const struct clusters *s = walk->clusters;
    int64_t place[WARP];
    done->interacting = done->turning = 0;
    for (int l = 0; l < WARP; l++)
        place[l] = s->particle[walk->groups->first[entry] + l / s->size];
    load_entry(walk, group, entry, place, lanes);
    lanes->wavefronts +=
        LIST_WAVEFRONTS +
        lanes_position_wavefronts(place, walk->input->full.real_size, lanes->range_first);
    for (int k = 0; k < walk->groups->size; k++)
        if (walk->groups->active[entry] >> k & 1)
            walk_cluster(walk, group, entry, k, done, lanes);
    if (s->reciprocal)
        note_partners(s, done->interacting, done->turning, lanes);
}

/* Finds the particles in 32 slots of a group, starting at slot `first`; -1 after the last slot. */
static void own_of(const struct walk *walk, int64_t group, int first, int64_t slot[WARP],
                   int64_t own[WARP])
{
    const struct clusters *s = walk->clusters;
    const struct cluster_groups *g = walk->groups;
    const int slots = g->size * s->size;
    for (int l = 0; l < WARP; l++) {
        const int k = first + l;
        slot[l] = k < slots ? group * slots + k : -1;
        own[l] =
            k < slots
                ? s->particle[g->cluster[group * g->size + k / s->size] * s->size + k % s->size]
                : -1;
    }
}

/*
 * Replays the loads of a block before its first entry: frame, start of the row, and particles of
 * the group. Each warp loads 32 particles in turn.
 */
static void hold_own(const struct walk *walk, int64_t group, struct warp_requests *warp,
                     struct lane_counts *lanes)
{
    const struct pair_rows *rows = &walk->input->full;
    const int slots = walk->groups->size * walk->clusters->size;
    int64_t same[WARP], slot[WARP], own[WARP];
    for (int l = 0; l < WARP; l++)
        same[l] = group;
    for (int w = 0; w < walk->warps; w++) {
        lanes_begin_warp(rows, &warp[w], lanes);
        lanes_load_vectors(lanes, REQUEST_FRAMES, same, rows->real_size);
        load_numbers(REQUEST_COUNTS, same, 4, lanes);
        for (int first = w * WARP; first < slots; first += walk->warps * WARP) {
            own_of(walk, group, first, slot, own);
            load_numbers(REQUEST_OWN, slot, 4, lanes);
            lanes_load_vectors(lanes, REQUEST_POSITIONS, own, rows->real_size);
            load_orientations(rows, own, lanes);
        }
        for (int number = 0; number < 4;
             number++) /* starts of the row and of its masks, and their lengths */
            load_numbers(REQUEST_COUNTS, same, number < 2 ? 8 : 4, lanes);
    }
}

/* Replays the memory accesses that add a group's sums to its particles' sums in memory. */
static void store_sums(const struct walk *walk, int64_t group, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct pair_rows *rows = &walk->input->full;
    const int slots = walk->groups->size * walk->clusters->size;
    int64_t slot[WARP], own[WARP];
    for (int first = 0; first < slots; first += WARP) {
        lanes_begin_warp(rows, &warp[first / WARP % walk->warps], lanes);
        own_of(walk, group, first, slot, own);
        load_numbers(REQUEST_OWN, slot, 4, lanes);
        for (int l = 0; l < WARP; l++)
            own[l] = own[l] < rows->n ? own[l] : -1;
        if (walk->clusters->reciprocal) {
            lanes_note_adds(own, rows->sum_size, lanes);
            continue;
        }
        load_sums_at(rows, own, lanes);
        store_own_at(rows, own, lanes);
    }
}

static void walk_group(const void *context, int64_t group, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct walk *walk = context;
    const struct clusters *s = walk->clusters;
    const struct cluster_groups *g = walk->groups;
    struct done done = {0};
    lanes->warps += walk->warps;
    if (g->start[group] == g->start[group + 1])
        return;
    hold_own(walk, group, warp, lanes);
    for (int64_t e = g->start[group]; e < g->start[group + 1]; e++) {
        lanes_begin_warp(&walk->input->full, &warp[(e - g->start[group]) % walk->warps], lanes);
        walk_entry(walk, group, e, &done, lanes);
    }
    store_sums(walk, group, warp, lanes);
    for (int k = 0; s->reciprocal && k < g->size; k++) {
        const int64_t cluster = g->cluster[group * g->size + k];
        int present = 0;
        for (int slot = 0; slot < s->size; slot++)
            present += s->particle[cluster * s->size + slot] < s->n;
        lanes_note(lanes, LANES_ATOMICS, present);
        lanes->torques += __builtin_popcount(done.turned[k]);
    }
}

bool lanes_neighbors_cluster(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                             struct error *error)
{
    const struct workload_spec *spec = &input->spec;
    struct topology topology = {0};
    struct clusters clusters = {0};
    struct cluster_groups groups = {0};
    const double inner =
        cluster_pruning_skin(strategy_tuning_value(strategy, tuning, "prune", 0), spec->skin);
    const double range = spec->cutoff + (inner > 0 ? inner : spec->skin);
    const struct walk walk = {input, &clusters, &groups, range,
                              strategy_tuning_value(strategy, tuning, "block", WARP) / WARP};
    bool fine =
        topology_build(&input->sorted, &topology, error) &&
        clusters_build(&input->sorted, range, &topology,
                       strategy_tuning_value(strategy, tuning, "cluster", CLUSTER_MOST),
                       strategy_tuning_value(strategy, tuning, "reciprocal", 0) != 0, 1, &clusters,
                       error) &&
        cluster_groups_build(&input->sorted, range, &clusters,
                             strategy_tuning_value(strategy, tuning, "group", 1), &groups, error);
    const struct lanes_kernel kernel = {.blocks = groups.groups,
                                        .warps = walk.warps,
                                        .resident = LANES_RESIDENT,
                                        .particles = input->sorted.n,
                                        .walk = walk_group,
                                        .context = &walk};
    fine = fine && lanes_walk_blocks(&kernel, lanes, error);
    lanes->pairs_listed = clusters.pairs;
    cluster_groups_free(&groups);
    clusters_free(&clusters);
    topology_free(&topology);
    return fine;
}

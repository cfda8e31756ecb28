/* Lanes that take a pair each of a cluster of a group and the partners of an entry,
 * strategies/cluster/. */
#include "harness/lanes/lanes.h"
#include "harness/particles/cluster_groups.h"
#include "harness/particles/cluster_pruning.h"
#include "harness/particles/topology.h"

enum { LIST_WAVEFRONTS = 2 /* of an entry: its partners, and the clusters that they are near */ };

/* What every warp of the replay sees. */
struct walk {
    const struct lanes_input *input;
    const struct clusters *clusters;
    const struct cluster_groups *groups;
    double range; /* of the rows that kernels read */
    int warps;    /* of a block, which go through the entries of a group by turns */
};

/* What becomes of the pair of two particles; false if they are out of the range of the list. */
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

/* The partners of an entry to whose forces a warp adds: those with a pair that interacts. */
static void note_partners(const struct clusters *s, uint32_t interacting, uint32_t turning,
                          struct lanes *lanes)
{
    const uint32_t column = (1U << s->size) - 1;
    int adding = 0;
    for (int j = 0; j < s->partners; j++) {
        adding += (interacting & column << j * s->size) != 0;
        lanes->torques += (turning & column << j * s->size) != 0;
    }
    lanes_note(lanes, LANES_ATOMICS, adding);
}

/* What an entry does to the partners, and to the slots of the group. */
struct done {
    uint32_t interacting, turning;       /* pairs of any cluster, a bit each */
    uint32_t turned[CLUSTER_GROUP_MOST]; /* of each cluster, its slots that have had a torque */
};

/* Whether slot i of cluster k of a group and partner j of an entry, particles both, are not told to
 * be apart; the list has those of them that are in range. */
static bool may_meet(const struct walk *walk, int64_t group, int64_t entry, int k, int lane)
{
    const struct cluster_groups *g = walk->groups;
    const int64_t held = entry - g->start[group];
    return held >= g->masked[group] ||
           (g->lanes[(g->masked_start[group] + held) * WARP + lane] >> k & 1) != 0;
}

/* The pairs of cluster k of a group and the partners of an entry. Lanes whose pair is not listed
 * take part where the pair function is asked for any pair. */
static void walk_cluster(const struct walk *walk, int64_t group, int64_t entry, int k,
                         struct done *done, struct lanes *lanes)
{
    const struct clusters *s = walk->clusters;
    const int64_t cluster = walk->groups->cluster[group * walk->groups->size + k];
    struct lanes_votes votes;
    lanes_votes_clear(&votes);
    for (int l = 0; l < WARP; l++) {
        const int64_t i = s->particle[cluster * s->size + l % s->size];
        const int64_t j = s->particle[walk->groups->first[entry] + l / s->size];
        uint32_t pair = 0;
        if (i == s->n || j == s->n || !may_meet(walk, group, entry, k, l) ||
            !pair_of(walk, i, j, &pair)) {
            votes.active++;
            continue;
        }
        lanes_vote(&votes, pair);
        done->interacting |= (uint32_t)((pair & GPU_PAIR_INTERACTS) != 0) << l;
        done->turning |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l;
        done->turned[k] |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l % s->size;
    }
    lanes_note(lanes, LANES_TRIP, WARP);
    lanes_note_pair(lanes, &votes, lanes->range_first);
}

static void walk_entry(const struct walk *walk, int64_t group, int64_t entry, struct done *done,
                       struct lanes *lanes)
{
    const struct clusters *s = walk->clusters;
    int64_t place[WARP];
    done->interacting = done->turning = 0;
    for (int l = 0; l < WARP; l++)
        place[l] = s->particle[walk->groups->first[entry] + l / s->size];
    lanes->wavefronts +=
        LIST_WAVEFRONTS +
        lanes_position_wavefronts(place, walk->input->full.real_size, lanes->range_first);
    for (int k = 0; k < walk->groups->size; k++)
        if (walk->groups->active[entry] >> k & 1)
            walk_cluster(walk, group, entry, k, done, lanes);
    if (s->reciprocal)
        note_partners(s, done->interacting, done->turning, lanes);
}

static void walk_group(const struct walk *walk, int64_t group, struct lanes *lanes)
{
    const struct clusters *s = walk->clusters;
    const struct cluster_groups *g = walk->groups;
    struct done done = {0};
    if (g->start[group] == g->start[group + 1])
        return;
    for (int64_t e = g->start[group]; e < g->start[group + 1]; e++)
        walk_entry(walk, group, e, &done, lanes);
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
                             const int tuning[STRATEGY_TUNINGS], struct lanes *lanes,
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
    struct lanes sum = *lanes;
#pragma omp parallel for schedule(dynamic, 64) reduction(lanes_sum : sum)
    for (int64_t group = 0; group < groups.groups; group++) {
        sum.warps += walk.warps;
        walk_group(&walk, group, &sum);
    }
    *lanes = sum;
    lanes->pairs_listed = clusters.pairs;
    cluster_groups_free(&groups);
    clusters_free(&clusters);
    topology_free(&topology);
    return fine;
}

/* Lanes that take a pair each of a cluster and the partners of an entry, strategies/cluster/. */
#include "harness/lanes/lanes.h"
#include "harness/particles/clusters.h"
#include "harness/particles/topology.h"

enum { LIST_WAVEFRONTS = 3 /* of an entry: a number, a mask, and the particles of the partners */ };

/* What every warp of the replay sees. */
struct walk {
    const struct lanes_input *input;
    const struct clusters *clusters;
};

/* What becomes of the pair of a lane. */
static uint32_t pair_of(const struct walk *walk, int64_t i, int64_t j)
{
    const struct system *s = &walk->input->sorted;
    const double r[3] = {system_nearest(s->x[j] - s->x[i], s->box[0]),
                         system_nearest(s->y[j] - s->y[i], s->box[1]),
                         system_nearest(s->z[j] - s->z[i], s->box[2])};
    return gpu_pair(&walk->input->spec, s, i, j, r);
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

/* Returns the slots of the cluster that have had a torque. */
static uint32_t walk_entry(const struct walk *walk, int64_t cluster, int64_t entry,
                           struct lanes *lanes)
{
    const struct clusters *s = walk->clusters;
    uint32_t interacting = 0, turning = 0, turned = 0;
    struct lanes_votes votes;
    int64_t place[WARP];
    lanes_votes_clear(&votes);
    for (int l = 0; l < WARP; l++) {
        place[l] = s->particle[s->first[entry] + l / s->size];
        if ((s->mask[entry] >> l & 1) == 0)
            continue;
        const int64_t i = s->particle[cluster * s->size + l % s->size];
        const uint32_t pair = pair_of(walk, i, place[l]);
        lanes_vote(&votes, pair);
        interacting |= (uint32_t)((pair & GPU_PAIR_INTERACTS) != 0) << l;
        turning |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l;
        turned |= (uint32_t)((pair & GPU_PAIR_TURNS) != 0) << l % s->size;
    }
    lanes_note(lanes, LANES_TRIP, WARP);
    lanes->wavefronts +=
        LIST_WAVEFRONTS +
        lanes_position_wavefronts(place, walk->input->full.real_size, lanes->range_first);
    lanes_note_pair(lanes, &votes, true);
    if (s->reciprocal)
        note_partners(s, interacting, turning, lanes);
    return turned;
}

static void walk_cluster(const struct walk *walk, int64_t cluster, struct lanes *lanes)
{
    const struct clusters *s = walk->clusters;
    uint32_t turned = 0;
    int present = 0;
    for (int64_t k = s->start[cluster]; k < s->start[cluster] + s->count[cluster]; k++)
        turned |= walk_entry(walk, cluster, k, lanes);
    for (int slot = 0; slot < s->size; slot++)
        present += s->particle[cluster * s->size + slot] < s->n;
    if (s->reciprocal) {
        lanes_note(lanes, LANES_ATOMICS, present);
        lanes->torques += __builtin_popcount(turned);
    }
}

bool lanes_neighbors_cluster(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS], struct lanes *lanes,
                             struct error *error)
{
    const struct workload_spec *spec = &input->spec;
    struct topology topology = {0};
    struct clusters clusters = {0};
    const struct walk walk = {input, &clusters};
    bool fine = topology_build(&input->sorted, &topology, error) &&
                clusters_build(&input->sorted, spec->cutoff + spec->skin, &topology,
                               strategy_tuning_value(strategy, tuning, "cluster", CLUSTER_MOST),
                               strategy_tuning_value(strategy, tuning, "reciprocal", 0) != 0, 1,
                               &clusters, error);
    struct lanes sum = *lanes;
#pragma omp parallel for schedule(dynamic, 64) reduction(lanes_sum : sum)
    for (int64_t c = 0; c < clusters.clusters; c++) {
        sum.warps++;
        walk_cluster(&walk, c, &sum);
    }
    *lanes = sum;
    lanes->pairs_listed = clusters.pairs;
    clusters_free(&clusters);
    topology_free(&topology);
    return fine;
}

/* Selects the replay of a strategy's lanes by its neighbor structure. */
#include "harness/lanes/lanes.h"
#include "harness/lanes/lanes_rows.h"
#include "harness/particles/topology.h"

enum { BLOCK = 128 };

struct walk;

/* Replays a warp with first particle `first`. */
typedef void warp_walk(const struct walk *walk, int64_t first, struct lane_counts *lanes);

/* Data shared by replays with one lane per particle. */
struct walk {
    warp_walk *warp;
    const struct pair_rows *rows;
    const struct topology *topology;
    int buffers;
    int members; /* largest number of members of a bonded term */
    bool starts; /* true if the bonded kernel stores forces, false if it adds them */
};

/* Returns the particles of a warp. */
static void particles_of(const struct walk *walk, int64_t first, int64_t own[WARP])
{
    for (int l = 0; l < WARP; l++)
        own[l] = first + l < walk->rows->n ? first + l : -1;
}

/* --- summing the buffers --- */

static void combine_warp(const struct walk *walk, int64_t first, struct lane_counts *lanes)
{
    const struct pair_rows *rows = walk->rows;
    int64_t own[WARP];
    particles_of(walk, first, own);
    /* each buffer is read; the first is overwritten by the sum, the following ones are cleared */
    for (int b = 0; b < walk->buffers; b++) {
        for (int l = 0; l < WARP; l++)
            own[l] += own[l] >= 0 && b > 0 ? rows->n : 0;
        load_sums_at(rows, own, lanes);
        store_own_at(rows, own, lanes);
    }
}

/* --- bonded terms --- */

/*
 * Counts the loads for the k-th bonded term of each lane's particle: positions and orientations of
 * the members.
 */
static void load_members(const struct walk *walk, const int64_t own[WARP], int64_t k,
                         struct lane_counts *lanes)
{
    const struct topology *t = walk->topology;
    int64_t term[WARP], member[WARP];
    for (int l = 0; l < WARP; l++)
        term[l] =
            own[l] >= 0 && t->start[own[l]] + k < t->start[own[l] + 1] ? t->start[own[l]] + k : -1;
    load_numbers(REQUEST_LIST, term, 16, lanes);
    for (int m = 0; m < walk->members; m++) {
        for (int l = 0; l < WARP; l++) {
            member[l] = term[l];
            if (term[l] < 0)
                continue;
            const int32_t *entry = t->entry[term[l]];
            const int role = entry[0] % BONDED_MEMBERS;
            const int32_t other = m < role ? entry[m + 1] : entry[m];
            member[l] = m == role || other < 0 ? own[l] : other;
        }
        lanes_load_vectors(lanes, REQUEST_POSITIONS, member, walk->rows->real_size);
        load_orientations(walk->rows, member, lanes);
    }
}

static void add_bonded(const struct walk *walk, int64_t first, struct lane_counts *lanes)
{
    const struct pair_rows *rows = walk->rows;
    const struct topology *t = walk->topology;
    int64_t own[WARP], end[WARP], most = 0;
    particles_of(walk, first, own);
    for (int l = 0; l < WARP; l++) {
        end[l] = own[l] >= 0 ? own[l] + 1 : -1;
        const int64_t terms = own[l] >= 0 ? t->start[end[l]] - t->start[own[l]] : 0;
        most = terms > most ? terms : most;
    }
    load_numbers(REQUEST_COUNTS, end, 4, lanes);
    load_numbers(REQUEST_COUNTS, own, 4, lanes);
    for (int64_t k = 0; k < most; k++)
        load_members(walk, own, k, lanes);
    if (!walk->starts)
        load_sums_at(rows, own, lanes);
    store_own_at(rows, own, lanes);
}

/* --- all kernels --- */

static void walk_block(const void *context, int64_t block, struct warp_requests *warp,
                       struct lane_counts *lanes)
{
    const struct walk *walk = context;
    for (int w = 0; w < BLOCK / WARP; w++) {
        lanes_begin_warp(walk->rows, &warp[w], lanes);
        walk->warp(walk, block * BLOCK + w * WARP, lanes);
    }
}

/* Replays a launch with one lane per particle; the particles' data are in L2. */
static bool walk_particles(struct walk *walk, warp_walk *warp, struct lane_counts *lanes,
                           struct error *error)
{
    walk->warp = warp;
    struct lanes_kernel kernel = rows_kernel(walk->rows, walk->rows->n, BLOCK, walk_block, walk);
    kernel.particles = 0;
    return lanes_walk_blocks(&kernel, lanes, error);
}

/* Counts the clearing of forces and torques, which are adjacent. */
static void clear(const struct pair_rows *rows, struct lane_counts *lanes)
{
    const int64_t bytes = rows->n * 4 * rows->sum_size * (rows->oriented ? 2 : 1);
    lanes->l1_sectors += bytes / SECTOR;
    lanes->l2_writes += bytes / SECTOR;
}

/* Counts the requests that L1 and L2 serve for clearing forces, summing buffers, and adding bonded
 * terms. */
static bool lanes_note_call(const struct lanes_input *input, const struct strategy *strategy,
                            const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                            struct error *error)
{
    struct topology topology = {0};
    struct walk walk = {.rows = &input->full,
                        .topology = &topology,
                        .buffers = strategy_tuning_value(strategy, tuning, "buffers", 1),
                        .members = input->spec.model->bonded_members,
                        .starts = strategy->clears_forces};
    if (!topology_build(&input->sorted, &topology, error))
        return false;
    bool fine = true;
    if (topology.start != NULL)
        fine = walk_particles(&walk, add_bonded, lanes, error);
    else if (strategy->clears_forces)
        clear(walk.rows, lanes);
    if (fine && walk.buffers > 1)
        fine = walk_particles(&walk, combine_warp, lanes, error);
    topology_free(&topology);
    return fine;
}

/* Fails: GPU kernels do not read the structure, or its lanes cannot be replayed. */
bool lanes_neighbors_none(const struct lanes_input *input, const struct strategy *strategy,
                          const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                          struct error *error)
{
    (void)input;
    (void)tuning;
    (void)lanes;
    return error_set(error, EXIT_USAGE, "strategy %s has no mapping to lanes", strategy->name);
}

/* Returns the replay for a strategy; NULL if it has no GPU kernel. */
static lanes_walk *walk_of(const struct strategy *strategy)
{
    static lanes_walk *const table[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) lanes_neighbors_##lanes,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    return strategy_has_gpu(strategy) ? table[neighbor_place(strategy->neighbors)]
                                      : lanes_neighbors_none;
}

bool lanes_known(const struct strategy *strategy)
{
    return walk_of(strategy) != lanes_neighbors_none;
}

/*
 * Whether the replay covers all memory accesses of the kernels. It does, except for the following
 * variants.
 */
static bool traffic_is_known(const struct lanes_input *input, const struct strategy *strategy,
                             const int tuning[STRATEGY_TUNINGS])
{
    return input->spec.exclusion_method == EXCLUSION_USUAL &&
           input->spec.bonding == BONDING_GATHER &&
           input->spec.interactions != INTERACTIONS_STORED &&
           strategy_tuning_value(strategy, tuning, "fused", 0) == 0 &&
           strategy_tuning_value(strategy, tuning, "bonded", 0) == 0 &&
           strategy_tuning_value(strategy, tuning, "reciprocal", 0) == 0;
}

bool lanes_replay(const struct lanes_input *input, const struct strategy *strategy,
                  const int tuning[STRATEGY_TUNINGS], struct lane_counts *lanes,
                  struct error *error)
{
    *lanes =
        (struct lane_counts){.range_first = input->spec.model->body, .traffic = input->traffic};
    if (!walk_of(strategy)(input, strategy, tuning, lanes, error))
        return false;
    if (lanes->l1_sectors > 0 && traffic_is_known(input, strategy, tuning))
        return lanes_note_call(input, strategy, tuning, lanes, error);
    lanes->l1_sectors = 0;
    return true;
}

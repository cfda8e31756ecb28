/*
 * Tests the counts of active lanes. Rows and edges are small enough to count by hand. Also tests
 * properties of every strategy, and compares with counts recorded on GPUs.
 */
#include "harness/lanes/lanes.h"
#include "harness/lanes/traffic/requests.h"
#include "harness/particles/sort_order.h"
#include "tests/beads.h"
#include "tests/support.h"

#include <cjson/cJSON.h>
#include <float.h>
#include <glob.h>
#include <math.h>
#include <string.h>

/*
 * Returns rows with these counts. Entry k of row i interacts, and takes branch 0, if bit k of
 * masks[i] is set.
 */
static struct pair_rows rows_of(int64_t n, const int *counts, const uint64_t *masks)
{
    struct pair_rows rows = {.n = n, .start = calloc((size_t)n + 1, sizeof *rows.start)};
    assert_non_null(rows.start);
    for (int64_t i = 0; i < n; i++)
        rows.start[i + 1] = rows.start[i] + counts[i];
    rows.pair = calloc((size_t)rows.start[n] + 1, sizeof *rows.pair);
    assert_non_null(rows.pair);
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < counts[i]; k++)
            rows.pair[rows.start[i] + k] =
                GPU_PAIR_IN_RANGE | (masks[i] >> k & 1 ? GPU_PAIR_INTERACTS | 1 : 0);
    return rows;
}

/* Error of the test; cleared: none. */
static struct error failure;

static void expect(const struct lane_counts *lanes, enum lanes_region_kind kind, int64_t issues,
                   int64_t active)
{
    if (lanes->region[kind].issues != issues || lanes->region[kind].active != active)
        fail_msg("%s: %lld issues with %lld lanes, not %lld with %lld", lanes_region_name(kind),
                 (long long)lanes->region[kind].issues, (long long)lanes->region[kind].active,
                 (long long)issues, (long long)active);
}

/*
 * Three particles with rows of 5, 1 and 0 entries. Rows are read in trips of four entries: two
 * lanes take part in the first trip, one in the second.
 */
static const int three[] = {5, 1, 0};
static const uint64_t three_masks[] = {0x11, 0x1, 0};

TEST(a_lane_per_particle_pads_its_row_to_four)
{
    struct pair_rows rows = rows_of(3, three, three_masks);
    struct lane_counts lanes = {0};
    assert_true(lanes_of_particles(&rows, false, 1, 32, &lanes, &failure));
    expect(&lanes, LANES_TRIP, 2, 3);
    expect(&lanes, LANES_PAIR, 8, 12);
    expect(&lanes, LANES_LISTED, 8, 6);
    expect(&lanes, LANES_INTERACTING, 8, 3);
    expect(&lanes, LANES_ATOMICS, 0, 0);
    assert_int_equal(lanes.pairs_listed, 6);
    assert_near(lanes_overall(&lanes, model_find("lj")), 12.0 / (32 * 8), 1e-15);
    pair_rows_free(&rows);
}

/*
 * The model needs 10 flops for every pair, with 12 active lanes in 8 issues. Interacting pairs need
 * 30 more, with 3 active lanes in 2 issues.
 */
TEST(overall_weighs_regions_by_flops)
{
    const struct model_branch branch = {"interacting", {.flops = 30}};
    const struct model branching = {
        .evaluated = {.flops = 10}, .branches = &branch, .branch_count = 1};
    struct pair_rows rows = rows_of(3, three, three_masks);
    struct lane_counts lanes = {0};
    assert_true(lanes_of_particles(&rows, false, 1, 32, &lanes, &failure));
    assert_int_equal(lanes.branch[0].issues, 2);
    assert_int_equal(lanes.branch[0].active, 3);
    assert_near(lanes_overall(&lanes, &branching), (12 * 10 + 3 * 30) / (32.0 * (8 * 10 + 2 * 30)),
                1e-15);
    pair_rows_free(&rows);
}

/*
 * The branch is entered for the first entries (two lanes) and for the fifth entry (one lane). Then
 * all three particles add their sums.
 */
TEST(newton_enters_the_branch_only_where_a_pair_interacts)
{
    struct pair_rows rows = rows_of(3, three, three_masks);
    struct lane_counts lanes = {0};
    assert_true(lanes_of_particles(&rows, true, 1, 32, &lanes, &failure));
    expect(&lanes, LANES_PAIR, 8, 12);
    expect(&lanes, LANES_INTERACTING, 2, 3);
    expect(&lanes, LANES_ATOMICS, 3, 6);
    pair_rows_free(&rows);
}

/*
 * 40 edges fill one warp and eight lanes of another. Rows have 30, 6 and 4 entries, so that the
 * second row is in both warps. If all pairs interact, there are four runs.
 */
TEST(edges_fill_warps_and_segments_add_once_per_run)
{
    static const int counts[] = {30, 6, 4};
    static const uint64_t all[] = {~0ULL, ~0ULL, ~0ULL};
    static const uint64_t some[] = {0x20000001, 0, 0xf};
    struct pair_rows rows = rows_of(3, counts, all);
    struct lane_counts plain = {0};
    struct lane_counts segmented = {0};
    assert_true(lanes_of_edges(&rows, ATOMICS_BOTH, 1, 32, &plain, &failure));
    assert_true(lanes_of_edges(&rows, ATOMICS_SEGMENTS, 1, 32, &segmented, &failure));
    expect(&plain, LANES_PAIR, 2, 40);
    expect(&plain, LANES_ATOMICS, 4, 80);
    expect(&segmented, LANES_PAIR, 2, 40);
    expect(&segmented, LANES_ATOMICS, 4, 44);
    pair_rows_free(&rows);

    rows = rows_of(3, counts, some);
    segmented = (struct lane_counts){0};
    assert_true(lanes_of_edges(&rows, ATOMICS_SEGMENTS, 1, 32, &segmented, &failure));
    expect(&segmented, LANES_INTERACTING, 2, 6);
    expect(&segmented, LANES_ATOMICS, 4, 6 + 2);
    pair_rows_free(&rows);
}

/*
 * A sector of 32 bytes holds two force vectors of floats or one of doubles. Adds to the same vector
 * are counted separately.
 */
TEST(adds_of_lanes_that_share_a_sector_are_one)
{
    int64_t to[WARP];
    struct lane_counts lanes = {0};
    for (int l = 0; l < WARP; l++)
        to[l] = l;
    lanes_note_adds(to, 4, &lanes);
    assert_int_equal(lanes.sectors, 16);
    lanes_note_adds(to, 8, &lanes);
    assert_int_equal(lanes.sectors, 16 + 32);
    for (int l = 0; l < WARP; l++)
        to[l] = l % 2 ? 7 : -1;
    lanes_note_adds(to, 4, &lanes);
    assert_int_equal(lanes.sectors, 16 + 32 + 16);
    for (int l = 0; l < WARP; l++)
        to[l] = l % 8 == 0  ? 6
                : l % 8 < 3 ? 7
                            : -1; /* one of eight lanes adds to vector 6, two
                                   * add to vector 7 */
    lanes_note_adds(to, 4, &lanes);
    assert_int_equal(lanes.sectors, 16 + 32 + 16 + 8);
    for (int l = 0; l < WARP; l++)
        to[l] = -1;
    lanes_note_adds(to, 4, &lanes);
    assert_int_equal(lanes.sectors, 16 + 32 + 16 + 8);
}

/*
 * Six pairs of a particle interact, two of them with a torque. Either each pair adds its force to
 * both particles, or the force on the first is summed. In the latter case the thread of the
 * particle adds the sum once.
 */
TEST(torques_that_are_zero_are_not_added)
{
    static const int counts[] = {6};
    static const uint64_t all[] = {~0ULL};
    struct pair_rows rows = rows_of(1, counts, all);
    struct lane_counts both = {0};
    struct lane_counts segmented = {0};
    struct lane_counts partner = {0};
    rows.pair[1] |= GPU_PAIR_TURNS;
    rows.pair[4] |= GPU_PAIR_TURNS;
    assert_true(lanes_of_edges(&rows, ATOMICS_BOTH, 1, 32, &both, &failure));
    assert_true(lanes_of_edges(&rows, ATOMICS_SEGMENTS, 1, 32, &segmented, &failure));
    assert_true(lanes_of_particles(&rows, true, 1, 32, &partner, &failure));
    assert_int_equal(both.torques, 4);
    assert_int_equal(segmented.torques, 3);
    assert_int_equal(partner.torques, 3);
    expect(&both, LANES_ATOMICS, 2, 12);
    pair_rows_free(&rows);
}

/*
 * There are 33 edges; one is out of range. The edges of the first warp take three paths through the
 * pair function. If every pair is evaluated, the pair out of range takes a fourth path. The only
 * edge of the second warp takes one path.
 */
TEST(paths_are_the_distinct_sets_of_branches)
{
    static const int counts[] = {33};
    static const uint64_t none[] = {0};
    static const uint32_t branches[] = {1, 2, 3, 2};
    struct pair_rows rows = rows_of(1, counts, none);
    struct lane_counts bodies = {.range_first = true};
    struct lane_counts points = {0};
    for (int k = 0; k < 33; k++)
        rows.pair[k] = GPU_PAIR_IN_RANGE | GPU_PAIR_INTERACTS | branches[k % 4];
    rows.pair[4] = 0;
    assert_true(lanes_of_edges(&rows, ATOMICS_BOTH, 1, 32, &bodies, &failure));
    assert_true(lanes_of_edges(&rows, ATOMICS_BOTH, 1, 32, &points, &failure));
    assert_int_equal(bodies.paths, 3 + 1);
    assert_int_equal(bodies.most_paths, 3);
    assert_near(lanes_paths(&bodies), 2, 1e-15);
    assert_int_equal(points.paths, 4 + 1);
    assert_int_equal(points.most_paths, 4);
    pair_rows_free(&rows);
}

/*
 * Sets which entries may interact: bit k of masks[i] is for entry k of row i. All entries are in
 * range.
 */
static void let_interact(struct pair_rows *rows, int64_t n, const uint64_t masks[n])
{
    assert_int_equal(rows->n, n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = rows->start[i]; k < rows->start[i + 1]; k++)
            if (masks[i] >> (k - rows->start[i]) & 1)
                rows->pair[k] |= GPU_PAIR_MAY_INTERACT;
}

/*
 * One row has nine entries: three may interact, and two of these do. Another row has four entries:
 * all may interact, and one does. Three trips find these pairs. They are evaluated in four steps:
 * the first, second and third pairs of both rows, then the fourth pair of one row.
 */
TEST(pairs_that_may_interact_wait_for_the_end_of_the_row)
{
    static const int counts[] = {9, 4};
    static const uint64_t may[] = {0x121, 0xf}, interact[] = {0x21, 0x8};
    struct pair_rows rows = rows_of(2, counts, interact);
    struct lane_counts lanes = {.range_first = true};
    let_interact(&rows, sizeof may / sizeof *may, may);
    assert_true(lanes_of_waiting_particles(&rows, 32, &lanes, &failure));
    expect(&lanes, LANES_TRIP, 3, 4);
    expect(&lanes, LANES_PAIR, 4, 7);
    expect(&lanes, LANES_LISTED, 4, 7);
    expect(&lanes, LANES_INTERACTING, 4, 3);
    assert_int_equal(lanes.branch[0].issues, 3);
    assert_int_equal(lanes.passes, 12);
    assert_int_equal(lanes.pairs_listed, 13);
    pair_rows_free(&rows);
}

/*
 * A lane's queue has eight places, and a lane reads four entries at a time. After two trips the
 * queue of the first lane may overflow. Its eight pairs and the other lane's single pair are
 * evaluated before the third trip.
 */
TEST(waiting_pairs_are_evaluated_when_places_run_out)
{
    static const int counts[] = {12, 12};
    static const uint64_t may[] = {0xfff, 0x801};
    struct pair_rows rows = rows_of(2, counts, may);
    struct lane_counts lanes = {.range_first = true};
    let_interact(&rows, sizeof may / sizeof *may, may);
    assert_true(lanes_of_waiting_particles(&rows, 32, &lanes, &failure));
    expect(&lanes, LANES_TRIP, 3, 6);
    expect(&lanes, LANES_PAIR, 8 + 4, 8 + 1 + 4 + 1);
    pair_rows_free(&rows);
}

/*
 * Blocks have 32 threads with two edges per thread. Of the first 64 edges 44 may interact, of the
 * other 36 edges three. The first 32 evaluated edges belong to two rows, the other 12 to one row,
 * the last three to two rows.
 */
TEST(edges_that_may_interact_fill_warps)
{
    static const int counts[] = {30, 36, 34};
    static const uint64_t may[] = {0x3ff, 0xfffffffff, 0x200000000};
    struct pair_rows rows = rows_of(3, counts, may);
    struct lane_counts both = {.range_first = true}, segmented = both;
    struct error error;
    let_interact(&rows, sizeof may / sizeof *may, may);
    assert_true(lanes_of_waiting_edges(&rows, ATOMICS_BOTH, 32, 2, &both, &error));
    assert_true(lanes_of_waiting_edges(&rows, ATOMICS_SEGMENTS, 32, 2, &segmented, &error));
    expect(&both, LANES_TRIP, 4, 100);
    expect(&both, LANES_PAIR, 3, 47);
    expect(&both, LANES_INTERACTING, 3, 47);
    expect(&both, LANES_ATOMICS, 6, 94);
    expect(&segmented, LANES_ATOMICS, 6, 47 + 2 + 1 + 2);
    assert_int_equal(both.warps, 2);
    assert_int_equal(both.passes, 4);
    assert_int_equal(both.pairs_listed, 100);
    pair_rows_free(&rows);
}

/*
 * A block of 32 threads has four teams of eight lanes, and there are two particles. The two teams
 * without a particle repeat the row of the second particle. A trip takes 24 entries: a row of 25
 * entries needs two trips, a row of 3 entries one.
 */
TEST(teams_take_three_rounds_a_trip)
{
    static const int counts[] = {25, 3};
    static const uint64_t masks[] = {0x1000001, 0x7};
    struct pair_rows rows = rows_of(2, counts, masks);
    struct lane_counts lanes = {0};
    assert_true(lanes_of_teams(&rows, 8, 32, &lanes, &failure));
    expect(&lanes, LANES_TRIP, 2, 32 + 8);
    expect(&lanes, LANES_PAIR, 6, 3 * (32 + 8));
    expect(&lanes, LANES_LISTED, 6, 28);
    expect(&lanes, LANES_INTERACTING, 6, 5);
    pair_rows_free(&rows);
}

/*
 * Teams of 16 lanes loop over rows of different lengths, 40 and 10 entries. One team of a warp
 * takes three rounds, the other takes one round in a different branch.
 */
TEST(large_teams_diverge_in_their_last_rounds)
{
    static const int counts[] = {40, 10};
    static const uint64_t masks[] = {0, 0};
    struct pair_rows rows = rows_of(2, counts, masks);
    struct lane_counts lanes = {0};
    assert_true(lanes_of_teams(&rows, 16, 32, &lanes, &failure));
    expect(&lanes, LANES_TRIP, 1, 32);
    expect(&lanes, LANES_PAIR, 4, 64);
    expect(&lanes, LANES_LISTED, 4, 50);
    pair_rows_free(&rows);
}

static struct workload_spec workload(const struct system *system, const struct set_model *lj,
                                     enum sort_order sort)
{
    return (struct workload_spec){.system = system,
                                  .model = lj->model,
                                  .constants = lj->constants,
                                  .cutoff = lj->range,
                                  .skin = 0.3,
                                  .precision = PRECISION_DOUBLE,
                                  .sort = sort};
}

static struct lanes_input input_of(const struct workload_spec *spec)
{
    struct lanes_input input;
    struct error error;
    assert_good(lanes_input_create(spec, &input, &error));
    return input;
}

static struct lane_counts patches_of(const struct lanes_input *input, int patch, int block,
                                     bool reciprocal)
{
    struct lane_counts lanes = {0};
    struct error error;
    assert_good(lanes_of_patches(input, patch, block, reciprocal, &lanes, &error));
    return lanes;
}

/* Five particles are in a box with a single patch; each particle has 4 partners. */
TEST(a_single_patch_is_its_own_partner)
{
    struct system system;
    struct error error;
    struct set_model model = lj("2.5", "none");
    assert_true(system_allocate(5, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 6;
    for (int i = 0; i < 5; i++) {
        system.x[i] = 1.0 + 1.2 * i; /* neighbors at 1.2 and 2.4; a distance of 4.8 is 1.2 across
                                      * the face */
        system.y[i] = system.z[i] = 3;
    }
    const struct workload_spec spec = workload(&system, &model, SORT_NONE);
    struct lanes_input input = input_of(&spec);
    struct lane_counts lanes = patches_of(&input, 1000, 32, false);
    assert_int_equal(lanes.pairs_listed, 20);
    expect(&lanes, LANES_TRIP, 5, 25);
    expect(&lanes, LANES_PAIR, 5, 20);
    expect(&lanes, LANES_INTERACTING, 5, 20);
    lanes_input_free(&input);
    system_free(&system);
}

/*
 * Each listed pair is evaluated once in every strategy, and the interacting pairs equal the
 * reference's.
 */
TEST(every_mapping_does_the_work_of_the_reference)
{
    struct system system = fluid(3000, 0.7, 1.44, 5);
    struct set_model model = lj("2.5", "energy");
    struct reference reference = evaluated(reference_by_cells, &system, &model);
    int64_t pairs = reference.pairs_interacting;
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        const struct workload_spec spec = workload(&system, &model, (enum sort_order)sort);
        struct lanes_input input = input_of(&spec);
        for (const struct strategy *s = strategies(); s->name != NULL; s++) {
            struct error error;
            struct lane_counts lanes;
            int tuning[STRATEGY_TUNINGS];
            strategy_defaults(s, tuning);
            if (!lanes_replay(&input, s, tuning, &lanes, &error)) {
                assert_false(strategy_has_gpu(s));
                continue;
            }
            assert_true(lanes_known(s));
            bool half = s->neighbors->once;
            const struct lanes_region *r = lanes.region;
            assert_int_equal(r[LANES_INTERACTING].active, half ? pairs : 2 * pairs);
            if (!s->neighbors->lists)
                assert_true(r[LANES_LISTED].active <= lanes.pairs_listed);
            else
                assert_int_equal(r[LANES_LISTED].active, lanes.pairs_listed);
            for (int k = 0; k < LANES_REGIONS; k++)
                assert_true(r[k].active <= WARP * r[k].issues);
            /* a model without branches: a pair is in range or not */
            assert_true(lanes.paths >= r[LANES_PAIR].issues && lanes.most_paths <= 2);
            assert_true(r[LANES_PAIR].active >= r[LANES_LISTED].active);
            assert_true(r[LANES_LISTED].active >= r[LANES_INTERACTING].active);
        }
        struct lane_counts reciprocal = patches_of(&input, 26, 64, true);
        int64_t twice = patches_of(&input, 26, 64, false).pairs_listed;
        assert_true(reciprocal.pairs_listed < twice && 2 * reciprocal.pairs_listed > twice);
        lanes_input_free(&input);
    }
    reference_free(&reference);
    system_free(&system);
}

/* A queue drops no interacting pair of nucleotides, and needs fewer issues. */
TEST(a_queue_saves_issues)
{
    static const char *const names[] = {"vertex", "edge", "edge_segmented"};
    struct system system = nicked_duplexes(512);
    struct set_model model = model_with("oxdna", NULL, NULL);
    struct workload_spec spec = workload(&system, &model, SORT_HILBERT);
    struct lanes_input input = input_of(&spec);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const struct strategy *s = strategy_find(names[k]);
        struct lane_counts with, without;
        struct error error;
        int tuning[STRATEGY_TUNINGS];
        strategy_defaults(s, tuning);
        assert_true(tuning[strategy_tuning(s, "queue")] > 0);
        assert_true(lanes_replay(&input, s, tuning, &with, &error));
        tuning[strategy_tuning(s, "queue")] = 0;
        assert_true(lanes_replay(&input, s, tuning, &without, &error));
        for (int branch = 0; branch < model.model->branch_count; branch++)
            assert_int_equal(with.branch[branch].active, without.branch[branch].active);
        assert_true(with.region[LANES_INTERACTING].active > 0);
        assert_int_equal(with.region[LANES_INTERACTING].active,
                         without.region[LANES_INTERACTING].active);
        assert_int_equal(with.pairs_listed, without.pairs_listed);
        assert_true(with.region[LANES_PAIR].issues <
                    0.7 * (double)without.region[LANES_PAIR].issues);
        assert_true(with.region[LANES_PAIR].active < without.region[LANES_PAIR].active);
    }
    lanes_input_free(&input);
    system_free(&system);
}

/*
 * Rows of particles near each other have similar lengths, because the length follows the local
 * density. In a gas with clusters, sorting therefore increases the number of active lanes. With
 * edges, lanes are idle only in the last warp.
 */
TEST(sorting_fills_lanes)
{
    struct system system = fluid(4000, 0.1, 1.2, 3);
    struct set_model model = lj("2.5", "none");
    double share[SORT_COUNT];
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        const struct workload_spec spec = workload(&system, &model, (enum sort_order)sort);
        struct lanes_input input = input_of(&spec);
        struct lane_counts lanes = {0};
        struct lane_counts edges = {0};
        assert_true(lanes_of_particles(&input.full, false, 1, 32, &lanes, &failure));
        assert_true(lanes_of_edges(&input.half, ATOMICS_BOTH, 1, 32, &edges, &failure));
        share[sort] = lanes_overall(&lanes, model.model);
        assert_true(lanes_overall(&edges, model.model) > 0.999);
        lanes_input_free(&input);
    }
    assert_true(share[SORT_CELL] > share[SORT_NONE]);
    assert_true(share[SORT_HILBERT] > share[SORT_NONE]);
    system_free(&system);
}

/*
 * Lanes of a warp diverge less if rows are sorted by kind of interaction. Each branch has the same
 * number of active lanes in fewer issues.
 */
TEST(sorted_rows_save_issues)
{
    struct system system = beads(9, 5);
    struct set_model model = lipids();
    int64_t issues[INTERACTIONS_COUNT] = {0}, active[INTERACTIONS_COUNT][MODEL_BRANCHES] = {{0}};
    for (int k = 0; k < INTERACTIONS_COUNT; k++) {
        struct workload_spec spec = workload(&system, &model, SORT_CELL_TYPE);
        struct lane_counts lanes = {0};
        spec.interactions = (enum interaction_structure)k;
        struct lanes_input input = input_of(&spec);
        assert_true(lanes_of_particles(&input.full, false, 1, 32, &lanes, &failure));
        for (int branch = 0; branch < MODEL_BRANCHES; branch++) {
            issues[k] += lanes.branch[branch].issues;
            active[k][branch] = lanes.branch[branch].active;
        }
        lanes_input_free(&input);
    }
    assert_memory_equal(active[INTERACTIONS_STORED], active[INTERACTIONS_LOOKUP], sizeof *active);
    assert_memory_equal(active[INTERACTIONS_SORTED], active[INTERACTIONS_LOOKUP], sizeof *active);
    assert_int_equal(issues[INTERACTIONS_STORED], issues[INTERACTIONS_LOOKUP]);
    assert_true(issues[INTERACTIONS_SORTED] < 0.7 * (double)issues[INTERACTIONS_LOOKUP]);
    system_free(&system);
}

/* --- counts of GPUs --- */

enum { LARGEST = 4000, LARGEST_OF_CACHES = 32000 };

static double number(const cJSON *item, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(item, key));
}

static const char *word(const cJSON *item, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, key));
    return text != NULL ? text : "";
}

static cJSON *parse_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    assert_non_null(file);
    cJSON *json = getdelim(&text, &size, '\0', file) > 0 ? cJSON_Parse(text) : NULL;
    free(text);
    fclose(file);
    assert_non_null(json);
    return json;
}

/* Data that successive cases share. */
struct bench {
    char system_key[128], input_key[160];
    struct system system;
    struct set_model model;
    struct workload_spec spec;
    struct lanes_input input;
};

static void set_bench(struct bench *bench, const cJSON *item)
{
    char key[128];
    char input_key[160];
    snprintf(key, sizeof key, "%s %g", word(item, "input_hash"), number(item, "n"));
    snprintf(input_key, sizeof input_key, "%s %s %s", key, word(item, "precision"),
             word(item, "sort"));
    if (strcmp(input_key, bench->input_key) == 0)
        return;
    lanes_input_free(&bench->input);
    if (strcmp(key, bench->system_key) != 0) {
        system_free(&bench->system);
        bench->system = fluid((int64_t)number(item, "n"), number(item, "density"),
                              number(item, "temperature"), (uint64_t)number(item, "seed"));
        snprintf(bench->system_key, sizeof bench->system_key, "%s", key);
    }
    assert_string_equal(bench->system.hash, word(item, "input_hash"));
    bench->spec = workload(&bench->system, &bench->model, SORT_NONE);
    assert_true(sort_find(word(item, "sort"), &bench->spec.sort));
    assert_true(precision_find(word(item, "precision"), &bench->spec.precision));
    bench->input = input_of(&bench->spec);
    bench->input.traffic = true;
    snprintf(bench->input_key, sizeof bench->input_key, "%s", input_key);
}

/*
 * Returns the number of pairs that a GPU may list in addition. Lists of `staged` are built in
 * single precision. If positions are in double precision, the range is larger by 8 epsilon times
 * the longest edge. The result is twice the mean number of pairs in a shell of that width.
 */
static double pairs_beyond(const struct bench *bench, const struct strategy *strategy, double pairs)
{
    const double *box = bench->system.box;
    const double longest = fmax(box[0], fmax(box[1], box[2]));
    if (strcmp(strategy->name, "staged") != 0 ||
        precision_info(bench->spec.precision)->real_size < (int)sizeof(double))
        return 0;
    return 2 * pairs * 3 * 8 * FLT_EPSILON * longest / (bench->spec.cutoff + bench->spec.skin);
}

static void hold_sectors(const cJSON *item, const char *name, int64_t sectors, double counted)
{
    if (fabs((double)sectors - counted) > 0.05 * counted)
        fail_msg("%s: %lld sectors of %s, not %g", word(item, "id"), (long long)sectors, name,
                 counted);
}

/*
 * Compares the requests to L1 and L2 with counts of CUPTI. CUPTI counts a vector twice if it is
 * stored in two halves. If this happens once per edge (`halves`), requests to L2 are not compared.
 * Returns true if the case contains counts.
 */
static int hold_traffic(const cJSON *item, const struct strategy *strategy, bool halves,
                        const struct lane_counts *lanes)
{
    const cJSON *hardware = cJSON_GetObjectItemCaseSensitive(item, "hardware");
    if (lanes->l1_sectors == 0 || !cJSON_HasObjectItem(hardware, "l1_bytes"))
        return 0;
    hold_sectors(item, "L1", lanes->l1_sectors, number(hardware, "l1_bytes") / SECTOR);
    if (cJSON_HasObjectItem(hardware, "l2_sectors_asked") &&
        !(halves && strategy->scratch == SCRATCH_EDGES))
        hold_sectors(item, "L2", lanes->l2_reads + lanes->l2_writes,
                     number(hardware, "l2_sectors_asked"));
    return 1;
}

/*
 * Returns the largest number of particles of replayed cases. It is larger for cases with counted
 * cache hits.
 */
static double largest(const cJSON *item)
{
    const cJSON *lanes = cJSON_GetObjectItemCaseSensitive(item, "lanes");
    return cJSON_HasObjectItem(lanes, "l2_bytes") ? LARGEST_OF_CACHES : LARGEST;
}

/* Compares listed pairs and atomics of a case with the GPU's counts. */
static int replay_case(struct bench *bench, const cJSON *item)
{
    const cJSON *counts = cJSON_GetObjectItemCaseSensitive(item, "counts");
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(item, "tuning");
    const struct strategy *strategy = strategy_find(word(item, "strategy"));
    int tuning[STRATEGY_TUNINGS];
    struct lane_counts lanes;
    struct error error;
    strategy_defaults(strategy, tuning);
    for (int k = 0; k < strategy_tunings(strategy); k++)
        tuning[k] = (int)number(given, strategy->tunings[k].name);
    set_bench(bench, item);
    assert_good(lanes_replay(&bench->input, strategy, tuning, &lanes, &error));
    const double pairs = (double)lanes.pairs_listed, listed = number(counts, "pairs_listed");
    if (listed < pairs || listed > pairs + pairs_beyond(bench, strategy, pairs) ||
        (double)lanes.region[LANES_ATOMICS].active != number(counts, "atomics"))
        fail_msg("%s: %lld pairs and %lld atomics, not %g and %g", word(item, "id"),
                 (long long)lanes.pairs_listed, (long long)lanes.region[LANES_ATOMICS].active,
                 number(counts, "pairs_listed"), number(counts, "atomics"));
    return hold_traffic(item, strategy, bench->input.full.sum_size > (int)sizeof(float), &lanes);
}

/*
 * Returns true if a case contains all tuning values of its strategy that affect list and lanes.
 * Cases without such a value are older than the tuning value, and ran other kernels.
 */
static bool has_tuning(const cJSON *item)
{
    const struct strategy *strategy = strategy_find(word(item, "strategy"));
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(item, "tuning");
    for (int k = 0; k < strategy_tunings(strategy); k++) {
        const struct tuning *t = &strategy->tunings[k];
        if (!t->bonded_only && !t->steps_only && !t->queue_only &&
            !cJSON_HasObjectItem(given, t->name))
            return false;
    }
    return true;
}

LONG_TEST(replays_have_the_counts_of_gpus)
{
    glob_t found;
    struct bench bench = {.model = lj("2.5", "energy")};
    int cases = 0, traffic = 0;
    assert_int_equal(glob("results/*/*.json", 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++) {
        cJSON *results = parse_file(found.gl_pathv[k]);
        const cJSON *item = NULL;
        cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(results, "cases")) {
            const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(item, "parameters");
            if (strcmp(word(item, "backend"), "cuda") != 0 ||
                strcmp(word(item, "status"), "ok") != 0 || strcmp(word(item, "model"), "lj") != 0 ||
                strcmp(word(item, "source"), "fluid") != 0 || number(item, "n") > largest(item) ||
                number(item, "skin") != 0.3 || number(parameters, "cutoff") != 2.5 ||
                !has_tuning(item))
                continue;
            /*
             * lists built in single precision, as `staged` always does, have a few more pairs than
             * lists in double precision
             */
            if (strcmp(word(item, "precision"), "double") == 0 &&
                (strcmp(word(item, "distance"), "single") == 0 ||
                 strcmp(word(item, "strategy"), "staged") == 0))
                continue;
            traffic += replay_case(&bench, item);
            cases++;
        }
        cJSON_Delete(results);
    }
    assert_true(cases > 100 && traffic > 20);
    print_message("%d recorded cases, %d of them with the bytes of caches\n", cases, traffic);
    lanes_input_free(&bench.input);
    system_free(&bench.system);
    globfree(&found);
}

TESTS_MAIN(NULL, NULL)

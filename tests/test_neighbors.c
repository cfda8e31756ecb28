/* Compares neighbor lists and patches with a search over all pairs. */
#include "tests/support.h"

#include "harness/base/random.h"
#include "harness/particles/candidates.h"
#include "harness/particles/neighbors.h"
#include "harness/particles/patches.h"
#include "strategies/cpu_arguments.h"

#include <math.h>
#include <omp.h>
#include <string.h>
#include <sys/resource.h>

/** Counts of how often each ordered pair of a small system is found. */
struct tally {
    int64_t n;
    unsigned char *found; /* n * n */
};

static struct tally tally_create(int64_t n)
{
    struct tally tally = {n, calloc((size_t)(n * n), 1)};
    assert_non_null(tally.found);
    return tally;
}

static void tally_add(struct tally *tally, int64_t i, int64_t j)
{
    assert_in_range(i, 0, tally->n - 1);
    assert_in_range(j, 0, tally->n - 1);
    tally->found[i * tally->n + j]++;
}

/**
 * Checks that each pair in range was found the expected number of times, counting both orders, and
 * other pairs never.
 */
static void tally_check(const struct tally *tally, const struct system *system, double range,
                        bool both_ways)
{
    for (int64_t i = 0; i < tally->n; i++) {
        assert_int_equal(tally->found[i * tally->n + i], 0);
        for (int64_t j = 0; j < i; j++) {
            int there = tally->found[i * tally->n + j];
            int back = tally->found[j * tally->n + i];
            bool in_range = distance_between(system, i, j) < range;
            if (both_ways ? there != in_range || back != in_range : there + back != in_range)
                fail_msg("pair %lld %lld at %.17g of %g was found %d and %d times", (long long)i,
                         (long long)j, distance_between(system, i, j), range, there, back);
        }
    }
}

static void check_rows(const struct system *system, double range, bool half)
{
    struct rows rows = {0};
    struct error error;
    assert_true(rows_build(system, range, half, NULL, NULL, &rows, &error));
    struct tally tally = tally_create(system->n);
    int64_t pairs = 0;
    assert_int_equal(rows.n, system->n);
    for (int64_t i = 0; i < rows.n; i++) {
        assert_int_equal(rows.start[i] % LIST_PADDING, 0);
        assert_in_range(rows.start[i + 1] - rows.start[i] - rows.count[i], 0, LIST_PADDING - 1);
        for (int64_t k = rows.start[i]; k < rows.start[i] + rows.count[i]; k++)
            tally_add(&tally, i, rows.entry[k]);
        for (int64_t k = rows.start[i] + rows.count[i]; k < rows.start[i + 1]; k++)
            assert_int_equal(rows.entry[k], system->n);
        pairs += rows.count[i];
    }
    assert_int_equal(pairs, rows.pairs);
    tally_check(&tally, system, range, !half);
    free(tally.found);
    rows_free(&rows);
}

static void check_edges(const struct system *system, double range)
{
    struct edges edges = {0};
    struct rows full = {0};
    struct error error;
    assert_true(edges_build(system, range, NULL, NULL, &edges, &error));
    assert_true(rows_build(system, range, false, NULL, NULL, &full, &error));
    assert_int_equal(2 * edges.edges, full.pairs);
    struct tally tally = tally_create(system->n);
    for (int64_t k = 0; k < edges.edges; k++) {
        assert_true(k == 0 || edges.first[k] >= edges.first[k - 1]);
        tally_add(&tally, edges.first[k], edges.second[k]);
    }
    tally_check(&tally, system, range, false);
    free(tally.found);
    rows_free(&full);
    edges_free(&edges);
}

/**
 * Checks that the pairs of patches, with their images, contain every pair in range exactly once.
 */
static void check_patches(const struct system *system, double range, int size, bool reciprocal)
{
    struct patches patches = {0};
    struct error error;
    assert_true(
        patches_build(system, range, patches_edge(system, size), reciprocal, &patches, &error));
    assert_int_equal(patches.patch_start[patches.patches], system->n);
    struct tally tally = tally_create(system->n);
    int64_t pairs = 0;
    for (int64_t p = 0; p < patches.patches; p++) {
        for (int64_t k = patches.partner_start[p]; k < patches.partner_start[p + 1]; k++) {
            const int8_t *image = patches.image + 3 * k;
            int64_t q = patches.partner[k];
            bool self = q == p && !image[0] && !image[1] && !image[2];
            assert_true(self == (k == patches.partner_start[p]));
            for (int64_t s = patches.patch_start[p]; s < patches.patch_start[p + 1]; s++) {
                for (int64_t t = patches.patch_start[q]; t < patches.patch_start[q + 1]; t++) {
                    int32_t i = patches.patch_particle[s], j = patches.patch_particle[t];
                    double dx = system->x[j] + image[0] * system->box[0] - system->x[i];
                    double dy = system->y[j] + image[1] * system->box[1] - system->y[i];
                    double dz = system->z[j] + image[2] * system->box[2] - system->z[i];
                    if (self && s == t)
                        continue;
                    pairs++;
                    if (sqrt(dx * dx + dy * dy + dz * dz) >= range)
                        continue;
                    if (!self || !reciprocal || s < t)
                        tally_add(&tally, i, j);
                }
            }
        }
    }
    assert_int_equal(pairs, patches.pairs);
    tally_check(&tally, system, range, !reciprocal);
    free(tally.found);

    if (reciprocal) {
        int64_t incoming = 0;
        for (int64_t p = 0; p < patches.patches; p++) {
            for (int64_t k = patches.partner_start[p]; k < patches.partner_start[p + 1]; k++) {
                int64_t q = patches.partner[k];
                int64_t places = patches.output[k + 1] - patches.output[k];
                if (k == patches.partner_start[p])
                    assert_int_equal(places, 0);
                else
                    assert_int_equal(places, patches.patch_start[q + 1] - patches.patch_start[q]);
            }
            for (int64_t k = patches.incoming_start[p]; k < patches.incoming_start[p + 1]; k++)
                assert_int_equal(patches.partner[patches.incoming[k]], p);
            incoming += patches.incoming_start[p + 1] - patches.incoming_start[p];
        }
        assert_int_equal(incoming, patches.partner_start[patches.patches] - patches.patches);
    }
    patches_free(&patches);
}

static void check_all(const struct system *system, double range)
{
    static const int sizes[] = {4, 13, 32, 1024};
    check_rows(system, range, false);
    check_rows(system, range, true);
    check_edges(system, range);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        check_patches(system, range, sizes[k], false);
        check_patches(system, range, sizes[k], true);
    }
}

/** Returns particles at random positions in a box; they may overlap. */
static struct system scattered(int64_t n, double x, double y, double z)
{
    struct system system;
    struct error error;
    struct random random = random_start(11, 0);
    assert_true(system_allocate(n, &system, &error));
    memcpy(system.box, (const double[]){x, y, z}, sizeof system.box);
    for (int64_t i = 0; i < n; i++) {
        system.x[i] = random_uniform(&random) * x;
        system.y[i] = random_uniform(&random) * y;
        system.z[i] = random_uniform(&random) * z;
    }
    return system;
}

TEST(pairs_in_range_and_no_others)
{
    static const struct {
        int64_t n;
        double box[3];
    } rows[] = {
        {1, {6, 6, 6}},        {2, {5.6, 5.6, 5.6}},    {700, {5.6, 5.6, 5.6}},
        {700, {5.7, 9, 14}},   {1500, {8.4, 8.5, 8.3}}, {1500, {60, 50, 55}},
        {1500, {6, 7, 400}},   {1800, {12, 13, 14}},    {3, {1000, 1000, 1000}},
        {1200, {30, 5.6, 11}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = scattered(rows[k].n, rows[k].box[0], rows[k].box[1], rows[k].box[2]);
        check_all(&system, 2.8);
        system_free(&system);
    }
}

TEST(crowded_and_empty_places)
{
    struct system system = scattered(1000, 40, 40, 40);
    for (int64_t i = 0; i < system.n; i++) { /* all particles around a corner, on both sides of
                                              * the faces */
        system.x[i] = fmod(system.x[i] / 20 + 39, 40);
        system.y[i] = fmod(system.y[i] / 20 + 39, 40);
        system.z[i] = fmod(system.z[i] / 20 + 39, 40);
    }
    check_all(&system, 2.8);
    system_free(&system);
}

/** Distances differ from the range by a few units in the last place, so that rounding matters. */
TEST(distances_at_the_range)
{
    enum { N = 81 };
    struct system system = scattered(2 * N, 300, 300, 300);
    for (int k = 0; k < N; k++) {
        double r = 2.8 * (1 + (k - N / 2) * 0x1p-50);
        system.x[2 * k] = 3 * k + 1;
        system.y[2 * k] = 10 * k % 300;
        system.z[2 * k] = 299;
        system.x[2 * k + 1] = system.x[2 * k];
        system.y[2 * k + 1] = system.y[2 * k];
        system.z[2 * k + 1] = system.z[2 * k] + r - 300;
    }
    struct rows rows = {0};
    struct error error;
    int64_t in_range = 0;
    for (int k = 0; k < N; k++)
        in_range += distance_between(&system, 2 * k, 2 * k + 1) < 2.8;
    assert_in_range(in_range, 1, N - 1);
    assert_true(rows_build(&system, 2.8, true, NULL, NULL, &rows, &error));
    for (int64_t i = 0; i < rows.n; i++)
        for (int32_t k = 0; k < rows.count[i]; k++)
            in_range -= (rows.entry[rows.start[i] + k] ^ 1) == i;
    assert_int_equal(in_range, 0);
    rows_free(&rows);
    check_rows(&system, 2.8, false);
    system_free(&system);
}

/**
 * Single precision cannot distinguish the distances of two images of a particle. Only one of them
 * may be listed.
 */
TEST(each_partner_is_listed_once)
{
    struct system system = scattered(2, 5.6, 5.6, 5.6);
    system.y[1] = system.y[0];
    system.z[1] = system.z[0];
    system.x[0] = 1;
    system.x[1] = 1 + 2.8 * (1 - 1e-9);
    check_all(&system, 2.8);
    system_free(&system);
    system = scattered(60, 6, 6, 6);
    system.box[0] = 3e6;
    check_all(&system, 2.8);
    system_free(&system);
}

TEST(half_rows_are_balanced)
{
    struct system system = fluid(4000, 0.8442, 1.44, 1);
    struct rows half = {0}, full = {0};
    struct error error;
    assert_true(rows_build(&system, 2.8, true, NULL, NULL, &half, &error));
    assert_true(rows_build(&system, 2.8, false, NULL, NULL, &full, &error));
    assert_int_equal(2 * half.pairs, full.pairs);
    for (int64_t i = 0; i < half.n; i++)
        assert_in_range(half.count[i], full.count[i] / 5, full.count[i] * 4 / 5);
    rows_free(&half);
    rows_free(&full);
    system_free(&system);
}

TEST(threads_and_rebuilds_do_not_change_lists)
{
    struct system system = fluid(8000, 0.5, 1.8, 2);
    struct system sparse = fluid(8000, 0.1, 1.8, 2);
    struct rows one = {0}, many = {0};
    struct edges first = {0}, second = {0};
    struct error error;
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    assert_true(rows_build(&system, 2.8, false, NULL, NULL, &one, &error));
    assert_true(edges_build(&system, 2.8, NULL, NULL, &first, &error));
    omp_set_num_threads(5);
    assert_true(rows_build(&sparse, 2.8, false, NULL, NULL, &many,
                           &error)); /* too short for the next list */
    assert_true(rows_build(&system, 2.8, false, NULL, NULL, &many, &error));
    assert_true(edges_build(&sparse, 2.8, NULL, NULL, &second, &error));
    assert_true(edges_build(&system, 2.8, NULL, NULL, &second, &error));
    omp_set_num_threads(before);
    assert_true(many.capacity > many.start[many.n]); /* leaves room for longer lists */
    assert_true(second.capacity > second.edges);
    assert_int_equal(one.pairs, many.pairs);
    assert_memory_equal(one.start, many.start, (size_t)(one.n + 1) * sizeof *one.start);
    assert_memory_equal(one.entry, many.entry, (size_t)one.start[one.n] * sizeof *one.entry);
    assert_int_equal(first.edges, second.edges);
    assert_memory_equal(first.first, second.first, (size_t)first.edges * sizeof *first.first);
    assert_memory_equal(first.second, second.second, (size_t)first.edges * sizeof *first.second);
    rows_free(&one);
    rows_free(&many);
    edges_free(&first);
    edges_free(&second);
    system_free(&sparse);
    system_free(&system);
}

/* Returns a system with three random types; pairs have four kinds of interaction. */
static struct system typed(int64_t n, struct interactions *interactions)
{
    struct random random = random_start(5, 0);
    struct system system = fluid(n, 0.8442, 1.44, 1);
    static const uint8_t kinds[3][3] = {{0, 3, 0}, {3, 1, 2}, {2, 0, 0}};
    *interactions = (struct interactions){.kinds = 4};
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++)
            interactions->of[MODEL_TYPES * p + q] = kinds[p][q];
    system.type = calloc((size_t)n, sizeof *system.type);
    assert_non_null(system.type);
    for (int64_t i = 0; i < n; i++)
        system.type[i] = (int32_t)(3 * random_uniform(&random));
    return system;
}

static int kind_of(const struct system *system, const struct interactions *interactions, int64_t i,
                   int64_t j)
{
    return interactions->of[MODEL_TYPES * system->type[i] + system->type[j]];
}

TEST(interactions_are_stored_with_entries)
{
    struct interactions interactions;
    struct system system = typed(3000, &interactions);
    struct rows plain = {0}, stored = {0};
    struct edges edges = {0};
    struct error error;
    assert_true(rows_build(&system, 2.8, true, NULL, &interactions, &plain, &error));
    assert_null(plain.interaction);
    interactions.structure = INTERACTIONS_STORED;
    assert_true(rows_build(&system, 2.8, true, NULL, &interactions, &stored, &error));
    assert_true(edges_build(&system, 2.8, NULL, &interactions, &edges, &error));
    assert_memory_equal(plain.entry, stored.entry, (size_t)plain.start[plain.n] * sizeof(int32_t));
    for (int64_t i = 0; i < system.n; i++)
        for (int64_t k = stored.start[i]; k < stored.start[i] + stored.count[i]; k++)
            assert_int_equal(stored.interaction[k],
                             kind_of(&system, &interactions, i, stored.entry[k]));
    for (int64_t k = 0; k < edges.edges; k++)
        assert_int_equal(edges.interaction[k],
                         kind_of(&system, &interactions, edges.first[k], edges.second[k]));
    rows_free(&plain);
    rows_free(&stored);
    edges_free(&edges);
    system_free(&system);
}

/*
 * The entries of a sorted row with the same kind of interaction are consecutive, in their original
 * order.
 */
TEST(sorted_rows_are_runs_of_interactions)
{
    struct interactions interactions;
    struct system system = typed(3000, &interactions);
    struct rows plain = {0}, sorted = {0};
    struct edges edges = {0};
    struct error error;
    assert_true(rows_build(&system, 2.8, true, NULL, &interactions, &plain, &error));
    interactions.structure = INTERACTIONS_SORTED;
    assert_true(rows_build(&system, 2.8, true, NULL, &interactions, &sorted, &error));
    assert_true(edges_build(&system, 2.8, NULL, &interactions, &edges, &error));
    assert_int_equal(edges.edges, plain.pairs);
    for (int64_t i = 0, edge = 0; i < system.n; i++) {
        int64_t at = sorted.start[i];
        assert_int_equal(sorted.count[i], plain.count[i]);
        for (int kind = 0; kind < interactions.kinds; kind++) {
            for (int64_t k = plain.start[i]; k < plain.start[i] + plain.count[i]; k++) {
                if (kind_of(&system, &interactions, i, plain.entry[k]) != kind)
                    continue;
                assert_int_equal(sorted.entry[at++], plain.entry[k]);
                assert_int_equal(edges.first[edge], i);
                assert_int_equal(edges.second[edge++], plain.entry[k]);
            }
            assert_int_equal(sorted.start[i] + sorted.run_end[i * interactions.kinds + kind], at);
        }
        for (; at < sorted.start[i + 1]; at++)
            assert_int_equal(sorted.entry[at], system.n);
    }
    rows_free(&plain);
    rows_free(&sorted);
    edges_free(&edges);
    system_free(&system);
}

/*
 * Particles in one cell have ten million candidates, including images, for which there is no
 * memory.
 */
TEST(candidates_that_do_not_fit_are_none)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip();
#endif
    enum { MANY = 400000, LEFT = 8 << 20 };
    struct system sparse = fluid(500, 0.5, 1.44, 1), dense;
    struct cell_order orders[2];
    struct list_candidates candidates = {.cell = -1};
    struct error error;
    struct rlimit before, limit;
    assert_true(system_allocate(MANY, &dense, &error));
    for (int d = 0; d < 3; d++)
        dense.box[d] = 4;
    assert_true(cell_order_build(&sparse, 2.5, &orders[0], &error));
    assert_true(cell_order_build(&dense, 2.5, &orders[1], &error));
    assert_true(candidates_gather(&orders[0], 0, &candidates, &error));
    assert_int_equal(candidates.cell, 0);
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_true(file != NULL && fscanf(file, "%ld", &pages) == 1 && fclose(file) == 0);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = before;
    limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + LEFT;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    bool gathered = candidates_gather(&orders[1], 0, &candidates, &error);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_false(gathered);
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_int_equal(candidates.cell, -1);
    assert_int_equal(candidates.count, 0);
    assert_true(candidates_gather(&orders[0], 0, &candidates, &error));
    assert_true(candidates.cell == 0 && candidates.count > 0);
    candidates_free(&candidates);
    for (int k = 0; k < 2; k++)
        cell_order_free(&orders[k]);
    system_free(&sparse);
    system_free(&dense);
}

TESTS_MAIN(NULL, NULL)

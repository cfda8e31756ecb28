/*
 * Tests the neighbor structure of `staged` on the CPU. It has blocks of particles with tables of
 * partners, and rows of indices into the tables.
 */
#include "tests/support.h"

#include "harness/backend/backend.h"
#include "harness/particles/order.h"
#include "harness/particles/staged.h"

#include <math.h>
#include <string.h>

enum { PADDING = 16, MOST = 65535 };

static const double range = 2.8;
static const struct interactions one_kind = {.kinds = 1};

/** A fluid in a sort order, with its full list and its tables. */
struct bench {
    struct system system;
    struct rows rows;
    struct staged staged;
};

static struct bench bench_of(int64_t n, double density, enum sort_order sort, int particles)
{
    struct bench bench = {0};
    struct system built = fluid(n, density, 1.44, 3);
    int32_t *order = NULL;
    struct error error;
    assert_true(order_create(&built, sort, range, &order, &error));
    assert_true(system_reorder(&built, order, &bench.system, &error));
    assert_true(rows_build(&bench.system, range, false, NULL, &one_kind, &bench.rows, &error));
    assert_good(staged_build(&bench.system, range, &bench.rows, particles, PADDING, MOST,
                             &bench.staged, &error));
    system_free(&built);
    free(order);
    return bench;
}

static void bench_free(struct bench *bench)
{
    system_free(&bench->system);
    rows_free(&bench->rows);
    staged_free(&bench->staged);
}

static int ascending(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

/**
 * Checks that a row contains the partners of the full row in ascending order, padded with particle
 * n.
 */
static void check_row(const struct bench *bench, int64_t i)
{
    const struct staged *s = &bench->staged;
    const int32_t *table = s->table + s->table_start[i / s->particles];
    const uint16_t *entry = s->entry + s->start[i];
    int32_t expected[512], count = bench->rows.count[i];
    assert_in_range(count, 0, 512);
    memcpy(expected, bench->rows.entry + bench->rows.start[i], (size_t)count * sizeof *expected);
    qsort(expected, (size_t)count, sizeof *expected, ascending);
    assert_int_equal(s->count[i], count);
    assert_int_equal((s->start[i + 1] - s->start[i]) % PADDING, 0);
    for (int32_t k = 0; k < count; k++)
        assert_int_equal(table[entry[k]], expected[k]);
    for (int64_t k = count; k < s->start[i + 1] - s->start[i]; k++)
        assert_int_equal(table[entry[k]], s->n);
}

/**
 * Checks that a table contains each partner of its block once, in ascending order, and no others.
 */
static void check_table(const struct bench *bench, int64_t block, bool *used)
{
    const struct staged *s = &bench->staged;
    const int32_t *table = s->table + s->table_start[block];
    int64_t places = s->table_start[block + 1] - s->table_start[block];
    memset(used, 0, (size_t)places);
    for (int64_t i = block * s->particles; i < s->n && i < (block + 1) * s->particles; i++)
        for (int32_t k = 0; k < s->count[i]; k++)
            used[s->entry[s->start[i] + k]] = true;
    for (int64_t k = 0; k < places - 1; k++) {
        assert_true(used[k]);
        assert_true(k == 0 || table[k - 1] < table[k]);
    }
    assert_int_equal(table[places - 1], s->n);
}

/**
 * Checks that in a block with cuts, differences of shifted coordinates belong to nearest images.
 */
static int64_t check_images(const struct bench *bench, int64_t i)
{
    const struct staged *s = &bench->staged;
    const double *axes[] = {bench->system.x, bench->system.y, bench->system.z};
    const double *cut = s->cut + 3 * (i / s->particles);
    int64_t crossing = 0;
    for (int d = 0; d < 3; d++) {
        double box = bench->system.box[d];
        if (cut[d] < 0)
            continue;
        for (int32_t k = 0; k < bench->rows.count[i]; k++) {
            double from = axes[d][i], to = axes[d][bench->rows.entry[bench->rows.start[i] + k]];
            double seen = (to >= cut[d] ? to - box : to) - (from >= cut[d] ? from - box : from);
            assert_near(seen, system_nearest(to - from, box), 1e-12 * box);
            crossing += fabs(to - from) > box / 2;
        }
    }
    return crossing;
}

TEST(rows_stand_for_the_full_rows)
{
    static const int particles[] = {64, 129, 512};
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        for (size_t k = 0; k < sizeof particles / sizeof *particles; k++) {
            struct bench bench = bench_of(1500, 0.8442, (enum sort_order)sort, particles[k]);
            bool *used = calloc((size_t)bench.system.n + 1, sizeof *used);
            assert_non_null(used);
            for (int64_t i = 0; i < bench.system.n; i++)
                check_row(&bench, i);
            for (int64_t block = 0; block < bench.staged.blocks; block++)
                check_table(&bench, block, used);
            assert_int_equal(bench.staged.pairs, bench.rows.pairs);
            free(used);
            bench_free(&bench);
        }
    }
}

TEST(images_are_taken_before_pairs)
{
    struct bench bench = bench_of(12000, 0.8442, SORT_HILBERT, 64);
    int64_t crossing = 0, cuts = 0;
    for (int64_t i = 0; i < bench.system.n; i++)
        crossing += check_images(&bench, i);
    for (int64_t k = 0; k < 3 * bench.staged.blocks; k++)
        cuts += bench.staged.cut[k] >= 0;
    assert_true(crossing > 1000);
    assert_int_equal(cuts, 3 * bench.staged.blocks);
    bench_free(&bench);
}

/* Blocks as long as the box reach their own periodic images, so that no cut exists. */
TEST(blocks_that_fill_the_box_have_no_cut)
{
    struct bench bench = bench_of(500, 0.8442, SORT_HILBERT, 512);
    for (int d = 0; d < 3; d++)
        assert_true(bench.staged.cut[d] < 0);
    bench_free(&bench);
}

TEST(a_structure_that_is_built_again_is_the_same)
{
    struct bench bench = bench_of(1500, 0.8442, SORT_CELL, 128);
    const uint16_t *entry = bench.staged.entry;
    int64_t bytes = staged_bytes(&bench.staged);
    struct error error;
    assert_true(
        staged_build(&bench.system, range, &bench.rows, 128, PADDING, MOST, &bench.staged, &error));
    assert_ptr_equal(bench.staged.entry, entry);
    assert_int_equal(staged_bytes(&bench.staged), bytes);
    check_row(&bench, 700);
    bench_free(&bench);
}

TEST(more_partners_than_a_table_holds_are_refused)
{
    struct bench bench = bench_of(1500, 0.8442, SORT_HILBERT, 64);
    struct error error;
    assert_false(
        staged_build(&bench.system, range, &bench.rows, 64, PADDING, 100, &bench.staged, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_true(error.too_large);
    assert_non_null(strstr(error.text, "a block of 64 particles has "));
    assert_non_null(strstr(error.text, "a table holds at most 100: expected fewer particles"));
    assert_null(bench.staged.start);
    bench_free(&bench);
}

TESTS_MAIN(NULL, NULL)

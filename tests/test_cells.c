/*
 * Tests cells and sort orders: each particle occurs once, in the right cell, for any number of
 * threads.
 */
#include "tests/support.h"

#include "harness/backend/gpu_layout.h"
#include "harness/base/random.h"
#include "harness/particles/cells.h"
#include "harness/particles/order.h"
#include "harness/particles/sort_order.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/** Returns particles at random positions in a box, some of them on its faces. */
static struct system scattered(int64_t n, double x, double y, double z)
{
    struct system system;
    struct error error;
    struct random random = random_start(7, 0);
    assert_true(system_allocate(n, &system, &error));
    memcpy(system.box, (const double[]){x, y, z}, sizeof system.box);
    for (int64_t i = 0; i < n; i++) {
        system.x[i] = i % 10 == 0 ? 0 : random_uniform(&random) * x;
        system.y[i] = i % 10 == 1 ? nextafter(y, 0) : random_uniform(&random) * y;
        system.z[i] = random_uniform(&random) * z;
    }
    return system;
}

static void check_cells(const struct system *system, double edge, const struct cells *cells)
{
    assert_int_equal(cells->start[0], 0);
    assert_int_equal(cells->start[cells->cells], system->n);
    assert_int_equal(cells->cells, (int64_t)cells->count[0] * cells->count[1] * cells->count[2]);
    for (int d = 0; d < 3; d++)
        assert_true(cells->edge[d] >= edge || cells->count[d] == 1);
    for (int64_t c = 0; c < cells->cells; c++) {
        int x = (int)(c % cells->count[0]);
        int y = (int)(c / cells->count[0] % cells->count[1]);
        int z = (int)(c / cells->count[0] / cells->count[1]);
        for (int64_t k = cells->start[c]; k < cells->start[c + 1]; k++) {
            int32_t i = cells->particle[k];
            assert_int_equal(cells->cell[i], c);
            assert_true(k == cells->start[c] || cells->particle[k - 1] < i);
            assert_true(system->x[i] >= (x - 1e-9) * cells->edge[0]);
            assert_true(system->x[i] <= (x + 1 + 1e-9) * cells->edge[0]);
            assert_true(system->y[i] >= (y - 1e-9) * cells->edge[1]);
            assert_true(system->y[i] <= (y + 1 + 1e-9) * cells->edge[1]);
            assert_true(system->z[i] >= (z - 1e-9) * cells->edge[2]);
            assert_true(system->z[i] <= (z + 1 + 1e-9) * cells->edge[2]);
        }
    }
}

TEST(every_particle_is_in_its_cell)
{
    static const struct {
        int64_t n;
        double box[3], edge;
    } rows[] = {{1, {3, 3, 3}, 5},           {2, {1e6, 1e6, 1e6}, 1e-3},
                {1000, {10, 10, 10}, 2.5},   {1000, {5, 40, 7.3}, 1.4},
                {50000, {30, 31, 32}, 1.4},  {5000, {0.9, 0.9, 9000}, 0.5},
                {3000, {100, 100, 100}, 0.1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct system system = scattered(rows[k].n, rows[k].box[0], rows[k].box[1], rows[k].box[2]);
        struct cells cells;
        struct error error;
        assert_true(cells_build(&system, rows[k].edge, &cells, &error));
        check_cells(&system, rows[k].edge, &cells);
        cells_free(&cells);
        system_free(&system);
    }
}

TEST(threads_do_not_change_cells)
{
    struct system system = scattered(100000, 40, 50, 60);
    struct cells one, many;
    struct error error;
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    assert_true(cells_build(&system, 1.3, &one, &error));
    omp_set_num_threads(7);
    assert_true(cells_build(&system, 1.3, &many, &error));
    omp_set_num_threads(before);
    assert_memory_equal(one.start, many.start, (size_t)(one.cells + 1) * sizeof *one.start);
    assert_memory_equal(one.particle, many.particle, (size_t)system.n * sizeof *one.particle);
    cells_free(&one);
    cells_free(&many);
    system_free(&system);
}

TEST(spans_cover_each_cell_once)
{
    for (int count = 1; count <= 9; count++) {
        for (int centre = 0; centre < count; centre++) {
            for (int reach = 1; reach <= 2; reach++) {
                int seen[9] = {0};
                int first;
                int span = cells_span(count, centre, reach, &first);
                for (int k = first; k < first + span; k++)
                    seen[(k + count) % count]++;
                for (int k = 0; k < count; k++) {
                    int away = abs(k - centre);
                    away = away < count - away ? away : count - away;
                    assert_true(seen[k] <= 1);
                    assert_true(seen[k] == 1 || away > reach);
                }
            }
        }
    }
}

TEST(orders_are_permutations)
{
    static const double boxes[][3] = {{20, 20, 20}, {5, 6, 70}, {3, 3, 3}};
    for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
        struct system system = scattered(4000, boxes[b][0], boxes[b][1], boxes[b][2]);
        for (int sort = 0; sort < SORT_COUNT; sort++) {
            int32_t *order;
            struct error error;
            assert_true(order_create(&system, (enum sort_order)sort, 1.4, &order, &error));
            char *seen = calloc((size_t)system.n, 1);
            assert_non_null(seen);
            for (int64_t k = 0; k < system.n; k++) {
                assert_in_range(order[k], 0, system.n - 1);
                assert_false(seen[order[k]]);
                seen[order[k]] = 1;
                if (sort == SORT_NONE)
                    assert_int_equal(order[k], k);
            }
            free(seen);
            free(order);
        }
        system_free(&system);
    }
}

/*
 * Particles are sorted by cell, within a cell by type, and within a type in the order of the
 * system.
 */
TEST(types_lie_together_within_cells)
{
    enum { N = 4000 };
    struct system system = scattered(N, 20, 20, 20);
    struct random random = random_start(1, 0);
    int32_t *by_cell, *by_type;
    struct cells cells;
    struct error error;
    system.type = calloc(N, sizeof *system.type);
    assert_non_null(system.type);
    for (int i = 0; i < N; i++)
        system.type[i] = (int32_t)(4 * random_uniform(&random));
    assert_true(order_create(&system, SORT_CELL, 3, &by_cell, &error));
    assert_true(order_create(&system, SORT_CELL_TYPE, 3, &by_type, &error));
    assert_true(cells_build(&system, 3, &cells, &error));
    for (int64_t cell = 0; cell < cells.cells; cell++) {
        int64_t at = cells.start[cell];
        for (int32_t type = 0; type < 4; type++)
            for (int64_t k = cells.start[cell]; k < cells.start[cell + 1]; k++)
                if (system.type[by_cell[k]] == type)
                    assert_int_equal(by_type[at++], by_cell[k]);
    }
    cells_free(&cells);
    free(by_cell);
    free(by_type);
    system_free(&system);
}

/**
 * There is one particle in the middle of each of 16^3 cells; each step of the curve has to lead to
 * an adjacent cell.
 */
TEST(the_hilbert_curve_never_jumps)
{
    enum { EDGE = 16, N = EDGE * EDGE * EDGE };
    struct system system;
    struct error error;
    assert_true(system_allocate(N, &system, &error));
    for (int i = 0; i < N; i++) {
        int at = i * 2731 % N; /* scrambles the order */
        system.x[i] = at % EDGE + 0.5;
        system.y[i] = at / EDGE % EDGE + 0.5;
        system.z[i] = at / EDGE / EDGE + 0.5;
    }
    for (int d = 0; d < 3; d++)
        system.box[d] = EDGE;
    int32_t *order;
    assert_true(order_create(&system, SORT_HILBERT, 1, &order, &error));
    for (int k = 1; k < N; k++) {
        int32_t i = order[k - 1], j = order[k];
        double step = fabs(system.x[i] - system.x[j]) + fabs(system.y[i] - system.y[j]) +
                      fabs(system.z[i] - system.z[j]);
        assert_true(step == 1);
    }
    free(order);
    system_free(&system);
}

TEST(sorting_moves_whole_particles)
{
    struct system system = scattered(500, 8, 9, 10);
    struct system sorted;
    struct error error;
    int32_t *order;
    assert_true(order_create(&system, SORT_HILBERT, 1.4, &order, &error));
    assert_true(system_reorder(&system, order, &sorted, &error));
    assert_memory_equal(sorted.box, system.box, sizeof system.box);
    for (int64_t k = 0; k < system.n; k++) {
        assert_true(sorted.x[k] == system.x[order[k]]);
        assert_true(sorted.y[k] == system.y[order[k]]);
        assert_true(sorted.z[k] == system.z[order[k]]);
    }
    free(order);
    system_free(&sorted);
    system_free(&system);
}

/* The number of cells fits its integer type for boxes of any size. */
TEST(grids_of_huge_boxes_can_be_counted)
{
    static const double boxes[][3] = {
        {1e300, 1e300, 1e300}, {1e300, 1, 1}, {3e9, 3e9, 3e9}, {1e12, 1, 1e12}};
    for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++) {
        int grid[3], reach[3];
        gpu_grid(boxes[k], 1000, 1, 0.5, grid, reach);
        double cells = 1;
        for (int d = 0; d < 3; d++) {
            assert_true(grid[d] >= 1 && reach[d] >= 0 && reach[d] <= 1);
            cells *= grid[d];
        }
        assert_true(cells <= 2064);
    }
}

TESTS_MAIN(NULL, NULL)

/*
 * Tests all ways to fill cells and to build lists on the (emulated) GPU. All ways fill cells
 * identically. Lists contain exactly the pairs in range, which the test finds among all pairs in
 * double precision. Trajectories are equal.
 */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/backend/backend.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/base/random.h"
#include "harness/devices/backends.h"
#include "harness/particles/sort_order.h"
#include "harness/physics/dynamics.h"
#include "strategies/gpu_edge_list.h"
#include "tests/emulated_device.h"

#include <float.h>
#include <string.h>

static const double cutoff = 2.5, skin = 0.3;

/**
 * Particles at random positions in a box on the device. In double precision, the distances of some
 * pairs differ from the range by less than single precision can resolve.
 */
struct bench {
    struct cuda_particles particles;
    struct cuda_buffer position;
    double *at; /* x, y, z of each particle */
};

static void open_bench(struct bench *bench, int n, const double edges[3], enum precision precision)
{
    struct random random = random_start(7, 0);
    *bench = (struct bench){.at = calloc(3 * (size_t)n, sizeof(double))};
    assert_non_null(bench->at);
    for (int k = 0; k < 3 * n; k++) {
        double edge = edges[k % 3] * (cutoff + skin);
        bench->at[k] = edge * random_uniform(&random);
        /* a coordinate must not be rounded to the edge of the box in single precision */
        if (precision_info(precision)->real_size == sizeof(float))
            bench->at[k] = fminf((float)bench->at[k], nextafterf((float)edge, 0));
    }
    bool wide = precision_info(precision)->real_size == sizeof(double);
    for (int i = 0; wide && i + 1 < n && i < 128; i += 2) {
        const double *one = bench->at + 3 * i;
        double *two = bench->at + 3 * (i + 1);
        double edge = edges[i / 2 % 3] * (cutoff + skin);
        for (int d = 0; d < 3; d++)
            two[d] = one[d];
        two[i / 2 % 3] += (cutoff + skin) * (1 - 1e-9);
        two[i / 2 % 3] -= edge * floor(two[i / 2 % 3] / edge);
    }
    bench->particles = (struct cuda_particles){.device = device,
                                               .systems = 1,
                                               .precision = precision,
                                               .n = n,
                                               .cutoff = cutoff,
                                               .skin = skin,
                                               .sort = SORT_NONE};
    for (int d = 0; d < 3; d++)
        bench->particles.box[d] = edges[d] * (cutoff + skin);
}

static void close_bench(struct bench *bench)
{
    cuda_buffer_free(&bench->position);
    free(bench->at);
}

static void upload(struct bench *bench)
{
    int n = bench->particles.n;
    int64_t bytes = 4LL * precision_info(bench->particles.precision)->real_size;
    struct error error;
    void *packed = calloc((size_t)n + 1, (size_t)bytes);
    assert_non_null(packed);
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 3; d++)
            precision_set_real(bench->particles.precision, packed, 4LL * i + d,
                               bench->at[3 * i + d]);
    assert_good(cuda_buffer_resize(&bench->position, n + 1, bytes, "positions", &error) &&
                cuda_buffer_write(&bench->position, packed, n + 1, bytes, &error));
    bench->particles.position = bench->position.address;
    free(packed);
}

/** Moves each particle by up to `step` along each axis. */
static void shake(struct bench *bench, double step, uint64_t seed)
{
    struct random random = random_start(seed, 0);
    for (int k = 0; k < 3 * bench->particles.n; k++) {
        double edge = bench->particles.box[k % 3];
        double moved = bench->at[k] + step * (2 * random_uniform(&random) - 1);
        moved -= edge * floor(moved / edge);
        bench->at[k] = (float)moved < (float)edge ? (float)moved : 0;
    }
    upload(bench);
}

static int32_t *read_ints(const struct cuda_buffer *buffer, int64_t count)
{
    struct error error;
    int32_t *ints = malloc((size_t)count * sizeof *ints);
    assert_non_null(ints);
    assert_good(cuda_buffer_read(buffer, ints, count, sizeof *ints, &error));
    return ints;
}

static void synchronize(void)
{
    assert_int_equal(cu.cuStreamSynchronize(device->stream), 0);
}

/* --- cells --- */

/**
 * Reads the cells and their particles from the device, and checks that positions are sorted by
 * cell.
 */
static void read_cells(const struct bench *bench, const struct cuda_list *list, int32_t **start,
                       int32_t **particle)
{
    const struct list_arguments *a = &list->arguments;
    synchronize();
    *start = read_ints(&list->bins.cell_start, (int64_t)a->grid[0] * a->grid[1] * a->grid[2] + 1);
    *particle = read_ints(&list->bins.sorted_value, bench->particles.n);
}

static void same_cells(const struct bench *bench, const struct cuda_list *one,
                       const struct cuda_list *other, const char *when)
{
    const struct list_arguments *a = &one->arguments;
    int cells = a->grid[0] * a->grid[1] * a->grid[2];
    int32_t *start, *particle, *other_start, *other_particle;
    int n = bench->particles.n;
    size_t bytes = (size_t)(n + ROW_GROUP) * 16;
    void *position = malloc(bytes), *other_position = malloc(bytes);
    struct error error;
    read_cells(bench, one, &start, &particle);
    read_cells(bench, other, &other_start, &other_particle);
    if (memcmp(start, other_start, sizeof *start * (size_t)(cells + 1)) != 0 ||
        memcmp(particle, other_particle, sizeof *particle * (size_t)n) != 0)
        fail_msg("%s, %s: other cells than by %s", binning_name(other->bins.binning), when,
                 binning_name(one->bins.binning));
    assert_true(
        cuda_buffer_read(&one->bins.sorted_position, position, (int64_t)bytes, 1, &error) &&
        cuda_buffer_read(&other->bins.sorted_position, other_position, (int64_t)bytes, 1, &error));
    assert_memory_equal(position, other_position, bytes);
    free(start);
    free(particle);
    free(other_start);
    free(other_particle);
    free(position);
    free(other_position);
}

static void create_list(struct bench *bench, struct cuda_list *list,
                        const struct neighbor_structure *neighbors, struct building building)
{
    struct error error;
    *list = (struct cuda_list){.neighbors = neighbors};
    bench->particles.building = building;
    assert_good(cuda_list_create(&bench->particles, list, &error));
}

static void bin(struct bench *bench, struct cuda_list *list)
{
    struct error error;
    assert_good(cuda_list_bin(&bench->particles, list, &error));
}

/** Moves all particles into one corner of the box, so that cells become fuller than ever before. */
static void crowd(struct bench *bench)
{
    for (int k = 0; k < 3 * bench->particles.n; k++)
        bench->at[k] = (float)(bench->at[k] / 8);
    upload(bench);
}

/*
 * Compares cells at the start and after moves of particles to the next cell. Also compares cells
 * with bins that are too small.
 */
TEST(every_binning_fills_cells_alike)
{
    static const double edges[][3] = {{3.2, 4.3, 2.6}, {2.01, 2.01, 2.01}};
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++) {
        for (int binning = 0; binning < BINNING_COUNT; binning++) {
            struct bench bench;
            struct cuda_list by_keys, list;
            struct error error;
            bool grown = false;
            bool slots = binning == BINNING_GBIN_OLD || binning == BINNING_GBIN_NEW;
            open_bench(&bench, 300, edges[k], PRECISION_SINGLE);
            upload(&bench);
            create_list(&bench, &by_keys, &neighbors_full,
                        (struct building){.binning = BINNING_RADIX});
            create_list(&bench, &list, &neighbors_full,
                        (struct building){.binning = (enum binning)binning});
            same_cells(&bench, &by_keys, &list, "at first");
            for (uint64_t moves = 1; moves <= 2; moves++) {
                shake(&bench, (cutoff + skin) / 2 / 1.8, moves);
                bin(&bench, &by_keys);
                bin(&bench, &list);
                same_cells(&bench, &by_keys, &list, "after a move");
            }
            crowd(&bench);
            list.bins.former = false; /* particles move farther than to the next cell */
            for (int again = 0; again < 2; again++) {
                bin(&bench, &by_keys);
                bin(&bench, &list);
                same_cells(&bench, &by_keys, &list, "crowded");
                assert_true(
                    cuda_bins_grow(&bench.particles, &list.bins, &list.arguments, &grown, &error));
                assert_int_equal(grown, slots && again == 0);
            }
            cuda_list_free(&by_keys);
            cuda_list_free(&list);
            close_bench(&bench);
        }
    }
}

/* --- lists --- */

static double distance2(const struct bench *bench, int i, int j)
{
    double sum = 0;
    for (int d = 0; d < 3; d++) {
        double edge = bench->particles.box[d];
        double one = bench->at[3 * i + d] - bench->at[3 * j + d];
        one -= edge * nearbyint(one / edge);
        sum += one * one;
    }
    return sum;
}

/** Counts how often each pair is listed; `listed` has n times n numbers. */
static void count_rows(const struct bench *bench, const struct cuda_list *list, bool columns,
                       uint8_t *listed)
{
    int n = bench->particles.n;
    struct gpu_rows rows;
    cuda_list_arguments(&bench->particles, list, &rows);
    int64_t stride = rows.stride;
    int32_t *count = read_ints(&(struct cuda_buffer){rows.count, 4LL * n}, n);
    int32_t *entry = read_ints(&(struct cuda_buffer){rows.entry, 4 * n * stride}, n * stride);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < count[i]; k++) {
            int64_t place = columns ? ((int64_t)(k / ROW_GROUP) * n + i) * ROW_GROUP + k % ROW_GROUP
                                    : i * stride + k;
            assert_in_range(entry[place], 0, n - 1);
            listed[(int64_t)i * n + entry[place]]++;
        }
        for (int k = count[i]; k % ROW_GROUP != 0; k++)
            assert_int_equal(
                entry[columns ? ((int64_t)(k / ROW_GROUP) * n + i) * ROW_GROUP + k % ROW_GROUP
                              : i * stride + k],
                n);
    }
    free(count);
    free(entry);
}

static void count_edges(const struct bench *bench, const struct cuda_list *list, uint8_t *listed)
{
    int n = bench->particles.n;
    int64_t edges = list->pairs_listed;
    struct gpu_edges arguments;
    cuda_list_arguments(&bench->particles, list, &arguments);
    int32_t *edge = read_ints(&(struct cuda_buffer){arguments.edge, 8 * edges}, 2 * edges);
    for (int64_t k = 0; k < edges; k++) {
        assert_in_range(edge[2 * k], k == 0 ? 0 : edge[2 * k - 2], n - 1);
        assert_in_range(edge[2 * k + 1], 0, n - 1);
        listed[(int64_t)edge[2 * k] * n + edge[2 * k + 1]]++;
    }
    free(edge);
}

/**
 * Checks that the list has all pairs in range. Pairs with squared distances from range^2 - short_by
 * to range^2 + doubt may be listed or not.
 */
static void check_pairs(const struct bench *bench, const struct cuda_list *list, double doubt,
                        double short_by, const char *name)
{
    int n = bench->particles.n;
    bool columns = list->neighbors == &neighbors_full_interleaved ||
                   list->neighbors == &neighbors_half_interleaved;
    bool full =
        list->neighbors == &neighbors_full || list->neighbors == &neighbors_full_interleaved;
    double range2 = (cutoff + skin) * (cutoff + skin);
    uint8_t *listed = calloc((size_t)n, (size_t)n);
    assert_non_null(listed);
    synchronize();
    if (list->neighbors == &neighbors_edges)
        count_edges(bench, list, listed);
    else
        count_rows(bench, list, columns, listed);
    for (int i = 0; i < n; i++) {
        assert_int_equal(listed[(int64_t)i * n + i], 0);
        for (int j = 0; j < i; j++) {
            int ij = listed[(int64_t)i * n + j], ji = listed[(int64_t)j * n + i];
            double r2 = distance2(bench, i, j);
            int times = full ? 2 : 1;
            if ((r2 < range2 - short_by && ij + ji != times) ||
                (r2 > range2 + doubt && ij + ji != 0) || (ij + ji != 0 && ij + ji != times) ||
                ij > 1 || ji > 1)
                fail_msg("%s: pair %d, %d at %.9g is listed %d and %d times", name, i, j, sqrt(r2),
                         ij, ji);
        }
    }
    free(listed);
}

struct way {
    enum precision precision;
    enum listing listing;
    enum distance distance;
};

TEST_IN_BOTH(every_listing_finds_the_pairs)
{
    static const struct way ways[] = {
        {PRECISION_SINGLE, LISTING_THREAD, DISTANCE_OWN},
        {PRECISION_SINGLE, LISTING_WARP, DISTANCE_OWN},
        {PRECISION_SINGLE, LISTING_TEAM_BALLOT, DISTANCE_OWN},
        {PRECISION_SINGLE, LISTING_TEAM_ATOMIC, DISTANCE_OWN},
        {PRECISION_SINGLE, LISTING_THREAD, DISTANCE_DOUBLE},
        {PRECISION_DOUBLE, LISTING_THREAD, DISTANCE_SINGLE},
        {PRECISION_SINGLE, LISTING_BLOCK, DISTANCE_OWN},
        {PRECISION_DOUBLE, LISTING_TEAM_BALLOT, DISTANCE_SINGLE},
        {PRECISION_DOUBLE, LISTING_BLOCK, DISTANCE_SINGLE},
        {PRECISION_SINGLE, LISTING_ALL, DISTANCE_OWN},
        {PRECISION_DOUBLE, LISTING_ALL, DISTANCE_OWN},
        {PRECISION_DOUBLE, LISTING_ALL, DISTANCE_SINGLE},
    };
    static const struct neighbor_structure *const kinds[] = {
        &neighbors_full, &neighbors_full_interleaved, &neighbors_half, &neighbors_half_interleaved,
        &neighbors_edges};
    static const struct {
        int n;
        double edges[3];
    } boxes[] = {{420, {3.2, 4.3, 2.6}}, {90, {2.01, 2.01, 2.01}}, {2, {2.01, 2.01, 2.01}}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w += part_is("short") ? 3 : 1) {
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
            struct bench bench;
            double largest = 4.3 * (cutoff + skin);
            double rounding = 32 * FLT_EPSILON * largest * (cutoff + skin);
            bool wide = ways[w].precision == PRECISION_DOUBLE;
            bool exact = ways[w].distance == DISTANCE_DOUBLE;
            open_bench(&bench, boxes[b].n, boxes[b].edges, ways[w].precision);
            upload(&bench);
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                struct cuda_list list;
                char name[128];
                struct error error;
                snprintf(name, sizeof name, "%s, %s, distance %s, %s, n %d",
                         precision_info(ways[w].precision)->name, listing_name(ways[w].listing),
                         distance_name(ways[w].distance), kinds[k]->name, boxes[b].n);
                bench.particles.sort = k % 2 ? SORT_CELL : SORT_NONE;
                create_list(&bench, &list, kinds[k],
                            (struct building){.binning = (enum binning)(k % BINNING_COUNT),
                                              .listing = ways[w].listing,
                                              .distance = ways[w].distance});
                check_pairs(&bench, &list, exact ? 1e-12 : rounding,
                            exact || wide ? 1e-12 : rounding, name);
                assert_true(cuda_list_rebuild(&bench.particles, &list, &error));
                check_pairs(&bench, &list, exact ? 1e-12 : rounding,
                            exact || wide ? 1e-12 : rounding, name);
                cuda_list_free(&list);
            }
            close_bench(&bench);
        }
    }
}

/* --- motion --- */

/**
 * Moves particles by steps, and checks that the list is built at least `builds` times. The first
 * list is built for the positions of `listed`.
 */
static void move(enum sort_order sort, struct building building, int64_t builds,
                 const struct system *listed, struct system *system)
{
    const struct backend *cuda = backend_find("cuda");
    const struct set_model set = model_with("lj", NULL, NULL);
    struct motion motion = {.dt = 0.005};
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct moving *moving = NULL;
    struct motion_progress progress;
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    const struct workload_spec spec = {.system = listed,
                                       .model = set.model,
                                       .constants = set.constants,
                                       .cutoff = set.range,
                                       .skin = 0.1,
                                       .precision = PRECISION_SINGLE,
                                       .sort = sort,
                                       .building = building};
    struct system moved;
    strategy_defaults(strategy_find("vertex"), tuning);
    assert_true(system_round(system, PRECISION_SINGLE, &moved, &error));
    if (!cuda->load(device, &spec, &workload, &error) ||
        !cuda->prepare(workload, strategy_find("vertex"), tuning, &prepared, &error) ||
        !cuda->start(prepared, &motion, &moved, &moving, &error) ||
        !cuda->advance(moving, 40, &error) || !cuda->fetch(moving, &moved, &motion, &error))
        fail_msg("%s, %s: %s", binning_name(building.binning), sort_name(sort), error.text);
    cuda->progress(moving, &progress);
    assert_true(progress.builds >= builds);
    cuda->stop(moving);
    cuda->release(prepared);
    cuda->unload(workload);
    system_free(system);
    *system = moved;
}

/** Checks that with every way of binning a system moves to the same positions, bit for bit. */
static void all_move_alike(enum sort_order sort, int64_t builds, const struct system *listed,
                           const struct system *system)
{
    struct system usual = {0}, moved = {0};
    struct error error;
    for (int binning = BINNING_RADIX; binning < BINNING_COUNT; binning++) {
        struct system *one = binning == BINNING_RADIX ? &usual : &moved;
        assert_true(system_round(system, PRECISION_SINGLE, one, &error));
        move(sort, (struct building){.binning = (enum binning)binning}, builds, listed, one);
        if (binning == BINNING_RADIX)
            continue;
        assert_memory_equal(moved.x, usual.x, sizeof *usual.x * (size_t)usual.n);
        assert_memory_equal(moved.y, usual.y, sizeof *usual.y * (size_t)usual.n);
        assert_memory_equal(moved.z, usual.z, sizeof *usual.z * (size_t)usual.n);
        system_free(&moved);
    }
    system_free(&usual);
}

static const enum sort_order sorts[] = {SORT_NONE, SORT_CELL};

TEST(every_binning_moves_particles_alike)
{
    struct system melt = fluid(300, 0.8442, 1.44, 1);
    for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++)
        all_move_alike(sorts[k], 4, &melt, &melt);
    system_free(&melt);
}

/* A gas becomes a drop, for which bins and rows are too small at first. */
TEST(memory_that_overflows_in_motion_grows)
{
    struct system gas = fluid(216, 0.8442, 1.44, 1), drop = fluid(216, 0.8442, 1.44, 1);
    for (int d = 0; d < 3; d++)
        gas.box[d] = drop.box[d] = 5 * gas.box[d];
    for (int i = 0; i < gas.n; i++) {
        gas.x[i] *= 5;
        gas.y[i] *= 5;
        gas.z[i] *= 5;
    }
    for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++)
        all_move_alike(sorts[k], 1, &gas, &drop);
    system_free(&gas);
    system_free(&drop);
}

TEST(former_cells_need_lasting_numbers)
{
    struct cuda_particles particles = {.sort = SORT_HILBERT};
    struct cuda_list list = {.neighbors = &neighbors_full, .bins = {.binning = BINNING_GBIN_OLD}};
    struct error error;
    assert_false(cuda_list_allows_order(&particles, &list, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "sort hilbert"));
    list.bins.binning = BINNING_GBIN_NEW;
    assert_true(cuda_list_allows_order(&particles, &list, &error));
}

TESTS_MAIN(open_device, close_device)

#else
#include "tests/without_cuda.h"
#endif

/*
 * Compares clusters, groups and rows between the (emulated) GPU and the host: each group has the
 * same particles, entries and bits.
 */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/base/random.h"
#include "tests/cluster_lists.h"
#include "tests/ethane.h"

/**
 * Compares lists for all sizes of clusters and groups, with each pair once and twice. At least
 * `pairs` pairs have to be listed.
 */
static void compare_sizes(struct bench *bench, int least_group, int64_t pairs)
{
    for (int size = 4; size <= 8; size *= 2) {
        for (int group = CLUSTER_GROUP; group >= least_group; group /= 2) {
            int64_t listed[2];
            for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
                tune(bench, "cluster", size);
                tune(bench, "group", group);
                tune(bench, "reciprocal", reciprocal);
                find_list(bench);
                compare(bench);
                listed[reciprocal] = bench->list->pairs_listed;
            }
            assert_int_equal(listed[0], 2 * listed[1]);
            assert_true(listed[1] >= pairs);
        }
    }
}

/* --- tests --- */

/* Tests boxes of few and many columns, incomplete clusters, and empty columns. */
TEST(fluids_have_the_lists_of_the_host)
{
    static const struct {
        int64_t n;
        double density;
        int64_t pairs;
    } rows[] = {
        {2, 0.01, 0}, {17, 0.05, 1}, {201, 0.02, 10}, {213, 0.8442, 8000}, {1501, 0.5, 30000}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (int wide = 0; wide < 2; wide++) {
            struct bench bench;
            open_fluid(&bench, rows[k].n, rows[k].density,
                       wide ? PRECISION_DOUBLE : PRECISION_SINGLE);
            compare_sizes(&bench, k < 4 ? 1 : CLUSTER_GROUP, rows[k].pairs);
            close_bench(&bench);
        }
    }
}

/* Tests excluded pairs of nearby and distant atoms, in molecules of two kinds. */
TEST(excluded_pairs_are_marked_by_bits)
{
    const struct model *atoms = model_find("allatom"), *nucleotides = model_find("oxdna");
    double parameters[MODEL_PARAMETERS];
    struct system system = ethane();
    struct bench bench;
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    open_bench(&bench, atoms, parameters, &system, PRECISION_SINGLE, SORT_CELL_TYPE);
    assert_true(bench.workload->excluded.address != 0);
    compare_sizes(&bench, 4, 1000);
    close_bench(&bench);
    system = nicked_duplexes(16);
    model_defaults(nucleotides, parameters);
    open_bench(&bench, nucleotides, parameters, &system, PRECISION_DOUBLE, SORT_HILBERT);
    compare_sizes(&bench, 4, 10);
    close_bench(&bench);
}

/*
 * Tests particles at equal heights, which are sorted by index, and particles on faces of the box
 * and of columns.
 */
TEST(equal_heights_are_in_the_order_of_numbers)
{
    const struct model *model = model_find("lj");
    double parameters[MODEL_PARAMETERS];
    struct system system;
    struct bench bench;
    struct error error;
    assert_true(system_allocate(512, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 8;
    for (int k = 0; k < 512; k++) {
        system.x[k] = k % 8;
        system.y[k] = k / 8 % 8;
        system.z[k] = k / 128 * 2;
    }
    model_defaults(model, parameters);
    open_bench(&bench, model, parameters, &system, PRECISION_SINGLE, SORT_NONE);
    compare_sizes(&bench, CLUSTER_GROUP, 10000);
    close_bench(&bench);
}

static void rebuild(struct bench *bench)
{
    struct error error;
    assert_good(cuda_list_rebuild(&bench->workload->particles, bench->list, &error));
}

TEST(lists_follow_particles_that_move)
{
    struct random random = random_start(7, 0);
    struct bench bench;
    struct error error;
    open_fluid(&bench, 700, 0.6, PRECISION_SINGLE);
    find_list(&bench);
    double *const at[] = {bench.input.sorted.x, bench.input.sorted.y, bench.input.sorted.z};
    for (int moves = 0; moves < 3; moves++) {
        for (int k = 0; k < 3 * 700; k++)
            at[k % 3][k / 3] += 0.2 * (2 * random_uniform(&random) - 1);
        place(&bench);
        rebuild(&bench);
        assert_true(cuda_list_grow(&bench.workload->particles, bench.list, &error));
        rebuild(&bench);
        compare(&bench);
    }
    close_bench(&bench);
}

/** Moves particles along x by up to `most`. */
static void shake(struct bench *bench, struct random *random, double most)
{
    for (int64_t k = 0; k < bench->system.n; k++)
        bench->input.sorted.x[k] += most * (2 * random_uniform(random) - 1);
    place(bench);
}

static void refresh(struct bench *bench)
{
    struct error error;
    assert_good(cuda_list_refresh(&bench->workload->particles, bench->list, &error));
}

/**
 * Checks that rows are pruned when they are built. They are pruned again after a particle has moved
 * by half of the skin. At least `least_dropped` entries have to be removed.
 */
static void check_pruning(struct bench *bench, int64_t least_dropped)
{
    struct random random = random_start(7, 0);
    struct clusters s;
    struct cluster_groups g;
    int64_t all = 0;
    find_list(bench);
    rebuild(bench); /* host and device may be rebuilt in any order */
    build_on_host(bench, &s, &g);
    const double step = value(bench, "prune") / 200.0 * bench->spec.skin;
    const int64_t built = compare_pruned(bench, &s, &g, &all);
    assert_true(built > 0 && built <= all - least_dropped);
    double *x = bench->input.sorted.x;
    double *before = malloc((size_t)bench->system.n * sizeof *before);
    assert_non_null(before);
    memcpy(before, x, (size_t)bench->system.n * sizeof *before);
    shake(bench, &random, 0.9 * step);
    refresh(bench);
    double *after = malloc((size_t)bench->system.n * sizeof *after);
    assert_non_null(after);
    memcpy(after, x, (size_t)bench->system.n * sizeof *after);
    memcpy(x, before, (size_t)bench->system.n * sizeof *before);
    assert_int_equal(compare_pruned(bench, &s, &g, &all), built); /* back at the start */
    memcpy(x, after, (size_t)bench->system.n * sizeof *after);
    shake(bench, &random, 1.5 * step);
    refresh(bench);
    compare_pruned(bench, &s, &g, &all);
    refresh(bench); /* a second call does nothing */
    compare_pruned(bench, &s, &g, &all);
    free(before);
    free(after);
    cluster_groups_free(&g);
    clusters_free(&s);
}

TEST(rows_are_pruned_when_particles_have_moved)
{
    const struct model *atoms = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    for (int kind = 0; kind < 4; kind++) {
        struct bench bench;
        open_fluid(&bench, 1501, kind % 2 ? 0.8442 : 0.3,
                   kind / 2 ? PRECISION_DOUBLE : PRECISION_SINGLE);
        tune(&bench, "cluster", kind % 2 ? 8 : 4);
        tune(&bench, "reciprocal", kind / 2);
        tune(&bench, "prune", 40);
        check_pruning(&bench, 100);
        close_bench(&bench);
    }
    struct system system = ethane();
    struct bench bench;
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    open_bench(&bench, atoms, parameters, &system, PRECISION_SINGLE, SORT_CELL_TYPE);
    tune(&bench, "prune", 20);
    check_pruning(&bench, 0); /* all molecules are in range of each other */
    close_bench(&bench);
}

/** Returns the number that kernels have stored in a buffer. */
static long long written(const struct cuda_buffer *buffer)
{
    long long word = 0;
    struct error error;
    assert_int_equal(cu.cuStreamSynchronize(device->stream), 0);
    assert_true(cuda_buffer_read(buffer, &word, 1, sizeof word, &error));
    return word;
}

/*
 * A gas collapses into a corner of its box: rows overflow, kernels do nothing, and the list grows.
 */
TEST(rows_that_lack_room_grow)
{
    const long long none = 0;
    struct cuda_buffer halted = {0};
    struct error error;
    struct bench bench;
    open_fluid(&bench, 300, 0.02, PRECISION_SINGLE);
    find_list(&bench);
    compare(&bench);
    assert_true(cuda_buffer_resize(&halted, 1, sizeof none, "a word", &error) &&
                cuda_buffer_write(&halted, &none, 1, sizeof none, &error));
    bench.list->arguments.halted = halted.address;
    rebuild(&bench);
    assert_int_equal(written(&halted), 0);
    for (int64_t k = 0; k < bench.system.n; k++) {
        bench.input.sorted.x[k] *= 0.4;
        bench.input.sorted.y[k] *= 0.4;
        bench.input.sorted.z[k] *= 0.4;
    }
    place(&bench);
    rebuild(&bench);
    assert_int_equal(written(&halted), LIST_OVERFLOW);
    assert_true(cuda_buffer_write(&halted, &none, 1, sizeof none, &error) &&
                cuda_list_grow(&bench.workload->particles, bench.list, &error));
    rebuild(&bench);
    assert_int_equal(written(&halted), 0);
    compare(&bench);
    bench.list->arguments.halted = 0;
    cuda_buffer_free(&halted);
    close_bench(&bench);
}

/** Moves particles with a strategy; its first list was built for the positions in `listed`. */
static struct system moved_with(const char *name, const struct system *listed,
                                const struct system *from, int64_t *builds)
{
    const struct backend *cuda = backend_find("cuda");
    const struct set_model set = model_with("lj", NULL, NULL);
    const struct workload_spec spec = {.system = listed,
                                       .model = set.model,
                                       .constants = set.constants,
                                       .cutoff = set.range,
                                       .skin = 0.1,
                                       .precision = PRECISION_FIXED,
                                       .sort = SORT_NONE};
    struct motion motion = {.dt = 0.005};
    struct motion_progress progress;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct moving *moving = NULL;
    struct system system;
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(strategy_find(name), tuning);
    assert_true(system_round(from, PRECISION_FIXED, &system, &error));
    if (!cuda->load(device, &spec, &workload, &error) ||
        !cuda->prepare(workload, strategy_find(name), tuning, &prepared, &error) ||
        !cuda->start(prepared, &motion, &system, &moving, &error) ||
        !cuda->advance(moving, 40, &error) || !cuda->fetch(moving, &system, &motion, &error))
        fail_msg("%s: %s", name, error.text);
    cuda->progress(moving, &progress);
    *builds = progress.builds;
    cuda->stop(moving);
    cuda->release(prepared);
    cuda->unload(workload);
    return system;
}

/*
 * A gas becomes a drop, and rows overflow. In fixed point, steps have to give the same bits as with
 * `vertex`.
 */
TEST(lists_are_built_between_steps)
{
    struct system gas = fluid(216, 0.8442, 1.44, 1), drop = fluid(216, 0.8442, 1.44, 1);
    int64_t builds[2];
    for (int d = 0; d < 3; d++)
        gas.box[d] = drop.box[d] = 5 * gas.box[d];
    for (int i = 0; i < gas.n; i++) {
        gas.x[i] *= 5;
        gas.y[i] *= 5;
        gas.z[i] *= 5;
    }
    struct system one = moved_with("vertex", &gas, &drop, &builds[0]);
    struct system other = moved_with("cluster", &gas, &drop, &builds[1]);
    assert_true(builds[0] >= 3 && builds[1] >= builds[0]);
    const size_t bytes = sizeof *one.x * (size_t)one.n;
    assert_memory_equal(one.x, other.x, bytes);
    assert_memory_equal(one.y, other.y, bytes);
    assert_memory_equal(one.z, other.z, bytes);
    assert_memory_not_equal(one.x, drop.x, bytes);
    system_free(&one);
    system_free(&other);
    system_free(&gas);
    system_free(&drop);
}

TESTS_MAIN(open_device_of_clusters, close_device)

#else
#include "tests/without_cuda.h"
#endif

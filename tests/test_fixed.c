/*
 * Tests that forces, torques and energies in precision `fixed` have the same bits on the CPU and on
 * the emulated GPU. The test varies strategy, tuning values, number of threads, and the order of
 * particles in memory and in the system.
 */
#include "tests/beads.h"
#include "tests/cache.h"
#include "tests/support.h"

#include "harness/backend/backend.h"
#include "harness/base/random.h"
#include "harness/devices/backends.h"
#include "harness/measure/observe/verify.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"

#include <string.h>

static const double skin = 0.1;

/** A rounded system, its model, and the expected results of all trials. */
struct bench {
    const struct backend *backend;
    enum precision precision;
    struct system system;
    struct set_model model;
    enum interaction_structure interactions; /* setting for the next trials */
    struct forces expected;
    int trials;
};

static struct forces allocated(const struct bench *bench)
{
    int64_t n = bench->system.n;
    double *arrays = calloc((size_t)n, 6 * sizeof *arrays);
    assert_non_null(arrays);
    return (struct forces){
        .n = n, .x = arrays, .y = arrays + n, .z = arrays + 2 * n, .torque = arrays + 3 * n};
}

/** Settings of a trial. */
struct trial {
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    enum sort_order sort;
    int threads;
    enum bonding bonding;
    const int32_t *order; /* order of the particles in the system; NULL: unchanged */
};

static struct trial initial(const char *strategy)
{
    struct trial trial = {.strategy = strategy_find(strategy), .sort = SORT_HILBERT, .threads = 1};
    strategy_defaults(trial.strategy, trial.tuning);
    return trial;
}

/** Returns the forces of a trial, in the order of the bench; the caller frees x. */
static struct forces evaluated_by(const struct bench *bench, const struct trial *trial)
{
    const struct backend *backend = bench->backend;
    const struct device_options options = {.threads = trial->threads};
    const int64_t n = bench->system.n;
    struct system moved = {0};
    struct workload_spec spec = {
        .system = &bench->system,
        .model = bench->model.model,
        .constants = bench->model.constants,
        .cutoff = bench->model.range,
        .skin = skin,
        .precision = bench->precision,
        .sort = trial->sort,
        .interactions = bench->interactions,
        .bonding = trial->bonding,
    };
    struct device *device = NULL;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct error error;
    struct forces found = allocated(bench), forces = allocated(bench);
    if (trial->order != NULL) {
        assert_true(system_reorder(&bench->system, trial->order, &moved, &error));
        spec.system = &moved;
    }
    if (!backend->open(&options, &device, &error) ||
        !backend->load(device, &spec, &workload, &error) ||
        !backend->prepare(workload, trial->strategy, trial->tuning, &prepared, &error) ||
        !backend->evaluate(prepared, &found, &error))
        fail_msg("%s: %s", trial->strategy->name, error.text);
    for (int64_t k = 0; k < n; k++) {
        int64_t i = trial->order != NULL ? trial->order[k] : k;
        forces.x[i] = found.x[k];
        forces.y[i] = found.y[k];
        forces.z[i] = found.z[k];
        memcpy(forces.torque + 3 * i, found.torque + 3 * k, 3 * sizeof *found.torque);
    }
    forces.energy = found.energy;
    forces.virial = found.virial;
    memcpy(forces.terms, found.terms, sizeof forces.terms);
    backend->release(prepared);
    backend->unload(workload);
    backend->close(device);
    free(found.x);
    system_free(&moved);
    return forces;
}

/** Checks that a trial gives the same bits as the first. */
static void check(struct bench *bench, const struct trial *trial)
{
    const size_t bytes = 6 * sizeof(double) * (size_t)bench->system.n;
    struct forces found = evaluated_by(bench, trial);
    for (int64_t i = 0; i < found.n; i++) {
        const double *expected = bench->expected.x;
        if (found.x[i] != expected[i])
            fail_msg("%s of %s on %s, sort %s, interactions %s, bonded %s, %d threads, tuning %d "
                     "%d %d%s: particle %lld has the force %.17g, not %.17g",
                     trial->strategy->name, bench->model.model->name, bench->backend->name,
                     sort_name(trial->sort), interactions_name(bench->interactions),
                     bonding_name(trial->bonding), trial->threads, trial->tuning[0],
                     trial->tuning[1], trial->tuning[2], trial->order != NULL ? ", shuffled" : "",
                     (long long)i, found.x[i], expected[i]);
    }
    if (memcmp(found.x, bench->expected.x, bytes) != 0)
        fail_msg("%s of %s on %s: another force or torque", trial->strategy->name,
                 bench->model.model->name, bench->backend->name);
    bool same = found.energy == bench->expected.energy && found.virial == bench->expected.virial;
    for (int k = 0; k < MODEL_TERMS; k++)
        same = same && found.terms[k] == bench->expected.terms[k];
    if (!same)
        fail_msg("%s of %s on %s: the energy %.17g and virial %.17g, not %.17g and %.17g",
                 trial->strategy->name, bench->model.model->name, bench->backend->name,
                 found.energy, found.virial, bench->expected.energy, bench->expected.virial);
    bench->trials++;
    free(found.x);
}

/**
 * Opens a bench for a system, and compares its first trial with the reference. Takes ownership of
 * the system.
 */
static struct bench opened_in(enum precision precision, const char *backend, struct set_model model,
                              struct system *system)
{
    struct bench bench = {.backend = backend_find(backend), .precision = precision, .model = model};
    struct error error;
    assert_true(system_round(system, precision, &bench.system, &error));
    system_free(system);
    struct reference reference = evaluated(reference_by_cells, &bench.system, &bench.model);
    reference.quantum = precision_quantum(precision);
    const struct trial first = initial("vertex");
    bench.expected = evaluated_by(&bench, &first);
    struct verification verified =
        verify_forces(&reference, &bench.expected, precision_tolerance(precision, model.model));
    if (!verified.passed)
        fail_msg("%s on %s: force off by %g, torque by %g, energy by %g, virial by %g",
                 model.model->name, backend, verified.force_rms_rel, verified.torque_rms_rel,
                 verified.energy_rel, verified.virial_rel);
    /* fixed_math has only 16 fraction bits and a larger error */
    assert_true((verified.force_rms_rel > 1e-5) == (precision == PRECISION_FIXED_MATH));
    reference_free(&reference);
    return bench;
}

static struct bench opened(const char *backend, struct set_model model, struct system *system)
{
    return opened_in(PRECISION_FIXED, backend, model, system);
}

static void closed(struct bench *bench)
{
    free(bench->expected.x);
    system_free(&bench->system);
}

static bool runs(const struct bench *bench, const struct strategy *strategy)
{
    return strcmp(bench->backend->name, "cpu") == 0 || strategy_has_gpu(strategy);
}

/** Tests every strategy, with the tuning values that change the order of sums. */
static void check_strategies(struct bench *bench)
{
    static const char *const names[] = {"buffers", "reciprocal", "bonded", "queue"};
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        if (!runs(bench, strategy))
            continue;
        struct trial trial = initial(strategy->name);
        check(bench, &trial);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            int place = strategy_tuning(strategy, names[k]);
            if (place < 0 || (k == 2 && bench->model.model->bonded_members == 0) ||
                (k == 3 && bench->model.model->may_interact == NULL))
                continue;
            const struct tuning *tuning = &strategy->tunings[place];
            trial.tuning[place] =
                tuning->initial > tuning->minimum ? tuning->minimum : tuning->minimum + 1;
            check(bench, &trial);
            strategy_defaults(strategy, trial.tuning);
        }
    }
}

/**
 * Tests each way to evaluate bonded terms, after three kinds of strategies: they store forces, add
 * to cleared forces, or use a single thread.
 */
static void check_bonding(struct bench *bench)
{
    static const char *const names[] = {"vertex", "edge", "newton", "serial"};
    const bool cpu = strcmp(bench->backend->name, "cpu") == 0;
    struct error error;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct trial trial = initial(names[k]);
        for (int way = 0; way < BONDING_COUNT && runs(bench, trial.strategy); way++) {
            trial.bonding = (enum bonding)way;
            if (!strategy_bonds(trial.strategy, trial.bonding, &error) ||
                (!cpu && way == BONDING_FUSED)) /* only GPUs have this tuning value */
                continue;
            for (trial.threads = 1; trial.threads <= (cpu ? 3 : 1); trial.threads++)
                check(bench, &trial);
        }
    }
}

/** Tests orders of the particles in memory and in the system itself. */
static void check_orders(struct bench *bench)
{
    struct random random = random_start(11, 0);
    int64_t n = bench->system.n;
    int32_t *order = calloc((size_t)n, sizeof *order);
    assert_non_null(order);
    for (int64_t i = 0; i < n; i++) {
        int64_t with = (int64_t)(random_uniform(&random) * (double)(i + 1));
        order[i] = order[with];
        order[with] = (int32_t)i;
    }
    static const char *const names[] = {"vertex",      "newton", "edge_segmented", "edge_buffered",
                                        "edge_gather", "tile",   "team",           "staged",
                                        "cluster",     "patch"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct trial trial = initial(names[k]);
        for (int sort = 0; sort < SORT_COUNT; sort++) {
            trial.sort = (enum sort_order)sort;
            trial.order = sort == SORT_NONE ? order : NULL;
            check(bench, &trial);
        }
    }
    free(order);
}

static void check_threads(struct bench *bench)
{
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        struct trial trial = initial(strategy->name);
        for (trial.threads = 2; trial.threads <= 5; trial.threads += 3)
            check(bench, &trial);
    }
}

static void check_all(const char *backend, const char *model, const struct system_spec *spec)
{
    struct system system = created(spec);
    struct bench bench = opened(backend, model_with(model, NULL, NULL), &system);
    check_strategies(&bench);
    check_orders(&bench);
    if (strcmp(backend, "cpu") == 0)
        check_threads(&bench);
    if (bench.model.model->bonded_members > 0)
        check_bonding(&bench);
    assert_true(bench.trials > 20);
    closed(&bench);
}

/**
 * Tests beads with several kinds of interaction, with lists that store kinds or are sorted by kind.
 */
static void check_ways(const char *backend)
{
    struct system system = beads(5, 5.2);
    struct bench bench = opened(backend, lipids(), &system);
    for (int k = 0; k < INTERACTIONS_COUNT; k++) {
        bench.interactions = (enum interaction_structure)k;
        check_strategies(&bench);
        if (strcmp(backend, "cpu") == 0)
            check_orders(&bench);
    }
    closed(&bench);
}

static const struct system_spec lj_fluid = {
    .builder = "fluid", .n = 800, .density = 0.8442, .temperature = 1.44, .seed = 3};

TEST(bare_positions_on_the_cpu)
{
    check_all("cpu", "lj", &lj_fluid);
}

LONG_TEST(bodies_on_the_cpu)
{
    const struct system_spec spec = spec_of("patchy", 128);
    check_all("cpu", "patchy", &spec);
}

LONG_TEST(bonded_terms_on_the_cpu)
{
    char path[PATH_LENGTH];
    const struct system_spec spec = {.file = path};
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    check_all("cpu", "oxdna", &spec);
}

/** Tests terms of several forms, with two to four members. */
static void check_chains(const char *backend)
{
    const struct system_spec spec = spec_of("chains", 150);
    const struct set_model model = model_with("polyethylene", NULL, NULL);
    struct system system = created(&spec);
    struct error error;
    assert_true(system_set_rows(&system, model.model, model.constants, &error));
    struct bench bench = opened(backend, model, &system);
    check_bonding(&bench);
    closed(&bench);
}

LONG_TEST(chains_on_the_cpu)
{
    check_chains("cpu");
}

LONG_TEST(ways_to_interact_on_the_cpu)
{
    check_ways("cpu");
}

/** The kernel compiled for water alone gives the same bits as the kernel for all types. */
LONG_TEST(builds_on_the_cpu)
{
    struct system system = beads(6, 4.5);
    memset(system.type, 0, (size_t)system.n * sizeof *system.type);
    struct bench bench = opened("cpu", lipids(), &system);
    check_strategies(&bench);
    bench.model = model_with("brahms", "build", "water_only");
    check_strategies(&bench);
    closed(&bench);
}

#ifdef PAIRLANES_CUDA
LONG_TEST(bare_positions_on_the_gpu)
{
    struct system_spec spec = lj_fluid;
    spec.n = 300; /* three blocks; the last is not full */
    check_all("cuda", "lj", &spec);
}

LONG_TEST(bodies_on_the_gpu)
{
    const struct system_spec spec = spec_of("patchy", 128);
    check_all("cuda", "patchy", &spec);
}

LONG_TEST(bonded_terms_on_the_gpu)
{
    char path[PATH_LENGTH];
    const struct system_spec spec = {.file = path};
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    struct system system = created(&spec);
    struct bench bench = opened("cuda", model_with("oxdna", NULL, NULL), &system);
    check_strategies(&bench);
    check_bonding(&bench);
    closed(&bench);
}

LONG_TEST(chains_on_the_gpu)
{
    check_chains("cuda");
}

LONG_TEST(ways_to_interact_on_the_gpu)
{
    check_ways("cuda");
}
#endif

/**
 * The order of sums does not matter in `fixed_math`, but two strategies may round a pair
 * differently.
 */
TEST(fixed_math_in_any_order)
{
    struct system fluid = created(&lj_fluid), lipid = beads(6, 5.2);
    for (int k = 0; k < 2; k++) {
        struct bench bench =
            opened_in(PRECISION_FIXED_MATH, "cpu", k == 0 ? model_with("lj", NULL, NULL) : lipids(),
                      k == 0 ? &fluid : &lipid);
        struct trial trial = initial("vertex");
        for (int sort = 0; sort < SORT_COUNT; sort++) {
            trial.sort = (enum sort_order)sort;
            trial.threads = 1 + sort;
            check(&bench, &trial);
        }
        closed(&bench);
    }
}

/** Models with numbers beyond the range of `fixed_math` cause an error with the reason. */
TEST(fixed_math_refuses)
{
    static const char *const sets[][4] = {
        {"patchy", NULL, NULL, "model patchy has no kernels in fixed_math"},
        {"lj", "epsilon", "1000", "but a constant of model lj is 48000"},
    };
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        struct set_model model = model_with(sets[k][0], sets[k][1], sets[k][2]);
        struct error error;
        assert_false(precision_serves(PRECISION_FIXED_MATH, model.model, model.constants, &error));
        assert_int_equal(error.code, EXIT_ENVIRONMENT);
        assert_non_null(strstr(error.text, sets[k][3]));
        assert_true(precision_serves(PRECISION_SINGLE, model.model, model.constants, &error));
    }
}

/** Every difference of coordinates is exact in 32 bits, shifted by the box length or not. */
TEST(coordinates_lie_on_a_grid)
{
    struct system system = fluid(500, 0.3, 1.8, 4), rounded;
    struct error error;
    assert_true(system_round(&system, PRECISION_FIXED, &rounded, &error));
    for (int64_t i = 0; i < rounded.n; i++) {
        const double far = rounded.x[i] - rounded.box[0], at = rounded.x[(7 * i + 1) % rounded.n];
        const double steps[] = {far, at - far, at - rounded.x[i], (at + rounded.x[i]) / 2,
                                (at + rounded.x[i]) / 2 - far};
        assert_true(rounded.x[i] >= 0 && rounded.x[i] < rounded.box[0]);
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
            if ((double)(float)steps[k] != steps[k])
                fail_msg("particle %lld: %.17g is not exact", (long long)i, steps[k]);
        /*
         * the spacing of the grid is four times that of the largest coordinates in single precision
         */
        assert_near(rounded.x[i], system.x[i], 1e-6 * rounded.box[0]);
    }
    system_free(&system);
    system_free(&rounded);
}

TESTS_MAIN(make_cache, remove_cache)

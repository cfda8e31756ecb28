/*
 * Tests several systems in one launch. In fixed point, each has the same forces and trajectory, bit
 * for bit, as when it runs alone.
 */
#include "tests/support.h"

#include "harness/particles/batch.h"

#ifdef PAIRLANES_CUDA
#include "harness/devices/backends.h"
#include "harness/particles/sort_order.h"
#include "tests/emulated_device.h"

#include <string.h>
#endif

TEST(systems_follow_one_another)
{
    struct system one = fluid(60, 0.5, 1, 1), two = fluid(60, 0.5, 1, 2), batch;
    const struct system *const both[] = {&one, &two};
    struct error error;
    assert_true(system_add_list(&one, SYSTEM_BONDED, 1, &error) &&
                system_add_list(&two, SYSTEM_BONDED, 1, &error));
    one.bonded[0] = two.bonded[0] = (struct bonded){.form = 1, .member = {3, 5, -1, -1}};
    assert_true(batch_join(both, 2, &batch, &error));
    assert_int_equal(batch.n, 120);
    assert_int_equal(batch.bonded_count, 2);
    assert_memory_equal(batch.box, one.box, sizeof one.box);
    assert_memory_equal(batch.y, one.y, 60 * sizeof *one.y);
    assert_memory_equal(batch.z + 60, two.z, 60 * sizeof *two.z);
    assert_memory_equal(batch.bonded[0].member, one.bonded[0].member, sizeof one.bonded[0].member);
    const int32_t moved[BONDED_MEMBERS] = {63, 65, -1, -1};
    assert_memory_equal(batch.bonded[1].member, moved, sizeof moved);
    system_free(&batch);
    two.box[1] *= 1.01;
    assert_false(batch_join(both, 2, &batch, &error));
    assert_non_null(strstr(error.text, "systems of a batch have the same box"));
    system_free(&one);
    system_free(&two);
}

#ifdef PAIRLANES_CUDA

enum { SYSTEMS = 3 };

/** Settings of a batch of systems and their motion. */
struct trial {
    const char *model, *builder, *strategy;
    int64_t n;
    double density, skin, dt;
    enum sort_order sort;
    struct building building;
    enum interaction_structure interactions;
    bool fused;
};

/** One or several systems with velocities, loaded onto the device. */
struct bench {
    struct system state, loaded;
    struct workload_spec spec;
    struct workload *workload;
    struct prepared *prepared;
    struct forces forces;
};

static double constants[MODEL_CONSTANTS];

static void prepare(const struct trial *trial, int systems, struct bench *bench)
{
    bench->workload = NULL;
    bench->prepared = NULL;
    const struct backend *cuda = backend_find("cuda");
    const struct strategy *strategy = strategy_find(trial->strategy);
    const struct model *model = model_find(trial->model);
    int tuning[STRATEGY_TUNINGS];
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(model->derive(parameters, constants, &error));
    strategy_defaults(strategy, tuning);
    if (trial->fused)
        tuning[strategy_tuning(strategy, "fused")] = 1;
    bench->spec = (struct workload_spec){.system = &bench->loaded,
                                         .systems = systems,
                                         .model = model,
                                         .constants = constants,
                                         .cutoff = model->range(parameters),
                                         .skin = trial->skin,
                                         .precision = PRECISION_FIXED,
                                         .sort = trial->sort,
                                         .interactions = trial->interactions,
                                         .building = trial->building};
    assert_good(system_round(&bench->state, PRECISION_FIXED, &bench->loaded, &error) &&
                cuda->load(device, &bench->spec, &bench->workload, &error) &&
                cuda->prepare(bench->workload, strategy, tuning, &bench->prepared, &error));
}

/** Evaluates forces, then moves the particles. */
static void run(const struct trial *trial, struct bench *bench)
{
    const struct backend *cuda = backend_find("cuda");
    const struct motion motion = {.dt = trial->dt};
    const int64_t n = bench->state.n;
    struct forces *forces = &bench->forces;
    struct moving *moving = NULL;
    struct error error;
    struct motion_progress progress;
    *forces =
        (struct forces){.n = n,
                        .x = calloc((size_t)n, 8),
                        .y = calloc((size_t)n, 8),
                        .z = calloc((size_t)n, 8),
                        .torque = bench->spec.model->oriented ? calloc(3 * (size_t)n, 8) : NULL};
    assert_good(cuda->evaluate(bench->prepared, forces, &error) &&
                cuda->start(bench->prepared, &motion, &bench->state, &moving, &error) &&
                cuda->advance(moving, 60, &error) &&
                cuda->fetch(moving, &bench->state, NULL, &error));
    cuda->progress(moving, &progress);
    assert_true(progress.builds >= 2);
    cuda->stop(moving);
}

static void free_bench(struct bench *bench)
{
    const struct backend *cuda = backend_find("cuda");
    cuda->release(bench->prepared);
    cuda->unload(bench->workload);
    system_free(&bench->state);
    system_free(&bench->loaded);
    free(bench->forces.x);
    free(bench->forces.y);
    free(bench->forces.z);
    free(bench->forces.torque);
}

/**
 * Compares `width` numbers per particle of system s: computed in a batch, and computed for the
 * system alone.
 */
static void same(const char *what, const double *all, const double *own, int s, int64_t n,
                 int width)
{
    for (int64_t k = 0; k < n * width && own != NULL; k++)
        if (all[s * n * width + k] != own[k])
            fail_msg("%s %lld of system %d is %.17g, and %.17g of it alone", what, (long long)k, s,
                     all[s * n * width + k], own[k]);
}

static void compare(const struct bench *batch, const struct bench *alone, int s)
{
    const int64_t n = alone->state.n;
    const struct system *a = &batch->state, *b = &alone->state;
    same("force x", batch->forces.x, alone->forces.x, s, n, 1);
    same("force y", batch->forces.y, alone->forces.y, s, n, 1);
    same("force z", batch->forces.z, alone->forces.z, s, n, 1);
    same("torque", batch->forces.torque, alone->forces.torque, s, n, 3);
    same("x", a->x, b->x, s, n, 1);
    same("y", a->y, b->y, s, n, 1);
    same("z", a->z, b->z, s, n, 1);
    same("velocity", a->velocity, b->velocity, s, n, 3);
    same("orientation", a->orientation, b->orientation, s, n, 4);
    same("spin", a->spin, b->spin, s, n, 3);
}

/** Returns system s: built with seed 1 + s, with different velocities for each s. */
static struct system make(const struct trial *trial, int s)
{
    struct system_spec spec = spec_of(trial->builder, trial->n);
    const struct thermostat heat = {.temperature = 0.2, .seed = 1 + (uint64_t)s};
    struct error error;
    spec.seed = 1 + (uint64_t)s;
    if (trial->density > 0)
        spec.density = trial->density;
    struct system built = created(&spec), rounded;
    assert_true(system_round(&built, PRECISION_FIXED, &rounded, &error));
    system_free(&built);
    assert_true(thermostat_start(&heat, model_find(trial->model), constants, &rounded, &error));
    return rounded;
}

static void check(const struct trial *trial)
{
    struct bench batch, alone[SYSTEMS];
    const struct system *all[SYSTEMS];
    double parameters[MODEL_PARAMETERS];
    double energy = 0;
    struct error error;
    model_defaults(model_find(trial->model), parameters);
    assert_true(model_find(trial->model)->derive(parameters, constants, &error));
    for (int s = 0; s < SYSTEMS; s++) {
        alone[s].state = make(trial, s);
        all[s] = &alone[s].state;
    }
    assert_good(batch_join(all, SYSTEMS, &batch.state, &error));
    for (int s = 0; s < SYSTEMS; s++) {
        prepare(trial, 1, &alone[s]);
        run(trial, &alone[s]);
        energy += alone[s].forces.energy;
    }
    prepare(trial, SYSTEMS, &batch);
    run(trial, &batch);
    for (int s = 0; s < SYSTEMS; s++) {
        compare(&batch, &alone[s], s);
        free_bench(&alone[s]);
    }
    assert_true(fabs(batch.forces.energy - energy) <= 1e-9 * fabs(energy));
    free_bench(&batch);
}

static const struct trial argon = {.model = "lj",
                                   .builder = "fluid",
                                   .strategy = "vertex",
                                   .n = 301,
                                   .density = 0.5,
                                   .skin = 0.1,
                                   .dt = 0.005,
                                   .sort = SORT_CELL};

LONG_TEST(every_structure_of_rows_and_edges)
{
    static const char *const strategies[] = {"vertex", "team",           "newton",
                                             "edge",   "edge_segmented", "edge_gather"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        struct trial trial = argon;
        trial.strategy = strategies[k];
        check(&trial);
    }
}

LONG_TEST(every_order_and_way_to_fill_cells)
{
    static const enum sort_order sorts[] = {SORT_NONE, SORT_CELL, SORT_CELL_TYPE, SORT_HILBERT};
    for (int binning = BINNING_SORT; binning <= BINNING_RADIX; binning++) {
        for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++) {
            struct trial trial = argon;
            trial.building.binning = (enum binning)binning;
            trial.sort = sorts[k];
            check(&trial);
        }
    }
}

LONG_TEST(every_team_that_lists)
{
    static const enum listing listings[] = {LISTING_WARP, LISTING_TEAM_BALLOT, LISTING_TEAM_ATOMIC,
                                            LISTING_ALL};
    for (size_t k = 0; k < sizeof listings / sizeof *listings; k++) {
        struct trial trial = argon;
        trial.building.listing = listings[k];
        check(&trial);
    }
}

TEST(fused_steps)
{
    struct trial trial = argon;
    trial.fused = true;
    check(&trial);
}

/** Tests nucleotides, which have bonded terms, excluded pairs and orientations. */
LONG_TEST(bodies_with_bonds)
{
    const struct trial trial = {.model = "oxdna",
                                .builder = "duplexes",
                                .strategy = "team",
                                .n = 96,
                                .skin = 0.05,
                                .dt = 0.005,
                                .interactions = INTERACTIONS_SORTED};
    check(&trial);
}

static void refused(const struct trial *trial, int systems, const char *complaint)
{
    const struct backend *cuda = backend_find("cuda");
    const struct strategy *strategy = strategy_find(trial->strategy);
    struct system one = make(trial, 0);
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    const struct workload_spec spec = {.system = &one,
                                       .systems = systems,
                                       .model = model_find(trial->model),
                                       .constants = constants,
                                       .cutoff = 1,
                                       .skin = trial->skin,
                                       .precision = PRECISION_FIXED,
                                       .building = trial->building};
    strategy_defaults(strategy, tuning);
    assert_false(cuda->load(device, &spec, &workload, &error) &&
                 cuda->prepare(workload, strategy, tuning, &prepared, &error));
    if (strstr(error.text, complaint) == NULL)
        fail_msg("expected \"%s\" in: %s", complaint, error.text);
    cuda->unload(workload);
    system_free(&one);
}

TEST(systems_that_form_no_batch_are_refused)
{
    struct trial trial = argon;
    refused(&trial, 2, "301 particles cannot be divided into 2 systems of equal size");
    trial.building.binning = BINNING_GBIN_NEW;
    refused(&trial, 7, "binning gbin_new fills the cells of one system");
    trial = argon;
    trial.strategy = "tile";
    refused(&trial, 7, "neighbor structure patches is built for one system");
}

TESTS_MAIN(open_device, close_device)
#else
TESTS_MAIN(NULL, NULL)
#endif

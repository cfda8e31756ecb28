/*
 * Compares every strategy on the CPU backend with the reference, for several systems, tuning values
 * and numbers of threads.
 */
#include "tests/support.h"

#include "harness/backend/backend.h"
#include "harness/backend/cpu/cpu_prepared.h"
#include "harness/base/random.h"
#include "harness/catalog/model_table.h"
#include "harness/devices/backends.h"
#include "harness/particles/sort_order.h"
#include "tests/beads.h"
#include "tests/ethane.h"

#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

static const double skin = 0.3;

/** Settings of a strategy. */
struct trial {
    const struct system *system;
    const struct set_model *model;
    const struct strategy *strategy;
    int tuning[STRATEGY_TUNINGS];
    enum precision precision;
    enum sort_order sort;
    enum interaction_structure interactions;
    enum bonding bonding;
    int threads;
};

static struct forces forces_allocate(int64_t n)
{
    struct forces forces = {.n = n};
    forces.x = calloc((size_t)n, sizeof *forces.x);
    forces.y = calloc((size_t)n, sizeof *forces.y);
    forces.z = calloc((size_t)n, sizeof *forces.z);
    forces.torque = calloc((size_t)n, 3 * sizeof *forces.torque);
    assert_true(forces.x != NULL && forces.y != NULL && forces.z != NULL && forces.torque != NULL);
    return forces;
}

static void forces_free(struct forces *forces)
{
    free(forces->x);
    free(forces->y);
    free(forces->z);
    free(forces->torque);
}

/**
 * Checks that the twin with energies, which has run last, gives the same forces. Steps of dynamics
 * use the forces of the twin.
 */
static void check_twin(const struct prepared *prepared, const struct forces *forces,
                       double tolerance)
{
    const struct workload *workload = prepared->workload;
    const enum precision precision = workload->spec.precision;
    double off = 0, all = 0;
    for (int64_t k = 0; k < forces->n; k++) {
        const int64_t i = workload->order[k];
        const double force[3] = {forces->x[i], forces->y[i], forces->z[i]};
        for (int d = 0; d < 3; d++) {
            const double twin = precision_sum(precision, prepared->force, 4 * k + d);
            off += (twin - force[d]) * (twin - force[d]);
            all += force[d] * force[d];
        }
    }
    if (!(off <= tolerance * tolerance * all))
        fail_msg("%s: forces with energies are off by %g of forces alone", prepared->strategy->name,
                 sqrt(off / all));
}

/** Runs a trial; the caller frees the forces. */
static struct forces evaluate(const struct trial *trial, struct structure_sizes *sizes)
{
    const struct backend *cpu = backend_find("cpu");
    const struct device_options options = {.threads = trial->threads};
    const struct workload_spec spec = {
        .system = trial->system,
        .model = trial->model->model,
        .constants = trial->model->constants,
        .cutoff = trial->model->range,
        .skin = skin,
        .precision = trial->precision,
        .sort = trial->sort,
        .interactions = trial->interactions,
        .bonding = trial->bonding,
    };
    struct device *device = NULL;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct error error;
    struct forces forces = forces_allocate(trial->system->n);
    if (!cpu->open(&options, &device, &error) || !cpu->load(device, &spec, &workload, &error) ||
        !cpu->prepare(workload, trial->strategy, trial->tuning, &prepared, &error) ||
        !cpu->evaluate(prepared, &forces, &error))
        fail_msg("%s: %s", trial->strategy->name, error.text);
    cpu->sizes(prepared, sizes);
    double nanoseconds = 0;
    assert_true(cpu->time_build(prepared, &nanoseconds, &error) && nanoseconds > 0);
    assert_true(cpu->time_force(prepared, 2, &nanoseconds, &error) && nanoseconds > 0);
    struct forces again = forces_allocate(trial->system->n);
    assert_true(cpu->evaluate(prepared, &again, &error));
    double tolerance = precision_tolerance(trial->precision, trial->model->model);
    assert_true(fabs(again.energy - forces.energy) <= tolerance * fabs(forces.energy));
    check_twin(prepared, &again, tolerance);
    forces_free(&again);
    cpu->release(prepared);
    cpu->unload(workload);
    cpu->close(device);
    return forces;
}

static double squared(double x, double y, double z)
{
    return x * x + y * y + z * z;
}

static void compare(const struct trial *trial, const struct forces *found,
                    const struct reference *expected)
{
    double difference = 0, size = 0, turning = 0, torque = 0;
    for (int64_t i = 0; i < found->n; i++) {
        difference += squared(found->x[i] - expected->x[i], found->y[i] - expected->y[i],
                              found->z[i] - expected->z[i]);
        size += squared(expected->x[i], expected->y[i], expected->z[i]);
        const double *t = found->torque + 3 * i, *e = expected->torque + 3 * i;
        if (trial->model->model->oriented) {
            turning += squared(t[0] - e[0], t[1] - e[1], t[2] - e[2]);
            torque += squared(e[0], e[1], e[2]);
        }
    }
    double tolerance =
        model_table_tolerance(trial->model->model, trial->model->constants, trial->precision);
    double energy = fabs(found->energy - expected->energy);
    if (!(sqrt(difference) <= tolerance * sqrt(size)) ||
        !(sqrt(turning) <= tolerance * sqrt(torque)) ||
        !(energy <= tolerance * fabs(expected->energy)))
        fail_msg(
            "%s, %s, tuning %d %d %d, sort %s, %s, bonded %s, %d threads, n %lld, box %g %g %g: "
            "force off by %g of %g, torque by %g of %g, energy by %g of %g",
            trial->strategy->name, precision_info(trial->precision)->name, trial->tuning[0],
            trial->tuning[1], trial->tuning[2], sort_name(trial->sort),
            interactions_name(trial->interactions), bonding_name(trial->bonding), trial->threads,
            (long long)found->n, trial->system->box[0], trial->system->box[1],
            trial->system->box[2], sqrt(difference), sqrt(size), sqrt(turning), sqrt(torque),
            energy, expected->energy);
}

/** Compares a trial with the reference. */
static void check(struct trial trial, const struct reference *expected)
{
    struct structure_sizes sizes;
    struct forces forces = evaluate(&trial, &sizes);
    compare(&trial, &forces, expected);
    assert_true(sizes.pairs_listed >= expected->pairs_interacting);
    assert_true(sizes.memory_bytes > sizes.list_bytes && sizes.list_bytes > 0);
    forces_free(&forces);
}

/**
 * Whether a case belongs to the long part of the tests. Compilation takes seconds, longest for
 * allatom. For allatom, the short part therefore has one strategy per precision, for other models
 * all strategies in double and single.
 */
static bool is_long(const struct model *model, const struct strategy *strategy, int precision)
{
    bool atoms = strcmp(model->name, "allatom") == 0;
    return (atoms || precision > PRECISION_SINGLE) && strategy - strategies() != precision;
}

/** Runs `visit` for each strategy in each precision; long cases are left out of the short part. */
static void for_all_strategies(const struct system *system, const struct set_model *model,
                               void (*visit)(struct trial trial, const struct reference *expected))
{
    for (int p = 0; p < PRECISION_COUNT; p++) {
        struct system rounded;
        struct error error;
        if (precision_tolerance((enum precision)p, model->model) == 0)
            continue;
        assert_true(system_round(system, (enum precision)p, &rounded, &error));
        struct reference expected = evaluated(reference_by_cells, &rounded, model);
        for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
            if (part_is("short") && is_long(model->model, strategy, p))
                continue;
            struct trial trial = {.system = &rounded,
                                  .model = model,
                                  .strategy = strategy,
                                  .precision = (enum precision)p,
                                  .sort = SORT_HILBERT,
                                  .threads = 1};
            strategy_defaults(strategy, trial.tuning);
            visit(trial, &expected);
        }
        reference_free(&expected);
        system_free(&rounded);
    }
}

/** Returns copies of a fluid along the axes, so that the box is not a cube. */
static struct system repeated(int64_t n, double density, const int times[3])
{
    struct system unit = fluid(n, density, 1.44, 3);
    struct system system;
    struct error error;
    struct random random = random_start(5, 0);
    assert_true(system_allocate(n * times[0] * times[1] * times[2], &system, &error));
    int64_t at = 0;
    for (int z = 0; z < times[2]; z++) {
        for (int y = 0; y < times[1]; y++) {
            for (int x = 0; x < times[0]; x++) {
                for (int64_t i = 0; i < n; i++) {
                    system.x[at] = unit.x[i] + x * unit.box[0] + 1e-3 * random_uniform(&random);
                    system.y[at] = unit.y[i] + y * unit.box[1] + 1e-3 * random_uniform(&random);
                    system.z[at] = unit.z[i] + z * unit.box[2] + 1e-3 * random_uniform(&random);
                    at++;
                }
            }
        }
    }
    for (int d = 0; d < 3; d++)
        system.box[d] = unit.box[d] * times[d];
    for (int64_t i = 0; i < system.n; i++) {
        system.x[i] = system_wrap(system.x[i], system.box[0]);
        system.y[i] = system_wrap(system.y[i], system.box[1]);
        system.z[i] = system_wrap(system.z[i], system.box[2]);
    }
    system_free(&unit);
    return system;
}

TEST_IN_BOTH(densities_and_sizes)
{
    static const struct {
        int64_t n;
        double density;
    } rows[] = {{2, 0.01},  {3, 0.008},  {17, 0.05},  {151, 0.8442}, {500, 0.8442},
                {501, 0.5}, {997, 0.01}, {1000, 0.1}, {2049, 0.3},   {4001, 0.8442}};
    struct set_model model = lj("2.5", "energy");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k += part_is("short") ? 5 : 1) {
        struct system system = fluid(rows[k].n, rows[k].density, 1.8, k + 1);
        for_all_strategies(&system, &model, check);
        system_free(&system);
    }
}

TEST(boxes_that_are_not_cubes)
{
    static const int times[][3] = {{1, 2, 3}, {4, 1, 1}, {1, 1, 5}, {2, 3, 1}};
    struct set_model model = lj("2.5", "none");
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        struct system system = repeated(150, 0.8442, times[k]);
        for_all_strategies(&system, &model, check);
        system_free(&system);
    }
}

/** Checks the force of two particles across each face and edge of the box. */
TEST(pairs_across_faces)
{
    struct set_model model = lj("2.5", "none");
    struct system system;
    struct error error;
    assert_true(system_allocate(2, &system, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 6 + d;
    for (int corner = 0; corner < 8; corner++) {
        system.x[0] = corner & 1 ? 5.75 : 0.25;
        system.y[0] = corner & 2 ? 6.75 : 0.25;
        system.z[0] = corner & 4 ? 7.75 : 0.25;
        system.x[1] = system_wrap(system.x[0] + (corner & 1 ? 1 : -1), 6);
        system.y[1] = system_wrap(system.y[0] + (corner & 2 ? 0.5 : -0.5), 7);
        system.z[1] = system_wrap(system.z[0] + (corner & 4 ? 0.5 : -0.5), 8);
        for_all_strategies(&system, &model, check);
    }
    system_free(&system);
}

TEST(all_empty_but_a_corner)
{
    struct set_model model = lj("2.5", "energy");
    struct system system = fluid(600, 0.8442, 1.44, 4);
    for (int d = 0; d < 3; d++)
        system.box[d] += 40; /* the fluid is now surrounded by vacuum, and its faces no longer
                              * interact */
    for_all_strategies(&system, &model, check);
    system_free(&system);
}

static void check_tunings(struct trial trial, const struct reference *expected)
{
    for (int k = 0; k < strategy_tunings(trial.strategy); k++) {
        const struct tuning *tuning = &trial.strategy->tunings[k];
        if (tuning->gpu_only)
            continue;
        for (int value = tuning->minimum; value <= tuning->maximum; value = 2 * value + 1) {
            struct trial tuned = trial;
            tuned.tuning[k] = value;
            check(tuned, expected);
            tuned.threads = 3;
            check(tuned, expected);
        }
    }
}

/** Tests both values of `reciprocal` with several sizes of patches. */
static void check_patch_sizes(struct trial trial, const struct reference *expected)
{
    static const int sizes[] = {4, 7, 16, 65, 300, 1024};
    int patch = strategy_tuning(trial.strategy, "patch");
    int reciprocal = strategy_tuning(trial.strategy, "reciprocal");
    if (patch < 0)
        return;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        trial.tuning[patch] = sizes[k];
        for (trial.tuning[reciprocal] = 0; trial.tuning[reciprocal] <= 1;
             trial.tuning[reciprocal]++)
            for (trial.threads = 1; trial.threads <= 2; trial.threads++)
                check(trial, expected);
    }
}

LONG_TEST(tuning_values)
{
    struct set_model model = lj("2.5", "energy");
    struct system system = fluid(1100, 0.8442, 1.44, 5);
    for_all_strategies(&system, &model, check_tunings);
    for_all_strategies(&system, &model, check_patch_sizes);
    system_free(&system);
}

static void check_threads_and_sorts(struct trial trial, const struct reference *expected)
{
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        for (int threads = 1; threads <= 3; threads += 2) {
            trial.sort = (enum sort_order)sort;
            trial.threads = threads;
            check(trial, expected);
        }
    }
}

LONG_TEST(threads_and_sorts)
{
    struct set_model model = lj("2.5", "energy");
    struct system system = fluid(1500, 0.8442, 1.44, 6);
    for_all_strategies(&system, &model, check_threads_and_sorts);
    system_free(&system);
}

TEST(shifts_of_the_potential)
{
    static const char *const shifts[] = {"none", "energy", "force"};
    struct system system = fluid(1200, 0.8442, 1.44, 7);
    for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
        struct set_model model = lj("3", shifts[k]);
        for_all_strategies(&system, &model, check);
    }
    system_free(&system);
}

/**
 * Shifting all particles by the same vector gives the same pairs, across other faces of the box.
 */
TEST(moved_boxes)
{
    struct set_model model = lj("2.5", "energy");
    struct system system = fluid(900, 0.5, 1.8, 8);
    for (int step = 0; step < 4; step++) {
        for (int64_t i = 0; i < system.n; i++) {
            system.x[i] = system_wrap(system.x[i] + 1.75, system.box[0]);
            system.y[i] = system_wrap(system.y[i] + 3.5, system.box[1]);
            system.z[i] = system_wrap(system.z[i] + 0.125, system.box[2]);
        }
        for_all_strategies(&system, &model, check);
    }
    system_free(&system);
}

/** Checks the counts of a system that is small enough to count by hand: four particles in a row. */
TEST(counts)
{
    struct set_model model = lj("2.5", "none");
    struct system system;
    struct error error;
    assert_true(system_allocate(4, &system, &error));
    for (int i = 0; i < 4; i++) {
        system.x[i] = 4 + 1.3 * i; /* distances 1.3, 2.6 and 3.9: three interact, two are listed */
        system.y[i] = system.z[i] = 5;
    }
    for (int d = 0; d < 3; d++)
        system.box[d] = 20;
    static const struct {
        const char *strategy;
        int64_t listed, atomics;
    } rows[] = {{"serial", 5, 0},   {"vertex", 10, 0}, {"team", 10, 0}, {"staged", 10, 0},
                {"cluster", 10, 0}, {"newton", 5, 0},  {"edge", 5, -1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct trial trial = {.system = &system,
                              .model = &model,
                              .strategy = strategy_find(rows[k].strategy),
                              .threads = 1};
        struct structure_sizes sizes;
        strategy_defaults(trial.strategy, trial.tuning);
        struct forces forces = evaluate(&trial, &sizes);
        assert_int_equal(sizes.pairs_listed, rows[k].listed);
        assert_int_equal(sizes.atomics, rows[k].atomics);
        forces_free(&forces);
    }
    system_free(&system);
}

TEST(small_boxes_are_refused)
{
    struct set_model model = lj("2.5", "none");
    struct system system = fluid(100, 0.8442, 1.44, 1);
    const struct workload_spec spec = {.system = &system,
                                       .model = model.model,
                                       .constants = model.constants,
                                       .cutoff = model.range,
                                       .skin = skin};
    const struct device_options options = {.threads = 1};
    struct device *device;
    struct workload *workload;
    struct error error;
    assert_true(backend_find("cpu")->open(&options, &device, &error));
    assert_false(backend_find("cpu")->load(device, &spec, &workload, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    backend_find("cpu")->close(device);
    system_free(&system);
}

static void check_structures(struct trial trial, const struct reference *expected)
{
    for (int k = 0; k < INTERACTIONS_COUNT; k++) {
        trial.interactions = (enum interaction_structure)k;
        check(trial, expected);
    }
}

LONG_TEST(structures_of_interactions)
{
    struct set_model model = lipids();
    struct system system = beads(7, 5);
    for_all_strategies(&system, &model, check_structures);
    system_free(&system);
}

/* The build for water alone gives the same forces as the build for all types. */
LONG_TEST(water_only_is_complete_for_water)
{
    struct set_model model = lipids();
    struct system system = beads(7, 4);
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(model.model, parameters);
    for (int64_t i = 0; i < system.n; i++)
        system.type[i] = 0;
    assert_true(model_set(model.model, "build", "water_only", parameters, &error));
    struct reference complete = evaluated(reference_by_cells, &system, &model);
    assert_true(model.model->derive(parameters, model.constants, &error));
    struct reference special = evaluated(reference_by_cells, &system, &model);
    assert_memory_equal(complete.x, special.x, (size_t)system.n * sizeof *special.x);
    for_all_strategies(&system, &model, check);
    reference_free(&complete);
    reference_free(&special);
    system.type[4] = 5;
    assert_false(system_check_model(&system, model.model, model.constants, &error));
    assert_string_equal(error.text, "particle 5 is of type tail, for which model brahms needs "
                                    "build=complete");
    system_free(&system);
}

/*
 * Tests a trial only if it is in double precision. Kernels subtract forces that are much larger
 * than the remaining ones, so single precision loses too many digits.
 */
static void check_in_double(struct trial trial, const struct reference *expected)
{
    if (trial.precision == PRECISION_DOUBLE)
        check(trial, expected);
}

/* Tests direct evaluation with both electrostatics, and both kinds of tables. */
static void evaluate_all_ways(const struct system *system,
                              void (*visit)(struct trial trial, const struct reference *expected))
{
    static const struct {
        const char *force, *electrostatics;
    } ways[] = {{"direct", "ewald"},
                {"direct", "reaction_field"},
                {"table", "ewald"},
                {"cubic", "ewald"},
                {"cubic", "reaction_field"}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        struct set_model model = {.model = model_find("allatom"), .range = 7};
        double parameters[MODEL_PARAMETERS];
        struct error error;
        model_defaults(model.model, parameters);
        assert_true(model_set(model.model, "cutoff", "7", parameters, &error));
        assert_true(model_set(model.model, "switch", "6", parameters, &error));
        assert_true(model_set(model.model, "force", ways[k].force, parameters, &error));
        assert_true(
            model_set(model.model, "electrostatics", ways[k].electrostatics, parameters, &error));
        assert_true(model.model->derive(parameters, model.constants, &error));
        for_all_strategies(system, &model, visit);
    }
}

TEST_IN_BOTH(water_atom_by_atom)
{
    const struct system_spec spec = spec_of("spce", 648);
    struct system system = created(&spec);
    evaluate_all_ways(&system, check);
    system_free(&system);
}

/* Each atom excludes seven others. */
TEST_IN_BOTH(molecules_of_many_exclusions)
{
    struct system system = ethane();
    evaluate_all_ways(&system, check_in_double);
    system_free(&system);
}

/** Tests each way of the strategy to evaluate bonded terms, with one and three threads. */
static void check_bonding(struct trial trial, const struct reference *expected)
{
    struct error error;
    for (int k = 0; k < BONDING_COUNT; k++) {
        trial.bonding = (enum bonding)k;
        for (trial.threads = 1; trial.threads <= 3; trial.threads += 2)
            if (strategy_bonds(trial.strategy, trial.bonding, &error))
                check(trial, expected);
    }
}

/** Returns the number of vectors that the bonded terms of a case add atomically. */
static int64_t bonded_atomics(const struct system *system, const struct set_model *model,
                              enum bonding bonding, int threads)
{
    struct trial trial = {.system = system,
                          .model = model,
                          .strategy = strategy_find("vertex"),
                          .sort = SORT_HILBERT,
                          .bonding = bonding,
                          .threads = threads};
    struct structure_sizes sizes;
    strategy_defaults(trial.strategy, trial.tuning);
    struct forces forces = evaluate(&trial, &sizes);
    forces_free(&forces);
    assert_int_equal(sizes.bonded_step, bonding != BONDING_FUSED);
    return sizes.bonded_atomics;
}

/* Each bond adds a force and a torque to both members; a single thread adds without atomics. */
TEST_IN_BOTH(ways_to_bond_bodies)
{
    struct set_model model = model_with("oxdna", NULL, NULL);
    struct system system = nicked_duplexes(32);
    for_all_strategies(&system, &model, check_bonding);
    assert_int_equal(bonded_atomics(&system, &model, BONDING_SCATTER, 2), 4 * system.bonded_count);
    assert_int_equal(bonded_atomics(&system, &model, BONDING_SCATTER, 1), 0);
    assert_int_equal(bonded_atomics(&system, &model, BONDING_GATHER, 2), 0);
    assert_int_equal(bonded_atomics(&system, &model, BONDING_FUSED, 2), 0);
    system_free(&system);
}

/* Tests terms of several forms, with two to four members. */
LONG_TEST(ways_to_bond_chains)
{
    struct set_model model = model_with("polyethylene", NULL, NULL);
    const struct system_spec spec = spec_of("chains", 1200);
    struct system system = created(&spec);
    struct error error;
    assert_true(system_set_rows(&system, model.model, model.constants, &error));
    for_all_strategies(&system, &model, check_bonding);
    system_free(&system);
}

/* A case that runs in a separate thread. */
struct own {
    struct device *device;
    struct workload *workload;
    struct prepared *prepared;
};

static bool own_start(const struct workload_spec *spec, struct own *own, struct error *error)
{
    const struct backend *cpu = backend_find("cpu");
    const struct device_options options = {.threads = 1};
    const struct strategy *serial = strategy_find("serial");
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(serial, tuning);
    return cpu->open(&options, &own->device, error) &&
           cpu->load(own->device, spec, &own->workload, error) &&
           cpu->prepare(own->workload, serial, tuning, &own->prepared, error);
}

static void own_stop(struct own *own)
{
    const struct backend *cpu = backend_find("cpu");
    cpu->release(own->prepared);
    cpu->unload(own->workload);
    cpu->close(own->device);
}

/* Cases that start and end while the first case is evaluated. */
struct others {
    const struct workload_spec *spec;
    bool ended; /* accessed atomically */
    bool good;
};

static void *come_and_go(void *context)
{
    struct others *others = context;
    const struct backend *cpu = backend_find("cpu");
    bool good = true;
    for (int k = 0; k < 50 && good; k++) {
        struct own own;
        struct error error;
        double nanoseconds;
        good = own_start(others->spec, &own, &error) &&
               cpu->time_force(own.prepared, 1, &nanoseconds, &error);
        if (good)
            own_stop(&own);
    }
    others->good = good;
    __atomic_store_n(&others->ended, true, __ATOMIC_RELEASE);
    return NULL;
}

/* All users of a kernel share one variable with the address of the table. */
TEST(tables_outlive_the_systems_that_end_first)
{
    const struct backend *cpu = backend_find("cpu");
    const struct system_spec water = spec_of("spce", 648);
    struct system system = created(&water);
    struct set_model model = {.model = model_find("allatom"), .range = 7};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(model.model, parameters);
    assert_true(model_set(model.model, "cutoff", "7", parameters, &error));
    assert_true(model_set(model.model, "switch", "6", parameters, &error));
    assert_true(model_set(model.model, "force", "table", parameters, &error));
    assert_true(model.model->derive(parameters, model.constants, &error));
    const struct workload_spec spec = {.system = &system,
                                       .model = model.model,
                                       .constants = model.constants,
                                       .cutoff = model.range,
                                       .skin = skin,
                                       .precision = PRECISION_DOUBLE};
    struct own own, other;
    struct forces expected = forces_allocate(system.n), forces = forces_allocate(system.n);
    struct others others = {.spec = &spec};
    pthread_t thread;
    set_rows(&system, &model);
    mallopt(M_PERTURB, 0x5a); /* freed memory is not a valid table any more */
    assert_true(own_start(&spec, &own, &error) && cpu->evaluate(own.prepared, &expected, &error));
    assert_true(own_start(&spec, &other, &error));
    assert_non_null(own.workload->table);
    assert_ptr_equal(own.workload->table, other.workload->table);
    own_stop(&other);
    assert_ptr_equal(*own.prepared->table, own.workload->table);
    assert_int_equal(pthread_create(&thread, NULL, come_and_go, &others), 0);
    int64_t off = 0;
    while (!__atomic_load_n(&others.ended, __ATOMIC_ACQUIRE)) {
        assert_true(cpu->evaluate(own.prepared, &forces, &error));
        off += memcmp(forces.x, expected.x, (size_t)system.n * sizeof *forces.x) != 0;
    }
    pthread_join(thread, NULL);
    mallopt(M_PERTURB, 0);
    assert_true(others.good);
    assert_int_equal(off, 0);
    own_stop(&own);
    forces_free(&expected);
    forces_free(&forces);
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)

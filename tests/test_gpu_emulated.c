/*
 * Tests the CUDA backend without a GPU. Every strategy, model of points and precision runs in
 * tests/emulator, with the kernels that sort particles and build lists. Forces are compared with
 * the reference; listed pairs and atomics have to equal the lane replay's.
 */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/catalog/model_table.h"
#include "harness/devices/backends.h"
#include "harness/extensions/extension.h"
#include "harness/lanes/lanes.h"
#include "harness/measure/observe/verify.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"
#include "tests/beads.h"
#include "tests/cache.h"
#include "tests/emulator/library.h"
#include "tests/ethane.h"

#include <math.h>
#include <string.h>

static const double skin = 0.3;

/** A workload on the emulated GPU, and the reference forces. */
struct bench {
    struct system system;
    double constants[MODEL_CONSTANTS];
    struct workload_spec spec;
    struct reference reference;
    struct lanes_input input;
    struct device *device;
    struct workload *workload;
};

/** Specification of a system; `edge` is the box length in units of cut-off plus skin. */
struct setting {
    int64_t n; /* number of particles; 0: follows from the density */
    double density, edge;
};

static struct system built(const struct model *model, double range, struct setting setting)
{
    double volume = pow(setting.edge * (range + skin), 3);
    int64_t n = setting.n > 0 ? setting.n : (int64_t)ceil(setting.density * volume);
    const struct system_spec spec = {.builder = model->builders[0],
                                     .n = n,
                                     .density = (double)n / volume,
                                     .temperature = 1.44,
                                     .seed = 1};
    return created(&spec);
}

/** Exclusion method of all benches that are loaded later. */
static enum exclusion_method exclusion_method = EXCLUSION_USUAL;

/** Way to evaluate bonded terms in all benches that are loaded later. */
static enum bonding bonding = BONDING_GATHER;

/** Loads a system with these parameters; the bench takes ownership of the system. */
static void load_bench_of(struct bench *bench, const struct model *model, const double *parameters,
                          struct system *system, enum precision precision, enum sort_order sort,
                          enum interaction_structure interactions)
{
    const struct backend *cuda = backend_find("cuda");
    const struct device_options options = {0};
    struct error error;
    *bench = (struct bench){0};
    assert_true(model->derive(parameters, bench->constants, &error));
    double range = model->range(parameters);
    assert_true(system_set_rows(system, model, bench->constants, &error));
    assert_true(system_round(system, precision, &bench->system, &error));
    system_free(system);
    bench->spec = (struct workload_spec){.system = &bench->system,
                                         .model = model,
                                         .constants = bench->constants,
                                         .cutoff = range,
                                         .skin = skin,
                                         .precision = precision,
                                         .sort = sort,
                                         .interactions = interactions,
                                         .exclusion_method = exclusion_method,
                                         .bonding = bonding};
    assert_good(reference_by_cells(&bench->system, model, bench->constants, range,
                                   &bench->reference, &error) &&
                lanes_input_create(&bench->spec, &bench->input, &error) &&
                cuda->open(&options, &bench->device, &error) &&
                cuda->load(bench->device, &bench->spec, &bench->workload, &error));
}

/**
 * Loads a system with default parameters, except for `parameter`, if not NULL. The bench takes
 * ownership of the system.
 */
static void load_bench_with(struct bench *bench, const struct model *model, const char *parameter,
                            const char *value, struct system *system, enum precision precision,
                            enum sort_order sort, enum interaction_structure interactions)
{
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(model, parameters);
    assert_true(parameter == NULL || model_set(model, parameter, value, parameters, &error));
    load_bench_of(bench, model, parameters, system, precision, sort, interactions);
}

static void load_bench(struct bench *bench, const struct model *model, struct system *system,
                       enum precision precision, enum sort_order sort)
{
    load_bench_with(bench, model, NULL, NULL, system, precision, sort, INTERACTIONS_LOOKUP);
}

static void open_bench(struct bench *bench, const struct model *model, struct setting setting,
                       enum precision precision, enum sort_order sort)
{
    double parameters[MODEL_PARAMETERS];
    model_defaults(model, parameters);
    struct system system = built(model, model->range(parameters), setting);
    load_bench(bench, model, &system, precision, sort);
}

static void close_bench(struct bench *bench)
{
    const struct backend *cuda = backend_find("cuda");
    cuda->unload(bench->workload);
    cuda->close(bench->device);
    lanes_input_free(&bench->input);
    reference_free(&bench->reference);
    system_free(&bench->system);
}

static const char *title(const struct bench *bench, const struct strategy *strategy,
                         const int *tuning)
{
    static char text[256];
    snprintf(text, sizeof text, "%s, %s, %s, sort %s, n %lld", strategy->name,
             bench->spec.model->name, precision_info(bench->spec.precision)->name,
             sort_name(bench->spec.sort), (long long)bench->system.n);
    for (int k = 0; k < strategy_tunings(strategy); k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", %s %d",
                 strategy->tunings[k].name, tuning[k]);
    return text;
}

/** Returns the number of members of all bonded terms. */
static int64_t members_of(const struct system *system)
{
    struct topology topology;
    struct error error;
    assert_true(topology_build(system, &topology, &error));
    const int64_t members = topology.start != NULL ? topology.start[system->n] : 0;
    topology_free(&topology);
    return members;
}

static void compare_counts(const struct bench *bench, const struct strategy *strategy,
                           const int *tuning, const struct structure_sizes *sizes)
{
    struct lane_counts lanes;
    struct error error;
    int64_t atomics = 0;
    assert_true(lanes_known(strategy));
    assert_true(lanes_replay(&bench->input, strategy, tuning, &lanes, &error));
    atomics = lanes.region[LANES_ATOMICS].active;
    if (bench->spec.bonding == BONDING_SCATTER)
        atomics += members_of(&bench->system);
    /* each force may come with a torque, which the replay does not count */
    int64_t most = bench->spec.model->oriented ? 2 * atomics : atomics;
    if (sizes->pairs_listed != lanes.pairs_listed || sizes->atomics < atomics ||
        sizes->atomics > most)
        fail_msg("%s: %lld pairs and %lld atomics, not %lld and %lld",
                 title(bench, strategy, tuning), (long long)sizes->pairs_listed,
                 (long long)sizes->atomics, (long long)lanes.pairs_listed, (long long)atomics);
}

static void check_forces(const struct bench *bench, struct prepared *prepared, const char *name)
{
    struct verification found;
    struct error error;
    double tolerance =
        model_table_tolerance(bench->spec.model, bench->spec.constants, bench->spec.precision);
    if (!verify_case(backend_find("cuda"), prepared, &bench->reference, tolerance, 1, &found,
                     &error))
        fail_msg("%s: %s", name, error.text);
    if (!found.passed)
        fail_msg("%s: force off by %g, energy by %g, tolerance %g", name, found.force_rms_rel,
                 found.energy_rel, tolerance);
}

/**
 * Checks forces, energy and counts of a case; if `rebuilt`, checks forces again with a new list.
 */
static void check(const struct bench *bench, const struct strategy *strategy, const int *tuning,
                  bool rebuilt)
{
    const struct backend *cuda = backend_find("cuda");
    const char *name = title(bench, strategy, tuning);
    struct prepared *prepared = NULL;
    struct structure_sizes sizes;
    struct error error;
    double nanoseconds = 0;
    if (!cuda->prepare(bench->workload, strategy, tuning, &prepared, &error))
        fail_msg("%s: %s", name, error.text);
    check_forces(bench, prepared, name);
    cuda->sizes(prepared, &sizes);
    compare_counts(bench, strategy, tuning, &sizes);
    if (rebuilt) {
        assert_true(cuda->time_build(prepared, &nanoseconds, &error));
        check_forces(bench, prepared, name);
    }
    cuda->release(prepared);
}

static void check_initial_tuning(const struct bench *bench, const struct strategy *strategy)
{
    int tuning[STRATEGY_TUNINGS];
    strategy_defaults(strategy, tuning);
    check(bench, strategy, tuning, true);
}

/** Checks each tuning value at both ends of its range, with all others as given. */
static void check_each_tuning(const struct bench *bench, const struct strategy *strategy,
                              const int *given)
{
    for (int k = 0; k < strategy_tunings(strategy); k++) {
        const int ends[] = {strategy->tunings[k].minimum, strategy->tunings[k].maximum};
        if (strategy->tunings[k].steps_only) /* tested by tests/test_gpu_dynamics.c */
            continue;
        for (int end = 0; end < 2; end++) {
            int tuning[STRATEGY_TUNINGS];
            memcpy(tuning, given, sizeof tuning);
            tuning[k] = ends[end];
            if (ends[end] != given[k])
                check(bench, strategy, tuning, false);
        }
    }
}

static void check_tunings(const struct bench *bench, const struct strategy *strategy)
{
    int tuning[STRATEGY_TUNINGS];
    int reciprocal = strategy_tuning(strategy, "reciprocal");
    strategy_defaults(strategy, tuning);
    check_each_tuning(bench, strategy, tuning);
    if (reciprocal >= 0) {
        tuning[reciprocal] = 1;
        check_each_tuning(bench, strategy, tuning);
    }
}

/** Runs `visit` for each strategy that has GPU kernels. */
static void for_strategies(const struct bench *bench,
                           void (*visit)(const struct bench *bench,
                                         const struct strategy *strategy))
{
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        if (strategy_has_gpu(strategy))
            visit(bench, strategy);
}

/*
 * A box with more cells than are in range of a cell, a box with fewer cells, and the smallest box,
 * with two particles.
 */
static const struct setting settings[] = {{0, 0.8442, 3.1}, {0, 0.5, 2.01}, {2, 0, 2.01}};

LONG_TEST(every_model_strategy_and_precision)
{
    for (const struct model *const *model = models(); *model != NULL; model++) {
        if ((*model)->body)
            continue; /* these builders have no parameters of the state */
        for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
            for (int p = 0; p <= (int)(k == 0 ? PRECISION_MIXED : PRECISION_SINGLE); p++) {
                struct bench bench;
                open_bench(&bench, *model, settings[k], (enum precision)p, SORT_HILBERT);
                for_strategies(&bench, check_initial_tuning);
                close_bench(&bench);
            }
        }
    }
}

/**
 * Tests bodies with every strategy, in precisions up to `last`; in single precision with every
 * tuning value.
 */
static void check_bodies(const char *model, int64_t n, struct system build(int64_t n),
                         enum precision last)
{
    for (int p = 0; p <= (int)last; p++) {
        struct bench bench;
        struct system system = build(n);
        load_bench(&bench, model_find(model), &system, (enum precision)p, SORT_HILBERT);
        for_strategies(&bench, check_initial_tuning);
        if (p == PRECISION_SINGLE)
            for_strategies(&bench, check_tunings);
        close_bench(&bench);
    }
}

static struct system patchy_fluid(int64_t n)
{
    const struct system_spec spec = spec_of("patchy", n);
    return created(&spec);
}

LONG_TEST(patches_and_their_torques)
{
    check_bodies("patchy", 64, patchy_fluid, PRECISION_MIXED);
}

LONG_TEST(bonded_terms_and_exclusions)
{
    check_bodies("oxdna", 16, nicked_duplexes, PRECISION_SINGLE);
}

static struct system chains(int64_t n)
{
    const struct system_spec spec = {
        .builder = "chains", .n = n, .density = 7.6, .temperature = 2.494, .seed = 1};
    return created(&spec);
}

LONG_TEST(rows_of_types_and_forms)
{
    check_bodies("polyethylene", 150, chains, PRECISION_SINGLE);
}

/*
 * Returns charged particles of two types without a mixing rule, with excluded pairs that have a
 * correction.
 */
static struct system charged_beads(int64_t n)
{
    struct system system = created(&(struct system_spec){
        .builder = "antifreeze", .n = n, .density = 7.466, .temperature = 2.57748, .seed = 1});
    struct error error;
    assert_good(system_add(&system, SYSTEM_CHARGE, &error) &&
                system_add_list(&system, SYSTEM_BONDED, n / 4, &error) &&
                system_add_list(&system, SYSTEM_EXCLUSIONS, n / 4, &error));
    for (int32_t i = 0; i < n; i++)
        system.charge[i] = i % 3 == 0 ? 100000 : i % 3 == 1 ? -100000 : 0;
    for (int32_t k = 0; k < n / 4; k++) {
        system.bonded[k] = (struct bonded){.member = {4 * k, 4 * k + 1, -1, -1}};
        memcpy(system.exclusion[k], system.bonded[k].member, sizeof *system.exclusion);
    }
    return system;
}

LONG_TEST(charges_and_tables_of_pairs)
{
    check_bodies("martini", 216, charged_beads, PRECISION_SINGLE);
}

/* Tests kernels that test pairs for exclusions, with particles in another order. */
LONG_TEST(exclusions_tested_in_kernels)
{
    static const char *const names[] = {"vertex", "team", "tile", "patch"};
    const struct model *atoms = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    for (int k = 0; k < 6; k++) {
        struct bench bench;
        struct system system = k < 4 ? ethane() : nicked_duplexes(16);
        exclusion_method = k % 2 == 0 ? EXCLUSION_ROWS : EXCLUSION_STRINGS;
        if (k < 4)
            load_bench_of(&bench, atoms, parameters, &system,
                          k < 2 ? PRECISION_SINGLE : PRECISION_DOUBLE, SORT_HILBERT,
                          INTERACTIONS_LOOKUP);
        else
            load_bench(&bench, model_find("oxdna"), &system, PRECISION_SINGLE, SORT_HILBERT);
        for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
            const struct strategy *strategy = strategy_find(names[s]);
            if (exclusion_method_of(strategy, exclusion_method) != EXCLUSION_USUAL)
                check_initial_tuning(&bench, strategy);
        }
        close_bench(&bench);
    }
    exclusion_method = EXCLUSION_USUAL;
}

/* Bonded terms are evaluated after kernels that store forces, and after kernels that add to
 * cleared forces. Several groups contain terms with particles of other groups. */
static void bonded_terms_by(enum bonding way)
{
    static const char *const names[] = {"vertex", "edge", "newton"};
    const struct model *atoms = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    model_defaults(atoms, parameters);
    parameters[model_parameter(atoms, "cutoff")] = 7;
    parameters[model_parameter(atoms, "switch")] = 6;
    bonding = way;
    for (int k = 0; k < 3; k++) {
        struct bench bench;
        struct system system = k < 2 ? ethane() : nicked_duplexes(way == BONDING_GROUP ? 256 : 16);
        if (k < 2)
            load_bench_of(&bench, atoms, parameters, &system,
                          k == 0 ? PRECISION_SINGLE : PRECISION_DOUBLE, SORT_HILBERT,
                          INTERACTIONS_LOOKUP);
        else
            load_bench(&bench, model_find("oxdna"), &system, PRECISION_SINGLE, SORT_HILBERT);
        assert_true(members_of(&bench.system) > 0);
        for (size_t s = 0; s < sizeof names / sizeof *names; s++)
            check_initial_tuning(&bench, strategy_find(names[s]));
        close_bench(&bench);
    }
    bonding = BONDING_GATHER;
}

LONG_TEST(bonded_terms_scattered)
{
    bonded_terms_by(BONDING_SCATTER);
}

LONG_TEST(bonded_terms_in_groups)
{
    bonded_terms_by(BONDING_GROUP);
}

/* Checks a way to evaluate forces for charged particles of several types. Each particle has more
 * exclusions than fit into registers. */
static void charged_atoms_by(int force)
{
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    model_defaults(model, parameters);
    parameters[model_parameter(model, "cutoff")] = 7;
    parameters[model_parameter(model, "switch")] = 6;
    parameters[model_parameter(model, "force")] = force;
    struct bench bench;
    struct system system = ethane();
    load_bench_of(&bench, model, parameters, &system, PRECISION_SINGLE, SORT_CELL_TYPE,
                  INTERACTIONS_LOOKUP);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
}

LONG_TEST(charged_atoms)
{
    charged_atoms_by(0);
}

LONG_TEST(charged_atoms_by_tables)
{
    charged_atoms_by(1);
    charged_atoms_by(2);
}

LONG_TEST(charged_atoms_by_the_texture_unit)
{
    charged_atoms_by(3);
}

/**
 * Returns beads of all types on a lattice, with random orientations; half of them are ellipsoids.
 */
static struct system beads_and_ellipsoids(void)
{
    const struct model *brahms = model_find("brahms");
    struct random random = random_start(31, 0);
    struct system s;
    struct error error;
    assert_true(system_allocate(64, &s, &error));
    assert_true(system_add(&s, SYSTEM_TYPE, &error) && system_add(&s, SYSTEM_ORIENTATION, &error));
    for (int d = 0; d < 3; d++)
        s.box[d] = 36;
    for (int i = 0; i < s.n; i++) {
        int ellipsoid = brahms->type_count - 1;
        const struct particle body =
            random_particle(i % 4 < 2 ? ellipsoid : i % ellipsoid, &random);
        s.x[i] = 9 * (i % 4) + random_uniform(&random) / 2;
        s.y[i] = 9 * (i / 4 % 4) + random_uniform(&random) / 2;
        s.z[i] = 9 * (i / 16) + random_uniform(&random) / 2;
        s.type[i] = (int32_t)body.type;
        memcpy(s.orientation + 4L * i, body.orientation, sizeof body.orientation);
    }
    return s;
}

LONG_TEST(beads_of_all_types)
{
    struct system system = beads_and_ellipsoids();
    struct bench bench;
    load_bench_with(&bench, model_find("brahms"), "tail", "gay_berne", &system, PRECISION_SINGLE,
                    SORT_HILBERT, INTERACTIONS_LOOKUP);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
}

/*
 * Tests lists that store kinds of interaction or sort rows by them, for particles sorted by type.
 */
LONG_TEST(structures_of_interactions)
{
    for (int structure = 0; structure < INTERACTIONS_COUNT; structure++) {
        struct bench bench;
        struct system system = beads(6, 5.2);
        load_bench_with(&bench, model_find("brahms"), NULL, NULL, &system, PRECISION_SINGLE,
                        SORT_CELL_TYPE, (enum interaction_structure)structure);
        for_strategies(&bench, check_initial_tuning);
        close_bench(&bench);
    }
}

/** Tests all models that 32-bit fixed point supports, with every strategy. */
LONG_TEST(fixed_point_throughout)
{
    struct system system = beads(6, 5.2);
    struct bench bench;
    open_bench(&bench, model_find("lj"), settings[0], PRECISION_FIXED_MATH, SORT_HILBERT);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
    load_bench(&bench, model_find("brahms"), &system, PRECISION_FIXED_MATH, SORT_HILBERT);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
}

/*
 * The padding particle is four box lengths away. In this box, the square of that distance would
 * look like a neighbor's if it wrapped around at 65536.
 */
LONG_TEST(far_squares_do_not_wrap)
{
    enum { EDGE = 15 };
    const double box = 42, spacing = 1.2, far = 65536 + 4;
    struct system system;
    struct bench bench;
    struct error error;
    assert_true(system_allocate(EDGE * EDGE, &system, &error));
    for (int i = 0; i < EDGE * EDGE; i++) {
        double x = 12 + spacing * (i % EDGE), y = 12 + spacing * (double)(i / EDGE);
        system.x[i] = x;
        system.y[i] = y;
        system.z[i] =
            4 * box - sqrt(far - (4 * box - x) * (4 * box - x) - (4 * box - y) * (4 * box - y));
        assert_true(system.z[i] > 0 && system.z[i] < box);
    }
    for (int d = 0; d < 3; d++)
        system.box[d] = box;
    load_bench(&bench, model_find("lj"), &system, PRECISION_FIXED_MATH, SORT_CELL);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
}

LONG_TEST(every_sort)
{
    for (int sort = 0; sort < SORT_COUNT; sort++) {
        struct bench bench;
        open_bench(&bench, models()[0], settings[0], PRECISION_SINGLE, (enum sort_order)sort);
        for_strategies(&bench, check_initial_tuning);
        close_bench(&bench);
    }
}

/*
 * Blocks of 1,024 threads are slow in the emulator. Therefore the fluid is dilute and has a third
 * of the particles.
 */
LONG_TEST(tuning_values)
{
    const struct setting thin = {0, 0.28, 3.1};
    for (int p = 0; p <= PRECISION_SINGLE; p++) {
        struct bench bench;
        open_bench(&bench, models()[0], thin, (enum precision)p, SORT_HILBERT);
        for_strategies(&bench, check_tunings);
        close_bench(&bench);
    }
}

/*
 * Checks a box with most particles in one region. Memory is allocated for the mean density; a warp
 * that builds a list of `staged` finds more particles, and needs several passes.
 */
static void check_drop(enum precision precision)
{
    const struct model *model = model_find("lj");
    const struct strategy *staged = strategy_find("staged");
    double parameters[MODEL_PARAMETERS];
    int tuning[STRATEGY_TUNINGS];
    struct bench bench;
    model_defaults(model, parameters);
    struct system drop = built(model, model->range(parameters), settings[0]);
    for (int d = 0; d < 3; d++)
        drop.box[d] *= 3;
    load_bench(&bench, model, &drop, precision, SORT_HILBERT);
    strategy_defaults(staged, tuning);
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        tuning[strategy_tuning(staged, "lanes")] = lanes;
        check(&bench, staged, tuning, true);
    }
    close_bench(&bench);
}

LONG_TEST(drops_in_a_vacuum)
{
    for (int p = 0; p <= PRECISION_SINGLE; p++)
        check_drop((enum precision)p);
}

TEST(drop_in_a_vacuum)
{
    check_drop(PRECISION_SINGLE);
}

static void check_staged(const struct bench *bench, const struct strategy *strategy)
{
    if (strcmp(strategy->name, "staged") == 0)
        check_tunings(bench, strategy);
}

/* Several warps build the rows of the same particles in small systems. */
TEST(few_particles_for_a_device)
{
    struct bench bench;
    emulator_set_multiprocessors(100);
    check_drop(PRECISION_SINGLE);
    open_bench(&bench, models()[0], settings[1], PRECISION_DOUBLE, SORT_HILBERT);
    for_strategies(&bench, check_staged);
    close_bench(&bench);
    struct system system = nicked_duplexes(16);
    load_bench(&bench, model_find("oxdna"), &system, PRECISION_SINGLE, SORT_HILBERT);
    for_strategies(&bench, check_staged);
    close_bench(&bench);
    emulator_set_multiprocessors(1);
}

/*
 * The box is so narrow that more entries of a table are near a warp than the density suggests. The
 * tables turn out shorter than the memory that is allocated at first; teams of warps then fit.
 */
LONG_TEST(atoms_in_a_narrow_box)
{
    const struct system_spec spec = spec_of("spce", 12288);
    struct system system = created(&spec);
    struct bench bench;
    emulator_set_multiprocessors(132);
    load_bench(&bench, model_find("allatom"), &system, PRECISION_SINGLE, SORT_HILBERT);
    check_initial_tuning(&bench, strategy_find("staged"));
    close_bench(&bench);
    emulator_set_multiprocessors(1);
}

/* Older architectures lack vector atomics and warp reductions, and have other code. */
LONG_TEST(older_architecture)
{
    struct bench bench;
    emulator_set_architecture(75);
    open_bench(&bench, models()[0], settings[0], PRECISION_SINGLE, SORT_CELL);
    assert_string_equal(backend_find("cuda")->info(bench.device)->architecture, "sm_75");
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
    emulator_set_architecture(90);
}

/*
 * Tests users' kernels and a user's model, like the files of tests/extend. This test is last,
 * because users' kernels and models stay in the catalog.
 */
LONG_TEST(outside_the_tree)
{
    const struct system_spec spec = spec_of("duplexes", 32);
    const char *model = NULL, *strategy = NULL;
    struct error error;
    assert_good(extension_add_model("tests/extend/models/discs.h", &model, &error) &&
                extension_add_strategy("tests/extend/strategies/dynamic", &strategy, &error));
    struct bench bench;
    struct system system = created(&spec);
    load_bench(&bench, model_find(model), &system, PRECISION_SINGLE, SORT_HILBERT);
    check_initial_tuning(&bench, strategy_find(strategy));
    check_initial_tuning(&bench, strategy_find("newton"));
    close_bench(&bench);
}

/** Checks forces and numbers of pairs for bundles of a width, also after a rebuild. */
static void check_own(const struct bench *bench, const struct strategy *strategy, int width)
{
    const struct backend *cuda = backend_find("cuda");
    struct prepared *prepared = NULL;
    struct structure_sizes sizes;
    struct error error;
    int tuning[STRATEGY_TUNINGS];
    double nanoseconds = 0;
    int64_t n = bench->system.n, bundles = (n + width - 1) / width;
    strategy_defaults(strategy, tuning);
    tuning[strategy_tuning(strategy, "width")] = width;
    const char *name = title(bench, strategy, tuning);
    if (!cuda->prepare(bench->workload, strategy, tuning, &prepared, &error))
        fail_msg("%s: %s", name, error.text);
    check_forces(bench, prepared, name);
    assert_true(cuda->time_build(prepared, &nanoseconds, &error));
    assert_true(nanoseconds > 0);
    check_forces(bench, prepared, name);
    cuda->sizes(prepared, &sizes);
    assert_int_equal(sizes.pairs_listed, bench->input.full.start[n]);
    /*
     * memory: one start per bundle, and five bytes per partner. A partner of a bundle is a partner
     * of at least one and at most all of its particles
     */
    int64_t partners = (sizes.list_bytes - 8 * (bundles + 1)) / 5;
    assert_int_equal(sizes.list_bytes, 8 * (bundles + 1) + 5 * partners);
    assert_in_range(partners, (sizes.pairs_listed + width - 1) / width, sizes.pairs_listed);
    cuda->release(prepared);
}

/*
 * Tests users' neighbor structures in every precision. Particles are points, or bodies with
 * excluded pairs; each width has a separate list.
 */
LONG_TEST(structures_of_ones_own)
{
    const char *name = NULL, *model = NULL;
    struct error error;
    struct bench bench;
    assert_good(extension_add_strategy("tests/extend/strategies/bundle", &name, &error) &&
                extension_add_model("tests/extend/models/discs.h", &model, &error));
    const struct strategy *bundle = strategy_find(name);
    assert_false(lanes_known(bundle));
    for (int p = 0; p < PRECISION_COUNT; p++) {
        open_bench(&bench, model_find("lj"), settings[0], (enum precision)p, SORT_CELL);
        check_own(&bench, bundle, 4);
        if (p == PRECISION_SINGLE)
            check_own(&bench, bundle, 8);
        close_bench(&bench);
        struct system system = nicked_duplexes(16);
        if (precision_tolerance((enum precision)p, model_find(model)) == 0) {
            system_free(&system);
            continue;
        }
        load_bench(&bench, model_find(model), &system, (enum precision)p, SORT_HILBERT);
        check_own(&bench, bundle, 4);
        close_bench(&bench);
    }
}

/* Selected cases from the full matrix of the long part. */
TEST(every_strategy_precision_and_model_once)
{
    static const struct {
        const char *strategy;
        enum precision precision;
    } others[] = {{"newton", PRECISION_DOUBLE},
                  {"team", PRECISION_MIXED},
                  {"edge", PRECISION_FIXED},
                  {"vertex", PRECISION_FIXED_MATH}};
    static const struct {
        const char *model, *strategy;
    } bodies[] = {{"patchy", "tile"}, {"oxdna", "vertex"}, {"brahms", "edge_segmented"}};
    struct bench bench;
    open_bench(&bench, models()[0], settings[0], PRECISION_SINGLE, SORT_HILBERT);
    for_strategies(&bench, check_initial_tuning);
    close_bench(&bench);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        open_bench(&bench, models()[0], settings[0], others[k].precision, SORT_HILBERT);
        check_initial_tuning(&bench, strategy_find(others[k].strategy));
        close_bench(&bench);
    }
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        struct system system = k == 0   ? patchy_fluid(128)
                               : k == 1 ? nicked_duplexes(16)
                                        : beads(6, 5.2);
        load_bench(&bench, model_find(bodies[k].model), &system, PRECISION_SINGLE, SORT_HILBERT);
        check_initial_tuning(&bench, strategy_find(bodies[k].strategy));
        close_bench(&bench);
    }
}

TESTS_MAIN(make_cache, remove_cache)

#else
#include "tests/without_cuda.h"
#endif

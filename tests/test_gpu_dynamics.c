/* Dynamics on the emulated GPU against those on the CPU: the same trajectory except for
 * rounding. */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/backend/backend.h"
#include "harness/catalog/model_table.h"
#include "harness/devices/backends.h"
#include "harness/extensions/extension.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/mover.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/kinetic.h"
#include "tests/beads.h"
#include "tests/cache.h"
#include "tests/constrained.h"
#include "tests/ions.h"

#include <math.h>
#include <string.h>

/** The motion of a system, and its expected results. */
struct trial {
    const char *model;
    const char *strategy;
    enum precision precision;
    enum sort_order sort;
    struct motion motion;
    double skin;
    int64_t steps;
    double tolerance; /* tolerance of positions, orientations, velocities and spins */
    int fused;        /* tuning of this name */
    bool bonded;      /* true: the force kernel of `vertex` evaluates bonded terms, too */
    enum bonding bonding;
    enum interaction_structure interactions;
    struct building building;
    int block; /* threads of a block; 0: the strategy's */
    int prune; /* tuning of `cluster` */
};

/** Positions after the steps. */
struct outcome {
    struct system system;
    struct motion_energies energies;
    struct nose_hoover nose_hoover;
    int64_t builds; /* builds of the list */
    bool grown;     /* true if the list needed more memory on a GPU */
};

static void on_cpu(const struct trial *trial, struct outcome *outcome)
{
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    struct dynamics dynamics = {.system = &outcome->system,
                                .model = model_find(trial->model),
                                .constants = constants,
                                .skin = trial->skin,
                                .dt = trial->motion.dt,
                                .integrator = trial->motion.integrator,
                                .removal = trial->motion.removal,
                                .removal_interval = trial->motion.removal_interval,
                                .list_interval = trial->motion.list_interval,
                                .thermostat = trial->motion.thermostat,
                                .barostat = trial->motion.barostat};
    model_defaults(dynamics.model, parameters);
    assert_true(dynamics.model->derive(parameters, constants, &error));
    dynamics.range = dynamics.model->range(parameters);
    if (!dynamics_start(&dynamics, &error) || !dynamics_run(&dynamics, trial->steps, &error))
        fail_msg("%s", error.text);
    outcome->builds = dynamics.builds;
    outcome->nose_hoover = dynamics.nose_hoover;
    outcome->energies = (struct motion_energies){.potential = dynamics_potential(&dynamics),
                                                 .translation = dynamics_translation(&dynamics),
                                                 .rotation = dynamics_rotation(&dynamics)};
    dynamics_free(&dynamics);
}

/** Makes a few steps, and compares them, and forces and energies of the last, with the reference.
 */
static void verify(const struct workload_spec *workload, struct prepared *prepared,
                   struct moving *moving, const struct motion *motion, const struct system *system)
{
    struct mover mover = {
        .backend = backend_find("cuda"), .prepared = prepared, .moving = moving, .motion = *motion};
    struct case_spec spec = {.model = workload->model,
                             .range = workload->cutoff,
                             .skin = workload->skin,
                             .precision = workload->precision};
    struct system state;
    const double tolerance =
        model_table_tolerance(workload->model, workload->constants, workload->precision);
    char miss[VERIFY_TEXT];
    struct verification found;
    struct error error;
    memcpy(spec.constants, workload->constants, sizeof spec.constants);
    assert_good(motion_copy(system, PRECISION_DOUBLE, &state, &error));
    assert_good(mover_make_steps(&mover, &state, &error));
    assert_good(mover_verify(&mover, &spec, false, &state, tolerance, &found, &error));
    system_free(&state);
    if (!found.passed)
        fail_msg("%s", verify_describe(&found, spec.model, spec.precision, miss));
}

/** Makes steps, and reads the energies in between. */
static bool move(const struct workload_spec *workload, struct prepared *prepared,
                 struct motion *motion, int64_t steps, const struct trial *trial,
                 struct outcome *outcome, struct error *error)
{
    const bool lists_inside = trial->fused == 2 && trial->building.listing == LISTING_ALL;
    const struct backend *cuda = backend_find("cuda");
    struct motion_energies before;
    struct motion_progress progress;
    struct structure_sizes sizes;
    struct moving *moving = NULL;
    bool couples = thermostat_couples(&motion->thermostat);
    bool removes = motion->removal != REMOVAL_NONE;
    const int64_t constraints = outcome->system.constraint_count;
    if (!cuda->start(prepared, motion, &outcome->system, &moving, error))
        return false;
    bool fine = cuda->advance(moving, steps / 3, error) && cuda->energies(moving, &before, error) &&
                cuda->advance(moving, steps - steps / 3, error) &&
                cuda->energies(moving, &outcome->energies, error) &&
                cuda->fetch(moving, &outcome->system, motion, error);
    cuda->progress(moving, &progress);
    cuda->sizes(prepared, &sizes);
    assert_true(!fine || progress.steps == steps);
    if (fine && steps >= 60) /* enough steps for timing their parts */
        for (int part = 0; part < MOTION_PARTS; part++)
            assert_true((part == MOTION_BONDED && !sizes.bonded_step) ||
                                (part == MOTION_THERMOSTAT && !couples) ||
                                (part == MOTION_REMOVAL && !removes) ||
                                (part == MOTION_BAROSTAT && motion->barostat.interval == 0) ||
                                (part == MOTION_CONSTRAINTS && constraints == 0) ||
                                (part == MOTION_INTEGRATION && trial->fused > 0) ||
                                ((part == MOTION_LIST || part == MOTION_SORT) && lists_inside)
                            ? isnan(progress.part[part])
                            : progress.part[part] > 0);
    outcome->builds += progress.builds;
    if (fine)
        verify(workload, prepared, moving, motion, &outcome->system);
    cuda->stop(moving);
    return fine;
}

/** Moves in two parts, the second continuing from the first; false if the first is refused. */
static bool on_gpu(const struct trial *trial, struct outcome *outcome, struct error *error)
{
    const struct backend *cuda = backend_find("cuda");
    const struct device_options options = {0};
    const struct strategy *strategy = strategy_find(trial->strategy);
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    int tuning[STRATEGY_TUNINGS];
    struct system loaded;
    struct device *device = NULL;
    struct workload *workload = NULL;
    struct prepared *prepared = NULL;
    struct structure_sizes before, after;
    struct workload_spec spec = {.system = &loaded,
                                 .model = model_find(trial->model),
                                 .constants = constants,
                                 .skin = trial->skin,
                                 .precision = trial->precision,
                                 .sort = trial->sort,
                                 .interactions = trial->interactions,
                                 .bonding = trial->bonding,
                                 .building = trial->building};
    model_defaults(spec.model, parameters);
    assert_true(spec.model->derive(parameters, constants, error));
    spec.cutoff = spec.model->range(parameters);
    strategy_defaults(strategy, tuning);
    if (trial->fused > 0)
        tuning[strategy_tuning(strategy, "fused")] = trial->fused;
    if (trial->bonded)
        tuning[strategy_tuning(strategy, "bonded")] = 1;
    if (trial->block > 0)
        tuning[strategy_tuning(strategy, "block")] = trial->block;
    if (trial->prune > 0)
        tuning[strategy_tuning(strategy, "prune")] = trial->prune;
    if (!system_round(&outcome->system, trial->precision, &loaded, error) ||
        !cuda->open(&options, &device, error) || !cuda->load(device, &spec, &workload, error) ||
        !cuda->prepare(workload, strategy, tuning, &prepared, error))
        fail_msg("%s", error->text);
    int64_t half = trial->steps / 2;
    cuda->sizes(prepared, &before);
    struct motion motion = trial->motion;
    bool fine = move(&spec, prepared, &motion, half, trial, outcome, error) &&
                move(&spec, prepared, &motion, trial->steps - half, trial, outcome, error);
    outcome->nose_hoover = motion.nose_hoover;
    cuda->sizes(prepared, &after);
    outcome->grown = after.list_bytes > before.list_bytes;
    cuda->release(prepared);
    cuda->unload(workload);
    cuda->close(device);
    system_free(&loaded);
    return fine;
}

static void compare(const char *what, const double *found, const double *expected, int64_t count,
                    double box, double tolerance)
{
    for (int64_t k = 0; k < count; k++) {
        double off = box > 0 ? system_nearest(found[k] - expected[k], box) : found[k] - expected[k];
        if (!(fabs(off) <= tolerance * fmax(1, fabs(expected[k]))))
            fail_msg("%s %lld is %.15g, not %.15g", what, (long long)k, found[k], expected[k]);
    }
}

static void check_norms(const struct system *system, double tolerance)
{
    for (int64_t i = 0; i < system->n && system->orientation != NULL; i++) {
        const double *q = system->orientation + 4 * i;
        double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(fabs(norm2 - 1) <= tolerance))
            fail_msg("orientation %lld has the squared length 1 + %g", (long long)i, norm2 - 1);
    }
}

static void compare_energies(const struct outcome *found, const struct outcome *expected,
                             double tolerance)
{
    const struct motion_energies *a = &found->energies, *b = &expected->energies;
    compare("the potential energy", &a->potential, &b->potential, 1, 0, tolerance);
    compare("the energy of translation", &a->translation, &b->translation, 1, 0, tolerance);
    compare("the energy of rotation", &a->rotation, &b->rotation, 1, 0, tolerance);
}

/** Moves particles on both; returns true if the list on the GPU needed more memory on the way. */
static bool check_from(const struct trial *trial, const struct system *start)
{
    const bool narrow = precision_info(trial->precision)->state_size == sizeof(float);
    struct error error;
    struct outcome expected = {0}, found = {0};
    const struct system *x = &expected.system, *y = &found.system;
    /* both start from numbers that either precision can store */
    assert_true(system_round(start, PRECISION_SINGLE, &expected.system, &error));
    assert_true(system_round(start, PRECISION_SINGLE, &found.system, &error));
    on_cpu(trial, &expected);
    if (!on_gpu(trial, &found, &error))
        fail_msg("%s", error.text);
    assert_true(expected.builds >= 2);
    assert_true(found.builds >= 3); /* one list at the start of each part, and one between */
    if (strategy_find(trial->strategy)->neighbors->skin)
        assert_true(found.builds <= 1.5 * (double)expected.builds + 4);
    for (int d = 0; d < 3; d++) {
        const double followed = system_nearest(x->box[d] - start->box[d], start->box[d]);
        assert_true(trial->motion.barostat.interval == 0 || fabs(followed) > 1e-4);
        compare("an edge of the box", &y->box[d], &x->box[d], 1, 0, 1e-4 * fabs(followed) + 1e-12);
    }
    compare("x", y->x, x->x, x->n, x->box[0], trial->tolerance);
    compare("y", y->y, x->y, x->n, x->box[1], trial->tolerance);
    compare("z", y->z, x->z, x->n, x->box[2], trial->tolerance);
    compare("velocity", y->velocity, x->velocity, 3 * x->n, 0, trial->tolerance);
    if (x->orientation != NULL) {
        compare("orientation", y->orientation, x->orientation, 4 * x->n, 0, trial->tolerance);
        compare("spin", y->spin, x->spin, 3 * x->n, 0, trial->tolerance);
    }
    check_norms(y, narrow ? 1e-6 : 1e-14);
    compare_energies(&found, &expected, trial->tolerance);
    compare("the rate of the thermostat", &found.nose_hoover.rate, &expected.nose_hoover.rate, 1, 0,
            trial->tolerance);
    compare("what the thermostat holds", &found.nose_hoover.energy, &expected.nose_hoover.energy, 1,
            0, trial->tolerance);
    system_free(&expected.system);
    system_free(&found.system);
    return found.grown;
}

static void check(const struct trial *trial, const struct system_spec *spec)
{
    struct system start = created(spec);
    check_from(trial, &start);
    system_free(&start);
}

/**
 * Moves particles, whose drawn velocities have a nonzero mean, on both devices; each list is used
 * for list_interval steps.
 */
static void check_lists(const struct trial *trial, const struct system_spec *spec)
{
    struct system start = created(spec);
    const struct set_model model = model_with(trial->model, NULL, NULL);
    struct outcome slow = {0}, fast = {0};
    struct trial without = *trial;
    struct common_motion motion;
    struct error error;
    check_from(trial, &start);
    without.motion.removal = REMOVAL_NONE;
    assert_true(system_round(&start, PRECISION_SINGLE, &slow.system, &error) &&
                system_round(&start, PRECISION_SINGLE, &fast.system, &error));
    on_cpu(trial, &slow);
    on_cpu(&without, &fast);
    kinetic_common_motion(&fast.system, model.model->types, false, &motion);
    const double drift = motion.velocity[0];
    kinetic_common_motion(&slow.system, model.model->types, false, &motion);
    print_message("%s drifts by %.2g, by %.2g with its common motion removed\n", trial->model,
                  drift, motion.velocity[0]);
    assert_true(fabs(drift) > 0.005 && fabs(motion.velocity[0]) < 1e-10);
    assert_true(slow.builds >= trial->steps / trial->motion.list_interval);
    system_free(&slow.system);
    system_free(&fast.system);
    system_free(&start);
}

/** Every precision of the forces, double and single also without a heat bath. */
static void check_all(struct trial trial, const struct system_spec *spec)
{
    int interval = trial.motion.thermostat.interval;
    for (int bath = 0; bath < 2; bath++) {
        trial.motion.thermostat.interval = bath * interval;
        for (int p = 0; p < (bath ? PRECISION_COUNT : PRECISION_SINGLE + 1); p++) {
            trial.precision = (enum precision)p;
            if (precision_tolerance(trial.precision, model_find(trial.model)) == 0)
                continue;
            trial.tolerance = p == PRECISION_DOUBLE ? 1e-9 : 1e-3;
            check(&trial, spec);
        }
    }
}

static const struct trial patchy = {
    .model = "patchy",
    .strategy = "vertex",
    .motion = {.dt = 0.001,
               .thermostat = {.temperature = 0.15, .diffusion = 0.01, .interval = 10, .seed = 5}},
    .sort = SORT_HILBERT,
    .skin = 0.05,
    .steps = 60,
};

static struct system_spec patchy_fluid(void)
{
    return spec_of("patchy", 128);
}

LONG_TEST(patchy_particles_move_as_on_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    check_all(patchy, &spec);
}

TEST(friction_and_noise_are_those_of_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.motion.thermostat = (struct thermostat){
        .kind = THERMOSTAT_LANGEVIN, .temperature = 0.15, .interval = 5, .time = 0.02, .seed = 5};
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    check(&trial, &spec);
}

static const struct trial thermal = {
    .model = "lj",
    .strategy = "vertex",
    .precision = PRECISION_DOUBLE,
    .sort = SORT_CELL,
    .motion = {.dt = 0.005, .thermostat = {.temperature = 1.8, .seed = 5}},
    .skin = 0.3,
    .steps = 90,
    .tolerance = 1e-9,
};

static const struct system_spec lj_fluid = {
    .builder = "fluid", .n = 512, .density = 0.5, .temperature = 1.8, .seed = 1};

static const struct thermostat nose_hoover = {
    .kind = THERMOSTAT_NOSE_HOOVER, .temperature = 0.2, .interval = 1, .time = 0.02};

/** Bodies and points that start at another temperature. */
TEST(thermostats_of_all_particles_are_those_of_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    trial.motion.thermostat = nose_hoover;
    check(&trial, &spec);
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    trial.motion.thermostat =
        (struct thermostat){.kind = THERMOSTAT_RESCALE, .temperature = 0.2, .interval = 10};
    check(&trial, &spec);
    trial = thermal;
    trial.motion.thermostat = nose_hoover;
    trial.motion.thermostat.temperature = 2.5;
    check(&trial, &lj_fluid);
}

/** Bodies and points, with and without a thermostat, and lists of few steps. */
TEST(common_motion_is_removed_as_on_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    trial.motion.thermostat.interval = 0;
    trial.motion.removal = REMOVAL_ANGULAR;
    trial.motion.removal_interval = 7;
    trial.motion.list_interval = 5;
    check_lists(&trial, &spec);
    trial = thermal;
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    trial.motion.thermostat = nose_hoover;
    trial.motion.removal = REMOVAL_ANGULAR;
    trial.motion.removal_interval = 10;
    trial.motion.list_interval = 4;
    check_lists(&trial, &lj_fluid);
    trial.motion.removal = REMOVAL_LINEAR;
    check_lists(&trial, &lj_fluid);
}

/** Collisions at every tenth step split the kick of leapfrog in two. */
TEST(leapfrog_is_that_of_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    check(&trial, &spec);
    trial = thermal;
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    check(&trial, &lj_fluid);
}

/** Returns the positions after the steps of a trial, in fixed point, sorted in an order. */
static struct outcome fixed_outcome(struct trial trial, enum sort_order sort)
{
    struct error error;
    struct outcome outcome = {.system = created(&lj_fluid)};
    trial.precision = PRECISION_FIXED;
    trial.sort = sort;
    if (!on_gpu(&trial, &outcome, &error))
        fail_msg("%s", error.text);
    return outcome;
}

static bool same_places(const struct outcome *a, const struct outcome *b)
{
    size_t size = (size_t)a->system.n * sizeof *a->system.x;
    return memcmp(a->system.x, b->system.x, size) == 0 &&
           memcmp(a->system.velocity, b->system.velocity, 3 * size) == 0 &&
           a->nose_hoover.rate == b->nose_hoover.rate &&
           a->energies.potential == b->energies.potential &&
           a->energies.translation == b->energies.translation;
}

/** Energies are summed in any order; only leapfrog rounds differently. */
LONG_TEST(fixed_has_the_same_bits_in_any_order_of_particles)
{
    struct trial trial = thermal;
    struct outcome outcome[3];
    trial.motion.thermostat = nose_hoover;
    trial.motion.thermostat.temperature = 2.5;
    outcome[0] = fixed_outcome(trial, SORT_NONE);
    outcome[1] = fixed_outcome(trial, SORT_HILBERT);
    assert_true(same_places(&outcome[0], &outcome[1]));
    trial.motion.thermostat.interval = 0;
    outcome[2] = fixed_outcome(trial, SORT_CELL);
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    system_free(&outcome[0].system);
    outcome[0] = fixed_outcome(trial, SORT_CELL);
    assert_false(same_places(&outcome[0], &outcome[2]));
    for (int k = 0; k < 3; k++)
        system_free(&outcome[k].system);
}

/** Points and bodies, with and without a heat bath, with positions in the state's precision or
 * another. */
TEST(fused_steps_are_those_of_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = thermal;
    trial.fused = 1;
    check(&trial, &lj_fluid);
    trial.motion.integrator = INTEGRATOR_LEAPFROG;
    trial.strategy = "team";
    trial.sort = SORT_NONE;
    check(&trial, &lj_fluid);
    trial = patchy;
    trial.fused = 1;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    check(&trial, &spec);
    trial.precision = PRECISION_MIXED;
    trial.tolerance = 1e-3;
    check(&trial, &spec);
    trial.precision = PRECISION_DOUBLE_STATE;
    check(&trial, &spec);
    trial.fused = 2;
    trial.building.listing = LISTING_ALL;
    check(&trial, &spec);
}

/** Points and bodies with bonded terms. A kernel stores their forces before particles are moved, or
 * the kernel that moves them evaluates the terms; so does a kernel that makes many steps. */
TEST(fused_steps_add_bonded_terms)
{
    const struct system_spec chains = {
        .builder = "chains", .n = 150, .density = 10, .temperature = 2.4943, .seed = 1};
    struct trial trial = {
        .model = "polyethylene",
        .strategy = "staged",
        .precision = PRECISION_DOUBLE,
        .sort = SORT_HILBERT,
        .motion = {.dt = 1e-3},
        .skin = 0.01,
        .steps = 24,
        .tolerance = 1e-9,
        .fused = 1,
        .bonding = BONDING_GROUP,
    };
    const struct set_model polyethylene = model_with("polyethylene", NULL, NULL);
    struct system points = created(&chains), bodies = nicked_duplexes(256);
    set_rows(&points, &polyethylene);
    check_from(&trial, &points);
    system_free(&points);
    trial.model = "oxdna";
    trial.strategy = "team";
    check_from(&trial, &bodies);
    trial.bonding = BONDING_GATHER;
    check_from(&trial, &bodies);
    trial.fused = 2;
    check_from(&trial, &bodies);
    trial.strategy = "vertex";
    trial.building.listing = LISTING_ALL;
    check_from(&trial, &bodies);
    trial.bonded = true;
    check_from(&trial, &bodies);
    trial.fused = 1;
    check_from(&trial, &bodies);
    system_free(&bodies);
}

/** Chains, whose terms and excluded pairs are renumbered when particles are sorted. */
TEST(bonded_terms_follow_particles_that_are_sorted)
{
    const struct system_spec chains = {
        .builder = "chains", .n = 150, .density = 10, .temperature = 2.4943, .seed = 1};
    static const struct {
        const char *strategy;
        enum sort_order sort;
        enum bonding bonding;
    } trials[] = {
        {"vertex", SORT_CELL, BONDING_GATHER},
        {"edge", SORT_HILBERT, BONDING_SCATTER},
        {"staged", SORT_HILBERT, BONDING_GROUP},
    };
    const struct set_model polyethylene = model_with("polyethylene", NULL, NULL);
    struct system points = created(&chains);
    set_rows(&points, &polyethylene);
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
        const struct trial trial = {
            .model = "polyethylene",
            .strategy = trials[k].strategy,
            .precision = PRECISION_DOUBLE,
            .sort = trials[k].sort,
            .motion = {.dt = 1e-3},
            .skin = 0.01,
            .steps = 200, /* some fifty lists, every sixteenth with sorted particles */
            .tolerance = 1e-7,
            .bonding = trials[k].bonding,
        };
        check_from(&trial, &points);
    }
    system_free(&points);
}

/**
 * The mapping of configs/presets/brahms-paper.json, with beads that have all kinds of interaction.
 */
LONG_TEST(beads_mapped_as_in_their_paper_move_as_on_the_cpu)
{
    const struct trial trial = {
        .model = "brahms",
        .strategy = "vertex",
        .precision = PRECISION_SINGLE,
        .sort = SORT_NONE,
        .motion = {.dt = 0.1,
                   .integrator = INTEGRATOR_LEAPFROG,
                   .thermostat = {.temperature = 0.6, .seed = 5}},
        .skin = 0.1,
        .steps = 12,
        .tolerance = 1e-3,
        .fused = 1,
        .interactions = INTERACTIONS_STORED,
        .building = {.binning = BINNING_CBIN},
        .block = 64,
    };
    struct system start = beads(6, 4.6);
    check_from(&trial, &start);
    system_free(&start);
}

/*
 * The torque on a point is not exactly zero in fixed point; the fetched state is still valid.
 */
LONG_TEST(points_among_beads_come_back_unturned)
{
    const struct trial trial = {
        .model = "brahms",
        .strategy = "vertex",
        .precision = PRECISION_FIXED_MATH,
        .sort = SORT_CELL,
        .motion = {.dt = 0.1},
        .skin = 0.1,
        .steps = 40,
    };
    struct outcome outcome = {.system = beads(6, 4.6)};
    struct error error;
    if (!on_gpu(&trial, &outcome, &error))
        fail_msg("%s", error.text);
    check_norms(&outcome.system, 1e-4);
    system_free(&outcome.system);
}

LONG_TEST(fused_steps_have_the_same_bits_in_fixed)
{
    struct trial trial = thermal;
    struct outcome apart = fixed_outcome(trial, SORT_CELL);
    trial.fused = 1;
    trial.strategy = "team";
    struct outcome fused = fixed_outcome(trial, SORT_CELL);
    assert_true(same_places(&apart, &fused));
    system_free(&fused.system);
    trial.strategy = "staged";
    fused = fixed_outcome(trial, SORT_CELL);
    assert_true(same_places(&apart, &fused));
    system_free(&fused.system);
    trial.fused = 0;
    trial.strategy = "cluster";
    struct outcome clustered = fixed_outcome(trial, SORT_CELL);
    assert_true(same_places(&apart, &clustered));
    system_free(&clustered.system);
    trial.prune = 30; /* steps prune its rows many times between two lists */
    trial.skin = 0.6;
    clustered = fixed_outcome(trial, SORT_CELL);
    assert_true(same_places(&apart, &clustered));
    system_free(&apart.system);
    system_free(&clustered.system);
}

/** One kernel makes all steps, for more particles than one round has. Its lists are built outside
 * or inside. */
LONG_TEST(resident_steps_have_the_same_bits_in_fixed)
{
    static const char *const strategies[] = {"vertex", "team"};
    static const enum listing listings[] = {LISTING_WARP, LISTING_ALL};
    struct trial trial = thermal;
    trial.steps = 120;
    for (int bath = 0; bath < 2; bath++) {
        trial.fused = 0;
        trial.motion.thermostat.kind = THERMOSTAT_BROWNIAN;
        trial.motion.thermostat.interval = 10 * bath;
        trial.motion.thermostat.diffusion = 0.1;
        struct outcome apart = fixed_outcome(trial, SORT_CELL);
        trial.fused = 2;
        for (int k = 0; k < 4; k++) {
            trial.strategy = strategies[k / 2];
            trial.building.listing = listings[k % 2];
            struct outcome resident = fixed_outcome(trial, k < 2 ? SORT_NONE : SORT_CELL);
            assert_true(same_places(&apart, &resident));
            assert_true(resident.builds >= 5);
            system_free(&resident.system);
        }
        system_free(&apart.system);
    }
}

/** Sums of kinetic energies are whole numbers, so that the thermostat has the same bits. */
LONG_TEST(resident_steps_follow_nose_hoover_with_the_same_bits)
{
    static const char *const strategies[] = {"vertex", "team"};
    struct trial trial = thermal;
    trial.steps = 80;
    trial.motion.thermostat = nose_hoover;
    struct outcome apart = fixed_outcome(trial, SORT_CELL);
    trial.fused = 2;
    for (int k = 0; k < 2; k++) {
        trial.strategy = strategies[k];
        trial.building.listing = k == 0 ? LISTING_WARP : LISTING_ALL;
        struct outcome resident = fixed_outcome(trial, SORT_CELL);
        assert_true(same_places(&apart, &resident));
        assert_true(resident.nose_hoover.rate == apart.nose_hoover.rate);
        assert_true(resident.nose_hoover.energy == apart.nose_hoover.energy);
        assert_true(resident.builds >= 3);
        system_free(&resident.system);
    }
    system_free(&apart.system);
}

LONG_TEST(resident_bodies_follow_nose_hoover_as_on_the_cpu)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    trial.steps = 40;
    trial.strategy = "team";
    trial.fused = 2;
    trial.motion.thermostat = nose_hoover;
    check(&trial, &spec);
}

TEST(fused_steps_need_no_more_than_a_particle_s_force)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    struct error error = {0};
    struct outcome outcome = {.system = created(&spec)};
    trial.fused = 1;
    trial.precision = PRECISION_DOUBLE;
    trial.motion.thermostat = nose_hoover;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(
        strstr(error.text, "before the total energy is known, which thermostat nose_hoover"));
    trial.motion.thermostat.interval = 0;
    trial.motion.removal = REMOVAL_LINEAR;
    trial.motion.removal_interval = 1;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "before the common motion is known, which com linear"));
    trial.motion.removal = REMOVAL_NONE;
    trial.motion.list_interval = 10;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "expected tuning fused 0, or no list_interval"));
    trial.motion.list_interval = 0;
    system_free(&outcome.system);
    spec = spec_of("duplexes", 16);
    outcome.system = created(&spec);
    trial.model = "oxdna";
    trial.bonding = BONDING_SCATTER;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "expected tuning fused 0, or bonded gather or group"));
    trial.fused = 2;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "expected tuning fused 0, or bonded gather or fused"));
    system_free(&outcome.system);
}

/** A device runs 128 blocks at the same time, and the particles need 144. */
TEST(resident_steps_need_room_for_all_blocks)
{
    struct system_spec spec = lj_fluid;
    struct trial trial = thermal;
    struct error error = {0};
    spec.n = 2304;
    struct outcome outcome = {.system = created(&spec)};
    trial.strategy = "team";
    trial.fused = 2;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text,
                           "144 blocks of 128 threads on the device at the same time, which "
                           "has room for 128: expected tuning fused 1"));
    system_free(&outcome.system);
}

LONG_TEST(patches_follow_particles_that_move)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    trial.steps = 40;
    trial.strategy = "tile";
    check(&trial, &spec);
    trial.strategy = "patch";
    check(&trial, &spec);
}

LONG_TEST(nucleotides_move_as_on_the_cpu)
{
    char path[PATH_LENGTH];
    const struct system_spec spec = {.file = path};
    struct trial trial = {
        .model = "oxdna",
        .strategy = "edge",
        .sort = SORT_HILBERT,
        .motion =
            {.dt = 0.002,
             .thermostat = {.temperature = 0.1, .diffusion = 0.01, .interval = 10, .seed = 5}},
        .skin = 0.02,
        .steps = 60,
    };
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    check_all(trial, &spec);
}

TEST(too_long_a_step_is_refused)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    struct error error = {0};
    struct outcome outcome = {.system = created(&spec)};
    trial.precision = PRECISION_DOUBLE;
    trial.motion.thermostat.interval = 0;
    trial.motion.dt = 10;
    assert_false(on_gpu(&trial, &outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "in step 1: the time step 10 is too long"));
    system_free(&outcome.system);
}

/** A fluid whose list is used for several steps, in each order and with strategies of each kind. */
LONG_TEST(points_move_as_on_the_cpu_in_any_order)
{
    static const struct {
        const char *strategy;
        enum sort_order sort;
        enum precision precision;
        double tolerance;
    } trials[] = {
        {"vertex", SORT_NONE, PRECISION_DOUBLE, 1e-9},
        {"team", SORT_CELL, PRECISION_DOUBLE, 1e-9},
        {"newton", SORT_HILBERT, PRECISION_DOUBLE, 1e-9},
        {"edge_segmented", SORT_CELL, PRECISION_DOUBLE, 1e-9},
        {"vertex", SORT_CELL, PRECISION_SINGLE, 3e-3},
        {"vertex", SORT_CELL, PRECISION_FIXED_MATH, 3e-1},
    };
    struct trial trial = thermal;
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
        trial.strategy = trials[k].strategy;
        trial.sort = trials[k].sort;
        trial.precision = trials[k].precision;
        trial.tolerance = trials[k].tolerance;
        check(&trial, &lj_fluid);
    }
}

/** The fluid on a lattice, where all rows have the same length. */
static struct system lattice(void)
{
    const int edge = 8;
    struct system start = created(&lj_fluid);
    assert_int_equal(start.n, edge * edge * edge);
    for (int i = 0; i < start.n; i++) {
        start.x[i] = start.box[0] * (i % edge) / edge;
        start.y[i] = start.box[1] * (i / edge % edge) / edge;
        start.z[i] = start.box[2] * (i / edge / edge) / edge;
    }
    return start;
}

/** Some rows become longer than their memory, and edges more than theirs. */
LONG_TEST(lists_that_outgrow_their_memory_get_more)
{
    struct trial trial = thermal;
    struct system start = lattice();
    trial.steps = 120;
    assert_true(check_from(&trial, &start));
    trial.steps = 60;
    trial.strategy = "edge";
    assert_true(check_from(&trial, &start));
    trial.strategy = "vertex";
    trial.fused = 1;
    assert_true(check_from(&trial, &start));
    trial.fused = 2;
    trial.building.listing = LISTING_ALL;
    assert_true(check_from(&trial, &start));
    system_free(&start);
}

/*
 * Forty types with their own masses and charges: with the state in the type of the forces, in a
 * wider one, and with fused steps.
 */
TEST(ions_of_forty_types_move_as_on_the_cpu)
{
    const struct set_model model = ions_model();
    struct system start = ions(512, &model);
    struct trial trial = thermal;
    trial.model = model.model->name;
    trial.motion.dt = 0.003;
    trial.skin = 0.2;
    check_from(&trial, &start);
    trial.fused = 1;
    trial.precision = PRECISION_FIXED;
    trial.tolerance = 1e-3;
    check_from(&trial, &start);
    system_free(&start);
}

/*
 * Tests friction and noise, a thermostat for all particles together, and none, with both
 * integrators, and with the state in the type of the forces and in a wider one.
 */
TEST(constrained_molecules_move_as_on_the_cpu)
{
    static const struct {
        enum precision precision;
        enum thermostat_kind kind;
        int interval;
        enum integrator integrator;
        double tolerance;
    } ways[] = {{PRECISION_DOUBLE, THERMOSTAT_LANGEVIN, 1, INTEGRATOR_VERLET, 1e-8},
                {PRECISION_DOUBLE, THERMOSTAT_NOSE_HOOVER, 1, INTEGRATOR_VERLET, 1e-8},
                {PRECISION_MIXED, THERMOSTAT_RESCALE, 10, INTEGRATOR_LEAPFROG, 1e-2},
                {PRECISION_SINGLE, THERMOSTAT_LANGEVIN, 1, INTEGRATOR_VERLET, 1e-2},
                {PRECISION_FIXED, THERMOSTAT_LANGEVIN, 0, INTEGRATOR_VERLET, 1e-2}};
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system start = constrained_beads(&model);
    constrained_restrain(&start);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        const struct trial trial = {.model = "martini",
                                    .strategy = "team",
                                    .precision = ways[k].precision,
                                    .sort = SORT_CELL,
                                    .motion = {.dt = 0.02,
                                               .integrator = ways[k].integrator,
                                               .thermostat = {.kind = ways[k].kind,
                                                              .interval = ways[k].interval,
                                                              .temperature = 2.577,
                                                              .time = 1,
                                                              .seed = 5}},
                                    .skin = 0.2,
                                    .steps = 90,
                                    .tolerance = ways[k].tolerance};
        check_from(&trial, &start);
    }
    system_free(&start);
}

/* Points in any order, and molecules with constraints and virtual sites, in boxes that follow the
 * pressure in one or two directions. */
TEST(boxes_follow_the_pressure_as_on_the_cpu)
{
    static const struct {
        const char *model, *strategy;
        enum precision precision;
        enum barostat_kind kind;
        int interval;
        bool fused;
        double tolerance;
    } ways[] = {{"martini", "team", PRECISION_DOUBLE, BAROSTAT_SEMI_ISOTROPIC, 10, false, 1e-7},
                {"martini", "staged", PRECISION_SINGLE, BAROSTAT_SEMI_ISOTROPIC, 15, false, 1e-2},
                {"lj", "vertex", PRECISION_DOUBLE, BAROSTAT_ISOTROPIC, 5, false, 1e-8},
                {"lj", "vertex", PRECISION_DOUBLE, BAROSTAT_SEMI_ISOTROPIC, 20, true, 1e-7},
                {"lj", "cluster", PRECISION_MIXED, BAROSTAT_SEMI_ISOTROPIC, 20, false, 1e-2},
                {"lj", "edge", PRECISION_SINGLE, BAROSTAT_ISOTROPIC, 30, false, 1e-2}};
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system beads = constrained_beads(&model), points = created(&lj_fluid);
    constrained_restrain(&beads);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        const bool bonded = strcmp(ways[k].model, "martini") == 0;
        struct trial trial = thermal;
        trial.model = ways[k].model;
        trial.strategy = ways[k].strategy;
        trial.precision = ways[k].precision;
        trial.fused = ways[k].fused;
        trial.tolerance = ways[k].tolerance;
        trial.motion.barostat = (struct barostat){.kind = ways[k].kind,
                                                  .interval = ways[k].interval,
                                                  .pressure = bonded ? 20 : 4,
                                                  .compressibility = bonded ? 0.005 : 0.1,
                                                  .time = bonded ? 20 : 2};
        if (bonded) {
            trial.motion.dt = 0.02;
            trial.motion.thermostat = (struct thermostat){.kind = THERMOSTAT_LANGEVIN,
                                                          .interval = 1,
                                                          .temperature = 2.577,
                                                          .time = 1,
                                                          .seed = 5};
            trial.skin = 0.2;
        }
        check_from(&trial, bonded ? &beads : &points);
    }
    system_free(&beads);
    system_free(&points);
}

/* A molecule that rotates too far in a step is reported by the numbers of its particles in the
 * system. */
TEST(constraints_that_cannot_be_satisfied_are_named)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    const struct trial trial = {.model = "martini",
                                .strategy = "vertex",
                                .precision = PRECISION_DOUBLE,
                                .sort = SORT_CELL,
                                .motion = {.dt = 0.02, .thermostat = {.temperature = 2.577}},
                                .skin = 0.2,
                                .steps = 8};
    struct system start = constrained_beads(&model);
    struct outcome found = {.system = start};
    struct error error;
    assert_true(system_add(&found.system, SYSTEM_VELOCITY, &error));
    memset(found.system.velocity, 0, 3 * (size_t)start.n * sizeof *found.system.velocity);
    found.system.velocity[8] = 40; /* perpendicular to its constraints */
    assert_false(on_gpu(&trial, &found, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, "the constraint of particles") == NULL)
        fail_msg("%s", error.text);
    system_free(&found.system);
}

/** A user's neighbor structure stays valid, and grows, with and without re-sorting of particles. */
LONG_TEST(structures_of_ones_own_follow_particles_that_move)
{
    struct trial trial = thermal;
    struct system start = lattice();
    struct error error;
    if (!extension_add_strategy("tests/extend/strategies/bundle", &trial.strategy, &error))
        fail_msg("%s", error.text);
    trial.steps = 60;
    assert_true(check_from(&trial, &start));
    trial.sort = SORT_NONE;
    assert_true(check_from(&trial, &start));
    system_free(&start);
}

TESTS_MAIN(make_cache, remove_cache)

#else
#include "tests/without_cuda.h"
#endif

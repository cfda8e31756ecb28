/*
 * Trials of dynamics on the emulated GPU and on the CPU. Trajectories have to agree except for
 * rounding.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/catalog/model_table.h"
#include "harness/devices/backends.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/mover.h"
#include "harness/particles/sort_order.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/dynamics.h"
#include "tests/cache.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

/** Settings of a motion, and the tolerance of its results. */
struct trial {
    const char *model;
    const char *strategy;
    enum precision precision;
    enum sort_order sort;
    struct motion motion;
    double skin;
    int64_t steps;
    double tolerance; /* bound for differences of positions, orientations, velocities and spins */
    int fused;        /* tuning value `fused` */
    bool bonded;      /* true: the force kernel of `vertex` also evaluates bonded terms */
    enum bonding bonding;
    enum interaction_structure interactions;
    struct building building;
    int block; /* threads of a block; 0: default of the strategy */
    int prune; /* tuning value `prune` of `cluster` */
};

/** Result of a motion. */
struct outcome {
    struct system system;
    struct motion_energies energies;
    struct nose_hoover nose_hoover;
    int64_t builds; /* number of list builds */
    bool grown;     /* true if the list needed more memory on a GPU */
};

static inline void on_cpu(const struct trial *trial, struct outcome *outcome)
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

/**
 * Makes a few steps; compares them, and the forces and energies of the last step, with the
 * reference.
 */
static inline void verify(const struct workload_spec *workload, const struct trial *trial,
                          struct prepared *prepared, struct moving *moving,
                          const struct motion *motion, const struct system *system)
{
    struct mover mover = {
        .backend = backend_find("cuda"), .prepared = prepared, .moving = moving, .motion = *motion};
    struct case_spec spec = {.model = workload->model,
                             .strategy = strategy_find(trial->strategy),
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
static inline bool move(const struct workload_spec *workload, struct prepared *prepared,
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
    if (fine && steps >= 60) /* enough steps to time the parts of a step */
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
        verify(workload, trial, prepared, moving, motion, &outcome->system);
    cuda->stop(moving);
    return fine;
}

/**
 * Moves particles on the GPU in two parts; the second part continues from the first. Returns false
 * if the first part fails.
 */
static inline bool on_gpu(const struct trial *trial, struct outcome *outcome, struct error *error)
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

static inline void compare(const char *what, const double *found, const double *expected,
                           int64_t count, double box, double tolerance)
{
    for (int64_t k = 0; k < count; k++) {
        double off = box > 0 ? system_nearest(found[k] - expected[k], box) : found[k] - expected[k];
        if (!(fabs(off) <= tolerance * fmax(1, fabs(expected[k]))))
            fail_msg("%s %lld is %.15g, not %.15g", what, (long long)k, found[k], expected[k]);
    }
}

static inline void check_norms(const struct system *system, double tolerance)
{
    for (int64_t i = 0; i < system->n && system->orientation != NULL; i++) {
        const double *q = system->orientation + 4 * i;
        double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(fabs(norm2 - 1) <= tolerance))
            fail_msg("orientation %lld has the squared length 1 + %g", (long long)i, norm2 - 1);
    }
}

static inline void compare_energies(const struct outcome *found, const struct outcome *expected,
                                    double tolerance)
{
    const struct motion_energies *a = &found->energies, *b = &expected->energies;
    compare("the potential energy", &a->potential, &b->potential, 1, 0, tolerance);
    compare("the energy of translation", &a->translation, &b->translation, 1, 0, tolerance);
    compare("the energy of rotation", &a->rotation, &b->rotation, 1, 0, tolerance);
}

/**
 * Moves particles on both devices; returns true if the list on the GPU needed more memory during
 * the motion.
 */
static inline bool check_from(const struct trial *trial, const struct system *start)
{
    const bool narrow = precision_info(trial->precision)->state_size == sizeof(float);
    struct error error;
    struct outcome expected = {0}, found = {0};
    const struct system *x = &expected.system, *y = &found.system;
    /* both motions start from numbers that each precision can store */
    assert_true(system_round(start, PRECISION_SINGLE, &expected.system, &error));
    assert_true(system_round(start, PRECISION_SINGLE, &found.system, &error));
    on_cpu(trial, &expected);
    if (!on_gpu(trial, &found, &error))
        fail_msg("%s", error.text);
    assert_true(expected.builds >= 2);
    assert_true(found.builds >= 3); /* one list at the start of each of the two parts, and at
                                     * least one in between */
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

static inline void check(const struct trial *trial, const struct system_spec *spec)
{
    struct system start = created(spec);
    check_from(trial, &start);
    system_free(&start);
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

static inline struct system_spec patchy_fluid(void)
{
    return spec_of("patchy", 128);
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

/** Returns the result of a trial in fixed point, with particles sorted in this order in memory. */
static inline struct outcome fixed_outcome(struct trial trial, enum sort_order sort)
{
    struct error error;
    struct outcome outcome = {.system = created(&lj_fluid)};
    trial.precision = PRECISION_FIXED;
    trial.sort = sort;
    if (!on_gpu(&trial, &outcome, &error))
        fail_msg("%s", error.text);
    return outcome;
}

static inline bool same_places(const struct outcome *a, const struct outcome *b)
{
    size_t size = (size_t)a->system.n * sizeof *a->system.x;
    return memcmp(a->system.x, b->system.x, size) == 0 &&
           memcmp(a->system.velocity, b->system.velocity, 3 * size) == 0 &&
           a->nose_hoover.rate == b->nose_hoover.rate &&
           a->energies.potential == b->energies.potential &&
           a->energies.translation == b->energies.translation;
}

/** Checks that the motion fails with an error that contains this text. */
static inline void refused(const struct trial *trial, struct outcome *outcome, const char *expected)
{
    struct error error = {0};
    assert_false(on_gpu(trial, outcome, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, expected) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", expected, error.text);
}

/*
 * Compares dynamics on the emulated GPU with dynamics on the CPU: the trajectories agree except for
 * rounding.
 */
#include "tests/cmocka.h"

#ifdef PAIRLANES_CUDA
#include "harness/extensions/extension.h"
#include "harness/physics/kinetic.h"
#include "tests/beads.h"
#include "tests/constrained.h"
#include "tests/gpu_trial.h"
#include "tests/ions.h"

/**
 * Moves particles on both devices; their random velocities have a nonzero mean. Each list is used
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

/** Tests every precision; double and single also without a heat bath. */
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

/** Tests bodies and points that start at another temperature. */
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

/** Tests bodies and points, with and without a thermostat. Each list is used for a few steps. */
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

/** The order of sums does not matter in fixed point; only leapfrog rounds differently. */
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

/** Tests chains: their terms and excluded pairs are renumbered when particles are sorted. */
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
            .steps = 200, /* about fifty lists; particles are sorted for every sixteenth */
            .tolerance = 1e-7,
            .bonding = trials[k].bonding,
        };
        check_from(&trial, &points);
    }
    system_free(&points);
}

/*
 * The torque on a point is not exactly zero in fixed point; the fetched state has to be valid
 * nevertheless.
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
    struct outcome outcome = {.system = created(&spec)};
    trial.precision = PRECISION_DOUBLE;
    trial.motion.thermostat.interval = 0;
    trial.motion.dt = 10;
    refused(&trial, &outcome, "in step 1: the time step 10 is too long");
    system_free(&outcome.system);
}

/**
 * Tests a fluid in each sort order and with each kind of strategy. Lists are used for several
 * steps.
 */
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

/** Returns the fluid on a lattice, where all rows have the same length. */
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

/** Rows become longer, and edges more, than memory has room for. */
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
 * Tests forty types with different masses and charges, and fused steps. The state is in the type of
 * the forces, or in a wider type.
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
 * Tests friction and noise, a global thermostat, and no thermostat, with both integrators. The
 * state is in the type of the forces, or in a wider type.
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

/*
 * Tests points in any order, and molecules with constraints and virtual sites. Barostats act in one
 * or two directions.
 */
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

/*
 * If a molecule rotates too far in a step, the error contains the indices of its particles in the
 * system.
 */
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
    refused(&trial, &found, "the constraint of particles");
    system_free(&found.system);
}

/** A user's neighbor structure stays valid and grows, whether or not particles are sorted again. */
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

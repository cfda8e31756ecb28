/*
 * Compares fused and resident steps on the emulated GPU with steps on the CPU, or with steps of
 * separate kernels.
 */
#include "tests/cmocka.h"

#ifdef PAIRLANES_CUDA
#include "tests/beads.h"
#include "tests/gpu_trial.h"

/**
 * Tests points and bodies, with and without a heat bath. Positions have the precision of the state,
 * or another precision.
 */
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

/**
 * Tests points and bodies with bonded terms. An earlier kernel stores their forces, or the kernel
 * that moves particles evaluates them; it makes one or many steps.
 */
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

/**
 * Tests the settings of configs/presets/brahms-paper.json, with beads that have all kinds of
 * interaction.
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
    trial.prune = 30; /* rows are pruned many times between two list builds */
    trial.skin = 0.6;
    clustered = fixed_outcome(trial, SORT_CELL);
    assert_true(same_places(&apart, &clustered));
    system_free(&apart.system);
    system_free(&clustered.system);
}

/**
 * One kernel makes all steps, for more particles than it has threads. Lists are built by other
 * kernels or by this one.
 */
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

/** Kinetic energies are summed as integers, so that the thermostat gives the same bits. */
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
    struct outcome outcome = {.system = created(&spec)};
    trial.fused = 1;
    trial.precision = PRECISION_DOUBLE;
    trial.motion.thermostat = nose_hoover;
    refused(&trial, &outcome, "before the total energy is known, which thermostat nose_hoover");
    trial.motion.thermostat.interval = 0;
    trial.motion.removal = REMOVAL_LINEAR;
    trial.motion.removal_interval = 1;
    refused(&trial, &outcome, "before the common motion is known, which com linear");
    trial.motion.removal = REMOVAL_NONE;
    trial.motion.list_interval = 10;
    refused(&trial, &outcome, "expected tuning fused 0, or no list_interval");
    trial.motion.list_interval = 0;
    system_free(&outcome.system);
    spec = spec_of("duplexes", 16);
    outcome.system = created(&spec);
    trial.model = "oxdna";
    trial.bonding = BONDING_SCATTER;
    refused(&trial, &outcome, "expected tuning fused 0, or bonded gather or group");
    trial.fused = 2;
    refused(&trial, &outcome, "expected tuning fused 0, or bonded gather or fused");
    system_free(&outcome.system);
}

/** The particles need 4000 blocks, more than any device can run at the same time. */
TEST(resident_steps_need_room_for_all_blocks)
{
    struct system_spec spec = lj_fluid;
    struct trial trial = thermal;
    spec.n = 64000; /* 16 particles per block */
    struct outcome outcome = {.system = created(&spec)};
    trial.strategy = "team";
    trial.fused = 2;
    refused(&trial, &outcome,
            "4000 blocks of 128 threads on the device at the same time, which has room for ");
    refused(&trial, &outcome, ": expected tuning fused 1");
    system_free(&outcome.system);
}

TESTS_MAIN(make_cache, remove_cache)

#else
#include "tests/without_cuda.h"
#endif

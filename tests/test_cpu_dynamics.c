/*
 * Tests dynamics with CPU kernels: with every strategy particles move as in the reference, and
 * thermostats reach their temperature.
 */
#include "harness/particles/system_spec.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/kinetic.h"
#include "tests/beads.h"
#include "tests/ions.h"
#include "tests/moved.h"

#include <math.h>
#include <string.h>

static struct system built(const char *builder, int64_t n)
{
    const struct system_spec spec = spec_of(builder, n);
    struct system system = created(&spec), single;
    struct error error;
    assert_true(system_round(&system, PRECISION_SINGLE, &single, &error));
    system_free(&system);
    return single;
}

/** Moves the same particles by the reference (harness/physics/dynamics.h). */
static void move_by_reference(struct set_model model, const struct trial *trial, int64_t steps,
                              struct system *system)
{
    struct dynamics dynamics = {.system = system,
                                .model = model.model,
                                .constants = model.constants,
                                .range = model.range,
                                .skin = trial->skin,
                                .dt = trial->motion.dt,
                                .thermostat = trial->motion.thermostat};
    struct error error;
    assert_good(dynamics_start(&dynamics, &error) && dynamics_run(&dynamics, steps, &error));
    dynamics_free(&dynamics);
}

static double farthest(const struct system *a, const struct system *b)
{
    double most = 0;
    for (int64_t i = 0; i < a->n; i++) {
        most = fmax(most, fabs(nearest_image(a->x[i] - b->x[i], a->box[0])));
        most = fmax(most, fabs(nearest_image(a->z[i] - b->z[i], a->box[2])));
        for (int d = 0; d < 4 && a->orientation != NULL; d++)
            most = fmax(most, fabs(a->orientation[4 * i + d] - b->orientation[4 * i + d]));
    }
    return most;
}

static const struct trial patchy = {
    .motion = {.dt = 0.001,
               .thermostat = {.temperature = 0.15, .diffusion = 0.01, .interval = 10, .seed = 5}},
    .skin = 0.05,
};

TEST_IN_BOTH(strategies_move_particles_as_the_reference)
{
    struct system expected = built("patchy", 128);
    move_by_reference(model_with("patchy", NULL, NULL), &patchy, 60, &expected);
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        int number = (int)(strategy - strategies());
        for (int leapfrog = 0; leapfrog < 2; leapfrog++) {
            if (part_is("short") && number % 6 != 3 * leapfrog)
                continue; /* skipped, because a kernel takes seconds to compile */
            struct trial trial = patchy;
            struct moved moved;
            struct motion_progress progress;
            trial.strategy = strategy->name;
            trial.precision = leapfrog ? PRECISION_DOUBLE : PRECISION_SINGLE;
            trial.motion.integrator = leapfrog ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;
            begin(&moved, model_with("patchy", NULL, NULL), &trial, built("patchy", 128));
            advance(&moved, 25); /* two parts; the second continues from the first */
            advance(&moved, 35);
            fetch(&moved);
            cpu()->progress(moved.moving, &progress);
            double off = farthest(&moved.system, &expected);
            if (off > (leapfrog ? 1e-9 : 1e-3))
                fail_msg("%s is off by %g", strategy->name, off);
            assert_int_equal(progress.steps, 60);
            assert_true(progress.builds > 1 && progress.nanoseconds > 0);
            double parts = 0;
            for (int k = 0; k < MOTION_PARTS; k++)
                parts += progress.part[k];
            assert_in_range((int)(100 * parts / progress.nanoseconds), 70, 130);
            end(&moved);
        }
    }
    system_free(&expected);
}

TEST(bonded_beads_move_as_the_reference)
{
    struct trial trial = {.strategy = "team",
                          .precision = PRECISION_DOUBLE,
                          .motion = {.dt = 0.002, .thermostat = {.temperature = 0.1, .seed = 5}},
                          .skin = 0.02};
    struct system expected = built("duplexes", 64);
    struct moved moved;
    const struct set_model model = model_with("oxdna", NULL, NULL);
    move_by_reference(model, &trial, 60, &expected);
    begin(&moved, model, &trial, built("duplexes", 64));
    advance(&moved, 60);
    fetch(&moved);
    assert_true(farthest(&moved.system, &expected) < 1e-9);
    struct reference reference = evaluated(reference_by_cells, &moved.system, &model);
    assert_near(energies_of(&moved).potential, reference.energy, 1e-9);
    reference_free(&reference);
    end(&moved);
    system_free(&expected);
}

/* Energies have to agree with the equations, and masses with the types. */
TEST_IN_BOTH(ions_of_forty_types_move_as_the_reference)
{
    static const char *const strategies[] = {"team", "cluster", "newton"};
    const struct set_model model = ions_model();
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        const bool single = k == 1;
        struct trial trial = {.strategy = strategies[k],
                              .precision = single ? PRECISION_SINGLE : PRECISION_DOUBLE,
                              .motion = {.dt = 0.002, .thermostat = {.temperature = 1, .seed = 5}},
                              .skin = 0.2};
        struct system expected = ions(512, &model);
        struct moved moved;
        struct reference reference = evaluated(reference_by_cells, &expected, &model);
        assert_near(reference.energy, ions_energy(&expected), 1e-10);
        reference_free(&reference);
        move_by_reference(model, &trial, 40, &expected);
        begin(&moved, model, &trial, ions(512, &model));
        advance(&moved, 40);
        fetch(&moved);
        const double off = farthest(&moved.system, &expected);
        if (off > (single ? 1e-4 : 1e-10))
            fail_msg("%s is off by %g", strategies[k], off);
        assert_near(energies_of(&moved).potential, ions_energy(&moved.system),
                    single ? 1e-4 : 1e-10);
        end(&moved);
        system_free(&expected);
    }
}

/* Particles of a type without mass do not move, even if there are forces on them. */
TEST_IN_BOTH(particles_without_mass_do_not_move)
{
    const struct set_model model = ions_model();
    struct system system = ions(256, &model);
    struct dynamics dynamics = {.system = &system,
                                .model = model.model,
                                .constants = model.constants,
                                .range = model.range,
                                .dt = 0.002};
    struct error error;
    system.field->type[7].mass = 0;
    assert_true(system_check_model(&system, model.model, model.constants, &error));
    assert_false(dynamics_start(&dynamics, &error));
    assert_string_equal(error.text, "particle 8 moves, but its type, 8, has no mass");
    system_free(&system);
}

/** Mean and standard error of a quantity of a run, from block averages. */
struct average {
    double mean, error;
};

static struct average average_of(const double *value, int count)
{
    enum { BLOCKS = 20 };
    struct average average = {0};
    double square = 0;
    for (int b = 0; b < BLOCKS; b++) {
        double sum = 0;
        for (int k = count / BLOCKS * b; k < count / BLOCKS * (b + 1); k++)
            sum += value[k] / (count / BLOCKS);
        average.mean += sum / BLOCKS;
        square += sum * sum / BLOCKS;
    }
    average.error = sqrt((square - average.mean * average.mean) / (BLOCKS - 1));
    return average;
}

LONG_TEST(thermostats_hold_their_temperature)
{
    static const struct thermostat thermostats[] = {
        {.kind = THERMOSTAT_BROWNIAN, .interval = 5, .diffusion = 0.005},
        {.kind = THERMOSTAT_LANGEVIN, .interval = 2, .time = 0.1},
        {.kind = THERMOSTAT_NOSE_HOOVER, .interval = 1, .time = 0.1},
        {.kind = THERMOSTAT_RESCALE, .interval = 10},
    };
    enum { SAMPLES = 400 };
    const double temperature = 0.2;
    for (size_t t = 0; t < sizeof thermostats / sizeof *thermostats; t++) {
        struct trial trial = patchy;
        struct moved moved;
        double value[2][SAMPLES];
        trial.strategy = "team";
        trial.motion.dt = 0.0015; /* longer steps heat particles with stiff patches */
        trial.motion.integrator = t % 2 ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;
        trial.motion.thermostat = thermostats[t];
        trial.motion.thermostat.temperature = temperature;
        trial.motion.thermostat.seed = 3;
        trial.skin = 0.2;
        begin(&moved, model_with("patchy", NULL, NULL), &trial, built("patchy", 256));
        advance(&moved, 2000);
        for (int k = 0; k < SAMPLES; k++) {
            advance(&moved, 33);
            struct motion_energies energies = energies_of(&moved);
            value[0][k] = energies.translation / (1.5 * 256 * temperature);
            value[1][k] = energies.rotation / (1.5 * 256 * temperature);
        }
        for (int d = 0; d < 2; d++) {
            struct average found = average_of(value[d], SAMPLES);
            print_message("%s, %s: %.4f +- %.4f\n", thermostat_name(&trial.motion.thermostat),
                          d ? "rotation" : "translation", found.mean, found.error);
            assert_true(fabs(found.mean - 1) < 3 * found.error + 2e-3);
            assert_true(found.error < 0.02);
        }
        end(&moved);
    }
}

/*
 * The conserved energy varies less than the physical energy. Its variation is proportional to dt^2.
 */
TEST(nose_hoover_conserves_its_energy)
{
    double worst[2] = {0}, swing = 0;
    for (int k = 0; k < 2; k++) {
        struct system system = built("patchy", 128);
        const struct set_model model = model_with("patchy", NULL, NULL);
        struct dynamics dynamics = {
            .system = &system,
            .model = model.model,
            .constants = model.constants,
            .range = model.range,
            .skin = 0.2,
            .dt = k ? 0.001 : 0.002,
            .thermostat = {.kind = THERMOSTAT_NOSE_HOOVER,
                           .interval = 1,
                           .temperature = 0.3,
                           .time = 0.2,
                           .seed = 2},
        };
        struct error error;
        double first[2] = {0};
        assert_true(dynamics_start(&dynamics, &error));
        for (int n = 0; n <= 100; n++) {
            struct motion_energies energies;
            assert_true(dynamics_run(&dynamics, n == 0 ? 0 : k ? 20 : 10, &error));
            dynamics_energies(&dynamics, &energies);
            double energy = energies.potential + energies.translation + energies.rotation;
            double conserved = energy + dynamics.nose_hoover.energy;
            if (n == 0) {
                first[0] = energy;
                first[1] = conserved;
            }
            swing = fmax(swing, fabs(energy - first[0]));
            worst[k] = fmax(worst[k], fabs(conserved - first[1]));
        }
        dynamics_free(&dynamics);
        system_free(&system);
    }
    print_message("energy moves by %.3g, what is conserved by %.3g and %.3g\n", swing, worst[0],
                  worst[1]);
    assert_true(worst[1] < 0.02 * swing);
    assert_near(worst[0] / worst[1], 4, 1.2);
}

TEST(threads_do_not_change_a_bit)
{
    struct system first = {0};
    for (int threads = 1; threads <= 3; threads++) {
        struct trial trial = patchy;
        struct moved moved;
        trial.strategy = "vertex";
        trial.threads = threads;
        trial.motion.thermostat.kind = THERMOSTAT_LANGEVIN;
        trial.motion.thermostat.time = 0.1;
        begin(&moved, model_with("patchy", NULL, NULL), &trial, built("patchy", 2048));
        advance(&moved, 30);
        fetch(&moved);
        size_t size = (size_t)moved.system.n * sizeof(double);
        if (threads > 1) {
            assert_memory_equal(moved.system.x, first.x, size);
            assert_memory_equal(moved.system.spin, first.spin, 3 * size);
            end(&moved);
        } else {
            first = moved.system;
            moved.system = (struct system){0};
            end(&moved);
        }
    }
    system_free(&first);
}

/*
 * Pairs out of range have no effect in fixed point. Pruned rows give the same trajectory as rows
 * that are built more often.
 */
LONG_TEST(pruned_rows_do_not_change_a_bit)
{
    struct system first = {0};
    for (int pruned = 0; pruned < 2; pruned++) {
        struct trial trial = patchy;
        struct moved moved;
        struct motion_progress progress;
        trial.strategy = "cluster";
        trial.precision = PRECISION_FIXED;
        trial.prune = pruned ? 25 : 0;
        trial.skin = pruned ? 0.3 : 0.05;
        begin(&moved, model_with("patchy", NULL, NULL), &trial, built("patchy", 512));
        advance(&moved, 60);
        fetch(&moved);
        cpu()->progress(moved.moving, &progress);
        size_t size = (size_t)moved.system.n * sizeof(double);
        if (pruned) {
            assert_int_equal(progress.builds, 1);
            assert_memory_equal(moved.system.x, first.x, size);
            assert_memory_equal(moved.system.spin, first.spin, 3 * size);
        } else {
            assert_true(progress.builds > 3);
            first = moved.system;
            moved.system = (struct system){0};
        }
        end(&moved);
    }
    system_free(&first);
}

/*
 * The fetched state is complete: a motion that starts from it makes the same steps. In fixed point,
 * building lists at other times does not change any bit.
 */
TEST(continues_from_the_fetched_state)
{
    for (int kind = 0; kind <= THERMOSTATS; kind++) {
        struct trial trial = patchy;
        struct moved moved[2];
        struct motion motion[2];
        struct error error;
        trial.strategy = "team";
        trial.precision = PRECISION_FIXED;
        trial.motion.integrator = kind % 2 ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;
        trial.motion.thermostat.time = 0.1;
        trial.motion.thermostat.kind = (enum thermostat_kind)kind;
        trial.motion.thermostat.interval = kind == THERMOSTATS              ? 0
                                           : kind == THERMOSTAT_NOSE_HOOVER ? 1
                                                                            : 7;
        for (int stop = 0; stop < 2; stop++) {
            struct moved *m = &moved[stop];
            begin(m, model_with("patchy", NULL, NULL), &trial, built("patchy", 128));
            advance(m, 25);
            motion[stop] = trial.motion;
            if (stop) {
                assert_true(cpu()->fetch(m->moving, &m->system, &motion[stop], &error));
                assert_int_equal(motion[stop].step, 25);
                cpu()->stop(m->moving);
                assert_true(
                    cpu()->start(m->prepared, &motion[stop], &m->system, &m->moving, &error));
            }
            advance(m, 35);
            assert_true(cpu()->fetch(m->moving, &m->system, &motion[stop], &error));
            assert_int_equal(motion[stop].step, 60);
        }
        const struct system *a = &moved[0].system, *b = &moved[1].system;
        size_t size = (size_t)a->n * sizeof(double);
        assert_memory_equal(a->x, b->x, size);
        assert_memory_equal(a->orientation, b->orientation, 4 * size);
        assert_memory_equal(a->velocity, b->velocity, 3 * size);
        assert_memory_equal(a->spin, b->spin, 3 * size);
        assert_int_equal(motion[0].nose_hoover.rate != 0, kind == THERMOSTAT_NOSE_HOOVER);
        assert_memory_equal(&motion[0].nose_hoover, &motion[1].nose_hoover,
                            sizeof motion[0].nose_hoover);
        end(&moved[0]);
        end(&moved[1]);
    }
}

/*
 * The torque on a point is not exactly zero in fixed point. It must not be divided by a zero moment
 * of inertia.
 */
TEST(bodies_without_moment_of_inertia_do_not_turn)
{
    struct trial trial = {
        .strategy = "team", .precision = PRECISION_FIXED_MATH, .motion = {.dt = 0.1}, .skin = 0.1};
    struct particle_type types[FIELD_TYPES];
    struct moved moved;
    begin(&moved, model_with("brahms", NULL, NULL), &trial, beads(6, 4.6));
    system_particle_types(&moved.system, moved.model.model, moved.model.constants, types);
    advance(&moved, 40);
    fetch(&moved);
    for (int64_t i = 0; i < moved.system.n; i++) {
        const double *q = moved.system.orientation + 4 * i, *spin = moved.system.spin + 3 * i;
        assert_true(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-4);
        assert_true(kinetic_turns(&types[moved.system.type[i]]) ||
                    (spin[0] == 0 && spin[1] == 0 && spin[2] == 0));
    }
    end(&moved);
}

TEST(refuses_systems_that_a_thermostat_cannot_move)
{
    struct error error;
    struct thermostat bare = {.kind = THERMOSTAT_LANGEVIN, .interval = 1, .temperature = 1};
    assert_false(thermostat_check(&bare, 0.01, &error));
    assert_non_null(strstr(error.text, "langevin needs a relaxation time"));
    bare = (struct thermostat){.kind = THERMOSTAT_NOSE_HOOVER, .interval = 5, .time = 1};
    assert_false(thermostat_check(&bare, 0.01, &error));
    assert_non_null(strstr(error.text, "in every step, not in every 5-th"));
}

TESTS_MAIN(NULL, NULL)

/* Tests rigid-body dynamics: conserved quantities, the heat bath, and random numbers. */
#include "harness/particles/system_spec.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/kinetic.h"
#include "harness/physics/shared/philox.h"
#include "harness/physics/shared/rotation.h"
#include "tests/support.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/** A system that moves, and its model with default parameters. */
struct run {
    struct system system;
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct dynamics dynamics;
};

static void start(struct run *run, const char *model, struct system system, double dt,
                  struct thermostat thermostat)
{
    struct error error;
    *run = (struct run){.system = system};
    run->dynamics = (struct dynamics){.system = &run->system,
                                      .model = model_find(model),
                                      .constants = run->constants,
                                      .skin = 0.3,
                                      .dt = dt,
                                      .thermostat = thermostat};
    model_defaults(run->dynamics.model, run->parameters);
    assert_true(run->dynamics.model->derive(run->parameters, run->constants, &error));
    run->dynamics.range = run->dynamics.model->range(run->parameters);
    assert_good(dynamics_start(&run->dynamics, &error));
}

static void advance(struct run *run, int64_t steps)
{
    struct error error;
    assert_good(dynamics_run(&run->dynamics, steps, &error));
}

static void end(struct run *run)
{
    dynamics_free(&run->dynamics);
    system_free(&run->system);
}

/** Returns patchy particles in rows along y, all of them bonded. */
static struct system chains(int along)
{
    struct system system;
    struct error error;
    assert_true(system_allocate((int64_t)along * along * along, &system, &error));
    assert_true(system_add(&system, SYSTEM_ORIENTATION, &error));
    for (int64_t i = 0; i < system.n; i++) {
        system.x[i] = 1.3 * (double)(i % along);
        system.z[i] = 1.3 * (double)(i / along % along);
        system.y[i] = 1.04 * (double)(i / along / along);
        for (int k = 0; k < 4; k++)
            system.orientation[4 * i + k] = k == 0;
    }
    system.box[0] = system.box[2] = 1.3 * along;
    system.box[1] = 1.04 * along;
    return system;
}

static double total_energy(const struct run *run)
{
    return dynamics_potential(&run->dynamics) + dynamics_translation(&run->dynamics) +
           dynamics_rotation(&run->dynamics);
}

TEST(philox_gives_the_published_numbers)
{
    /* known output of the authors' library Random123 for philox4x32 with 10 rounds */
    static const struct {
        struct philox counter;
        uint64_t key;
        struct philox expected;
    } rows[] = {
        {{{0, 0, 0, 0}}, 0, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
        {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
         UINT64_C(0xffffffffffffffff),
         {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
        {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
         UINT64_C(0x299f31d0a4093822),
         {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct philox found = philox_block(rows[k].counter, rows[k].key);
        assert_memory_equal(&found, &rows[k].expected, sizeof found);
    }
}

TEST(normal_numbers_are_normal)
{
    enum { DRAWS = 250000 };
    double moment[5] = {0};
    for (uint32_t i = 0; i < DRAWS; i++) {
        double normal[4];
        philox_normals(philox_draw(7, 3, i, 1), normal);
        for (int k = 0; k < 4; k++)
            for (int m = 1; m <= 4; m++)
                moment[m] += pow(normal[k], m) / (4.0 * DRAWS);
    }
    /* moments 1 to 4 of a normal distribution, and variances of one sample of each */
    static const double expected[] = {0, 0, 1, 0, 3}, variance[] = {0, 1, 2, 15, 96};
    for (int m = 1; m <= 4; m++)
        assert_true(fabs(moment[m] - expected[m]) < 4 * sqrt(variance[m] / (4.0 * DRAWS)));
}

/** Converts the angular momentum of a body from the body's frame to the space frame. */
static void in_space(const double q[4], const double body[3], double space[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    rotation_to_body(back, body, space);
}

TEST(a_free_body_keeps_angular_momentum_and_energy)
{
    static const double inertia[][3] = {{2, 2, 2}, {1.7696, 0.6145, 1.1550}, {1, 0, 1}};
    for (size_t k = 0; k < sizeof inertia / sizeof *inertia; k++) {
        double q[4] = {0.5, -0.5, 0.5, 0.5}, momentum[3] = {0.3, inertia[k][1] > 0 ? 1.1 : 0, 0.7};
        double before[3], after[3], energy[2] = {0};
        in_space(q, momentum, before);
        for (int d = 0; d < 3; d++)
            energy[0] += inertia[k][d] > 0 ? momentum[d] * momentum[d] / inertia[k][d] : 0;
        for (int step = 0; step < 10000; step++)
            rotation_free(q, momentum, inertia[k], 1e-3);
        in_space(q, momentum, after);
        for (int d = 0; d < 3; d++) {
            assert_true(fabs(after[d] - before[d]) < 1e-11);
            energy[1] += inertia[k][d] > 0 ? momentum[d] * momentum[d] / inertia[k][d] : 0;
        }
        assert_true(fabs(energy[1] / energy[0] - 1) < 1e-6);
        assert_true(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-14);
    }
}

/** Returns the largest deviation of the total energy from its start in a run of one time unit. */
static double energy_error(const char *model, struct system system, double dt, double temperature)
{
    struct run run;
    start(&run, model, system, dt, (struct thermostat){.temperature = temperature, .seed = 5});
    double first = total_energy(&run), most = 0;
    for (int k = 0; k < 50; k++) {
        advance(&run, (int64_t)round(0.02 / dt));
        most = fmax(most, fabs(total_energy(&run) - first));
    }
    for (int64_t i = 0; i < run.system.n; i++) {
        const double *q = run.system.orientation + 4 * i;
        assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
    }
    end(&run);
    return most;
}

static struct system duplexes(void)
{
    return created(&(struct system_spec){
        .builder = "duplexes", .n = 64, .density = 0.01608, .temperature = 0.1, .seed = 1});
}

TEST(the_energy_error_is_of_second_order)
{
    for (int model = 0; model < 2; model++) {
        /* slope of log(error) against log(dt), by least squares */
        double sums[4] = {0};
        for (int k = 0; k < 4; k++) {
            double dt = (model == 0 ? 1e-3 : 4e-3) / (1 << k), x = log(dt);
            double y = log(model == 0 ? energy_error("patchy", chains(6), dt, 0.15)
                                      : energy_error("oxdna", duplexes(), dt, 0.1));
            sums[0] += x;
            sums[1] += y;
            sums[2] += x * x;
            sums[3] += x * y;
        }
        double slope = (4 * sums[3] - sums[0] * sums[1]) / (4 * sums[2] - sums[0] * sums[0]);
        print_message("%s: energy error goes as dt^%.3f\n", model == 0 ? "patchy" : "oxdna", slope);
        assert_near(slope, 2, 0.15);
    }
}

TEST(time_can_be_reversed)
{
    struct run run;
    struct system before = chains(5);
    start(&run, "patchy", chains(5), 1e-3, (struct thermostat){.temperature = 0.15, .seed = 2});
    advance(&run, 300);
    double moved = 0, left = 0;
    for (int leg = 0; leg < 2; leg++) {
        double most = 0;
        for (int64_t i = 0; i < before.n; i++)
            most = fmax(most, fabs(nearest_image(run.system.y[i] - before.y[i], before.box[1])));
        *(leg == 0 ? &moved : &left) = most;
        for (int64_t k = 0; k < 3 * before.n; k++) {
            run.system.velocity[k] = -run.system.velocity[k];
            run.system.spin[k] = -run.system.spin[k];
        }
        if (leg == 0)
            advance(&run, 300);
    }
    assert_true(moved > 0.05 && left < 1e-9);
    end(&run);
    system_free(&before);
}

LONG_TEST(the_heat_bath_heats_both_motions)
{
    struct run run;
    const double temperature = 0.15;
    start(&run, "patchy", chains(8), 2e-3,
          (struct thermostat){.temperature = 3 * temperature, .seed = 3});
    run.dynamics.thermostat = (struct thermostat){
        .temperature = temperature, .diffusion = 0.005, .interval = 5, .seed = 3};
    advance(&run, 2000);
    enum { SAMPLES = 100 };
    double mean[2] = {0}, square[2] = {0};
    for (int k = 0; k < SAMPLES; k++) {
        advance(&run, 100); /* long enough that most velocities and spins are redrawn */
        const double energy[2] = {dynamics_translation(&run.dynamics),
                                  dynamics_rotation(&run.dynamics)};
        for (int d = 0; d < 2; d++) {
            double reduced = energy[d] / (1.5 * (double)run.system.n * temperature);
            mean[d] += reduced / SAMPLES;
            square[d] += reduced * reduced / SAMPLES;
        }
    }
    for (int d = 0; d < 2; d++) {
        double error = sqrt((square[d] - mean[d] * mean[d]) / (SAMPLES - 1));
        print_message("%s %.4f +- %.4f of 3/2 N T\n", d ? "rotation" : "translation", mean[d],
                      error);
        assert_true(fabs(mean[d] - 1) < 3 * error);
        assert_true(error < 0.01);
    }
    end(&run);
}

/*
 * Repeats oxDNA's test of this thermostat: N = 1000 at density 0.5, T = 2, K / N = 3.0 within 0.1.
 */
LONG_TEST(lennard_jones_has_the_temperature_of_the_bath)
{
    struct run run;
    start(&run, "lj", fluid(1000, 0.5, 2, 1), 1e-3,
          (struct thermostat){.temperature = 2, .diffusion = 1, .interval = 103, .seed = 4});
    advance(&run, 500);
    double mean = 0;
    for (int k = 0; k < 30; k++) {
        advance(&run, 103);
        mean += dynamics_translation(&run.dynamics) / (double)run.system.n / 30;
    }
    print_message("K / N = %.3f\n", mean);
    assert_true(fabs(mean - 3) < 0.1);
    assert_true(dynamics_rotation(&run.dynamics) == 0);
    end(&run);
}

/**
 * Computes averages of potential and kinetic energy per particle over several runs of `steps`
 * steps.
 */
static void average(struct run *run, int runs, int steps, double *potential, double *kinetic)
{
    double n = (double)run->system.n;
    *potential = *kinetic = 0;
    for (int k = 0; k < runs; k++) {
        advance(run, steps);
        *potential += dynamics_potential(&run->dynamics) / n / runs;
        *kinetic +=
            (dynamics_translation(&run->dynamics) + dynamics_rotation(&run->dynamics)) / n / runs;
    }
    print_message("U / N = %.4f, K / N = %.4f\n", *potential, *kinetic);
}

/* Uses the averages and tolerances of oxDNA's tests, but a longer run. */
LONG_TEST(lennard_jones_has_the_energies_of_oxdna)
{
    struct run run;
    double potential, kinetic;
    start(&run, "lj", fluid(1000, 1000 / pow(14, 3), 1.5, 1), 2e-3,
          (struct thermostat){.temperature = 1.5, .diffusion = 0.1, .interval = 25, .seed = 5});
    advance(&run, 500);
    average(&run, 50, 50, &potential, &kinetic);
    assert_near(potential, -2.07419612935, 0.0264527318068);
    assert_near(kinetic, 2.24809721891, 0.053841073586);
    end(&run);
}

/*
 * Compares average energies with oxDNA's tests for a single strand of fifteen bases at 300 K. The
 * strand starts without stacking.
 */
LONG_TEST(a_single_strand_has_the_energies_of_oxdna)
{
    char path[PATH_LENGTH], topology[PATH_LENGTH];
    struct run run;
    double potential, kinetic;
    refdata("oxdna1/SSDNA15/init.dat", path);
    refdata("oxdna1/SSDNA15/ssdna15.top", topology);
    struct system strand = created(&(struct system_spec){.file = path, .topology = topology});
    start(&run, "oxdna", strand, 5e-3,
          (struct thermostat){.temperature = 0.1, .diffusion = 0.2, .interval = 103, .seed = 6});
    assert_near(dynamics_potential(&run.dynamics) / 15, -1.00610340335248, 1e-4);
    assert_near((dynamics_translation(&run.dynamics) + dynamics_rotation(&run.dynamics)) / 15,
                0.352100057565319, 1e-12);
    advance(&run, 60000);
    average(&run, 1000, 100, &potential, &kinetic);
    assert_near(potential, -0.700783241758, 0.26);
    assert_near(kinetic, 0.30, 0.015);
    end(&run);
}

/* Compares with LAMMPS's log: a thousand steps of 1e-5, no heat bath. */
TEST(a_duplex_moves_as_in_lammps)
{
    char path[PATH_LENGTH];
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    struct run run = {.system = created(&(struct system_spec){.file = path, .format = "lammps"})};
    start(&run, "oxdna", run.system, 1e-5, (struct thermostat){0});
    assert_near(dynamics_potential(&run.dynamics), -13.0576219534369, 1e-12);

    /* nucleotides are heavier in LAMMPS than in the model */
    for (int k = 0; k < run.dynamics.model->type_count; k++)
        run.dynamics.types[k] = (struct particle_type){
            .name = "heavy", .mass = 3.1575, .inertia = {0.435179158, 0.435179158, 0.435179158}};
    assert_near(dynamics_translation(&run.dynamics), 1.10853632272819, 1e-9);
    assert_near(dynamics_rotation(&run.dynamics), 2.81573649976629, 1e-8);

    advance(&run, 1000);
    print_message("%.12g %.12g %.12g\n", dynamics_translation(&run.dynamics),
                  dynamics_rotation(&run.dynamics), dynamics_potential(&run.dynamics));
    assert_near(dynamics_translation(&run.dynamics), 1.08024346604046, 1e-9);
    assert_near(dynamics_rotation(&run.dynamics), 2.90873406534668, 1e-9);
    assert_near(dynamics_potential(&run.dynamics), -13.1223266626202, 1e-9);
    end(&run);
}

TEST(threads_do_not_change_a_bit)
{
    int most = omp_get_max_threads();
    struct run one, many;
    const struct thermostat thermostat = {
        .temperature = 0.15, .diffusion = 0.02, .interval = 5, .seed = 9};
    omp_set_num_threads(1);
    start(&one, "patchy", chains(13), 2e-3, thermostat); /* enough for a team of threads */
    advance(&one, 60);
    for (int threads = 2; threads <= 3; threads++) {
        omp_set_num_threads(threads);
        start(&many, "patchy", chains(13), 2e-3, thermostat);
        advance(&many, 60);
        size_t size = (size_t)one.system.n * sizeof(double);
        assert_memory_equal(many.system.y, one.system.y, size);
        assert_memory_equal(many.system.orientation, one.system.orientation, 4 * size);
        assert_memory_equal(many.system.spin, one.system.spin, 3 * size);
        end(&many);
    }
    omp_set_num_threads(most);
    end(&one);
}

/*
 * Points of one type are moved in blocks, others one by one. The results have to be the same bits,
 * also for points that leave the box.
 */
TEST(blocks_of_points_move_as_points_alone)
{
    for (int single = 0; single < 2; single++) {
        struct run blocks, alone;
        struct system typed = fluid(1000, 0.5, 2, 1);
        struct error error;
        assert_true(system_add(&typed, SYSTEM_TYPE, &error));
        memset(typed.type, 0, (size_t)typed.n * sizeof *typed.type);
        const struct thermostat hot = {.temperature = 20, .seed = 4};
        start(&blocks, "lj", fluid(1000, 0.5, 2, 1), 1e-3, hot);
        start(&alone, "lj", typed, 1e-3, hot);
        blocks.dynamics.single = alone.dynamics.single = single;
        advance(&blocks, 300);
        advance(&alone, 300);
        size_t size = (size_t)typed.n * sizeof(double);
        assert_memory_equal(blocks.system.x, alone.system.x, size);
        assert_memory_equal(blocks.system.z, alone.system.z, size);
        assert_memory_equal(blocks.system.velocity, alone.system.velocity, 3 * size);
        assert_true(blocks.dynamics.builds > 10 && blocks.dynamics.builds == alone.dynamics.builds);
        end(&blocks);
        end(&alone);
    }
}

TEST(forces_are_those_of_the_reference)
{
    struct run run;
    struct reference reference;
    struct error error;
    start(&run, "patchy", chains(6), 1e-3, (struct thermostat){.temperature = 0.3, .seed = 1});
    advance(&run, 500);
    assert_true(reference_by_cells(&run.system, run.dynamics.model, run.constants,
                                   run.dynamics.range, &reference, &error));
    for (int64_t i = 0; i < run.system.n; i++) {
        assert_true(fabs(run.dynamics.forces.force[3 * i] - reference.x[i]) < 1e-10);
        for (int d = 0; d < 3; d++)
            assert_true(fabs(run.dynamics.forces.torque[3 * i + d] - reference.torque[3 * i + d]) <
                        1e-10);
    }
    assert_true(fabs(dynamics_potential(&run.dynamics) - reference.energy) < 1e-9);
    reference_free(&reference);
    end(&run);
}

/**
 * Returns particles that drift and rotate about their centre of mass, which is not the centre of
 * the box.
 */
static struct system turning_fluid(void)
{
    static const double drift[3] = {0.3, -0.2, 0.5}, turn[3] = {0.15, 0.1, -0.2};
    struct system system = fluid(256, 0.4, 1.5, 1);
    const struct set_model model = model_with("lj", NULL, NULL);
    const struct thermostat bath = {.temperature = 1.5, .seed = 3};
    struct error error;
    assert_true(thermostat_start(&bath, model.model, model.constants, &system, &error));
    for (int64_t i = 0; i < system.n; i++) {
        const double r[3] = {system.x[i] - 1, system.y[i], system.z[i]};
        for (int d = 0; d < 3; d++) {
            const int e = (d + 1) % 3, f = (d + 2) % 3;
            system.velocity[3 * i + d] += drift[d] + turn[e] * r[f] - turn[f] * r[e];
        }
    }
    return system;
}

TEST(finds_the_motion_that_all_particles_have_in_common)
{
    struct system system = turning_fluid();
    const struct particle_type *types = model_find("lj")->types;
    struct common_motion motion;
    const struct kinetic before = kinetic_energies(&system, types, false);
    kinetic_common_motion(&system, types, true, &motion);
    for (int64_t i = 0; i < system.n; i++) {
        double r[3];
        kinetic_place(&system, i, r);
        for (int d = 0; d < 3; d++)
            system.velocity[3 * i + d] -= common_motion_at(&motion, r, d);
    }
    const struct kinetic after = kinetic_energies(&system, types, false);
    assert_true(after.translation < 0.9 * before.translation);
    kinetic_common_motion(&system, types, true, &motion);
    for (int d = 0; d < 3; d++) {
        assert_near(motion.velocity[d], 0, 1e-14);
        assert_near(motion.turning[d], 0, 1e-14);
    }
    system_free(&system);
}

/** Returns the common motion after ten steps; it is removed in every `interval`-th step. */
static struct common_motion motion_with(enum removal removal, int interval)
{
    struct run run;
    struct common_motion motion;
    start(&run, "lj", turning_fluid(), 0.001, (struct thermostat){.temperature = 1.5});
    run.dynamics.removal = removal;
    run.dynamics.removal_interval = interval;
    advance(&run, 10);
    kinetic_common_motion(&run.system, run.dynamics.types, true, &motion);
    end(&run);
    return motion;
}

/* Forces across faces of the box cause a torque, which acts for half a step after the removal. */
TEST(removes_the_motion_that_all_particles_have_in_common)
{
    const struct common_motion none = motion_with(REMOVAL_NONE, 0);
    const struct common_motion linear = motion_with(REMOVAL_LINEAR, 1);
    const struct common_motion angular = motion_with(REMOVAL_ANGULAR, 5);
    for (int d = 0; d < 3; d++) {
        assert_true(fabs(none.velocity[d]) > 0.05 && fabs(none.turning[d]) > 0.005);
        assert_near(linear.velocity[d], 0, 1e-13);
        assert_near(linear.turning[d], none.turning[d], 0.01);
        assert_near(angular.velocity[d], 0, 1e-13);
        assert_near(angular.turning[d], 0, 1e-3);
    }
}

TEST(a_list_is_used_for_no_more_steps_than_allowed)
{
    struct run run;
    start(&run, "lj", fluid(256, 0.4, 1.5, 1), 1e-6, (struct thermostat){.temperature = 1.5});
    advance(&run, 20);
    assert_int_equal(run.dynamics.builds, 1);
    run.dynamics.list_interval = 10;
    advance(&run, 40);
    assert_int_equal(run.dynamics.builds, 5);
    end(&run);
}

TEST(refuses_systems_that_cannot_move)
{
    struct run run;
    struct error error;
    start(&run, "patchy", chains(5), 1e-3, (struct thermostat){.temperature = 0.15, .seed = 1});
    run.system.velocity[3 * 17] = 1e6;
    assert_false(dynamics_run(&run.dynamics, 1, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "particle 18 moves by"));
    dynamics_free(&run.dynamics);

    run.dynamics.thermostat =
        (struct thermostat){.temperature = 1, .diffusion = 1e-6, .interval = 100, .seed = 1};
    assert_false(dynamics_start(&run.dynamics, &error));
    assert_non_null(strstr(error.text, "collides more than once"));
    end(&run);
}

TESTS_MAIN(NULL, NULL)

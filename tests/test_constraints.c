/*
 * Tests constraints and virtual sites in motion: positions, lengths, velocities, degrees of
 * freedom, energy, and constraints that cannot be satisfied.
 */
#include "harness/measure/observe/mover.h"
#include "harness/particles/constraint_groups.h"
#include "harness/physics/dynamics.h"
#include "harness/physics/kinetic.h"
#include "tests/constrained.h"
#include "tests/moved.h"

static const double heat = 2.577; /* kT at 310 K in kJ/mol */

static const struct trial beads = {
    .strategy = "team",
    .precision = PRECISION_DOUBLE,
    .motion = {.dt = 0.02},
    .skin = 0.3,
    .threads = 1,
};

/*
 * Forces of restraints are minus the gradient of the energy, also across a face of the box. The
 * virial, -2 U, is minus the derivative with respect to the logarithm of the box size.
 */
TEST(restraints_have_gradients_for_forces)
{
    const struct restraint restraint = {0, {3, 0, 20}, {0.02, 0.5, 0.99}};
    const double at[3] = {4.9, 1, 0.1}, edge[3] = {5, 6, 7}, h = 1e-6;
    double force[3], unused[3];
    const double energy = restraint_force(&restraint, at, edge, force);
    assert_near(energy, 3 * 0.2 * 0.2 / 2 + 20 * 0.17 * 0.17 / 2, 1e-12);
    for (int d = 0; d < 3; d++) {
        double before[3], after[3];
        memcpy(before, at, sizeof at);
        memcpy(after, at, sizeof at);
        before[d] -= h;
        after[d] += h;
        assert_near((restraint_force(&restraint, before, edge, unused) -
                     restraint_force(&restraint, after, edge, unused)) /
                        (2 * h),
                    force[d], 1e-8);
    }
    double grown[2];
    for (int k = 0; k < 2; k++) {
        const double factor = k == 0 ? 1 - h : 1 + h;
        const double place[3] = {factor * at[0], factor * at[1], factor * at[2]};
        const double box[3] = {factor * edge[0], factor * edge[1], factor * edge[2]};
        grown[k] = restraint_force(&restraint, place, box, unused);
    }
    assert_near((grown[0] - grown[1]) / (2 * h), -2 * energy, 1e-7);
}

static struct trial bath_of(struct trial trial, enum thermostat_kind kind, double time)
{
    trial.motion.thermostat = (struct thermostat){
        .kind = kind, .temperature = heat, .interval = 1, .time = time, .seed = 7};
    return trial;
}

/*
 * Tests the grouping of three connected triangles and three pairs, some of them connected. Groups
 * are stored in slices of two, the longest first.
 */
TEST(constraints_that_share_particles_are_of_a_group)
{
    static const struct constraint chosen[] = {{{8, 9}, 1}, {{0, 1}, 2}, {{5, 4}, 3}, {{1, 2}, 4},
                                               {{0, 2}, 5}, {{6, 5}, 6}, {{3, 7}, 7}};
    enum { CHOSEN = sizeof chosen / sizeof *chosen };
    struct system system = {.n = 10, .constraint = (struct constraint *)chosen};
    struct constraint_groups groups;
    struct error error;
    system.constraint_count = CHOSEN;
    assert_true(constraint_groups_build(&system, 2, &groups, &error));
    assert_int_equal(groups.count, 4);
    assert_int_equal(groups.slices, 2);
    int found = 0;
    for (int64_t g = 0; g < groups.count; g++) {
        static const int sizes[][2] = {{3, 3}, {2, 3}, {1, 2}, {1, 2}};
        assert_int_equal(groups.constraints[g], sizes[g][0]);
        assert_int_equal(groups.members[g], sizes[g][1]);
        for (int k = 0; k < groups.constraints[g]; k++, found++) {
            const struct constraint_length *c =
                &groups.length[constraint_groups_first(&groups, g) + 2 * (int64_t)k];
            const struct constraint *same = &chosen[(int)c->length - 1];
            for (int end = 0; end < 2; end++)
                assert_int_equal(groups.particle[constraint_groups_first_member(&groups, g) +
                                                 2 * (int64_t)c->member[end]],
                                 same->member[end]);
        }
    }
    assert_int_equal(found, CHOSEN);
    constraint_groups_free(&groups);
    system.n = 9;
    assert_false(constraint_groups_build(&system, 2, &groups, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "constraint 1 of "));
}

/*
 * Lengths are satisfied after every step, to the resolution of the state's precision in a box of 5
 * nm.
 */
TEST(lengths_are_kept_in_every_precision)
{
    static const struct {
        const char *strategy;
        enum precision precision;
        double tolerance;
    } kept[] = {
        {"serial", PRECISION_DOUBLE, 2e-9}, {"cluster", PRECISION_DOUBLE, 2e-9},
        {"team", PRECISION_SINGLE, 5e-6},   {"vertex", PRECISION_MIXED, 2e-9},
        {"newton", PRECISION_FIXED, 1e-5},  {"edge", PRECISION_INTRINSICS, 5e-6},
    };
    const struct set_model model = model_with("martini", NULL, NULL);
    for (size_t t = 0; t < sizeof kept / sizeof *kept; t++) {
        struct trial trial = bath_of(beads, THERMOSTAT_LANGEVIN, 1);
        struct moved moved;
        double error = 0, speed = 0, off = 0;
        trial.strategy = kept[t].strategy;
        trial.precision = kept[t].precision;
        trial.motion.integrator = t % 2 ? INTEGRATOR_LEAPFROG : INTEGRATOR_VERLET;
        begin(&moved, model, &trial, constrained_beads(&model));
        for (int step = 0; step < 50; step++) {
            advance(&moved, 1);
            fetch(&moved);
            error = fmax(error, constrained_error(&moved.system));
            speed = fmax(speed, constrained_speed(&moved.system));
            off = fmax(off, constrained_off(&moved.system));
        }
        print_message("%s in %s: lengths to %.1e, velocities to %.1e, sites to %.1e nm\n",
                      kept[t].strategy, precision_info(kept[t].precision)->name, error, speed, off);
        assert_true(off <= kept[t].tolerance);
        assert_true(error <= kept[t].tolerance);
        assert_true(speed <= 1e5 * kept[t].tolerance && error > 0);
        end(&moved);
    }
}

/** Returns the root mean square deviation of the total energy from its mean in 2 ps. Friction and
 * noise have warmed the molecules. */
static double fluctuation(const struct set_model *model, const struct system *warm, double dt)
{
    enum { SAMPLES = 100 };
    struct trial trial = beads;
    struct moved moved;
    struct error error;
    double sum = 0, squares = 0;
    struct system start;
    trial.motion.dt = dt;
    trial.motion.thermostat.temperature = heat;
    assert_true(system_round(warm, PRECISION_DOUBLE, &start, &error) &&
                system_add(&start, SYSTEM_VELOCITY, &error));
    memcpy(start.velocity, warm->velocity, 3 * (size_t)warm->n * sizeof *start.velocity);
    start.rows = type_rows_share(warm->rows);
    begin(&moved, *model, &trial, start);
    for (int k = 0; k < SAMPLES; k++) {
        advance(&moved, (int64_t)round(0.02 / dt));
        const struct motion_energies energies = energies_of(&moved);
        const double total = energies.potential + energies.translation;
        sum += total / SAMPLES;
        squares += total * total / SAMPLES;
    }
    end(&moved);
    return sqrt(squares - sum * sum);
}

/*
 * The error of the energy without a thermostat is proportional to the square of the time step. It
 * is small compared to the energy of one degree of freedom.
 */
TEST(energy_is_conserved)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    const struct trial trial = bath_of(beads, THERMOSTAT_LANGEVIN, 0.2);
    struct moved warm;
    begin(&warm, model, &trial, constrained_beads(&model));
    advance(&warm, 400);
    fetch(&warm);
    const double coarse = fluctuation(&model, &warm.system, 0.01);
    const double fine = fluctuation(&model, &warm.system, 0.005);
    end(&warm);
    print_message("the energy fluctuates by %.3g, by %.3g in half the step\n", coarse, fine);
    assert_true(fine < heat / 2);
    assert_near(log2(coarse / fine), 2, 0.5);
}

/*
 * Constraints reduce the degrees of freedom. Thermostats, local or global, maintain the temperature
 * of the remaining degrees of freedom.
 */
LONG_TEST(temperature_is_that_of_the_degrees_of_freedom)
{
    enum { SAMPLES = 300, BLOCKS = 20 };
    static const struct {
        enum thermostat_kind kind;
        double time;
    } baths[] = {{THERMOSTAT_LANGEVIN, 0.2}, {THERMOSTAT_NOSE_HOOVER, 0.5}};
    const struct set_model model = model_with("martini", NULL, NULL);
    for (size_t t = 0; t < sizeof baths / sizeof *baths; t++) {
        struct trial trial = bath_of(beads, baths[t].kind, baths[t].time);
        struct moved moved;
        trial.motion.dt = 0.01;
        double block[BLOCKS] = {0}, mean = 0, square = 0;
        begin(&moved, model, &trial, constrained_beads(&model));
        const double degrees =
            kinetic_degrees(&moved.system, model.model->types, false).translation;
        assert_near(degrees, (3 * CONSTRAINED_MASSES - CONSTRAINED_LENGTHS) * CONSTRAINED_MOLECULES,
                    0);
        advance(&moved, 1000);
        for (int k = 0; k < SAMPLES; k++) {
            advance(&moved, 20);
            block[k * BLOCKS / SAMPLES] +=
                2 * energies_of(&moved).translation / degrees / heat * BLOCKS / SAMPLES;
        }
        for (int b = 0; b < BLOCKS; b++) {
            mean += block[b] / BLOCKS;
            square += block[b] * block[b] / BLOCKS;
        }
        const double error = sqrt((square - mean * mean) / (BLOCKS - 1));
        print_message("%s: temperature %.4f +- %.4f\n", thermostat_name(&trial.motion.thermostat),
                      mean, error);
        assert_true(fabs(mean - 1) < 3 * error + 2e-3 && error < 0.02);
        end(&moved);
    }
}

/** Returns SPC/E water with rigid molecules. */
static struct system rigid_water(const struct system_spec *spec, const struct set_model *model)
{
    struct system system = created(spec);
    struct error error;
    assert_true(system_add_list(&system, SYSTEM_CONSTRAINTS, system.n, &error));
    for (int64_t i = 0; i < system.n; i += 3)
        for (int k = 0; k < 3; k++)
            system.constraint[i + k] =
                (struct constraint){.member = {(int32_t)i + (k == 2), (int32_t)i + 1 + (k > 0)},
                                    .length = k == 2 ? 1.6329809 : 1};
    assert_true(system_set_rows(&system, model->model, model->constants, &error));
    return system;
}

/*
 * The energy changes by less than a hundredth of the energy per molecule with steps of 2 fs.
 * Flexible water would be unstable.
 */
TEST(water_is_rigid)
{
    struct set_model model = {.model = model_find("allatom"), .range = 9};
    double parameters[MODEL_PARAMETERS];
    struct system_spec spec = spec_of("spce", 1536);
    struct trial trial = beads;
    struct moved moved;
    struct error error;
    model_defaults(model.model, parameters);
    parameters[model_parameter(model.model, "cutoff")] = 9;
    parameters[model_parameter(model.model, "switch")] = 8;
    assert_true(model.model->derive(parameters, model.constants, &error));
    spec.temperature = 0.59616;
    trial.motion.dt = 2 / model.model->time.own;
    trial.motion.thermostat.temperature = spec.temperature;
    trial.skin = 1;
    begin(&moved, model, &trial, rigid_water(&spec, &model));
    double first = 0, most = 0;
    for (int k = 0; k <= 10; k++) {
        const struct motion_energies energies = energies_of(&moved);
        const double total = energies.potential + energies.translation;
        first = k == 0 ? total : first;
        most = fmax(most, fabs(total - first));
        advance(&moved, 5);
    }
    fetch(&moved);
    const double molecules = (double)moved.system.n / 3;
    print_message("rigid water: lengths to %.1e, the energy of a molecule to %.2g kcal/mol\n",
                  constrained_error(&moved.system), most / molecules);
    assert_true(constrained_error(&moved.system) < 2e-9);
    assert_true(most / molecules < 0.01 * 3 * spec.temperature);
    end(&moved);
}

TEST(threads_do_not_change_a_bit)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    struct moved moved[2];
    for (int k = 0; k < 2; k++) {
        struct trial trial = bath_of(beads, THERMOSTAT_LANGEVIN, 1);
        trial.strategy = "vertex";
        trial.threads = k + 1;
        begin(&moved[k], model, &trial, constrained_beads(&model));
        advance(&moved[k], 60);
        fetch(&moved[k]);
    }
    const struct system *a = &moved[0].system, *b = &moved[1].system;
    assert_memory_equal(a->x, b->x, (size_t)a->n * sizeof *a->x);
    assert_memory_equal(a->velocity, b->velocity, 3 * (size_t)a->n * sizeof *a->velocity);
    for (int k = 0; k < 2; k++)
        end(&moved[k]);
}

/*
 * Initially stretched springs make the molecules oscillate: the molecules gain the energy that the
 * springs lose.
 */
TEST(restrained_molecules_conserve_energy)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    struct trial trial = beads;
    struct moved moved;
    double least = 1, most = 0;
    struct system system = constrained_beads(&model);
    trial.motion.dt = 0.002;
    constrained_restrain(&system);
    const double stretched = CONSTRAINED_MOLECULES * 500 * 0.05 * 0.05 / 2;
    begin(&moved, model, &trial, system);
    const struct motion_energies first = energies_of(&moved);
    for (int k = 0; k < 40; k++) {
        advance(&moved, 50);
        const struct motion_energies now = energies_of(&moved);
        const double change = now.potential + now.translation - first.potential - first.translation;
        assert_true(fabs(change) < 0.02 * stretched);
        fetch(&moved);
        double height = 0;
        for (int m = 0; m < CONSTRAINED_MOLECULES; m++) {
            const struct restraint *of = &moved.system.restraint[m];
            height +=
                system_nearest(moved.system.z[of->member] - of->place[2] * moved.system.box[2],
                               moved.system.box[2]) /
                CONSTRAINED_MOLECULES;
        }
        least = fmin(least, height);
        most = fmax(most, height);
    }
    assert_true(least < -0.02 && most > 0.005);
    end(&moved);
}

/* A backend that returns wrong data of a step. */
static struct {
    struct backend backend;
    bool off_by_restraint, on_site, potential, kinetic; /* faults */
    const struct moved *of;
} faulty;

static bool faulty_last_forces(struct prepared *prepared, struct forces *forces,
                               struct error *error)
{
    const struct system *system = &faulty.of->system;
    const bool good = cpu()->last_forces(prepared, forces, error);
    if (faulty.off_by_restraint) {
        const struct restraint *restraint = &system->restraint[5];
        const int64_t i = restraint->member;
        const double at[3] = {system->x[i], system->y[i], system->z[i]};
        double force[3];
        restraint_force(restraint, at, system->box, force);
        forces->z[i] -= force[2];
    }
    if (faulty.on_site)
        forces->x[system->site[3].site] += 1;
    return good;
}

static bool faulty_energies(struct moving *moving, struct motion_energies *energies,
                            struct error *error)
{
    const bool good = cpu()->energies(moving, energies, error);
    energies->potential *= faulty.potential ? 1.001 : 1;
    energies->translation *= faulty.kinetic ? 1.001 : 1;
    return good;
}

/*
 * Forces of a step include restraints, and forces on virtual sites are passed to their defining
 * particles.
 */
TEST(forces_and_energies_of_steps_are_compared)
{
    static const enum precision precisions[] = {PRECISION_DOUBLE, PRECISION_SINGLE,
                                                PRECISION_MIXED};
    const struct set_model model = model_with("martini", NULL, NULL);
    for (int k = 0; k < 3; k++)
        for (int fault = 0; fault < 5; fault++) {
            struct trial trial = bath_of(beads, THERMOSTAT_LANGEVIN, 1);
            struct case_spec spec = {.model = model.model,
                                     .strategy = strategy_find(trial.strategy),
                                     .range = model.range,
                                     .skin = trial.skin,
                                     .precision = precisions[k]};
            struct system system = constrained_beads(&model);
            struct moved moved;
            struct verification found;
            struct error error;
            memcpy(spec.constants, model.constants, sizeof spec.constants);
            constrained_restrain(&system);
            trial.precision = precisions[k];
            begin(&moved, model, &trial, system);
            advance(&moved, 30);
            faulty.backend = *cpu();
            faulty.backend.last_forces = faulty_last_forces;
            faulty.backend.energies = faulty_energies;
            faulty.of = &moved;
            faulty.off_by_restraint = fault == 1;
            faulty.on_site = fault == 2;
            faulty.potential = fault == 3;
            faulty.kinetic = fault == 4;
            struct mover mover = {.backend = &faulty.backend,
                                  .workload = moved.workload,
                                  .prepared = moved.prepared,
                                  .moving = moved.moving};
            assert_good(mover_verify(&mover, &spec, false, &moved.system,
                                     precision_info(spec.precision)->tolerance, &found, &error));
            assert_int_equal(found.passed, fault == 0);
            const int64_t expected[] = {found.worst, moved.system.restraint[5].member,
                                        moved.system.site[3].site};
            assert_true(fault > 2 ? found.energy_rel > found.tolerance
                                  : found.worst == expected[fault]);
            end(&moved);
        }
}

/*
 * Constraints cause an error if their lengths do not form a triangle, or if a molecule rotates too
 * far in a step.
 */
TEST(constraints_that_cannot_be_satisfied_are_named)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    for (int k = 0; k < 2; k++) {
        struct system system = constrained_beads(&model);
        struct dynamics dynamics = {.system = &system,
                                    .model = model.model,
                                    .constants = model.constants,
                                    .range = model.range,
                                    .skin = 0.3,
                                    .dt = 0.02,
                                    .thermostat = {.temperature = heat}};
        struct error error;
        (void)state;
        if (k == 0)
            system.constraint[7].length = 0.9;
        bool good = dynamics_start(&dynamics, &error);
        assert_int_equal(good, k == 1);
        if (k == 1) { /* the third bead of the first molecule moves past the second */
            system.velocity[6] -= 40;
            good = dynamics_run(&dynamics, 1, &error);
        }
        assert_false(good);
        assert_int_equal(error.code, EXIT_USAGE);
        const char *named = k == 0 ? "the constraint of particles "
                                   : "particles 2 and 3 to the "
                                     "distance 0.2719 cannot";
        if (strstr(error.text, named) == NULL)
            fail_msg("%s", error.text);
        dynamics_free(&dynamics);
        system_free(&system);
    }
}

TESTS_MAIN(NULL, NULL)

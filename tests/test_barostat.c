/*
 * Tests the molecular pressure against finite differences of the energy. Tests the barostat on the
 * CPU: with every strategy the box changes as in the reference, and reaches the target pressure.
 */
#include "harness/physics/dynamics.h"
#include "harness/physics/pressure.h"
#include "tests/constrained.h"
#include "tests/moved.h"

#include <math.h>
#include <string.h>

static double energy_of(const struct system *system, const struct set_model *model)
{
    struct reference reference = {0};
    struct error error;
    assert_good(reference_by_cells(system, model->model, model->constants, model->range, &reference,
                                   &error));
    const double energy = reference.energy;
    reference_free(&reference);
    return energy;
}

/**
 * Returns minus the derivative of the energy with respect to log(scale). `scale` multiplies one
 * edge of the box and the centres of molecules.
 */
static double by_differences(const struct system *system, const struct set_model *model,
                             const struct molecules *molecules, const struct particle_type *types,
                             int axis)
{
    const double by = 1e-5;
    double energy[2];
    double *offset = calloc(3 * (size_t)system->n, sizeof *offset);
    assert_non_null(offset);
    for (int side = 0; side < 2; side++) {
        double scale[3] = {1, 1, 1};
        scale[axis] = side == 0 ? 1 - by : 1 + by;
        struct system other;
        struct error error;
        assert_true(system_round(system, PRECISION_DOUBLE, &other, &error));
        assert_true(system_set_rows(&other, model->model, model->constants, &error));
        pressure_scale(molecules, scale, false, types, &other, offset);
        energy[side] = energy_of(&other, model);
        system_free(&other);
    }
    free(offset);
    return (energy[0] - energy[1]) / (2 * by);
}

/** Compares the molecular virial along each axis with finite differences of the energy. */
static void check_along_axes(const char *what, const struct system *system,
                             const struct set_model *model, const struct reference *reference,
                             const struct molecules *molecules)
{
    struct particle_type types[FIELD_TYPES];
    struct molecular_sums sums;
    double within = 0;
    double *force = calloc(3 * (size_t)system->n, sizeof *force);
    double *offset = calloc(3 * (size_t)system->n, sizeof *offset);
    assert_non_null(force);
    assert_non_null(offset);
    system_particle_types(system, model->model, model->constants, types);
    for (int64_t i = 0; i < system->n; i++) {
        force[3 * i] = reference->x[i];
        force[3 * i + 1] = reference->y[i];
        force[3 * i + 2] = reference->z[i];
    }
    pressure_sum(molecules, system, types, force, offset, &sums);
    for (int d = 0; d < 3; d++) {
        const double virial = reference->tensor[4 * d], inner = sums.inner[d];
        const double expected = by_differences(system, model, molecules, types, d);
        print_message("%s, axis %d: virial %.9g, within %.9g, by differences %.9g\n", what, d,
                      virial, inner, expected);
        assert_near(virial - inner, expected, 1e-6 * fmax(fabs(virial), fabs(inner)));
        within += fabs(inner);
    }
    assert_true((molecules->count == system->n) == (within < 1e-3 * fabs(reference->virial)));
    free(force);
    free(offset);
}

/**
 * Checks the pressure of particles at rest, which consists of the virial alone, for `count`
 * molecules or for all particles.
 */
static void check_virial(const char *what, struct system system, const struct set_model *model,
                         int64_t count)
{
    struct molecules molecules, alone = {.count = system.n};
    struct reference reference = {0};
    struct error error;
    alone.start = calloc((size_t)system.n + 1, sizeof *alone.start);
    alone.member = calloc((size_t)system.n, sizeof *alone.member);
    assert_non_null(alone.start);
    assert_non_null(alone.member);
    for (int32_t k = 0; k < system.n; k++) {
        alone.start[k + 1] = k + 1;
        alone.member[k] = (struct molecule_member){.particle = k, .from = k, .massive = 1};
    }
    assert_true(system_set_rows(&system, model->model, model->constants, &error));
    assert_true(molecules_build(&system, &molecules, &error));
    assert_int_equal(molecules.count, count);
    assert_good(reference_by_cells(&system, model->model, model->constants, model->range,
                                   &reference, &error));
    check_along_axes(what, &system, model, &reference, &molecules);
    check_along_axes(what, &system, model, &reference, &alone);
    reference_free(&reference);
    molecules_free(&molecules);
    molecules_free(&alone);
    system_free(&system);
}

/*
 * The systems are points, strands of bodies with bonded terms, and molecules with constraints and
 * virtual sites. All energies are continuous at the cut-off.
 */
TEST(virials_are_derivatives_of_the_energy)
{
    const struct set_model lj = model_with("lj", "shift", "force");
    const struct set_model strands = model_with("oxdna", NULL, NULL);
    const struct set_model beads = model_with("martini", NULL, NULL);
    check_virial("points", fluid(512, 0.6, 1.2, 3), &lj, 512);
    struct system system = constrained_beads(&beads);
    for (int64_t i = 0; i < system.n; i++) /* displaced, because distances in the lattice equal
                                            * the cut-off */
        system.z[i] += 0.0071 * (double)(i / CONSTRAINED_BEADS * 5 % 7);
    system_wrap_all(&system);
    check_virial("beads with constraints", system, &beads, CONSTRAINED_MOLECULES);
    const struct system_spec spec = spec_of("duplexes", 160);
    check_virial("strands", created(&spec), &strands, 20);
}

static const struct barostat quick = {.kind = BAROSTAT_SEMI_ISOTROPIC,
                                      .interval = 2,
                                      .pressure = 20,
                                      .compressibility = 0.005,
                                      .time = 20};

TEST(strategies_change_the_box_as_the_reference)
{
    static const char *const strategies[] = {"serial",  "vertex", "team",          "newton",
                                             "cluster", "staged", "edge",          "edge_gather",
                                             "tile",    "patch",  "edge_segmented"};
    const struct set_model model = model_with("martini", NULL, NULL);
    struct trial trial = {.precision = PRECISION_DOUBLE,
                          .motion = {.dt = 0.02,
                                     .integrator = INTEGRATOR_LEAPFROG,
                                     .thermostat = {.temperature = 2.577, .seed = 5},
                                     .barostat = quick},
                          .skin = 0.2,
                          .threads = 2};
    struct system start = constrained_beads(&model), expected;
    struct error error;
    assert_true(system_round(&start, PRECISION_DOUBLE, &expected, &error));
    struct dynamics dynamics = {.system = &expected,
                                .model = model.model,
                                .constants = model.constants,
                                .range = model.range,
                                .skin = trial.skin,
                                .dt = trial.motion.dt,
                                .integrator = trial.motion.integrator,
                                .thermostat = trial.motion.thermostat,
                                .barostat = quick};
    assert_good(dynamics_start(&dynamics, &error) && dynamics_run(&dynamics, 9, &error));
    const double lateral = expected.box[0] - start.box[0], normal = expected.box[2] - start.box[2];
    assert_int_equal(dynamics.pressures.count, 5);
    assert_near(expected.box[1] / start.box[1], expected.box[0] / start.box[0], 1e-14);
    assert_true(fabs(lateral) > 1e-4 && fabs(normal) > 1e-4 && fabs(lateral - normal) > 1e-5);
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        struct moved moved;
        struct system from;
        struct motion_progress progress;
        trial.strategy = strategies[k];
        assert_true(system_round(&start, PRECISION_DOUBLE, &from, &error));
        begin(&moved, model, &trial, from);
        advance(&moved, 9);
        fetch(&moved);
        cpu()->progress(moved.moving, &progress);
        assert_int_equal(progress.pressures.count, 5);
        assert_true(progress.part[MOTION_BAROSTAT] > 0);
        for (int d = 0; d < 3; d++)
            if (!(fabs(moved.system.box[d] - expected.box[d]) < 1e-8))
                fail_msg("%s: edge %d is %.12g, not %.12g", strategies[k], d, moved.system.box[d],
                         expected.box[d]);
        for (int64_t i = 0; i < expected.n; i++)
            if (!(fabs(nearest_image(moved.system.z[i] - expected.z[i], expected.box[2])) < 1e-7))
                fail_msg("%s: particle %lld is elsewhere", strategies[k], (long long)i);
        end(&moved);
    }
    dynamics_free(&dynamics);
    system_free(&expected);
    system_free(&start);
}

TEST(refuses_a_box_that_cannot_follow)
{
    const struct set_model model = model_with("lj", NULL, NULL);
    struct system system = fluid(512, 0.8442, 0.7, 1);
    struct barostat barostat = quick;
    struct error error;
    barostat.time = 0;
    assert_false(barostat_check(&barostat, PRECISION_DOUBLE, &error));
    assert_non_null(strstr(error.text, "needs a relaxation time"));
    assert_false(barostat_check(&quick, PRECISION_FIXED, &error));
    assert_non_null(strstr(error.text, "lies on a grid"));
    struct dynamics dynamics = {.system = &system,
                                .model = model.model,
                                .constants = model.constants,
                                .range = model.range,
                                .skin = 0.3,
                                .dt = 0.004,
                                .thermostat = {.temperature = 0.7, .seed = 1},
                                .barostat = quick};
    dynamics.barostat.pressure = 1e6;
    assert_true(dynamics_start(&dynamics, &error));
    assert_false(dynamics_run(&dynamics, 1, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "the barostat multiplies edge x of the box by"));
    dynamics_free(&dynamics);
    system_free(&system);
}

TESTS_MAIN(NULL, NULL)

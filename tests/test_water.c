/* Tests boxes of water: energies from other codes, copies, and refused input. */
#include "harness/input/builders/builders.h"
#include "harness/input/system_create.h"
#include "harness/physics/dynamics.h"
#include "tests/support.h"

#include <string.h>

static struct set_model brahms(const char *water, const char *cutoff)
{
    struct set_model brahms = {.model = model_find("brahms")};
    double parameters[MODEL_PARAMETERS];
    struct error error;
    model_defaults(brahms.model, parameters);
    assert_true(model_set(brahms.model, "water", water, parameters, &error));
    assert_true(model_set(brahms.model, "cutoff", cutoff, parameters, &error));
    assert_true(brahms.model->derive(parameters, brahms.constants, &error));
    brahms.range = brahms.model->range(parameters);
    return brahms;
}

/** Returns a spec of water at 300 K; `model` is the index of a choice of the parameter. */
static struct system_spec water(int model, int64_t n)
{
    return (struct system_spec){.builder = "water",
                                .parameter = {model},
                                .parameter_count = 1,
                                .n = n,
                                .density = 0.0334,
                                .temperature = 0.59616,
                                .seed = 1};
}

/*
 * Expected energies per molecule in kcal/mol. ELBA: mean of a LAMMPS run of 512 molecules at 298 K,
 * with fluctuations of 0.07. SSD: OpenMD's configurations of 256 molecules, evaluated independently
 * with a cut-off of 9 A and the shifted terms. Two such small configurations differ by about 0.1.
 */
LONG_TEST(energies_are_those_of_other_codes)
{
    static const struct {
        const char *water, *cutoff;
        int64_t n;
        double density, energy, sticky;
    } known[] = {{"elba", "12", 512, 0.033357, -9.308, 0},
                 {"ssd", "9", 256, 0.0334, -8.4833, -2.4729}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const struct set_model model = brahms(known[k].water, known[k].cutoff);
        struct system_spec spec = water((int)k, known[k].n);
        spec.density = known[k].density;
        struct system system = created(&spec);
        struct reference found = evaluated(reference_by_cells, &system, &model);
        double energy = found.energy / (double)system.n;
        double sticky = found.terms[2] / (double)system.n;
        print_message("%s: %.3f (%.3f), sticky %.3f (%.3f)\n", known[k].water, energy,
                      known[k].energy, sticky, known[k].sticky);
        assert_true(fabs(energy - known[k].energy) < 0.25);
        assert_true(fabs(sticky - known[k].sticky) < 0.15);
        reference_free(&found);
        system_free(&system);
    }
}

/* A box of two copies along each axis: each energy term is eight times the original's. */
LONG_TEST(copies_of_water_have_its_energy)
{
    const struct set_model model = brahms("elba", "8");
    struct system_spec small = water(0, 256), large = water(0, 2048);
    struct system one = created(&small), eight = created(&large);
    struct reference of_one = evaluated(reference_by_cells, &one, &model);
    struct reference of_eight = evaluated(reference_by_cells, &eight, &model);
    assert_near(eight.box[0], 2 * one.box[0], 1e-5);
    for (int t = 0; t < 3; t++)
        assert_near(of_eight.terms[t], 8 * of_one.terms[t], 1e-5 * fabs(of_one.terms[0]));
    reference_free(&of_one);
    reference_free(&of_eight);
    system_free(&one);
    system_free(&eight);
}

/**
 * Moves SSD water for 24 fs in steps of `fs`. Returns the largest deviation of the total energy
 * from its initial value.
 */
static double energy_error(const struct set_model *model, double fs, struct system *system)
{
    struct system_spec spec = water(1, 256);
    *system = created(&spec);
    struct dynamics dynamics = {.system = system,
                                .model = model->model,
                                .constants = model->constants,
                                .range = model->range,
                                .skin = 0.5,
                                .dt = fs / model->model->time.own,
                                .thermostat = {.temperature = spec.temperature, .seed = 5}};
    struct motion_energies energies;
    struct error error;
    double first = 0, most = 0;
    assert_good(dynamics_start(&dynamics, &error));
    assert_near(dynamics.types[0].mass, 18.0153, 0);
    assert_near(dynamics.types[0].inertia[1], 0.6145, 0);
    for (int k = 0; k <= 12; k++) {
        assert_true(k == 0 || dynamics_run(&dynamics, (int64_t)(2 / fs), &error));
        dynamics_energies(&dynamics, &energies);
        double energy = energies.potential + energies.translation + energies.rotation;
        first = k == 0 ? energy : first;
        most = fmax(most, fabs(energy - first));
    }
    dynamics_free(&dynamics);
    return most;
}

/*
 * Tests bodies with three different moments of inertia. Their rotations are split into rotations
 * about single axes.
 */
TEST(ssd_water_conserves_energy_momentum_and_norms)
{
    const struct set_model model = brahms("ssd", "9");
    struct system system;
    double sums[4] = {0};
    for (int k = 0; k < 3; k++) {
        double fs = ldexp(0.5, k);
        double x = log(fs), y = log(energy_error(&model, fs, &system)), momentum[3] = {0};
        double begun[3] = {0};
        for (int64_t i = 0; i < system.n; i++) {
            const double *q = system.orientation + 4 * i;
            assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-13);
        }
        struct system_spec spec = water(1, 256);
        struct system before = created(&spec);
        const struct thermostat bath = {.temperature = spec.temperature, .seed = 5};
        struct error error;
        assert_true(thermostat_start(&bath, model.model, model.constants, &before, &error));
        for (int64_t i = 0; i < 3 * system.n; i++) {
            momentum[i % 3] += system.velocity[i];
            begun[i % 3] += before.velocity[i];
        }
        for (int d = 0; d < 3; d++)
            assert_near(momentum[d], begun[d], 1e-11);
        system_free(&before);
        system_free(&system);
        sums[0] += x;
        sums[1] += y;
        sums[2] += x * x;
        sums[3] += x * y;
    }
    double slope = (3 * sums[3] - sums[0] * sums[1]) / (3 * sums[2] - sums[0] * sums[0]);
    print_message("energy error of SSD water goes as dt^%.3f\n", slope);
    assert_near(slope, 2, 0.3);
}

/*
 * Compares energies of OpenMD's configuration with an independent evaluation. With transposed
 * rotation matrices, the sticky energy would be +8.
 */
TEST(openmd_water_has_its_sticky_and_dipole_energies)
{
    static const struct {
        const char *file, *water;
        double sticky, dipoles;
    } known[] = {{"ssd_openmd/ssd.omd", "ssd", -633.0674, -1759.5043},
                 {"ssd_openmd/ssde.omd", "ssd_e", -549.1064, -1975.8664}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char path[PATH_LENGTH], line[512];
        const struct set_model model = brahms(known[k].water, "9");
        struct system system;
        struct error error;
        refdata(known[k].file, path);
        assert_true(system_allocate(256, &system, &error));
        assert_true(system_add(&system, SYSTEM_ORIENTATION, &error) &&
                    system_add(&system, SYSTEM_TYPE, &error));
        memset(system.type, 0, 256 * sizeof *system.type);
        system.box[0] = system.box[1] = system.box[2] = 19.7166;
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        int64_t found = 0;
        while (fgets(line, sizeof line, file) != NULL && found < 256) {
            double r[3], v[3];
            double *q = system.orientation + 4 * found;
            if (sscanf(line, "%*d pvqj %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &r[0], &r[1],
                       &r[2], &v[0], &v[1], &v[2], &q[0], &q[1], &q[2], &q[3]) != 10)
                continue;
            system.x[found] = system_wrap(r[0], system.box[0]);
            system.y[found] = system_wrap(r[1], system.box[1]);
            system.z[found] = system_wrap(r[2], system.box[2]);
            found++;
        }
        fclose(file);
        assert_int_equal(found, 256);
        struct reference reference = evaluated(reference_by_cells, &system, &model);
        assert_near(reference.terms[2], known[k].sticky, 1e-3);
        assert_near(reference.terms[1], known[k].dipoles, 1e-2);
        reference_free(&reference);
        system_free(&system);
    }
}

TEST(refuses_numbers_that_are_no_water)
{
    struct system_spec few = water(0, 50), gas = water(0, 256);
    struct system none;
    struct error error;
    assert_false(system_create(&few, &none, &error));
    assert_non_null(strstr(error.text, "100 molecules of water or more, found 50"));
    gas.density = 0.001;
    assert_false(system_create(&gas, &none, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "found 0.001"));
    assert_false(builder_check("water", model_find("lj"), &error));
    assert_non_null(strstr(error.text, "of model lj called \"water\"; expected one of fluid"));
}

TESTS_MAIN(NULL, NULL)

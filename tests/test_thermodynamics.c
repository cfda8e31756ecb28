/*
 * Tests the Lennard-Jones fluid in motion. Compares energy and pressure with NIST's isotherm, and
 * diffusion with LAMMPS. Tests temperatures of heat baths, and conservation of energy in mixed
 * precision.
 */
#include "harness/timing/series.h"
#include "tests/moved.h"

#include <math.h>
#include <string.h>

/** Starts the motion of a fluid on one core; takes ownership of the fluid. */
static void start(struct moved *moved, struct set_model model, struct system system,
                  const char *strategy, enum precision precision, struct motion motion)
{
    const struct trial trial = {
        .strategy = strategy, .precision = precision, .motion = motion, .skin = 0.4, .threads = 1};
    begin(moved, model, &trial, system);
}

static void move(struct moved *moved, int64_t steps)
{
    advance(moved, steps);
    fetch(moved);
}

static void within(const char *what, struct series found, double expected, double error)
{
    double off = found.mean - expected, bound = 3 * hypot(found.error, error);
    print_message("%s: %.4f +- %.4f, expected %.4f +- %.4f\n", what, found.mean, found.error,
                  expected, error);
    if (!(fabs(off) <= bound))
        fail_msg("%s is off by %g, more than %g", what, off, bound);
}

/** A row of NIST's table. */
struct isotherm {
    double temperature, density, energy, energy_error, pressure, pressure_error;
};

static struct isotherm isotherm_at(double density)
{
    char path[PATH_LENGTH], line[256];
    struct isotherm row = {0};
    refdata("lj_nist/nist_md_isotherm_T085.csv", path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (row.density != density && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf", &row.temperature, &row.density, &row.energy,
                   &row.energy_error, &row.pressure, &row.pressure_error) != 6)
            row.density = 0;
    fclose(file);
    assert_near(row.density, density, 0);
    return row;
}

/**
 * Compares 500 particles in a heat bath, with a cut-off of 3 and long-range corrections, with NIST.
 * In fixed point the result has the same bits on every machine. A tolerance of three standard
 * errors therefore gives a reproducible test.
 */
static void follows_the_isotherm(double density, struct thermostat bath)
{
    enum { SAMPLES = 256, EVERY = 25 };
    const struct isotherm row = isotherm_at(density);
    const double beyond = pow(3, -3), beyond3 = pow(3, -9);
    double temperature[SAMPLES], energy[SAMPLES], pressure[SAMPLES];
    struct moved run;
    bath.temperature = row.temperature;
    bath.seed = 4;
    start(&run, lj("3", "none"), fluid(500, density, row.temperature, 2), "serial", PRECISION_FIXED,
          (struct motion){.dt = 0.004, .thermostat = bath});
    move(&run, 500);
    for (int k = 0; k < SAMPLES; k++) {
        move(&run, EVERY);
        double volume = 500 / density;
        struct reference forces = evaluated(reference_by_cells, &run.system, &run.model);
        temperature[k] = energies_of(&run).translation / (1.5 * 500);
        energy[k] = forces.energy / 500 + 8 * acos(-1) / 3 * density * (beyond3 / 3 - beyond);
        pressure[k] = density * temperature[k] + forces.virial / (3 * volume) +
                      16 * acos(-1) / 3 * density * density * (2 * beyond3 / 3 - beyond);
        reference_free(&forces);
    }
    end(&run);
    within("temperature", series_of(temperature, SAMPLES), row.temperature, 0);
    within("potential energy", series_of(energy, SAMPLES), row.energy, row.energy_error);
    within("pressure", series_of(pressure, SAMPLES), row.pressure, row.pressure_error);
    /* the run is long enough: the corrections are 40 times this error */
    assert_true(series_of(energy, SAMPLES).error < 0.006);
    assert_true(series_of(pressure, SAMPLES).error < 0.04);
}

LONG_TEST(friction_and_noise_give_the_isotherm_of_nist)
{
    follows_the_isotherm(
        0.776, (struct thermostat){.kind = THERMOSTAT_LANGEVIN, .interval = 1, .time = 0.3});
}

LONG_TEST(collisions_give_the_isotherm_of_nist)
{
    follows_the_isotherm(
        0.84, (struct thermostat){.kind = THERMOSTAT_BROWNIAN, .interval = 5, .diffusion = 0.15});
}

/*
 * A barostat with the pressure of a row gives the density of the row. The long-range correction of
 * the pressure is computed for that density.
 */
LONG_TEST(a_barostat_gives_the_density_of_nist)
{
    enum { SAMPLES = 128, EVERY = 50 };
    const struct isotherm row = isotherm_at(0.82), above = isotherm_at(0.84);
    const double slope = (above.pressure - row.pressure) / (above.density - row.density);
    const double beyond =
        16 * acos(-1) / 3 * row.density * row.density * (2 * pow(3, -9) / 3 - pow(3, -3));
    double density[SAMPLES];
    struct moved run;
    start(&run, lj("3", "none"), fluid(500, 0.86, row.temperature, 2), "serial", PRECISION_DOUBLE,
          (struct motion){.dt = 0.004,
                          .thermostat = {.kind = THERMOSTAT_LANGEVIN,
                                         .interval = 1,
                                         .time = 0.3,
                                         .temperature = row.temperature,
                                         .seed = 4},
                          .barostat = {.kind = BAROSTAT_ISOTROPIC,
                                       .interval = 10,
                                       .pressure = row.pressure - beyond,
                                       .compressibility = 1 / (row.density * slope),
                                       .time = 0.5}});
    move(&run, 1500);
    for (int k = 0; k < SAMPLES; k++) {
        move(&run, EVERY);
        density[k] = system_density(&run.system);
    }
    end(&run);
    within("density", series_of(density, SAMPLES), row.density, row.pressure_error / slope);
    assert_true(series_of(density, SAMPLES).error < 0.002);
}

/* --- diffusion --- */

enum { PARTICLES = 500, FRAMES = 300, STRIDE = 10, WINDOW = 40, ORIGINS = 5, BLOCKS = 8 };

static const double frame_time = STRIDE * 0.005;

/** Unwrapped positions and velocities of all particles in each frame. */
struct film {
    double (*at)[PARTICLES][3], (*velocity)[PARTICLES][3];
};

static struct film film_new(void)
{
    struct film film = {malloc(FRAMES * sizeof *film.at), malloc(FRAMES * sizeof *film.velocity)};
    assert_true(film.at != NULL && film.velocity != NULL);
    return film;
}

static void film_free(struct film *film)
{
    free(film->at);
    free(film->velocity);
}

/** Stores an unwrapped coordinate: the image nearest to the coordinate in the previous frame. */
static void unwrap(struct film *film, int frame, int i, int axis, double at, double box)
{
    double before = frame > 0 ? film->at[frame - 1][i][axis] : at;
    film->at[frame][i][axis] = before + remainder(at - before, box);
}

/**
 * Returns the mean over particles of the squared displacement, or of v(0) v(t), from frame a to
 * frame b.
 */
static double correlate(const struct film *film, int a, int b, bool displacement)
{
    double sum = 0;
    for (int i = 0; i < PARTICLES; i++)
        for (int d = 0; d < 3; d++) {
            double moved = film->at[b][i][d] - film->at[a][i][d];
            sum += displacement ? moved * moved : film->velocity[a][i][d] * film->velocity[b][i][d];
        }
    return sum / PARTICLES;
}

/** Returns the mean over different time origins, with its error from blocks of origins. */
static struct series correlation(const struct film *film, int lag, bool displacement)
{
    double block[BLOCKS] = {0};
    struct series series = {0};
    int per_block = (FRAMES - WINDOW) / ORIGINS / BLOCKS;
    for (int k = 0; k < BLOCKS * per_block; k++)
        block[k / per_block] +=
            correlate(film, ORIGINS * k, ORIGINS * k + lag, displacement) / per_block;
    for (int b = 0; b < BLOCKS; b++)
        series.mean += block[b] / BLOCKS;
    for (int b = 0; b < BLOCKS; b++)
        series.error += pow(block[b] - series.mean, 2);
    series.error = sqrt(series.error / (BLOCKS - 1) / BLOCKS);
    return series;
}

/* Runs a command. A separate function, because `system` is the name of a parameter elsewhere. */
static int shell(const char *command)
{
    return system(command);
}

/** Runs LAMMPS with the same positions and velocities; returns false if it is not installed. */
static bool by_lammps(const struct system *system, struct film *film)
{
    char folder[] = "/tmp/pairlanes-lammps-XXXXXX", path[64], command[256];
    const char *program = getenv("LMP") != NULL ? getenv("LMP") : "lmp";
    snprintf(command, sizeof command, "command -v '%s' >/dev/null", program);
    if (shell(command) != 0)
        return false;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/data", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "a fluid\n\n%d atoms\n1 atom types\n", PARTICLES);
    for (int d = 0; d < 3; d++)
        fprintf(file, "0 %.17g %clo %chi\n", system->box[d], "xyz"[d], "xyz"[d]);
    fprintf(file, "\nMasses\n\n1 1\n\nAtoms # atomic\n\n");
    for (int i = 0; i < PARTICLES; i++)
        fprintf(file, "%d 1 %.17g %.17g %.17g\n", i + 1, system->x[i], system->y[i], system->z[i]);
    fprintf(file, "\nVelocities\n\n");
    for (int i = 0; i < PARTICLES; i++)
        fprintf(file, "%d %.17g %.17g %.17g\n", i + 1, system->velocity[3 * i],
                system->velocity[3 * i + 1], system->velocity[3 * i + 2]);
    fclose(file);
    snprintf(path, sizeof path, "%s/in", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "units lj\natom_style atomic\nread_data data\npair_style lj/cut 2.5\n"
            "pair_coeff 1 1 1 1\nneighbor 0.4 bin\nneigh_modify delay 0 every 1 check yes\n"
            "timestep 0.005\nfix move all nve\ndump film all custom %d film x y z vx vy vz\n"
            "dump_modify film sort id format float %%.12g\nrun %d\n",
            STRIDE, STRIDE * (FRAMES - 1));
    fclose(file);
    snprintf(command, sizeof command,
             "cd %s && OMP_NUM_THREADS=1 '%s' -in in -log none -screen none", folder, program);
    assert_int_equal(shell(command), 0);
    snprintf(path, sizeof path, "%s/film", folder);
    file = fopen(path, "r");
    assert_non_null(file);
    for (int frame = 0; frame < FRAMES; frame++) {
        char line[256];
        for (int k = 0; k < 9; k++)
            assert_non_null(fgets(line, sizeof line, file));
        for (int i = 0; i < PARTICLES; i++) {
            double at[3], *v = film->velocity[frame][i];
            assert_non_null(fgets(line, sizeof line, file));
            assert_int_equal(sscanf(line, "%lf %lf %lf %lf %lf %lf", &at[0], &at[1], &at[2], &v[0],
                                    &v[1], &v[2]),
                             6);
            for (int d = 0; d < 3; d++)
                unwrap(film, frame, i, d, at[d], system->box[d]);
        }
    }
    fclose(file);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return shell(command) == 0;
}

static void ours(struct moved *run, struct film *film)
{
    for (int frame = 0; frame < FRAMES; frame++) {
        const struct system *system = &run->system;
        for (int i = 0; i < PARTICLES; i++) {
            unwrap(film, frame, i, 0, system->x[i], system->box[0]);
            unwrap(film, frame, i, 1, system->y[i], system->box[1]);
            unwrap(film, frame, i, 2, system->z[i], system->box[2]);
            memcpy(film->velocity[frame][i], system->velocity + 3 * (size_t)i, 3 * sizeof(double));
        }
        move(run, STRIDE);
    }
}

LONG_TEST(particles_diffuse_as_in_lammps)
{
    struct moved run;
    struct film film[2] = {film_new(), film_new()};
    start(&run, lj("2.5", "energy"), fluid(PARTICLES, 0.7, 1.1, 3), "team", PRECISION_DOUBLE,
          (struct motion){.dt = 0.005, .thermostat = {.temperature = 1.1, .seed = 3}});
    move(&run, 0);
    bool have = by_lammps(&run.system, &film[1]);
    if (have) {
        ours(&run, &film[0]);
        /* trajectories agree until chaos separates them */
        for (int i = 0; i < PARTICLES; i++)
            for (int d = 0; d < 3; d++)
                assert_near(film[0].velocity[8][i][d], film[1].velocity[8][i][d], 1e-6);
        for (int lag = 1; lag <= 8; lag *= 2) {
            struct series found = correlation(&film[0], lag, false);
            struct series expected = correlation(&film[1], lag, false);
            char what[64];
            snprintf(what, sizeof what, "v(0) v(%g)", lag * frame_time);
            within(what, found, expected.mean, expected.error);
            assert_true(expected.error < 0.05);
        }
        struct series diffusion[2];
        for (int k = 0; k < 2; k++) {
            struct series far = correlation(&film[k], WINDOW, true);
            struct series near = correlation(&film[k], WINDOW / 2, true);
            double per = 1 / (6 * WINDOW / 2. * frame_time);
            diffusion[k].mean = (far.mean - near.mean) * per;
            diffusion[k].error = far.error * per;
        }
        within("D", diffusion[0], diffusion[1].mean, diffusion[1].error);
        assert_true(diffusion[1].error < 0.1 * diffusion[1].mean);
    }
    end(&run);
    film_free(&film[0]);
    film_free(&film[1]);
    if (!have) {
        print_message("LAMMPS (lmp) is not installed\n");
        skip();
    }
}

/* --- conservation --- */

/** Measures fluctuation and drift of the total energy, with short steps and a continuous force. */
static void conserve(enum precision precision, double *fluctuation, struct trend *drift)
{
    enum { SAMPLES = 320, EVERY = 25 };
    double energy[SAMPLES];
    struct moved run;
    start(&run, lj("2.5", "force"), fluid(256, 0.5, 1.2, 1), "team", precision,
          (struct motion){.dt = 0.0005, .thermostat = {.temperature = 1.2, .seed = 1}});
    for (int k = 0; k < SAMPLES; k++) {
        struct motion_energies energies = energies_of(&run);
        energy[k] = (energies.potential + energies.translation) / 256;
        move(&run, EVERY);
    }
    end(&run);
    *fluctuation = series_of(energy, SAMPLES).deviation;
    *drift = trend_of(energy, SAMPLES);
    print_message("%s: fluctuates by %.2g, drifts by %.1e +- %.0e in %g\n",
                  precision_info(precision)->name, *fluctuation, drift->slope * SAMPLES,
                  drift->error * SAMPLES, SAMPLES * EVERY * 0.0005);
}

/* Steps are so short that rounding dominates the error of the energy in single precision. */
LONG_TEST(energy_is_conserved_as_the_state_is_kept)
{
    double of_double = 0, of_mixed = 0, of_single = 0, of_double_state = 0;
    struct trend drift[4];
    conserve(PRECISION_DOUBLE, &of_double, &drift[0]);
    conserve(PRECISION_MIXED, &of_mixed, &drift[1]);
    conserve(PRECISION_SINGLE, &of_single, &drift[2]);
    conserve(PRECISION_DOUBLE_STATE, &of_double_state, &drift[3]);
    assert_true(of_mixed < 2 * of_double);
    assert_true(fabs(drift[1].slope) <
                2 * fabs(drift[0].slope) + 3 * hypot(drift[1].error, 2 * drift[0].error));
    assert_true(of_single > 2 * of_double);
    assert_true(of_double_state < 2 * of_double);
    assert_true(fabs(drift[3].slope) <
                2 * fabs(drift[0].slope) + 3 * hypot(drift[3].error, 2 * drift[0].error));
}

/*
 * Tests rotating bodies in fixed point. With only 16 fraction bits in quaternions, each body would
 * lose 1.3 kT in a nanosecond.
 */
LONG_TEST(bodies_in_fixed_point_lose_no_energy)
{
    enum { SAMPLES = 40, EVERY = 25 };
    const double fs = 1 / 48.88821, kt = 0.60243, ns = 1e-6 * EVERY * SAMPLES;
    const struct system_spec bilayer = {
        .builder = "bilayer", .n = 836, .density = 0.02091, .temperature = kt};
    double energy[SAMPLES];
    struct moved run;
    start(&run, model_with("brahms", NULL, NULL), created(&bilayer), "team", PRECISION_FIXED_MATH,
          (struct motion){.dt = fs, .thermostat = {.temperature = kt, .seed = 1}});
    for (int k = 0; k < SAMPLES; k++) {
        struct motion_energies energies = energies_of(&run);
        energy[k] = energies.potential + energies.translation + energies.rotation;
        move(&run, EVERY);
    }
    const double per_ns = 1 / (ns * kt * (double)run.system.n);
    const struct trend drift = trend_of(energy, SAMPLES);
    const double slope = drift.slope * SAMPLES * per_ns, error = drift.error * SAMPLES * per_ns;
    end(&run);
    print_message("drifts by %.2f +- %.2f kT per bead and ns\n", slope, error);
    assert_true(error < 0.2);
    assert_true(fabs(slope) < 0.7);
}

TESTS_MAIN(NULL, NULL)

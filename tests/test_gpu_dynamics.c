/* Dynamics on the emulated GPU against those on the CPU: the same trajectory but for rounding. */
#include "tests/support.h"

#ifdef PAIRLANES_CUDA
#include "harness/backend.h"
#include "harness/builder.h"
#include "harness/dynamics.h"

#include <math.h>
#include <string.h>

static char cache[64];

static int make_cache(void **state)
{
    (void)state;
    strcpy(cache, "/tmp/pairlanes-cache-XXXXXX");
    return mkdtemp(cache) == NULL || setenv("PAIRLANES_CACHE", cache, 1) != 0;
}

static int remove_cache(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", cache);
    return system(command);
}

/** How a system moves, and what it is held to. */
struct trial {
    const char *model;
    const char *strategy;
    enum precision precision;
    struct motion motion;
    double skin;
    int64_t steps;
    double tolerance; /* of positions, orientations, velocities and spins */
};

static void on_cpu(const struct trial *trial, struct system *moved, int64_t *builds)
{
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    struct error error;
    struct dynamics dynamics = {.system = moved,
                                .model = model_find(trial->model),
                                .constants = constants,
                                .skin = trial->skin,
                                .dt = trial->motion.dt,
                                .thermostat = trial->motion.thermostat};
    model_defaults(dynamics.model, parameters);
    assert_true(dynamics.model->derive(parameters, constants, &error));
    dynamics.range = dynamics.model->range(parameters);
    if (!dynamics_start(&dynamics, &error) || !dynamics_run(&dynamics, trial->steps, &error))
        fail_msg("%s", error.text);
    *builds = dynamics.builds;
    dynamics_free(&dynamics);
}

/** Moves in two parts, the second going on from the first; false if the first is refused. */
static bool on_gpu(const struct trial *trial, struct system *moved, int64_t *builds,
                   struct error *error)
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
    struct motion motion = trial->motion;
    struct workload_spec spec = {.system = &loaded,
                                 .model = model_find(trial->model),
                                 .constants = constants,
                                 .skin = trial->skin,
                                 .precision = trial->precision,
                                 .sort = SORT_HILBERT};
    int64_t more = 0;
    model_defaults(spec.model, parameters);
    assert_true(spec.model->derive(parameters, constants, error));
    spec.cutoff = spec.model->range(parameters);
    strategy_defaults(strategy, tuning);
    if (!system_round(moved, trial->precision, &loaded, error) ||
        !cuda->open(&options, &device, error) || !cuda->load(device, &spec, &workload, error) ||
        !cuda->prepare(workload, strategy, tuning, &prepared, error))
        fail_msg("%s", error->text);
    bool fine = cuda->advance(prepared, &motion, trial->steps / 2, moved, builds, error);
    motion.step = trial->steps / 2;
    fine =
        fine && cuda->advance(prepared, &motion, trial->steps - motion.step, moved, &more, error);
    *builds += more;
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

static void check_norms(const struct system *system)
{
    for (int64_t i = 0; i < system->n; i++) {
        const double *q = system->orientation + 4 * i;
        double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (!(fabs(norm2 - 1) <= 1e-14))
            fail_msg("orientation %lld has the squared length 1 + %g", (long long)i, norm2 - 1);
    }
}

static void check(const struct trial *trial, const struct system_spec *spec)
{
    struct error error;
    struct system start = created(spec), expected = {0}, found = {0};
    int64_t cpu_builds = 0, gpu_builds = 0;
    /* both from what either precision can store */
    assert_true(system_round(&start, PRECISION_SINGLE, &expected, &error));
    assert_true(system_round(&start, PRECISION_SINGLE, &found, &error));
    on_cpu(trial, &expected, &cpu_builds);
    if (!on_gpu(trial, &found, &gpu_builds, &error))
        fail_msg("%s", error.text);
    assert_true(cpu_builds >= 2);
    assert_true(gpu_builds >= 3); /* one at the start of each part, and one between */
    compare("x", found.x, expected.x, found.n, found.box[0], trial->tolerance);
    compare("y", found.y, expected.y, found.n, found.box[1], trial->tolerance);
    compare("z", found.z, expected.z, found.n, found.box[2], trial->tolerance);
    compare("velocity", found.velocity, expected.velocity, 3 * found.n, 0, trial->tolerance);
    compare("orientation", found.orientation, expected.orientation, 4 * found.n, 0,
            trial->tolerance);
    compare("spin", found.spin, expected.spin, 3 * found.n, 0, trial->tolerance);
    check_norms(&found);
    system_free(&start);
    system_free(&expected);
    system_free(&found);
}

/** Both precisions of the forces, with and without a heat bath. */
static void check_all(struct trial trial, const struct system_spec *spec)
{
    static const double tolerances[] = {[PRECISION_SINGLE] = 1e-3, [PRECISION_DOUBLE] = 1e-9};
    int interval = trial.motion.thermostat.interval;
    for (int bath = 0; bath < 2; bath++) {
        trial.motion.thermostat.interval = bath * interval;
        for (int p = 0; p < PRECISION_COUNT; p++) {
            trial.precision = (enum precision)p;
            trial.tolerance = tolerances[p];
            check(&trial, spec);
        }
    }
}

static const struct trial patchy = {
    .model = "patchy",
    .strategy = "vertex",
    .motion = {.dt = 0.001,
               .thermostat = {.temperature = 0.15, .diffusion = 0.01, .interval = 10, .seed = 5}},
    .skin = 0.05,
    .steps = 60,
};

static struct system_spec patchy_fluid(void)
{
    struct system_spec spec = {
        .builder = "patchy", .n = 128, .density = NAN, .temperature = NAN, .seed = 1};
    builder_defaults(&spec);
    return spec;
}

static void patchy_particles_move_as_on_the_cpu(void **state)
{
    (void)state;
    struct system_spec spec = patchy_fluid();
    check_all(patchy, &spec);
}

static void patches_follow_particles_that_move(void **state)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    (void)state;
    trial.strategy = "tile";
    trial.precision = PRECISION_DOUBLE;
    trial.tolerance = 1e-9;
    trial.steps = 40;
    check(&trial, &spec);
}

static void nucleotides_move_as_on_the_cpu(void **state)
{
    char path[PATH_LENGTH];
    const struct system_spec spec = {.file = path};
    struct trial trial = {
        .model = "oxdna",
        .strategy = "edge",
        .motion =
            {.dt = 0.002,
             .thermostat = {.temperature = 0.1, .diffusion = 0.01, .interval = 10, .seed = 5}},
        .skin = 0.02,
        .steps = 60,
    };
    (void)state;
    refdata("lammps_oxdna/duplex1/data.duplex1", path);
    check_all(trial, &spec);
}

static void too_long_a_step_is_refused(void **state)
{
    struct system_spec spec = patchy_fluid();
    struct trial trial = patchy;
    struct error error = {0};
    struct system system = created(&spec);
    int64_t builds = 0;
    (void)state;
    trial.precision = PRECISION_DOUBLE;
    trial.motion.thermostat.interval = 0;
    trial.motion.dt = 10;
    assert_false(on_gpu(&trial, &system, &builds, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "in step 1: the time step 10 is too long"));
    system_free(&system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patchy_particles_move_as_on_the_cpu),
        cmocka_unit_test(patches_follow_particles_that_move),
        cmocka_unit_test(nucleotides_move_as_on_the_cpu),
        cmocka_unit_test(too_long_a_step_is_refused),
    };
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}

#else
#include "tests/without_cuda.h"
#endif

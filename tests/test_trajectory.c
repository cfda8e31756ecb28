/*
 * Tests trajectories of cases on every backend (the GPU is emulated). Tests which systems are
 * loaded, and that an interrupted trajectory continues as if it had not been interrupted.
 */
#include "harness/devices/backends.h"
#include "harness/measure/observe/list_drift.h"
#include "harness/measure/observe/trajectory.h"
#include "harness/particles/sort_order.h"
#include "tests/cache.h"
#include "tests/support.h"

#include <string.h>

/*
 * A backend that passes calls on to `own`, and keeps a copy of the last workload that it loaded. It
 * interrupts the run in one of its calls of advance().
 */
static struct {
    struct backend backend;
    const struct backend *own;
    struct workload_spec loaded;
    volatile sig_atomic_t interrupted;
    double wider;       /* multiplies the skin of loaded workloads; 0: unchanged */
    int until;          /* number of the advance that is interrupted; 0: none */
    double excess;      /* value that is added to the potential energy after the first advance */
    int64_t step, last; /* last observed progress */
    const struct case_spec *judged; /* case with verified forces during the motion; NULL: none */
    int judgements;
} spy;

static bool spy_load(struct device *device, const struct workload_spec *spec,
                     struct workload **workload, struct error *error)
{
    spy.loaded = *spec;
    spy.loaded.skin *= spy.wider > 0 ? spy.wider : 1;
    return spy.own->load(device, &spy.loaded, workload, error);
}

static bool spy_advance(struct moving *moving, int64_t steps, struct error *error)
{
    if (spy.until > 0 && --spy.until == 0)
        spy.interrupted = 1;
    return spy.own->advance(moving, steps, error);
}

static bool spy_energies(struct moving *moving, struct motion_energies *energies,
                         struct error *error)
{
    const bool good = spy.own->energies(moving, energies, error);
    energies->potential += spy.step > 0 ? spy.excess : 0;
    return good;
}

static const struct backend *watch(const struct backend *own, int until)
{
    spy.own = own;
    spy.backend = *own;
    spy.backend.load = spy_load;
    spy.backend.advance = spy_advance;
    spy.backend.energies = spy_energies;
    spy.until = until;
    spy.interrupted = 0;
    return &spy.backend;
}

/* Checks that steps are consecutive, also after a restart. */
static void look_on(void *context, int64_t step, int64_t last)
{
    assert_ptr_equal(context, &spy);
    assert_true(step > spy.step && step <= last);
    spy.step = step;
    spy.last = last;
}

/* Verifies the forces of a step; the motion continues afterwards. */
static bool judge(void *context, int64_t step, struct mover *mover, struct system *state,
                  struct error *error)
{
    struct verification found;
    assert_ptr_equal(context, &spy);
    assert_true(step > spy.step);
    if (!mover_verify(mover, spy.judged, true, state, 1e-5, &found, error))
        fail_msg("%s", error->text);
    assert_true(found.passed);
    spy.judgements++;
    return true;
}

/** Returns the only case of a config. */
static struct cases case_of(const char *text)
{
    struct config config;
    struct cases cases;
    struct error error;
    assert_good(config_parse(text, "one.json", NULL, &config, &error) &&
                cases_expand(&config, &cases, &error));
    config_free(&config);
    assert_int_equal(cases.count, 1);
    return cases;
}

/** Runs the trajectory of a case from its initial system, or from the checkpoint in the file. */
static struct trajectory follow(const struct backend *own, const struct case_spec *spec,
                                const struct trajectory_file *file, int until)
{
    const struct backend *backend = watch(own, until);
    const struct device_options options = {.threads = 1};
    struct system system = created(&spec->system);
    struct trajectory trajectory;
    struct device *device = NULL;
    struct error error;
    assert_good(backend->open(&options, &device, &error));
    const struct trajectory_watch watch = {&spy.interrupted, look_on,
                                           spy.judged != NULL ? judge : NULL, NULL, &spy};
    spy.step = -1;
    trajectory_follow(backend, device, spec, &system, file, &watch, &trajectory);
    backend->close(device);
    system_free(&system);
    return trajectory;
}

/** Checks that samples are equal, bit for bit or within a fraction of their size. */
static void same_samples(const struct trajectory *a, const struct trajectory *b, double within)
{
    assert_int_equal(a->samples, b->samples);
    for (int64_t k = 0; k < a->samples; k++) {
        assert_near(a->potential[k], b->potential[k], within * fabs(b->potential[k]));
        assert_near(a->kinetic[k], b->kinetic[k], within * fabs(b->kinetic[k]));
    }
}

TEST(loads_what_the_case_says)
{
    static const struct trajectory_file nowhere = {0};
    struct cases cases = case_of(
        "{\"model\": \"brahms\", \"strategy\": \"team\", \"precision\": \"single\","
        " \"backend\": \"cpu\", \"interactions\": \"stored\", \"sort\": \"cell_type\", \"skin\": 1,"
        " \"parameters\": {\"cutoff\": 6}, \"system\": {\"builder\": \"water\", \"n\": 100},"
        " \"dynamics\": {\"steps\": 2, \"sample\": 1}}");
    const struct case_spec *spec = cases.spec;
    struct trajectory trajectory = follow(backend_find("cpu"), spec, &nowhere, 0);
    if (!trajectory.moved)
        fail_msg("%s", trajectory.reason.text);
    assert_int_equal(trajectory.samples, 3);
    assert_int_equal(spy.loaded.interactions, INTERACTIONS_STORED);
    assert_int_equal(spy.loaded.sort, SORT_CELL_TYPE);
    assert_int_equal(spy.loaded.precision, PRECISION_SINGLE);
    assert_ptr_equal(spy.loaded.model, spec->model);
    assert_ptr_equal(spy.loaded.constants, spec->constants);
    assert_near(spy.loaded.skin, 1, 0);
    assert_near(spy.loaded.cutoff, spec->range, 0);
    trajectory_free(&trajectory);
    cases_free(&cases);
}

/* A results file cannot contain numbers that are not finite. */
TEST(energies_that_are_not_finite_end_the_motion)
{
    static const struct trajectory_file nowhere = {0};
    static const double excess[] = {0, NAN, INFINITY};
    struct cases cases = case_of("{\"strategy\": \"serial\", \"precision\": \"double\","
                                 " \"backend\": \"cpu\", \"system\": {\"n\": 500},"
                                 " \"dynamics\": {\"steps\": 6, \"sample\": 1}}");
    for (int k = 0; k < 3; k++) {
        spy.excess = excess[k];
        struct trajectory trajectory = follow(backend_find("cpu"), cases.spec, &nowhere, 0);
        assert_int_equal(trajectory.moved, k == 0);
        assert_int_equal(trajectory_failed(&trajectory), k > 0);
        assert_int_equal(trajectory.samples, k == 0 ? 7 : 2);
        if (k > 0)
            assert_ptr_equal(strstr(trajectory.reason.text, "energies after step 2 are not finite"),
                             trajectory.reason.text);
        trajectory_free(&trajectory);
    }
    spy.excess = 0;
    cases_free(&cases);
}

/* The workload has a wider skin, so that lists are rebuilt too late for the case's skin. */
TEST(lists_that_are_built_late_are_found)
{
    static const double wider[] = {1, 1.3, 2, 3};
    struct cases cases =
        case_of("{\"strategy\": \"vertex\", \"precision\": \"single\", \"skin\": 0.3,"
                " \"backend\": \"cpu\", \"system\": {\"n\": 500},"
                " \"dynamics\": {\"steps\": 1, \"dt\": 0.0005}}");
    const struct backend *owns[] = {backend_find("cpu"), backend_find("cuda")};
    for (int k = 0; k < 8; k++) {
        const struct backend *own = owns[k % 2];
        if (own == NULL)
            continue;
        const struct case_spec *spec = cases.spec;
        struct system system = created(&spec->system), rounded, places;
        struct device *device = NULL;
        struct mover mover;
        struct verification found = {.passed = true};
        struct error error;
        spy.wider = wider[k / 2];
        watch(own, 0);
        assert_good(spy.backend.open(&(struct device_options){.threads = 1}, &device, &error));
        assert_good(system_round(&system, spec->precision, &rounded, &error));
        assert_good(system_round(&system, spec->precision, &places, &error));
        assert_good(mover_start(&mover, &spy.backend, device, spec, &rounded,
                                &spec->dynamics.motion, &places, &error));
        assert_good(list_drift(&mover, spec, 1e-5, &places, &found, &error));
        assert_int_equal(found.passed, spy.wider == 1);
        assert_true(spy.wider == 1 ? found.left_rel == 0 : found.left_rel > 1.1);
        mover_stop(&mover);
        spy.backend.close(device);
        system_free(&places);
        system_free(&rounded);
        system_free(&system);
    }
    spy.wider = 0;
    cases_free(&cases);
}

/**
 * Compares two runs of a case. One is stopped in its warm-up and twice later; the other runs
 * without a stop.
 */
static void stops_and_goes_on(const struct backend *own, const char *text, double within)
{
    static const int stops[] = {1, 3, 2};
    char path[] = "/tmp/pairlanes-checkpoint-XXXXXX";
    struct cases cases = case_of(text);
    struct trajectory_file file = {0};
    struct trajectory whole = follow(own, cases.spec, &file, 0);
    if (!whole.moved)
        fail_msg("%s", whole.reason.text);
    assert_int_equal(whole.samples, 7);
    assert_true(spy.step == 247 && spy.last == 247);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0 && close(descriptor) == 0);
    file = (struct trajectory_file){.path = path, .identity = "0123456789abcdef"};
    for (size_t k = 0; k < sizeof stops / sizeof *stops; k++) {
        struct trajectory trajectory = follow(own, cases.spec, &file, stops[k]);
        assert_false(trajectory.moved || trajectory.refused);
        assert_string_equal(trajectory.reason.text, "interrupted");
        trajectory_free(&trajectory);
        file.resume = true;
    }
    /* the second run only finds that the case is complete */
    for (int again = 0; again < 2; again++) {
        struct trajectory trajectory = follow(own, cases.spec, &file, 0);
        if (!trajectory.moved)
            fail_msg("%s", trajectory.reason.text);
        same_samples(&trajectory, &whole, within);
        assert_int_equal(trajectory.progress.steps, 37);
        trajectory_free(&trajectory);
    }
    file.identity = "fedcba9876543210";
    struct trajectory other = follow(own, cases.spec, &file, 0);
    assert_true(other.refused && !other.moved);
    assert_non_null(strstr(other.reason.text, "expected a checkpoint of this case"));
    trajectory_free(&other);
    trajectory_free(&whole);
    cases_free(&cases);
    unlink(path);
}

/** Tests patchy particles in fixed point. */
static void patchy_goes_on(const struct backend *own, const char *thermostat)
{
    bool timed = strcmp(thermostat, "none") != 0 && strcmp(thermostat, "rescale") != 0;
    char text[1024];
    snprintf(text, sizeof text,
             "{\"model\": \"patchy\", \"strategy\": \"vertex\", \"precision\": \"fixed\","
             " \"backend\": \"%s\", \"skin\": 0.1, \"system\": {\"n\": 64},"
             " \"dynamics\": {\"steps\": 37, \"warmup\": 210, \"sample\": 6, \"dt\": 0.001,"
             " \"integrator\": \"leapfrog\", \"thermostat\": \"%s\"%s}}",
             own->name, thermostat, timed ? ", \"time\": 0.1" : "");
    stops_and_goes_on(own, text, 0);
}

/**
 * Tests water, which also rotates. A restarted run builds lists at other times, which changes the
 * order of sums.
 */
LONG_TEST(continues_in_every_precision)
{
    static const struct {
        const char *name;
        double within;
    } precisions[] = {{"double", 1e-12},    {"single", 1e-6}, {"mixed", 1e-6},
                      {"intrinsics", 1e-6}, {"fixed", 0},     {"fixed_math", 0}};
    static const char *const thermostats[] = {"none", "langevin", "nose_hoover"};
    for (size_t k = 0; k < sizeof precisions / sizeof *precisions; k++)
        for (size_t t = 0; t < sizeof thermostats / sizeof *thermostats; t++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "{\"model\": \"brahms\", \"strategy\": \"team\", \"precision\": \"%s\","
                     " \"backend\": \"cpu\", \"parameters\": {\"cutoff\": 6}, \"skin\": 0.3,"
                     " \"system\": {\"builder\": \"water\", \"n\": 100},"
                     " \"dynamics\": {\"steps\": 37, \"warmup\": 210, \"sample\": 6, \"dt\": 2,"
                     " \"integrator\": \"leapfrog\", \"thermostat\": \"%s\"}}",
                     precisions[k].name, thermostats[t]);
            stops_and_goes_on(backend_find("cpu"), text, precisions[k].within);
        }
}

TEST(continues_on_a_cpu)
{
    static const char *const thermostats[] = {"none", "brownian", "nose_hoover", "rescale"};
    for (size_t k = 0; k < sizeof thermostats / sizeof *thermostats; k++)
        patchy_goes_on(backend_find("cpu"), thermostats[k]);
}

TEST(continues_on_a_gpu)
{
    static const char *const thermostats[] = {"none", "langevin", "nose_hoover"};
    if (backend_find("cuda") == NULL)
        skip();
    for (size_t k = 0; k < sizeof thermostats / sizeof *thermostats; k++)
        patchy_goes_on(backend_find("cuda"), thermostats[k]);
}

/** Verifying steps during a motion does not change any bit of it. */
static void judged_moves_alike(const struct backend *own, const char *more)
{
    static const struct trajectory_file nowhere = {0};
    char text[1024];
    snprintf(text, sizeof text,
             "{\"strategy\": \"vertex\", \"precision\": \"fixed\", \"backend\": \"%s\","
             " \"skin\": 0.1, \"dynamics\": {\"steps\": 300, \"sample\": 50, \"dt\": 0.001,"
             " \"thermostat\": \"langevin\", \"time\": 0.1, \"warmup\": 10}, %s}",
             own->name, more);
    struct cases cases = case_of(text);
    struct trajectory alone = follow(own, cases.spec, &nowhere, 0);
    spy.judgements = 0;
    spy.judged = cases.spec;
    struct trajectory judged = follow(own, cases.spec, &nowhere, 0);
    spy.judged = NULL;
    if (!judged.moved)
        fail_msg("%s", judged.reason.text);
    assert_true(spy.judgements > 0 && spy.judgements <= 3);
    same_samples(&judged, &alone, 0);
    assert_int_equal(judged.progress.builds, alone.progress.builds);
    /* the warm-up is too short to time the forces in it */
    assert_true(alone.progress.part[MOTION_FORCE] > 0);
    trajectory_free(&alone);
    trajectory_free(&judged);
    cases_free(&cases);
}

TEST(forces_are_verified_in_the_midst_of_a_motion)
{
    static const char *const systems[] = {
        "\"model\": \"patchy\", \"system\": {\"n\": 64}",
        "\"model\": \"lj\", \"system\": {\"n\": 128, \"density\": 0.2}",
        "\"model\": \"lj\", \"system\": {\"n\": 128, \"density\": 0.2},"
        " \"tuning\": {\"vertex\": {\"fused\": 1, \"block\": 64}}",
        "\"model\": \"lj\", \"system\": {\"n\": 128, \"density\": 0.2},"
        " \"tuning\": {\"vertex\": {\"fused\": 2, \"block\": 64}}"};
    const struct backend *cuda = backend_find("cuda");
    for (int k = 0; k < 2; k++)
        judged_moves_alike(backend_find("cpu"), systems[k]);
    for (int k = 0; k < 4 && cuda != NULL; k++)
        judged_moves_alike(cuda, systems[k]);
}

TESTS_MAIN(make_cache, remove_cache)

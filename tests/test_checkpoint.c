/*
 * Tests checkpoints: written states are read back. States that are impossible for the case cause
 * errors, even if their checksum is correct.
 */
#include "harness/measure/observe/checkpoint.h"
#include "tests/support.h"

#include <string.h>

enum { N = 8, WARMUP = 20, STEPS = 40, EVERY = 10, SAMPLES = STEPS / EVERY + 1 };

static const char identity[] = "0123456789abcdef0123456789abcdef";

struct fixture {
    char path[64];
    struct system system;
    double potential[SAMPLES], kinetic[SAMPLES];
    struct checkpoint checkpoint; /* a state in the middle of the case */
};

static int set_up(void **state)
{
    static struct fixture only;
    struct fixture *f = &only;
    struct error error;
    *f = (struct fixture){.path = "/tmp/pairlanes-checkpoint-XXXXXX"};
    int descriptor = mkstemp(f->path);
    if (descriptor < 0 || close(descriptor) != 0 || !system_allocate(N, &f->system, &error) ||
        !system_add(&f->system, SYSTEM_VELOCITY, &error) ||
        !system_add(&f->system, SYSTEM_ORIENTATION, &error) ||
        !system_add(&f->system, SYSTEM_SPIN, &error))
        return -1;
    for (int d = 0; d < 3; d++)
        f->system.box[d] = 4;
    for (int64_t i = 0; i < N; i++) {
        f->system.x[i] = f->system.y[i] = f->system.z[i] = 0.5 * (double)i;
        for (int d = 0; d < 3; d++)
            f->system.velocity[3 * i + d] = f->system.spin[3 * i + d] = 1;
        for (int d = 0; d < 4; d++)
            f->system.orientation[4 * i + d] = 0.5;
    }
    for (int k = 0; k < SAMPLES; k++)
        f->potential[k] = f->kinetic[k] = k;
    f->checkpoint = (struct checkpoint){.system = &f->system,
                                        .motion = {.step = 45},
                                        .progress = {.steps = 25, .builds = 2, .nanoseconds = 1e6},
                                        .samples = 3,
                                        .potential = f->potential,
                                        .kinetic = f->kinetic,
                                        .warmup = WARMUP,
                                        .steps = STEPS,
                                        .every = EVERY};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    system_free(&f->system);
    return unlink(f->path);
}

static void put(struct fixture *f)
{
    struct error error;
    assert_good(checkpoint_write(f->path, identity, &f->checkpoint, &error));
}

static bool read_back(struct fixture *f, struct checkpoint *read, struct error *error)
{
    *read = f->checkpoint;
    read->motion = (struct motion){0};
    read->progress = (struct motion_progress){0};
    read->samples = 0;
    return checkpoint_read(f->path, identity, read, error);
}

TEST_WITH(set_up, tear_down, a_written_checkpoint_is_read_back)
{
    struct fixture *f = *state;
    struct checkpoint read;
    struct error error;
    put(f);
    memset(f->system.x, 0, N * sizeof *f->system.x);
    memset(f->potential, 0, sizeof f->potential);
    assert_good(read_back(f, &read, &error));
    assert_int_equal(read.motion.step, 45);
    assert_int_equal(read.samples, 3);
    assert_int_equal(read.progress.builds, 2);
    assert_true(f->system.x[3] == 1.5 && f->potential[2] == 2);
}

/* Writes the fixture's checkpoint, and checks that reading it fails with this complaint. */
static void refuses(struct fixture *f, const char *complaint)
{
    struct checkpoint read;
    struct error error;
    put(f);
    assert_false(read_back(f, &read, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, complaint) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", complaint, error.text);
}

TEST_WITH(set_up, tear_down, steps_of_no_case_are_refused)
{
    struct fixture *f = *state;
    static const struct {
        int64_t step, samples, steps;
        const char *complaint;
    } wrong[] = {
        {INT64_MIN, 0, 0, "its step is not one of the case"},
        {-1, 0, 0, "its step is not one of the case"},
        {61, 5, 41, "its step is not one of the case"},
        {INT64_MAX, 5, 41, "its step is not one of the case"},
        {45, 2, 25, "its number of samples"},
        {45, 5, 25, "its number of samples"},
        {10, 1, 10, "its number of samples"},
        {45, 3, 24, "its counts of steps"},
        {10, 0, -1, "its counts of steps"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        f->checkpoint.motion.step = wrong[k].step;
        f->checkpoint.samples = wrong[k].samples;
        f->checkpoint.progress.steps = wrong[k].steps;
        refuses(f, wrong[k].complaint);
    }
}

TEST_WITH(set_up, tear_down, states_of_no_particles_are_refused)
{
    struct fixture *f = *state;
    struct system *system = &f->system;
    struct {
        double *value, wrong;
        const char *complaint;
    } const wrong[] = {
        {&system->x[1], NAN, "particles lie outside"},
        {&system->y[2], 1e300, "particles lie outside"},
        {&system->z[3], -5, "particles lie outside"},
        {&system->velocity[4], INFINITY, "a velocity is not finite"},
        {&system->spin[5], NAN, "a velocity is not finite"},
        {&system->orientation[6], 2, "an orientation is not a rotation"},
        {&system->orientation[6], NAN, "an orientation is not a rotation"},
        {&f->checkpoint.motion.nose_hoover.rate, NAN, "its thermostat has no finite state"},
        {&f->checkpoint.progress.nanoseconds, -1, "its counts of steps"},
        {&f->checkpoint.progress.part[MOTION_LIST], -1, "a part of its steps"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        double right = *wrong[k].value;
        *wrong[k].value = wrong[k].wrong;
        refuses(f, wrong[k].complaint);
        *wrong[k].value = right;
    }
}

TEST_WITH(set_up, tear_down, incomplete_and_foreign_checkpoints_are_refused)
{
    struct fixture *f = *state;
    struct checkpoint read;
    struct error error;
    put(f);
    read = f->checkpoint;
    assert_false(checkpoint_read(f->path, "another", &read, &error));
    assert_non_null(strstr(error.text, "expected a checkpoint of this case"));
    assert_int_equal(truncate(f->path, 1000), 0);
    assert_false(read_back(f, &read, &error));
    assert_non_null(strstr(error.text, "the checkpoint is not complete"));
}

TESTS_MAIN(NULL, NULL)

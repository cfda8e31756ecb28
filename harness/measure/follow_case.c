#include "harness/measure/follow_case.h"
#include "harness/base/clock.h"
#include "harness/measure/observe/mover.h"

#include <string.h>

/*
 * Particles times steps of a case; 0 if they do not move, or come from a file that is not read yet.
 */
static double work_of_moving(const struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    return dynamics->steps > 0
               ? (double)spec->system.n * (double)(dynamics->warmup + dynamics->steps)
               : 0;
}

/* Returns the motion that is left on the device after this case of the group. */
static double motion_left(const struct group *group, const struct measurement *measurement)
{
    const struct runner *runner = group->runner;
    const struct case_spec *spec = measurement->spec;
    double sum = 0;
    for (int64_t k = 0; k < runner->cases->count; k++) {
        const struct case_spec *other = &runner->cases->spec[k];
        struct error reason;
        if (!other->passed_over && results_get(runner->results, k) == NULL &&
            strcmp(other->backend, spec->backend) == 0 && other->threads == spec->threads &&
            case_has_kernels(other, &reason))
            sum += work_of_moving(other);
    }
    for (const struct measurement *done = group->cases; done <= measurement; done++)
        sum -= work_of_moving(done->spec);
    return sum;
}

/* A trajectory under way, and what is known of its pace. */
struct journey {
    struct runner *runner;
    const struct case_spec *spec;
    struct pace own;     /* its pace in steps */
    struct pace *device; /* pace of the device in particles times steps, over all its
                          * trajectories */
    double others;       /* work of others that still have to move */
    double seconds;      /* time of the last reading */
    int64_t step;        /* step at that moment; -1: none */
};

static void look_on(void *context, int64_t step, int64_t last)
{
    struct journey *journey = context;
    double now = clock_seconds(), particles = (double)journey->runner->inputs.system.n;
    if (journey->step >= 0) {
        double steps = (double)(step - journey->step), seconds = now - journey->seconds;
        journey->own.work += steps;
        journey->own.seconds += seconds;
        journey->device->work += steps * particles;
        journey->device->seconds += seconds;
    }
    journey->step = step;
    journey->seconds = now;
    double left = pace_seconds(&journey->own, (double)(last - step));
    progress_move(&journey->runner->progress, step, last, left,
                  left + pace_seconds(journey->device, journey->others), journey->spec->id);
}

/* Compares the forces of the kernel on the particles after their last step with the reference. */
static bool verify_last(const struct group *group, const struct case_spec *spec,
                        const struct system *last, struct verification *found, struct error *error)
{
    const struct opened *opened = group->opened;
    struct system rounded = {0};
    struct reference reference = {0};
    struct mover mover = {0};
    bool good = system_round(last, spec->precision, &rounded, error) &&
                reference_by_cells(&rounded, spec->model, spec->constants, spec->range, &reference,
                                   error) &&
                mover_load(&mover, opened->backend, opened->device, spec, &rounded, 1, error) &&
                verify_case(opened->backend, mover.prepared, &reference,
                            runner_tolerance(group->runner, spec), 1, found, error);
    mover_stop(&mover);
    reference_free(&reference);
    system_free(&rounded);
    return good || error_prefix(error, "after the last step");
}

/* A motion with wrong forces at its end is void. */
static void judge_last(const struct group *group, struct measurement *measurement)
{
    struct trajectory *trajectory = &measurement->trajectory;
    struct verification found;
    if (!trajectory->moved)
        return;
    trajectory->moved =
        verify_last(group, measurement->spec, &trajectory->last, &found, &trajectory->reason);
    system_free(&trajectory->last);
    if (trajectory->moved && !found.passed) {
        measurement->verification = found;
        measurement->missed_after = "the last step";
    }
}

void follow_case(struct group *group, struct measurement *measurement)
{
    struct runner *runner = group->runner;
    const struct opened *opened = group->opened;
    const struct case_spec *spec = measurement->spec;
    char path[PATH_MAX], frames[PATH_MAX];
    const struct trajectory_file file = {.path = runner_checkpoint(runner->results, spec, path),
                                         .frames = runner_beside(runner->results, spec, "", frames),
                                         .identity = measurement->identity,
                                         .resume = runner->options->resume};
    struct journey journey = {.runner = runner,
                              .spec = spec,
                              .device = &runner->moved[opened - runner->devices.opened],
                              .others = motion_left(group, measurement),
                              .step = -1};
    const struct trajectory_watch watch = {runner->options->interrupted, look_on, &journey};
    trajectory_follow(opened->backend, opened->device, spec, &runner->inputs.system, &file, &watch,
                      &measurement->trajectory);
    judge_last(group, measurement);
}

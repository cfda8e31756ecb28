#include "harness/measure/follow_case.h"
#include "harness/base/clock.h"

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
    struct measurement *measurement;
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

/* Judges the forces of a step after the last, which no call for energies follows: a motion with
 * wrong forces at its end is void. */
static bool judge_last(void *context, const struct mover *mover, struct system *state,
                       struct error *error)
{
    struct journey *journey = context;
    struct verification found;
    if (!mover->backend->advance(mover->moving, 1, error) ||
        !mover_verify(mover, journey->spec, state, runner_tolerance(journey->runner, journey->spec),
                      &found, error))
        return error_prefix(error, "after the last step");
    if (!found.passed) {
        journey->measurement->verification = found;
        journey->measurement->missed_after = "the last step";
    }
    return true;
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
                              .measurement = measurement,
                              .device = &runner->moved[opened - runner->devices.opened],
                              .others = motion_left(group, measurement),
                              .step = -1};
    const struct trajectory_watch watch = {runner->options->interrupted, look_on, judge_last,
                                           &journey};
    trajectory_follow(opened->backend, opened->device, spec, &runner->inputs.system, &file, &watch,
                      &measurement->trajectory);
}

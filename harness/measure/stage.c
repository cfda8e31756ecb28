#include "harness/measure/stage.h"
#include "harness/base/clock.h"
#include "harness/base/process/divert.h"
#include "harness/catalog/precision.h"
#include "harness/measure/case_state.h"
#include "harness/measure/identity.h"
#include "harness/measure/memory_estimate.h"
#include "harness/measure/observe/blame.h"
#include "harness/measure/observe/list_drift.h"
#include "harness/measure/observe/mover.h"
#include "harness/particles/file_parameters.h"
#include "harness/timing/phase.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * Returns particles times steps of a case; 0 if its particles do not move, or are in a file that
 * has not been read yet.
 */
static double work_of_moving(const struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    return dynamics->steps > 0
               ? (double)spec->system.n * (double)(dynamics->warmup + dynamics->steps)
               : 0;
}

/* Returns the work of motion (particles times steps) that the device still has after this case. */
static double motion_left(const struct group *group, const struct case_state *state)
{
    const struct runner *runner = group->runner;
    const struct case_spec *spec = state->spec;
    double sum = 0;
    for (int64_t k = 0; k < runner->cases->count; k++) {
        const struct case_spec *other = &runner->cases->spec[k];
        struct error reason;
        if (!other->passed_over && results_get(runner->results, k) == NULL &&
            strcmp(other->backend, spec->backend) == 0 && other->threads == spec->threads &&
            case_has_kernels(other, &reason))
            sum += work_of_moving(other);
    }
    for (const struct case_state *done = group->cases; done <= state; done++)
        sum -= work_of_moving(done->spec);
    return sum;
}

/* A trajectory that is running, and its speed. */
struct trajectory_run {
    struct runner *runner;
    const struct case_spec *spec;
    struct case_state *state;
    struct pace own;     /* speed of this trajectory, in steps per second */
    struct pace *device; /* speed of the device in all its trajectories, in particles times steps
                          * per second */
    double others;       /* work of other cases that still have to move, in particles times steps */
    double seconds;      /* time of the last reading, s */
    int64_t step;        /* step at that time; -1: none */
};

static void look_on(void *context, int64_t step, int64_t last)
{
    struct trajectory_run *run = context;
    double now = clock_seconds(), particles = (double)run->runner->inputs.system.n;
    if (run->step >= 0) {
        double steps = (double)(step - run->step), seconds = now - run->seconds;
        run->own.work += steps;
        run->own.seconds += seconds;
        run->device->work += steps * particles;
        run->device->seconds += seconds;
    }
    run->step = step;
    run->seconds = now;
    double left = pace_seconds(&run->own, (double)(last - step));
    progress_move(&run->runner->progress, step, last, left,
                  left + pace_seconds(run->device, run->others), run->spec->id);
}

/*
 * Verifies the last step and some steps after it. No evaluation of energies comes before. If
 * verification fails, the whole motion is invalid.
 */
static bool judge_last(void *context, struct mover *mover, struct system *moved,
                       struct error *error)
{
    struct trajectory_run *run = context;
    if (!mover_make_steps(mover, moved, error)) {
        if (error->code == EXIT_USAGE)
            blame_steps(mover, run->spec, moved, error);
        return error_prefix(error, "after the last step");
    }
    return stage_verify_moved(run->runner, run->state, mover, false, moved, "the last step",
                              error) &&
           stage_verify_list(run->runner, run->state, mover, moved, error);
}

/* Verifies the forces of a step during the motion; wrong forces end the motion. */
static bool judge_between(void *context, int64_t step, struct mover *mover, struct system *moved,
                          struct error *error)
{
    const struct trajectory_run *run = context;
    char after[32];
    snprintf(after, sizeof after, "step %" PRId64, step);
    return stage_verify_moved(run->runner, run->state, mover, true, moved, after, error) &&
           (run->state->verification.passed ||
            error_set(error, EXIT_VERIFICATION, "wrong forces after %s", after));
}

/*
 * Runs the trajectory of a case, on a separate workload. An error is kept in the trajectory, as the
 * reason why it ended.
 */
static void follow_case(struct group *group, struct case_state *state)
{
    struct runner *runner = group->runner;
    const struct opened *opened = group->opened;
    const struct case_spec *spec = state->spec;
    char path[PATH_MAX], frames[PATH_MAX];
    const struct trajectory_file file = {.path = runner_checkpoint(runner->results, spec, path),
                                         .frames =
                                             runner_case_path(runner->results, spec, "", frames),
                                         .identity = state->identity,
                                         .resume = runner->options->resume};
    struct trajectory_run run = {.runner = runner,
                                 .spec = spec,
                                 .state = state,
                                 .device = &runner->moved[opened - runner->devices.opened],
                                 .others = motion_left(group, state),
                                 .step = -1};
    const struct trajectory_watch watch = {runner->options->interrupted, look_on, judge_between,
                                           judge_last, &run};
    trajectory_follow(opened->backend, opened->device, spec, &runner->inputs.system, &file, &watch,
                      &state->trajectory);
}

static bool make_system(struct group *group, struct case_state *state, struct error *error)
{
    struct runner *runner = group->runner;
    const struct case_spec *spec = state->spec;
    struct inputs *inputs = &runner->inputs;
    char note[sizeof inputs->note];
    if (!inputs_system(inputs, spec, error))
        return false;
    if (file_parameters_differ(&inputs->system, spec->model, spec->parameters, note, sizeof note) &&
        strcmp(note, inputs->note) != 0) {
        memcpy(inputs->note, note, sizeof note);
        progress_end(&runner->progress);
        fprintf(stderr, "note: %s\n", note);
    }
    return true;
}

static bool make_reference(struct group *group, struct case_state *state, struct error *error)
{
    return inputs_reference(&group->runner->inputs, state->spec, error);
}

static bool load(struct group *group, struct case_state *state, struct error *error)
{
    const struct opened *opened = group->opened;
    const struct workload_spec spec = case_workload(state->spec, &group->runner->inputs.rounded);
    return opened->backend->load(opened->device, &spec, &group->workload, error);
}

static bool prepare(struct group *group, struct case_state *state, struct error *error)
{
    const struct case_spec *spec = state->spec;
    bool good = group->opened->backend->prepare(group->workload, spec->strategy, spec->tuning,
                                                &state->prepared, error);
    if (good)
        identity_code(group->runner, group->opened, state, &state->code);
    else
        state->prepared = NULL;
    return good;
}

/* Reports, once per run, that fixed point loses forces or energies. */
static void note_unresolved(struct runner *runner, const struct case_state *state)
{
    if (runner->unresolved || !state->verification.unresolved)
        return;
    runner->unresolved = true;
    progress_end(&runner->progress);
    fprintf(stderr,
            "note: forces or energies of %s are below the resolution of fixed point, 2^-%d, so "
            "that verification cannot judge them\n",
            state->spec->id, precision_info(state->spec->precision)->fraction_bits);
}

static bool verify(struct group *group, struct case_state *state, struct error *error)
{
    const struct case_spec *spec = state->spec;
    bool repeated = spec->repeat && !group->runner->options->verify_only;
    const bool good =
        verify_case(group->opened->backend, state->prepared, &group->runner->inputs.reference,
                    runner_tolerance(group->runner, spec), repeated ? VERIFY_CALLS : 1,
                    &state->verification, error);
    if (good)
        note_unresolved(group->runner, state);
    return good;
}

/* Keeps the first failed verification of a case, and after which steps or calls it failed. */
static void keep_miss(struct case_state *state, const struct verification *found, const char *after)
{
    if (found->passed || !state->verification.passed)
        return;
    state->verification = *found;
    snprintf(state->missed_after, sizeof state->missed_after, "%s", after);
}

/*
 * Loads shaken particles. If the displacements are within half of the skin, loads the original
 * particles instead, and moves them after a call. This finds kernels that wrongly keep positions
 * and orientations until the next list.
 */
static bool load_shaken(const struct opened *opened, const struct case_spec *spec,
                        const struct inputs *inputs, struct mover *mover, struct error *error)
{
    const struct backend *backend = opened->backend;
    const bool lasts =
        spec->strategy->neighbors->skin && inputs_shaken_most(spec) <= spec->skin / 2;
    double unused;
    return mover_load(mover, backend, opened->device, spec,
                      lasts ? &inputs->rounded : &inputs->shaken, 1, error) &&
           (!lasts || (backend->time_force(mover->prepared, 1, &unused, error) &&
                       backend->place(mover->prepared, &inputs->shaken, error)));
}

/*
 * Verifies the kernel of a case with shaken particles, because it might return stored forces.
 * Passes if memory does not suffice for the shaken particles, or if their forces are not finite.
 */
static bool verify_shaken(struct group *group, const struct case_state *state,
                          struct verification *found, struct error *error)
{
    struct inputs *inputs = &group->runner->inputs;
    const struct opened *opened = group->opened;
    const struct case_spec *spec = state->spec;
    struct mover mover = {0};
    struct error reason;
    found->passed = true;
    if (!fits_again(group, spec, &reason) || !inputs_shaken(inputs, spec, &reason))
        return true;
    bool good = load_shaken(opened, spec, inputs, &mover, error) &&
                verify_case(opened->backend, mover.prepared, &inputs->shaken_reference,
                            runner_tolerance(group->runner, spec), 1, found, error);
    mover_stop(&mover);
    return good || error->code == EXIT_ENVIRONMENT;
}

static bool verify_again(struct group *group, struct case_state *state, struct error *error)
{
    struct verification found;
    const struct reference *reference = &group->runner->inputs.reference;
    const bool once = state->spec->verify_once;
    bool good = verify_case(group->opened->backend, state->prepared, reference,
                            runner_tolerance(group->runner, state->spec),
                            once ? 1 : verify_calls(reference->n), &found, error);
    if (good)
        keep_miss(state, &found, "the timed calls");
    if (good && found.passed && !once) {
        good = verify_shaken(group, state, &found, error);
        if (good)
            keep_miss(state, &found, "a move after timed calls");
    }
    return good || error_prefix(error, "after the timed calls");
}

bool stage_verify_moved(const struct runner *runner, struct case_state *state, struct mover *mover,
                        bool continues, struct system *moved, const char *after,
                        struct error *error)
{
    const struct case_spec *spec = state->spec;
    char prefix[64];
    struct verification found;
    snprintf(prefix, sizeof prefix, "after %s", after);
    phase_begin(PHASE_VERIFY, spec->id);
    const bool good =
        mover_verify(mover, spec, continues, moved, runner_tolerance(runner, spec), &found, error);
    phase_end();
    if (!good)
        return error_prefix(error, prefix);
    keep_miss(state, &found, after);
    return true;
}

bool stage_verify_list(const struct runner *runner, struct case_state *state, struct mover *mover,
                       struct system *moved, struct error *error)
{
    struct verification found = {.passed = true,
                                 .worst = -1,
                                 .acting = NAN,
                                 .tolerance = runner_tolerance(runner, state->spec)};
    phase_begin(PHASE_VERIFY, state->spec->id);
    const bool good = list_drift(mover, state->spec, found.tolerance, moved, &found, error);
    phase_end();
    if (!good)
        return error_prefix(error, "in a common drift");
    keep_miss(state, &found, "a common drift");
    return true;
}

static bool count_lanes(struct group *group, struct case_state *state, struct error *error)
{
    const struct case_spec *spec = state->spec;
    struct inputs *inputs = &group->runner->inputs;
    if (!inputs_lanes(inputs, spec, error))
        return state->has_lanes = false;
    inputs->lanes.traffic = true;
    state->has_lanes =
        lanes_replay(&inputs->lanes, spec->strategy, spec->tuning, &state->lanes, error);
    return state->has_lanes;
}

static bool measure_energy(struct group *group, struct case_state *state, struct error *error)
{
    (void)error;
    energy_measure(group->opened->backend, group->opened->device, state->prepared,
                   group->runner->options->interrupted, &state->energy);
    return true;
}

static bool count_hardware(struct group *group, struct case_state *state, struct error *error)
{
    const struct backend *backend = group->opened->backend;
    const struct hardware_metrics *metrics = state->spec->metrics;
    (void)error;
    hardware_count(backend, state->prepared, NULL, MOTION_FORCE, metrics, &state->force_counters);
    hardware_count(backend, state->prepared, NULL, MOTION_LIST, metrics, &state->list_counters);
    return true;
}

static bool count_instructions(struct group *group, struct case_state *state, struct error *error)
{
    (void)error;
    if (group->opened->backend->count_instructions != NULL)
        instructions_measure(state->spec, group->runner->options, &state->instructions);
    return true;
}

/* Counts and reports a motion that ended early. */
static void count_unmoved(struct runner *runner, const struct error *reason)
{
    runner_note(runner, reason->text);
    runner->summary->unmoved++;
    runner->summary->bad_input += reason->code == EXIT_USAGE;
}

static bool move_replicas(struct group *group, struct case_state *state, struct error *error)
{
    const struct runner *runner = group->runner;
    const struct backend *backend = group->opened->backend;
    const struct motion motion = mover_motion(state->spec);
    struct device *device = group->opened->device;
    const struct replicas_task task = {
        .backend = backend,
        .options = {.index = runner->options->device,
                    .threads = backend->info(device)->cores,
                    .source = runner->options->source},
        .free_memory = backend->free_memory != NULL ? backend->free_memory(device) : INFINITY,
        .spec = state->spec,
        .motion = &motion,
        .tolerance = runner_tolerance(runner, state->spec),
        .crowded = runner->options->crowded,
        .start = runner->options->start,
        .interrupted = runner->options->interrupted};
    (void)error;
    replicas_measure(&task, &state->replicas);
    if (!state->replicas.broken && state->replicas.reason.code == EXIT_USAGE)
        count_unmoved(group->runner, &state->replicas.reason);
    return true;
}

/* Least change of the total energy that is reported, in kT per particle. */
static const double most_change = 0.1;

/* Reports that the energy is not conserved, although forces agree with the reference. */
static void note_change(struct runner *runner, const struct case_state *state)
{
    const struct case_spec *spec = state->spec;
    const double change = trajectory_change(&state->trajectory, &spec->dynamics.motion);
    if (!state->trajectory.moved || !(fabs(change) > most_change))
        return;
    progress_end(&runner->progress);
    fprintf(stderr,
            "note: the total energy of %s has changed by %.2g kT per particle, more than %g: the "
            "time step is too long, or forces are not the slopes of the energy\n",
            spec->id, change, most_change);
}

static bool move(struct group *group, struct case_state *state, struct error *error)
{
    const struct trajectory *trajectory = &state->trajectory;
    (void)error;
    follow_case(group, state);
    note_change(group->runner, state);
    if (!trajectory->moved && !trajectory_failed(trajectory) &&
        trajectory->reason.code != EXIT_OK) {
        count_unmoved(group->runner, &trajectory->reason);
    }
    return true;
}

static const struct {
    enum phase phase;
    const char *message; /* progress message, which precedes the id of the case */
    bool (*call)(struct group *group, struct case_state *state, struct error *error);
} stages[STAGES] = {
    [STAGE_SYSTEM] = {PHASE_SYSTEM, "making the system of", make_system},
    [STAGE_REFERENCE] = {PHASE_REFERENCE, "reference forces of", make_reference},
    [STAGE_LOAD] = {PHASE_LOAD, "loading", load},
    [STAGE_PREPARE] = {PHASE_PREPARE, "preparing", prepare},
    [STAGE_VERIFY] = {PHASE_VERIFY, "verifying", verify},
    [STAGE_VERIFY_AGAIN] = {PHASE_VERIFY, "verifying again", verify_again},
    [STAGE_LANES] = {PHASE_LANES, "replaying lanes of", count_lanes},
    [STAGE_ENERGY] = {PHASE_ENERGY, "energy of", measure_energy},
    [STAGE_COUNTERS] = {PHASE_COUNTERS, "hardware counters of", count_hardware},
    [STAGE_INSTRUCTIONS] = {PHASE_COUNTERS, "counting instructions of", count_instructions},
    [STAGE_REPLICAS] = {PHASE_STEP, "moving replicas of", move_replicas},
    [STAGE_MOVE] = {PHASE_DYNAMICS, "moving", move},
};

/*
 * Longest times of a working kernel, even on a slow machine: seconds per particle, and seconds in
 * addition for the whole kernel.
 */
static const double particle_seconds = 100e-6, kernel_seconds = 120;

/*
 * Returns the time limit for a stage that evaluates forces once on a CPU; 0: no special limit.
 */
static double limit_of(enum stage stage, const struct runner *runner, const struct case_spec *spec)
{
    if (strcmp(spec->backend, "cpu") != 0 ||
        (stages[stage].phase != PHASE_PREPARE && stages[stage].phase != PHASE_VERIFY))
        return 0;
    return runner->options->stall > 0
               ? runner->options->stall
               : kernel_seconds + particle_seconds * (double)runner->inputs.rounded.n;
}

const char *stage_kernel(const struct case_spec *spec, char name[CRASH_NAME])
{
    snprintf(name, CRASH_NAME, "%s %s %s %s", spec->strategy->name, spec->model->name,
             precision_info(spec->precision)->name, spec->backend);
    return name;
}

bool stage_run(enum stage stage, struct group *group, struct case_state *state, struct error *error)
{
    const struct case_spec *spec = state->spec;
    const char *id = spec->id;
    char kernel[CRASH_NAME];
    progress_say(&group->runner->progress, stages[stage].message, id);
    if (stage >= STAGE_PREPARE)
        crash_guard(stage_kernel(spec, kernel), id, limit_of(stage, group->runner, spec));
    phase_begin(stages[stage].phase, id);
    divert_begin();
    bool good = stages[stage].call(group, state, error);
    divert_end();
    phase_end();
    crash_leave();
    return good;
}

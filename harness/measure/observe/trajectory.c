#include "harness/measure/observe/trajectory.h"

#include "harness/base/clock.h"
#include "harness/base/files/output.h"
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/input/formats/writer_extxyz.h"
#include "harness/measure/observe/blame.h"
#include "harness/measure/observe/checkpoint.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/mover.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_STEPS = 200, /* most steps between two readings of the clock and of interrupts */
    JUDGED = 3,       /* number of steps during a motion that are verified */
    STREAM_JUDGED = 8
};

/* A step during the motion that is verified. */
struct judged {
    int64_t step;
    bool repeated; /* true: the steps before it are made again in double precision */
};

/* State of a trajectory, with all data that are freed at its end. */
struct course {
    const struct backend *backend;
    const struct case_spec *spec;
    const struct trajectory_file *file;
    struct trajectory *trajectory;
    struct system loaded, state;
    struct motion motion; /* motion; its step counts from the start of the warm-up */
    struct mover mover;
    struct motion_progress earlier; /* progress of earlier processes since the warm-up */
    struct motion_progress before;  /* progress of this process before the steps that count */
    struct judged judged[JUDGED];
    double written; /* time when the last checkpoint was written, s */
    bool kept;      /* true if a checkpoint exists */
};

static int64_t most_samples(const struct case_motion *dynamics)
{
    return dynamics->steps / dynamics->sample + 1;
}

static int64_t last_step(const struct course *course)
{
    return course->spec->dynamics.warmup + course->spec->dynamics.steps;
}

/* --- checkpoints --- */

static struct checkpoint checkpoint_of(struct course *course)
{
    const struct trajectory *trajectory = course->trajectory;
    const struct case_motion *dynamics = &course->spec->dynamics;
    return (struct checkpoint){.system = &course->state,
                               .motion = course->motion,
                               .progress = trajectory->progress,
                               .samples = trajectory->samples,
                               .potential = trajectory->potential,
                               .kinetic = trajectory->kinetic,
                               .warmup = dynamics->warmup,
                               .steps = dynamics->steps,
                               .every = dynamics->sample};
}

/* Sums the times and counts of all processes since the warm-up. */
static void measure(struct course *course)
{
    struct motion_progress now, *progress = &course->trajectory->progress;
    course->backend->progress(course->mover.moving, &now);
    *progress = course->earlier;
    progress->steps += now.steps - course->before.steps;
    progress->builds += now.builds - course->before.builds;
    progress->nanoseconds += now.nanoseconds - course->before.nanoseconds;
    progress->pressures.count += now.pressures.count - course->before.pressures.count;
    progress->pressures.lateral += now.pressures.lateral - course->before.pressures.lateral;
    progress->pressures.normal += now.pressures.normal - course->before.pressures.normal;
    for (int k = 0; k < MOTION_PARTS; k++) {
        const double before = course->before.part[k];
        /* unknown if the warm-up was too short to time it */
        progress->part[k] += now.part[k] - (isnan(before) ? 0 : before);
    }
}

static bool write_checkpoint(struct course *course, struct error *error)
{
    if (!course->backend->fetch(course->mover.moving, &course->state, &course->motion, error))
        return false;
    measure(course);
    struct checkpoint checkpoint = checkpoint_of(course);
    course->written = clock_seconds();
    course->kept = true;
    return checkpoint_write(course->file->path, course->file->identity, &checkpoint, error);
}

/*
 * Whether a checkpoint is due. One is written at the end, too: if the run stops before the case is
 * recorded, the steps need not be made again.
 */
static bool is_due(const struct course *course)
{
    double every = course->spec->dynamics.checkpoint;
    bool over = course->motion.step == last_step(course);
    return course->file->path != NULL &&
           ((over && course->kept) || clock_seconds() - course->written >= every);
}

/* Continues from the checkpoint if the user requests it; otherwise removes an existing one. */
static bool recall(struct course *course, struct error *error)
{
    const struct trajectory_file *file = course->file;
    if (file->path == NULL || access(file->path, F_OK) != 0)
        return true;
    if (!file->resume)
        return unlink(file->path) == 0 ||
               error_set(error, EXIT_ENVIRONMENT, "%s: %s", file->path, strerror(errno));
    bool oriented = course->spec->model->oriented;
    if ((course->state.velocity == NULL && !system_add(&course->state, SYSTEM_VELOCITY, error)) ||
        (oriented && course->state.spin == NULL && !system_add(&course->state, SYSTEM_SPIN, error)))
        return false;
    struct checkpoint checkpoint = checkpoint_of(course);
    if (!checkpoint_read(file->path, file->identity, &checkpoint, error)) {
        course->trajectory->refused = true;
        return false;
    }
    course->motion = checkpoint.motion;
    course->earlier = course->trajectory->progress = checkpoint.progress;
    course->trajectory->samples = checkpoint.samples;
    course->kept = true;
    return true;
}

/* --- frames --- */

/*
 * Writes the particles at `step`. A run that continues from an earlier checkpoint overwrites the
 * file with the same content.
 */
static bool write_frame(struct course *course, int64_t step, struct error *error)
{
    char path[PATH_MAX];
    struct output output;
    struct system *state = &course->state;
    if (course->file->frames == NULL)
        return error_set(error, EXIT_USAGE,
                         "dynamics.frames: expected a results file, because names of frames begin "
                         "with its name");
    int length = snprintf(path, sizeof path, "%s.%" PRId64 ".xyz", course->file->frames, step);
    if (length >= (int)sizeof path)
        return error_set(error, EXIT_ENVIRONMENT, "%s: the path is too long", course->file->frames);
    if (!course->backend->fetch(course->mover.moving, state, NULL, error) ||
        !output_begin(&output, path, error))
        return false;
    system_set_hash(state);
    extxyz_write(state, &(struct extxyz_found){0}, output.stream);
    return output_end(&output, true, error);
}

/* --- motion --- */

/*
 * An action that does not occur in each step of a motion; a verified step is chosen so that it has
 * the action.
 */
struct action {
    int interval; /* steps from one action to the next */
    int offset;   /* number of the step with an action, modulo the interval */
};

static void list_actions(const struct motion *motion, struct action actions[JUDGED])
{
    const bool removes = motion->removal != REMOVAL_NONE;
    actions[0] = (struct action){motion->thermostat.interval, 0};
    actions[1] = (struct action){removes ? motion->removal_interval : 0, 0};
    actions[2] = (struct action){motion->barostat.interval, 1};
}

/*
 * Returns the last step up to `step` in which an action occurs; if there is none, the first one
 * after it.
 */
static int64_t step_of_action(struct action action, int64_t step)
{
    const int64_t since = (step - action.offset) % action.interval;
    return step - since > 0 ? step - since : step - since + action.interval;
}

/*
 * Draws the steps during the motion that are verified. For each action of the motion, one of these
 * has the action, unless it does not occur before the last step.
 */
static void draw_judged(struct course *course)
{
    struct random random = random_start(course->spec->system.seed, STREAM_JUDGED);
    const int64_t last = last_step(course);
    struct action actions[JUDGED];
    list_actions(&course->spec->dynamics.motion, actions);
    for (int k = 0; k < JUDGED; k++) {
        int64_t step = 1 + (int64_t)(random_uniform(&random) * (double)(last - 1));
        const bool seldom = actions[k].interval > 1;
        const int64_t acting = seldom ? step_of_action(actions[k], step) : step;
        course->judged[k] = (struct judged){acting < last ? acting : step, k == 0 || seldom};
    }
}

/* Whether a step is verified; with `repeated`, whether the steps before it are also repeated. */
static bool is_judged(const struct course *course, int64_t step, bool repeated)
{
    bool found = false;
    for (int k = 0; k < JUDGED; k++)
        found =
            found || (course->judged[k].step == step && (!repeated || course->judged[k].repeated));
    return found && step < last_step(course);
}

/* Sets the state to start from and allocates the samples. */
static bool set_out(struct course *course, const struct system *system, struct error *error)
{
    const struct case_spec *spec = course->spec;
    struct trajectory *trajectory = course->trajectory;
    struct particle_type types[FIELD_TYPES];
    int64_t most = most_samples(&spec->dynamics);
    course->motion = spec->dynamics.motion;
    course->written = clock_seconds();
    draw_judged(course);
    trajectory->n = system->n;
    system_particle_types(system, spec->model, spec->constants, types);
    trajectory->degrees = kinetic_degrees(system, types, spec->model->oriented);
    trajectory->potential = memory_new(most, sizeof *trajectory->potential, "energies");
    trajectory->kinetic = memory_new(most, sizeof *trajectory->kinetic, "energies");
    return motion_copy(system, spec->precision, &course->state, error) && recall(course, error);
}

/*
 * Loads the initial particles even after a checkpoint, so that they are sorted in the same way, and
 * sums over them have the same order and the same bits.
 */
static bool begin(struct course *course, struct device *device, const struct system *system,
                  struct error *error)
{
    const struct backend *backend = course->backend;
    bool begun = system_round(system, course->spec->precision, &course->loaded, error) &&
                 mover_start(&course->mover, backend, device, course->spec, &course->loaded,
                             &course->motion, &course->state, error);
    if (begun)
        backend->progress(course->mover.moving, &course->before);
    return begun;
}

/* Copies the box after the last step, and calls `after` of the watch. */
static bool conclude(struct course *course, const struct trajectory_watch *watch,
                     struct error *error)
{
    if (!course->backend->fetch(course->mover.moving, &course->state, NULL, error))
        return false;
    memcpy(course->trajectory->box, course->state.box, sizeof course->state.box);
    return watch->after == NULL ||
           watch->after(watch->context, &course->mover, &course->state, error);
}

static void end(struct course *course)
{
    mover_stop(&course->mover);
    system_free(&course->loaded);
    system_free(&course->state);
}

/*
 * Takes a sample if one is due at this step; the first is due at the end of the warm-up. Energies
 * are computed at every stop, because like a checkpoint this completes the step; the results then
 * have the same bits with and without interrupts.
 */
static bool arrive(struct course *course, struct error *error)
{
    const struct case_motion *dynamics = &course->spec->dynamics;
    struct trajectory *trajectory = course->trajectory;
    struct motion_energies energies;
    int64_t done = course->motion.step - dynamics->warmup;
    if (done == 0) {
        course->earlier = (struct motion_progress){0};
        course->backend->progress(course->mover.moving, &course->before);
    }
    if (!course->backend->energies(course->mover.moving, &energies, error))
        return false;
    if (!isfinite(energies.potential + energies.translation + energies.rotation))
        return error_set(error, EXIT_VERIFICATION,
                         "energies after step %" PRId64
                         " are not finite: potential %g, kinetic of translation %g, of rotation %g",
                         course->motion.step, energies.potential, energies.translation,
                         energies.rotation);
    if (done < 0 || done % dynamics->sample != 0)
        return true;
    trajectory->potential[trajectory->samples] = energies.potential;
    trajectory->kinetic[trajectory->samples] = energies.translation + energies.rotation;
    const bool framed = dynamics->frames > 0 && trajectory->samples % dynamics->frames == 0;
    trajectory->samples++;
    return !framed || write_frame(course, done, error);
}

/*
 * Returns the step of the next stop. It does not depend on checkpoints and interrupts, so that
 * interrupted runs take the same steps as others.
 */
static int64_t next_step(const struct course *course)
{
    const struct case_motion *dynamics = &course->spec->dynamics;
    int64_t step = course->motion.step, done = step - dynamics->warmup;
    int64_t next = step + MOST_STEPS, end = last_step(course);
    if (done < 0)
        end = dynamics->warmup;
    else if (step + dynamics->sample - done % dynamics->sample < end)
        end = step + dynamics->sample - done % dynamics->sample;
    next = next < end ? next : end;
    for (int k = 0; k < JUDGED; k++) {
        const struct judged *judged = &course->judged[k];
        const int64_t mark = judged->step - MOVER_STEPS;
        if (judged->step > step && judged->step < next)
            next = judged->step;
        if (judged->repeated && mark > step && mark < next)
            next = mark;
    }
    return next;
}

static bool follow(struct course *course, const struct trajectory_watch *watch, struct error *error)
{
    if (!course->kept && !arrive(course, error))
        return false;
    watch->at(watch->context, course->motion.step, last_step(course));
    while (course->motion.step < last_step(course)) {
        int64_t next = next_step(course);
        if (*watch->interrupted != 0)
            return (course->file->path == NULL || write_checkpoint(course, error)) &&
                   error_set(error, EXIT_ENVIRONMENT, "interrupted");
        const bool judged = watch->between != NULL && is_judged(course, next, false);
        const bool repeated = judged && is_judged(course, next, true);
        const bool first = course->mover.before.n == 0;
        if ((repeated || first) && !mover_mark(&course->mover, repeated, &course->state, error))
            return false;
        if (!course->backend->advance(course->mover.moving, next - course->motion.step, error)) {
            if (error->code == EXIT_USAGE)
                blame_steps(&course->mover, course->spec, &course->state, error);
            return false;
        }
        course->motion.step = next;
        if (judged && !watch->between(watch->context, next, &course->mover, &course->state, error))
            return false;
        if (!arrive(course, error) || (is_due(course) && !write_checkpoint(course, error)))
            return false;
        watch->at(watch->context, next, last_step(course));
    }
    measure(course);
    return true;
}

void trajectory_follow(const struct backend *backend, struct device *device,
                       const struct case_spec *spec, const struct system *system,
                       const struct trajectory_file *file, const struct trajectory_watch *watch,
                       struct trajectory *trajectory)
{
    struct course course = {
        .backend = backend, .spec = spec, .file = file, .trajectory = trajectory};
    struct error *reason = &trajectory->reason;
    *trajectory = (struct trajectory){0};
    trajectory->moved = set_out(&course, system, reason) &&
                        begin(&course, device, system, reason) && follow(&course, watch, reason) &&
                        conclude(&course, watch, reason);
    end(&course);
}

double trajectory_temperature(const struct trajectory *trajectory, int64_t k)
{
    return 2 * trajectory->kinetic[k] /
           (trajectory->degrees.translation + trajectory->degrees.rotation);
}

double trajectory_change(const struct trajectory *trajectory, const struct motion *motion)
{
    const int64_t last = trajectory->samples - 1;
    if (last < 1 || motion->thermostat.interval > 0 || motion->barostat.interval > 0)
        return NAN;
    return (trajectory->potential[last] + trajectory->kinetic[last] - trajectory->potential[0] -
            trajectory->kinetic[0]) /
           (trajectory_temperature(trajectory, last) * (double)trajectory->n);
}

void trajectory_free(struct trajectory *trajectory)
{
    free(trajectory->potential);
    free(trajectory->kinetic);
    *trajectory = (struct trajectory){0};
}

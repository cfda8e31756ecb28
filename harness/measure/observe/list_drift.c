#include "harness/measure/observe/list_drift.h"

#include "harness/measure/observe/last_steps.h"
#include "harness/measure/observe/launch_check.h"
#include "harness/measure/observe/list_check.h"
#include "harness/measure/observe/motion_check.h"

#include <math.h>

/*
 * Gives all particles a common velocity, and rounds as the state does. Several systems get
 * different ones, because kernels that confuse them may have made them equal.
 */
static void push(struct system *state, int systems, const double velocity[3],
                 enum precision precision)
{
    const bool narrow = precision_info(precision)->state_size == sizeof(float);
    for (int64_t i = 0; i < state->n; i++) {
        const int64_t system = i / (state->n / systems);
        const double share = 1 - 0.2 * (double)system / systems;
        for (int d = 0; d < 3; d++) {
            const double sum = state->velocity[3 * i + d] + share * velocity[d];
            state->velocity[3 * i + d] = narrow ? (float)sum : sum;
        }
    }
}

/*
 * Marks the particles from which the motion starts. They do not come from the kernels, which may
 * have confused them.
 */
static bool mark_start(struct mover *mover, const struct system *first, struct error *error)
{
    mover->pressures = (struct pressures){0};
    mover->repeats = true;
    system_free(&mover->before);
    return motion_copy(first, PRECISION_DOUBLE, &mover->before, error);
}

/*
 * Makes steps after a mark, which is that of the start for the first ones; blames the kernels if
 * only the reference can make them.
 */
static bool make_steps(struct mover *mover, const struct case_spec *spec, int64_t steps,
                       struct system *state, struct error *error)
{
    struct motion_progress progress;
    mover->backend->progress(mover->moving, &progress);
    if (progress.steps > 0 && !mover_mark(mover, true, state, error))
        return false;
    const bool good = mover->backend->advance(mover->moving, steps, error);
    if (!good)
        mover_blame(mover, spec, steps, error);
    return good;
}

/*
 * Makes steps, and checks the list; until a second list has been built, also checks the distances
 * from the initial positions.
 */
static bool follow(struct mover *mover, const struct case_spec *spec, int64_t steps,
                   const struct system *first, struct system *state, struct verification *found,
                   struct error *error)
{
    struct motion_progress progress;
    if (!make_steps(mover, spec, steps, state, error) ||
        !mover->backend->fetch(mover->moving, state, NULL, error))
        return false;
    mover->backend->progress(mover->moving, &progress);
    if (progress.builds == 1 && list_check_half(spec) > 0)
        list_check_places(spec, first, state, found);
    return list_check(mover->backend, mover->moving, spec, state, found, error);
}

/* Repeats the steps since the mark in double precision, and keeps the result if they are wrong. */
static bool verify(struct mover *mover, const struct case_spec *spec, int64_t steps,
                   double tolerance, struct system *state, struct verification *found,
                   struct error *error)
{
    struct verification made = {.passed = true};
    const bool good = mover_verify(mover, spec, true, state, tolerance, &made, error);
    if (!good)
        mover_blame(mover, spec, steps, error);
    if (good && found->passed && !made.passed)
        *found = made;
    return good;
}

static int64_t sorts_of(const struct mover *mover)
{
    struct motion_progress progress;
    mover->backend->progress(mover->moving, &progress);
    return progress.sorts;
}

/*
 * Makes steps until particles have been sorted, or MOST_BLOCKS times, and repeats those with the
 * sort in double precision.
 */
static bool repeat_sort(struct mover *mover, const struct case_spec *spec, double tolerance,
                        struct system *state, struct verification *found, struct error *error)
{
    enum { MOST_BLOCKS = 20 };
    const int64_t sorts = sorts_of(mover);
    for (int k = 0; k < MOST_BLOCKS && sorts_of(mover) == sorts; k++)
        if (!make_steps(mover, spec, MOVER_STEPS, state, error))
            return false;
    return sorts_of(mover) == sorts ||
           verify(mover, spec, MOVER_STEPS, tolerance, state, found, error);
}

/* Returns the speed at which lists are due after four steps, or the largest that is possible. */
static double drift_speed(const struct case_spec *spec, const struct motion *motion)
{
    return fmin(0.3 * list_check_half(spec) / motion->dt, precision_range(spec->precision) / 8);
}

/*
 * Starts again from the particles of `start` with an additional common velocity; `first` and
 * `state` get these.
 */
static bool start_pushed(struct mover *mover, const struct case_spec *spec,
                         const struct motion *motion, const struct system *start,
                         const double velocity[3], struct system *first, struct system *state,
                         struct error *error)
{
    if (!motion_copy(start, PRECISION_DOUBLE, first, error))
        return false;
    push(first, mover->systems, velocity, spec->precision);
    return mover_restart(mover, spec, motion, first, state, error) &&
           mark_start(mover, first, error);
}

/*
 * Makes the drift along the diagonal; lists are due in steps 4 and 8. If only the kernels cannot
 * make it, or make wrong steps on the way, blames them.
 */
static bool drift(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                  double tolerance, const struct system *start, struct system *state,
                  struct verification *found, struct error *error)
{
    static const int64_t stops[] = {5, 2, 2, 1};
    const double speed = drift_speed(spec, motion) / sqrt(3);
    struct system first = {0};
    bool good = start_pushed(mover, spec, motion, start, (double[]){speed, speed, speed}, &first,
                             state, error);
    const int64_t sorts = good ? sorts_of(mover) : 0;
    for (size_t k = 0; k < sizeof stops / sizeof *stops && good; k++) {
        good = follow(mover, spec, stops[k], &first, state, found, error);
        if (good && k == 0)
            good = verify(mover, spec, stops[k], tolerance, state, found, error);
    }
    if (good && found->passed && sorts_of(mover) == sorts)
        good = repeat_sort(mover, spec, tolerance, state, found, error);
    if (!good && error->code == EXIT_USAGE && first.n > 0)
        last_steps_blame(mover, spec, motion, &first, tolerance, state, error);
    system_free(&first);
    return good;
}

/*
 * Makes five steps of a drift along each axis, because a distance that lacks an axis is hardly
 * shorter along the diagonal. Passes if particles cannot make them.
 */
static bool drift_along_axes(struct mover *mover, const struct case_spec *spec,
                             const struct motion *motion, const struct system *start,
                             struct system *state, struct verification *found, struct error *error)
{
    const double speed = drift_speed(spec, motion);
    bool good = true;
    for (int axis = 0; axis < 3 && list_check_half(spec) > 0 && found->passed && good; axis++) {
        double velocity[3] = {0};
        struct system first = {0};
        velocity[axis] = speed;
        good = start_pushed(mover, spec, motion, start, velocity, &first, state, error) &&
               follow(mover, spec, 5, &first, state, found, error);
        system_free(&first);
    }
    return good;
}

bool list_drift_from(struct mover *mover, const struct case_spec *spec, const struct motion *from,
                     double tolerance, struct system *state, struct verification *found,
                     struct error *error)
{
    struct motion motion = *from;
    struct system start = {0};
    bool good = motion_copy(state, PRECISION_DOUBLE, &start, error) &&
                launch_check(mover, spec, &motion, tolerance, &start, found, error);
    motion.removal = REMOVAL_NONE;
    if (thermostat_couples(&motion.thermostat))
        motion.thermostat = (struct thermostat){.temperature = motion.thermostat.temperature,
                                                .seed = motion.thermostat.seed};
    good = good && ((drift(mover, spec, &motion, tolerance, &start, state, found, error) &&
                     drift_along_axes(mover, spec, &motion, &start, state, found, error)) ||
                    error->code == EXIT_USAGE);
    system_free(&start);
    return good;
}

bool list_drift(struct mover *mover, const struct case_spec *spec, double tolerance,
                struct system *state, struct verification *found, struct error *error)
{
    struct motion motion = mover->motion;
    return mover->backend->fetch(mover->moving, state, &motion, error) &&
           list_drift_from(mover, spec, &motion, tolerance, state, found, error);
}

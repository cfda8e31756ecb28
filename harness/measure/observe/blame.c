#include "harness/measure/observe/blame.h"

#include "harness/catalog/model_table.h"
#include "harness/measure/observe/motion_check.h"

#include <inttypes.h>

enum { TRIES = 4 };

const char blame_reason[] = "the reference makes these steps from the same particles";

/* Returns the number of steps before a failure that are verified, fewer of many particles. */
static int64_t steps_to_verify(int64_t n)
{
    const int64_t steps = 200000 / n;
    return steps < 2 * MOVER_STEPS ? 2 * MOVER_STEPS : steps > 64 ? 64 : steps;
}

/*
 * Replaces the error by one that blames the kernel, with the step up to which steps were verified.
 */
static void accuse(int64_t step, const char *reason, struct error *error)
{
    const struct error failure = *error;
    error_set(error, EXIT_VERIFICATION, "%s; verification up to step %" PRId64 " failed: %s",
              failure.text, step, reason);
}

/* Steps of one system that are verified. */
struct course {
    struct mover *mover;
    const struct case_spec *spec;
    struct system *state;
};

static bool verify_next(void *context, struct error *error)
{
    const struct course *course = context;
    struct mover *mover = course->mover;
    const struct case_spec *spec = course->spec;
    const double tolerance = model_table_tolerance(spec->model, spec->constants, spec->precision);
    struct verification found;
    char miss[VERIFY_TEXT];
    if (!mover_make_steps(mover, course->state, error)) {
        if (error->code == EXIT_USAGE &&
            motion_goes_on(spec, &mover->motion, &mover->before, 0, MOVER_STEPS, error))
            error_set(error, EXIT_VERIFICATION, "%s", blame_reason);
        return false;
    }
    return mover_verify(mover, spec, true, course->state, tolerance, &found, error) &&
           (found.passed || error_set(error, EXIT_VERIFICATION, "%s",
                                      verify_describe(&found, spec->model, spec->precision, miss)));
}

/* Returns the number of steps that the motion has made after `step`. */
static int64_t steps_since(const struct mover *mover, int64_t step)
{
    struct motion_progress progress;
    mover->backend->progress(mover->moving, &progress);
    return mover->started + progress.steps - step;
}

/*
 * Starts again from the particles of `first`, and makes the steps up to those that are to be
 * verified; `last` is the number of steps before the failure. If the kernels fail earlier this
 * time, starts again with the smaller number.
 */
static bool approach(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                     const struct system *first, int64_t *last, struct system *state,
                     struct error *reason)
{
    for (int k = 0; k < TRIES; k++) {
        const int64_t skipped = *last - steps_to_verify(first->n);
        system_free(state);
        if (!motion_copy(first, PRECISION_DOUBLE, state, reason) ||
            !mover_restart(mover, spec, motion, state, reason))
            return false;
        if (skipped <= 0 || mover->backend->advance(mover->moving, skipped, reason))
            return true;
        *last = steps_since(mover, motion->step);
    }
    return false;
}

void blame_by(struct mover *mover, const struct case_spec *spec, const struct system *first,
              bool (*verify)(void *context, struct error *error), void *context,
              struct system *state, struct error *error)
{
    struct system begun = {0};
    const struct motion motion = mover->motion;
    struct error reason = {0};
    int64_t last = steps_since(mover, motion.step);
    bool good = motion_copy(mover->before.n > 0 ? &mover->before : first, PRECISION_DOUBLE, &begun,
                            &reason) &&
                approach(mover, spec, &motion, &begun, &last, state, &reason);
    while (good && steps_since(mover, motion.step) <= last + MOVER_STEPS)
        good = verify(context, &reason);
    if (reason.code == EXIT_VERIFICATION)
        accuse(mover->motion.step + MOVER_STEPS, reason.text, error);
    system_free(&begun);
}

void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error)
{
    struct system state = {0};
    struct course course = {mover, spec, &state};
    blame_by(mover, spec, first, verify_next, &course, &state, error);
    system_free(&state);
}

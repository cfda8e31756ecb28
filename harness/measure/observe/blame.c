#include "harness/measure/observe/blame.h"

#include "harness/catalog/model_table.h"
#include "harness/measure/observe/motion_check.h"

#include <inttypes.h>

enum { TRIES = 4 };

/*
 * Returns the number of steps before a failure that are verified; fewer if there are many
 * particles.
 */
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

/* Verifies the next steps; false if the cause is found, or cannot be found. */
static bool verify_next(struct mover *mover, const struct case_spec *spec, struct system *state,
                        struct error *error)
{
    const double tolerance = model_table_tolerance(spec->model, spec->constants, spec->precision);
    struct verification found;
    struct error reason;
    char miss[VERIFY_TEXT];
    if (!mover_make_steps(mover, state, &reason)) {
        const int64_t step = mover->motion.step + MOVER_STEPS;
        if (reason.code == EXIT_USAGE &&
            motion_goes_on(spec, &mover->motion, &mover->before, MOVER_STEPS, &reason))
            accuse(step, "the reference makes these steps from the same particles", error);
        return false;
    }
    const int64_t step = mover->motion.step + MOVER_STEPS;
    if (!mover_verify(mover, spec, true, state, tolerance, &found, &reason))
        return false;
    if (!found.passed)
        accuse(step, verify_describe(&found, spec->model, spec->precision, miss), error);
    return found.passed;
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

void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error)
{
    struct system begun = {0}, state = {0};
    const struct motion motion = mover->motion;
    struct error reason;
    int64_t last = steps_since(mover, motion.step);
    bool good = motion_copy(mover->before.n > 0 ? &mover->before : first, PRECISION_DOUBLE, &begun,
                            &reason) &&
                approach(mover, spec, &motion, &begun, &last, &state, &reason);
    while (good && steps_since(mover, motion.step) <= last + MOVER_STEPS)
        good = verify_next(mover, spec, &state, error);
    system_free(&begun);
    system_free(&state);
}

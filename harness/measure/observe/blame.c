#include "harness/measure/observe/blame.h"

#include "harness/catalog/model_table.h"
#include "harness/measure/observe/list_drift.h"
#include "harness/measure/observe/motion_check.h"

#include <inttypes.h>
#include <stdio.h>

enum { TRIES = 4 };

/* Returns the number of steps before a failure that are verified, fewer of many particles. */
static int64_t steps_to_verify(int64_t n)
{
    const int64_t steps = 200000 / n;
    return steps < 2 * MOVER_STEPS ? 2 * MOVER_STEPS : steps > 64 ? 64 : steps;
}

/* Replaces the error by one that blames the kernel: what was verified failed. */
static void accuse(const char *verified, const char *reason, struct error *error)
{
    const struct error failure = *error;
    error_set(error, EXIT_VERIFICATION, "%s; verification %s failed: %s", failure.text, verified,
              reason);
}

/* Sets the error of a failed verification. */
static bool pass(const struct case_spec *spec, const struct verification *found,
                 struct error *error)
{
    char miss[VERIFY_TEXT];
    return found->passed || error_set(error, EXIT_VERIFICATION, "%s",
                                      verify_describe(found, spec->model, spec->precision, miss));
}

/* Makes the next steps, and verifies them. */
static bool verify_next(struct mover *mover, const struct case_spec *spec, double tolerance,
                        struct system *state, struct error *error)
{
    struct verification found;
    if (!mover_make_steps(mover, state, error)) {
        mover_blame(mover, spec, MOVER_STEPS, error);
        return false;
    }
    return mover_verify(mover, spec, true, state, tolerance, &found, error) &&
           pass(spec, &found, error);
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
        if (!mover_restart(mover, spec, motion, first, state, reason))
            return false;
        if (skipped <= 0 || mover->backend->advance(mover->moving, skipped, reason))
            return true;
        *last = steps_since(mover, motion->step);
    }
    return false;
}

/*
 * Whether the kernels pass a common drift from the particles as they were loaded, which no kernel
 * has moved.
 */
static bool drifts(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                   double tolerance, struct system *state, struct error *error)
{
    struct verification found = {.passed = true, .worst = -1, .tolerance = tolerance};
    return mover_restart(mover, spec, motion, mover->loaded, state, error) &&
           list_drift_from(mover, spec, motion, tolerance, state, &found, error) &&
           pass(spec, &found, error);
}

void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error)
{
    const double tolerance = model_table_tolerance(spec->model, spec->constants, spec->precision);
    const struct motion motion = mover->motion;
    struct system begun = {0}, state = {0};
    struct error reason = {0};
    char verified[48];
    int64_t last = steps_since(mover, motion.step);
    bool good = motion_copy(mover->before.n > 0 ? &mover->before : first, PRECISION_DOUBLE, &begun,
                            &reason) &&
                approach(mover, spec, &motion, &begun, &last, &state, &reason);
    while (good && steps_since(mover, motion.step) <= last + MOVER_STEPS)
        good = verify_next(mover, spec, tolerance, &state, &reason);
    snprintf(verified, sizeof verified, "up to step %" PRId64, mover->motion.step + MOVER_STEPS);
    if (reason.code != EXIT_VERIFICATION) {
        reason = (struct error){0};
        snprintf(verified, sizeof verified, "in a common drift");
        drifts(mover, spec, &motion, tolerance, &state, &reason);
    }
    if (reason.code == EXIT_VERIFICATION)
        accuse(verified, reason.text, error);
    system_free(&begun);
    system_free(&state);
}

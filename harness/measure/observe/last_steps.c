#include "harness/measure/observe/last_steps.h"

#include <inttypes.h>
#include <stdio.h>

enum { TRIES = 4 };

bool last_steps_pass(const struct case_spec *spec, const struct verification *found,
                     struct error *error)
{
    char miss[VERIFY_TEXT];
    return found->passed || error_set(error, EXIT_VERIFICATION, "%s",
                                      verify_describe(found, spec->model, spec->precision, miss));
}

void last_steps_accuse(const char *verified, const char *reason, struct error *error)
{
    const struct error failure = *error;
    error_set(error, EXIT_VERIFICATION, "%s; verification %s failed: %s", failure.text, verified,
              reason);
}

/* Returns the number of steps before a failure that are verified, fewer of many particles. */
static int64_t steps_to_verify(int64_t n)
{
    const int64_t steps = 200000 / n;
    return steps < 2 * MOVER_STEPS ? 2 * MOVER_STEPS : steps > 64 ? 64 : steps;
}

/* Makes the next steps, and verifies them. */
static bool verify_next(struct mover *mover, const struct case_spec *spec, double tolerance,
                        struct system *state, struct error *error)
{
    struct verification found;
    if (!mover_mark(mover, true, state, error))
        return false;
    if (!mover->backend->advance(mover->moving, MOVER_STEPS, error)) {
        mover_blame(mover, spec, MOVER_STEPS, error);
        return false;
    }
    return mover_verify(mover, spec, true, state, tolerance, &found, error) &&
           last_steps_pass(spec, &found, error);
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

void last_steps_blame(struct mover *mover, const struct case_spec *spec,
                      const struct motion *motion, const struct system *first, double tolerance,
                      struct system *state, struct error *error)
{
    struct error reason = {0};
    char verified[48];
    int64_t last = steps_since(mover, motion->step);
    bool good = approach(mover, spec, motion, first, &last, state, &reason);
    while (good && steps_since(mover, motion->step) <= last + MOVER_STEPS)
        good = verify_next(mover, spec, tolerance, state, &reason);
    snprintf(verified, sizeof verified, "up to step %" PRId64, mover->motion.step + MOVER_STEPS);
    if (reason.code == EXIT_VERIFICATION)
        last_steps_accuse(verified, reason.text, error);
}

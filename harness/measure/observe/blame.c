#include "harness/measure/observe/blame.h"

#include "harness/catalog/model_table.h"
#include "harness/measure/observe/last_steps.h"
#include "harness/measure/observe/list_drift.h"
#include "harness/measure/observe/motion_check.h"

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
           last_steps_pass(spec, &found, error);
}

void blame_steps(struct mover *mover, const struct case_spec *spec, const struct system *first,
                 struct error *error)
{
    const double tolerance = model_table_tolerance(spec->model, spec->constants, spec->precision);
    const struct motion motion = mover->motion;
    struct system begun = {0}, state = {0};
    struct error reason = {0};
    if (motion_copy(mover->before.n > 0 ? &mover->before : first, PRECISION_DOUBLE, &begun,
                    &reason))
        last_steps_blame(mover, spec, &motion, &begun, tolerance, &state, error);
    if (error->code == EXIT_USAGE) {
        drifts(mover, spec, &motion, tolerance, &state, &reason);
        if (reason.code == EXIT_VERIFICATION)
            last_steps_accuse("in a common drift", reason.text, error);
    }
    system_free(&begun);
    system_free(&state);
}

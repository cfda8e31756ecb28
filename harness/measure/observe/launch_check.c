#include "harness/measure/observe/launch_check.h"

#include "harness/measure/observe/list_check.h"
#include "harness/measure/observe/motion_check.h"

#include <math.h>

enum { FEWEST_STEPS = 32, MOST_STEPS = 256, BUILDS = 16 };

static const double most = 0.01; /* largest difference of places, in half skins; right kernels
                                  * usually have none */

/* Makes steps from the particles `first`, in launches of `together` steps. */
static bool make_steps(struct mover *mover, const struct case_spec *spec,
                       const struct motion *motion, const struct system *first, int64_t steps,
                       int64_t together, struct system *state, struct error *error)
{
    system_free(state);
    bool good = motion_copy(first, PRECISION_DOUBLE, state, error) &&
                mover_restart(mover, spec, motion, state, error);
    for (int64_t made = 0; made < steps && good; made += together)
        good = mover->backend->advance(mover->moving, together, error);
    return good && mover->backend->fetch(mover->moving, state, NULL, error);
}

/* Makes steps in one launch, more and more until the list is built often. Returns their number. */
static int64_t make_launch(struct mover *mover, const struct case_spec *spec,
                           const struct motion *motion, const struct system *first,
                           struct system *state, bool *good, struct error *error)
{
    struct motion_progress progress = {0};
    int64_t steps = FEWEST_STEPS / 2;
    do {
        steps *= 2;
        *good = make_steps(mover, spec, motion, first, steps, steps, state, error);
        if (*good)
            mover->backend->progress(mover->moving, &progress);
    } while (*good && steps < MOST_STEPS && progress.builds < BUILDS);
    return steps;
}

bool launch_check(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                  const struct system *first, struct verification *found, struct error *error)
{
    struct system once = {0}, often = {0};
    bool good;
    if (!strategy_resides(spec->strategy, spec->tuning) || mover->systems != 1)
        return true;
    const int64_t steps = make_launch(mover, spec, motion, first, &once, &good, error);
    const bool alone = good;
    if (good || error->code == EXIT_USAGE)
        good = make_steps(mover, spec, motion, first, steps, MOVER_STEPS, &often, error);
    if (good) {
        const double distance = alone ? list_check_distance(&once, &often) : INFINITY;
        const double share = distance / list_check_half(spec);
        found->moved_rel = share <= most ? found->moved_rel : share;
        found->passed = found->passed && share <= most;
    }
    system_free(&once);
    system_free(&often);
    return good || error->code == EXIT_USAGE;
}

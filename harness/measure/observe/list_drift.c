#include "harness/measure/observe/list_drift.h"

#include "harness/measure/observe/list_check.h"

#include <math.h>

/* Gives all particles a common velocity along the diagonal. */
static void push(struct system *state, double speed)
{
    for (int64_t k = 0; k < 3 * state->n; k++)
        state->velocity[k] += speed / sqrt(3);
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
    if (!mover->backend->advance(mover->moving, steps, error) ||
        !mover->backend->fetch(mover->moving, state, NULL, error))
        return false;
    mover->backend->progress(mover->moving, &progress);
    if (progress.builds == 1)
        list_check_places(spec, first, state, found);
    return list_check(mover->backend, mover->moving, spec, state, found, error);
}

/*
 * Makes blocks of steps until one has built a list and sorted the particles, at most MOST_BLOCKS,
 * the last of which need not have sorted them, and repeats the steps of that block in double
 * precision. A block has at least one list.
 */
static bool repeat_sort(struct mover *mover, const struct case_spec *spec, double tolerance,
                        struct system *state, struct verification *found, struct error *error)
{
    enum { MOST_BLOCKS = 20 };
    struct verification steps = {.passed = true};
    struct motion_progress before, now;
    mover->backend->progress(mover->moving, &now);
    int blocks = 0;
    bool good = true;
    do {
        before = now;
        good = mover_make_steps(mover, state, error);
        if (good)
            mover->backend->progress(mover->moving, &now);
    } while (good && ++blocks < MOST_BLOCKS && now.sorts == before.sorts);
    good = good && mover_verify(mover, spec, true, state, tolerance, &steps, error);
    if (good && !steps.passed)
        *found = steps;
    return good;
}

bool list_drift(struct mover *mover, const struct case_spec *spec, double tolerance,
                struct system *state, struct verification *found, struct error *error)
{
    static const int64_t stops[] = {5, 2, 2, 1}; /* lists are due in steps 4 and 8 */
    struct system first = {0};
    struct motion motion = mover->motion;
    if (!mover->backend->fetch(mover->moving, state, &motion, error))
        return false;
    const double speed = 0.3 * list_check_half(spec) / motion.dt;
    if (!(speed > 0 && speed < precision_range(spec->precision) / 8))
        return true;
    push(state, speed);
    motion.removal = REMOVAL_NONE;
    if (thermostat_couples(&motion.thermostat))
        motion.thermostat = (struct thermostat){.temperature = motion.thermostat.temperature,
                                                .seed = motion.thermostat.seed};
    bool good = mover_restart(mover, spec, &motion, state, error) &&
                system_round(state, PRECISION_DOUBLE, &first, error);
    for (size_t k = 0; k < sizeof stops / sizeof *stops && good; k++)
        good = follow(mover, spec, stops[k], &first, state, found, error);
    if (good && found->passed && mover->systems == 1)
        good = repeat_sort(mover, spec, tolerance, state, found, error);
    system_free(&first);
    return good || error->code == EXIT_USAGE;
}

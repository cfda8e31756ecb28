#include "harness/measure/observe/list_check.h"

#include "harness/measure/observe/motion_check.h"

#include <float.h>
#include <math.h>

/* Returns the distance that particles may be from their places in the list; 0: none. */
static double half_of(const struct case_spec *spec)
{
    return spec->strategy->neighbors->skin ? spec->skin / 2 : 0;
}

/* Returns the largest distance of a particle from its place in another state; NAN if one is. */
static double largest_distance(const struct system *from, const struct system *to)
{
    double largest2 = 0;
    for (int64_t i = 0; i < to->n; i++) {
        const double x = system_nearest(to->x[i] - from->x[i], to->box[0]);
        const double y = system_nearest(to->y[i] - from->y[i], to->box[1]);
        const double z = system_nearest(to->z[i] - from->z[i], to->box[2]);
        const double size2 = x * x + y * y + z * z;
        if (!(size2 <= largest2))
            largest2 = size2;
    }
    return sqrt(largest2);
}

/* Keeps the excess of a distance beyond half the skin and rounding. */
static void judge(const struct case_spec *spec, const struct system *state, double distance,
                  struct verification *found)
{
    const struct precision_info *info = precision_info(spec->precision);
    const double edge = fmax(state->box[0], fmax(state->box[1], state->box[2]));
    const double epsilon = info->state_size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    const double kept = fmax(precision_spacing(info->state_bits), epsilon * edge);
    const double half = half_of(spec);
    if (distance <= half * (1 + 1e-5) + 4 * kept)
        return;
    if (!(distance / half <= found->left_rel))
        found->left_rel = distance / half;
    found->passed = false;
}

/* Copies places of a state, so that others can be compared with them. */
static bool copy_places(const struct system *state, struct system *copy, struct error *error)
{
    return system_round(state, PRECISION_DOUBLE, copy, error);
}

bool list_check(const struct mover *mover, const struct case_spec *spec, const struct system *state,
                struct verification *found, struct error *error)
{
    struct system listed = {0};
    const bool good =
        copy_places(state, &listed, error) && mover->backend->listed(mover->moving, &listed, error);
    if (good)
        judge(spec, state, largest_distance(&listed, state), found);
    system_free(&listed);
    return good;
}

/* Gives all particles a common velocity along the diagonal. */
static void push(struct system *state, double speed)
{
    for (int64_t k = 0; k < 3 * state->n; k++)
        state->velocity[k] += speed / sqrt(3);
}

/* Makes steps, and checks the list; also with own places, as long as no list has been built. */
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
        judge(spec, state, largest_distance(first, state), found);
    return list_check(mover, spec, state, found, error);
}

bool list_check_drift(struct mover *mover, const struct case_spec *spec, struct system *state,
                      struct verification *found, struct error *error)
{
    static const int64_t stops[] = {5, 4, 1}; /* lists are due in steps 4 and 8 */
    struct system first = {0};
    struct motion motion = mover->motion;
    if (!mover->backend->fetch(mover->moving, state, &motion, error))
        return false;
    const double speed = 0.3 * half_of(spec) / motion.dt;
    if (!(speed > 0 && speed < precision_range(spec->precision) / 8))
        return true;
    push(state, speed);
    motion.removal = REMOVAL_NONE;
    if (thermostat_couples(&motion.thermostat))
        motion.thermostat = (struct thermostat){.temperature = motion.thermostat.temperature,
                                                .seed = motion.thermostat.seed};
    bool good =
        mover_restart(mover, spec, &motion, state, error) && copy_places(state, &first, error);
    for (size_t k = 0; k < sizeof stops / sizeof *stops && good; k++)
        good = follow(mover, spec, stops[k], &first, state, found, error);
    system_free(&first);
    return good || error->code == EXIT_USAGE;
}

#include "harness/measure/observe/launch_check.h"

#include "harness/measure/observe/larger.h"
#include "harness/measure/observe/last_steps.h"
#include "harness/measure/observe/list_check.h"
#include "harness/measure/observe/motion_check.h"

#include <math.h>

enum { FEWEST_STEPS = 128, MOST_STEPS = 256, BUILDS = 16 };

static const double most = 0.01; /* largest difference that needs no comparison with noise */

/* Makes steps from the particles `first`, in launches of `together` steps. */
static bool make_steps(struct mover *mover, const struct case_spec *spec,
                       const struct motion *motion, const struct system *first, int64_t steps,
                       int64_t together, struct system *state, struct error *error)
{
    bool good = mover_restart(mover, spec, motion, first, state, error);
    for (int64_t made = 0; made < steps && good; made += together)
        good = mover->backend->advance(mover->moving, together, error);
    return good && mover->backend->fetch(mover->moving, state, NULL, error);
}

/*
 * Makes steps in launches that are as long as possible; of kernels that make many steps, more until
 * the list is built often. Returns their number.
 */
static int64_t make_launch(struct mover *mover, const struct case_spec *spec,
                           const struct motion *motion, const struct system *first,
                           struct system *state, bool *good, struct error *error)
{
    const bool resides = strategy_resides(spec->strategy, spec->tuning);
    struct motion_progress progress = {0};
    int64_t steps = FEWEST_STEPS / 2;
    do {
        steps *= 2;
        *good = make_steps(mover, spec, motion, first, steps, steps, state, error);
        if (*good)
            mover->backend->progress(mover->moving, &progress);
    } while (*good && resides && steps < MOST_STEPS && progress.builds < BUILDS);
    return steps;
}

/* Returns the largest difference of a vector of particles, relative to their root mean square. */
static double difference(const double *a, const double *b, int64_t n)
{
    double largest2 = 0, size2 = 0;
    for (int64_t i = 0; a != NULL && i < n; i++) {
        double off2 = 0;
        for (int64_t k = 3 * i; k < 3 * i + 3; k++) {
            off2 += (a[k] - b[k]) * (a[k] - b[k]);
            size2 += a[k] * a[k];
        }
        if (isnan(off2) || off2 > largest2)
            largest2 = off2;
    }
    return largest2 == 0 ? 0 : sqrt(largest2 / (size2 / (double)n));
}

/* Returns the largest difference of places, velocities and spins. */
static double distance(const struct case_spec *spec, const struct system *a, const struct system *b)
{
    const double half = list_check_half(spec), unit = half > 0 ? half : spec->range / 20;
    return larger(
        list_check_distance(a, b) / unit,
        larger(difference(a->velocity, b->velocity, a->n), difference(a->spin, b->spin, a->n)));
}

/* Displaces all particles by rounding errors, to and fro along the diagonal. */
static void displace(const struct case_spec *spec, struct system *system)
{
    const double place =
        precision_place(spec->precision, precision_info(spec->precision)->real_size, system->box);
    for (int64_t i = 0; i < system->n; i++) {
        const double by = i % 2 == 0 ? place : -place;
        system->x[i] += by;
        system->y[i] += by;
        system->z[i] += by;
    }
}

/*
 * Returns the difference between `often` and its steps from displaced particles. Sums of forces
 * that are rounded in another order, because particles are sorted in another step, grow as much.
 */
static double noise(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                    const struct system *first, int64_t steps, const struct system *often,
                    struct error *error)
{
    struct system displaced = {0}, again = {0};
    bool good = motion_copy(first, PRECISION_DOUBLE, &displaced, error);
    if (good)
        displace(spec, &displaced);
    good = good && make_steps(mover, spec, motion, &displaced, steps, MOVER_STEPS, &again, error);
    const double size = good ? distance(spec, often, &again) : INFINITY;
    system_free(&displaced);
    system_free(&again);
    return size;
}

bool launch_check(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                  double tolerance, const struct system *first, struct verification *found,
                  struct error *error)
{
    struct system once = {0}, often = {0};
    bool good;
    if (mover->backend->gaps == NULL)
        return true;
    const int64_t steps = make_launch(mover, spec, motion, first, &once, &good, error);
    const bool alone = good;
    if (good || error->code == EXIT_USAGE)
        good = make_steps(mover, spec, motion, first, steps, MOVER_STEPS, &often, error);
    if (good) {
        const double size = alone ? distance(spec, &once, &often) : INFINITY;
        const double unsure =
            size <= most ? 0 : noise(mover, spec, motion, first, steps, &often, error);
        if (!(size <= most + 4 * unsure)) {
            found->moved_rel = size;
            found->passed = false;
        }
    }
    if (!good && error->code == EXIT_USAGE)
        last_steps_blame(mover, spec, motion, first, tolerance, &often, error);
    system_free(&once);
    system_free(&often);
    return good || error->code == EXIT_USAGE;
}

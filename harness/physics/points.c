#include "harness/physics/points.h"

static inline double kept(bool single, double value)
{
    return single ? (double)(float)value : value;
}

static inline void kick(bool single, double push, const double *restrict force,
                        double *restrict velocity, int64_t count)
{
#pragma omp simd
    for (int64_t k = 0; k < count; k++)
        velocity[k] = kept(single, velocity[k] + push * force[k]);
}

void points_kick(struct points_step step, const double *force, double *velocity, int64_t begin,
                 int64_t end)
{
    if (step.single)
        kick(true, step.push, force + 3 * begin, velocity + 3 * begin, 3 * (end - begin));
    else
        kick(false, step.push, force + 3 * begin, velocity + 3 * begin, 3 * (end - begin));
}

/*
 * Moves coordinates along an axis, and adds the squared distances from the positions in the list. A
 * particle that leaves the box by more than an edge is wrapped separately. This is rare, and such a
 * particle is later refused as too fast.
 */
static inline void drift_along(bool single, double dt, double box, const double *restrict velocity,
                               const double *restrict listed, double *restrict at,
                               double *restrict moved2, int64_t count)
{
    int64_t outside = 0;
#pragma omp simd reduction(+ : outside)
    for (int64_t i = 0; i < count; i++) {
        double to = kept(single, at[i] + dt * velocity[3 * i]);
        double edge = to < 0 ? box : to >= box ? -box : 0;
        to = kept(single, to + edge);
        to = to == box ? 0 : to; /* rounding may yield the edge itself */
        outside += !(to >= 0 && to < box);
        at[i] = to + 0.0; /* adding 0 turns -0 into 0 */
        double off = system_nearest(to - listed[i], box);
        moved2[i] += off * off;
    }
    for (int64_t i = 0; i < count && outside > 0; i++)
        at[i] = system_wrap(at[i], box);
}

int64_t points_drift(struct points_step step, const struct system *system, double *const listed[3],
                     double limit2, int64_t begin, int64_t end)
{
    double moved2[POINTS_BLOCK] = {0};
    double *const at[3] = {system->x, system->y, system->z};
    for (int d = 0; d < 3; d++) {
        const double *velocity = system->velocity + 3 * begin + d;
        if (step.single)
            drift_along(true, step.dt, system->box[d], velocity, listed[d] + begin, at[d] + begin,
                        moved2, end - begin);
        else
            drift_along(false, step.dt, system->box[d], velocity, listed[d] + begin, at[d] + begin,
                        moved2, end - begin);
    }
    int64_t stale = 0;
    for (int64_t i = 0; i < end - begin; i++)
        stale += !(moved2[i] <= limit2);
    return stale;
}

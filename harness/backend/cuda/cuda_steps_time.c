/* Times of the parts of steps. */
#include "harness/backend/cuda/cuda_stepping.h"

#include <math.h>

/* A part of a step that is timed separately. */
struct timed {
    struct cuda_steps *steps;
    enum motion_part part;
};

/* Enqueues a part of a step of zero length, so that nothing moves. */
static bool enqueue_part(void *context, int64_t index, struct error *error)
{
    const struct timed *timed = context;
    struct cuda_steps *steps = timed->steps;
    struct cuda_dynamics *dynamics = &steps->dynamics;
    switch (timed->part) {
    case MOTION_BONDED:
        return steps->forces.enqueue_bonded(steps->forces.context, error);
    case MOTION_INTEGRATION:
        return cuda_dynamics_pause(dynamics, 0, error);
    case MOTION_CONSTRAINTS:
        return cuda_dynamics_constrain(dynamics, 0, error);
    case MOTION_THERMOSTAT:
        return cuda_dynamics_couple(dynamics, (int)index + 1, steps->pending, true, error);
    case MOTION_REMOVAL:
        return cuda_dynamics_remove(dynamics, 0, error);
    default:
        if (dynamics->resides) /* the first call makes all the steps that are timed */
            return index > 0 || cuda_steps_enqueue_resident(steps, STEPS_TIMED, false, true, error);
        return dynamics->fused ? cuda_steps_enqueue_fused(steps, 1, true, true, error)
                               : cuda_steps_enqueue_moved(steps, error);
    }
}

/*
 * Times a part of every `interval`-th step as the mean of STEPS_TIMED equal calls. Steps since the
 * last timing get the mean of the last time and this one.
 */
static bool time_part(struct cuda_steps *steps, enum motion_part part, int interval,
                      struct error *error)
{
    const struct device *device = steps->dynamics.particles->device;
    struct timed timed = {steps, part};
    struct cuda_graph graph = {0};
    double all = 0;
    bool fine =
        cuda_graph_capture(&graph, device->stream, enqueue_part, &timed, STEPS_TIMED, error) &&
        cuda_timer_begin(device, error) && cuda_graph_launch(&graph, device->stream, error) &&
        cuda_timer_end(device, &all, error);
    cuda_graph_free(&graph);
    const double now = all / STEPS_TIMED / interval, last = steps->part[part];
    steps->spent[part] +=
        ((last > 0 ? last : now) + now) / 2 * (double)(steps->made - steps->timed_at);
    steps->part[part] = now;
    return fine;
}

/* Times the thermostat that couples all particles, and restores its state. */
static bool time_thermostat(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_buffer *heat = &steps->dynamics.heat;
    struct motion_heat kept;
    return heat->address == 0 || (cuda_buffer_read(heat, &kept, 1, sizeof kept, error) &&
                                  time_part(steps, MOTION_THERMOSTAT, 1, error) &&
                                  cuda_buffer_write(heat, &kept, 1, sizeof kept, error));
}

/* Times the removal of the common motion. */
static bool time_removal(struct cuda_steps *steps, struct error *error)
{
    struct dynamics_arguments *a = &steps->dynamics.arguments;
    const double dt = a->dt;
    const int interval = a->removal_interval;
    if (steps->dynamics.motion.removal == REMOVAL_NONE)
        return true;
    a->dt = 0;
    a->removal_interval = 1;
    const bool fine = time_part(steps, MOTION_REMOVAL, interval, error);
    a->dt = dt;
    a->removal_interval = interval;
    return fine;
}

/* Times all parts that can be timed separately. */
static bool time_all(struct cuda_steps *steps, struct error *error)
{
    const struct constraint_arguments *constraints = &steps->dynamics.constraints.arguments;
    if (steps->dynamics.fused)
        return time_part(steps, MOTION_FORCE, 1, error);
    /* the first call leaves only forces of bonded terms, so the second computes all forces again */
    return (steps->forces.enqueue_bonded == NULL || time_part(steps, MOTION_BONDED, 1, error)) &&
           time_part(steps, MOTION_FORCE, 1, error) &&
           time_part(steps, MOTION_INTEGRATION, 1, error) && time_thermostat(steps, error) &&
           time_removal(steps, error) &&
           (constraints->groups + constraints->runs == 0 ||
            time_part(steps, MOTION_CONSTRAINTS, 1, error));
}

bool cuda_steps_time(struct cuda_steps *steps, struct error *error)
{
    if (steps->made < 2 * steps->timed_at)
        return true;
    const bool good = time_all(steps, error);
    steps->timed_at = steps->made;
    return good;
}

/* Estimates the time of all lists of one kind from the timed lists. */
static double of_kind(const struct cuda_relisting *relisting, double timed)
{
    return relisting->timed == 0 ? 0 : timed * (double)relisting->lists / (double)relisting->timed;
}

/* Estimates the time of all lists of both kinds; NAN if resident kernels build lists. */
static double of_all(const struct cuda_steps *steps, double timed, double timed_in_order)
{
    return cuda_steps_list_inside(steps) ? NAN
                                         : of_kind(&steps->relisting[0], timed) +
                                               of_kind(&steps->relisting[1], timed_in_order);
}

/* Returns the time of all steps' forces, bonded terms or another timed part. */
static double of_steps(const struct cuda_steps *steps, enum motion_part part)
{
    return steps->spent[part] + steps->part[part] * (double)(steps->made - steps->timed_at);
}

double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part)
{
    const struct cuda_relisting *relisting = steps->relisting;
    const double inner = part == MOTION_FORCE ? of_steps(steps, MOTION_BONDED) : 0;
    switch (part) {
    case MOTION_LIST:
        return of_all(steps, relisting[0].listing, relisting[1].listing);
    case MOTION_SORT:
        return of_all(steps, relisting[0].sorting, relisting[1].sorting);
    case MOTION_BAROSTAT:
        return steps->boxed != NULL ? steps->pressing : NAN;
    default:
        return steps->part[part] > 0 ? of_steps(steps, part) - inner : NAN;
    }
}

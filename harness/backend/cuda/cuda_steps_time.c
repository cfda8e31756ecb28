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

/* Times a part of a step as the mean of STEPS_TIMED equal calls. */
static bool time_part(struct cuda_steps *steps, enum motion_part part, struct error *error)
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
    steps->part[part] = all / STEPS_TIMED;
    return fine;
}

/* Times the thermostat that couples all particles, and restores its state. */
static bool time_thermostat(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_buffer *heat = &steps->dynamics.heat;
    struct motion_heat kept;
    return heat->address == 0 || (cuda_buffer_read(heat, &kept, 1, sizeof kept, error) &&
                                  time_part(steps, MOTION_THERMOSTAT, error) &&
                                  cuda_buffer_write(heat, &kept, 1, sizeof kept, error));
}

/*
 * Times the removal of the common motion. Divides its time by the number of steps between removals.
 */
static bool time_removal(struct cuda_steps *steps, struct error *error)
{
    struct dynamics_arguments *a = &steps->dynamics.arguments;
    const double dt = a->dt;
    const int interval = a->removal_interval;
    if (steps->dynamics.motion.removal == REMOVAL_NONE)
        return true;
    a->dt = 0;
    a->removal_interval = 1;
    bool fine = time_part(steps, MOTION_REMOVAL, error);
    steps->part[MOTION_REMOVAL] /= steps->dynamics.motion.removal_interval;
    a->dt = dt;
    a->removal_interval = interval;
    return fine;
}

bool cuda_steps_time(struct cuda_steps *steps, struct error *error)
{
    const struct constraint_arguments *constraints = &steps->dynamics.constraints.arguments;
    if (steps->dynamics.fused)
        return time_part(steps, MOTION_FORCE, error);
    /* the first call leaves only forces of bonded terms, so the second computes all forces again */
    return (steps->forces.enqueue_bonded == NULL || time_part(steps, MOTION_BONDED, error)) &&
           time_part(steps, MOTION_FORCE, error) && time_part(steps, MOTION_INTEGRATION, error) &&
           time_thermostat(steps, error) && time_removal(steps, error) &&
           (constraints->groups + constraints->runs == 0 ||
            time_part(steps, MOTION_CONSTRAINTS, error));
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

double cuda_steps_part(const struct cuda_steps *steps, enum motion_part part)
{
    const struct cuda_relisting *relisting = steps->relisting;
    const double all = steps->part[part],
                 inner = part == MOTION_FORCE ? steps->part[MOTION_BONDED] : 0;
    switch (part) {
    case MOTION_LIST:
        return of_all(steps, relisting[0].listing, relisting[1].listing);
    case MOTION_SORT:
        return of_all(steps, relisting[0].sorting, relisting[1].sorting);
    case MOTION_BAROSTAT:
        return steps->boxed != NULL ? steps->pressing : NAN;
    default:
        return all > 0 ? (all - inner) * (double)steps->made : NAN;
    }
}

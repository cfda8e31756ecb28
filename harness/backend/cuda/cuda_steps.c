#include "harness/backend/cuda/cuda_steps.h"

#include "harness/backend/cuda/cuda_stepping.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/backend/cuda/lists/cuda_order.h"

#include <stddef.h>

CUdeviceptr cuda_steps_halted(const struct cuda_steps *steps)
{
    return steps->dynamics.status.address + offsetof(struct motion_status, halted);
}

bool cuda_steps_start(struct cuda_steps *steps, struct error *error)
{
    const struct cuda_particles *particles = steps->dynamics.particles;
    steps->step = steps->dynamics.motion.step;
    if (!steps->list->neighbors->skin)
        steps->dynamics.arguments.limit2 = 0;
    if (steps->sorts && cuda_steps_order(steps) == &steps->order &&
        !cuda_order_create(particles, &steps->order, error))
        return false;
    if (steps->dynamics.resides &&
        (!cuda_buffer_fill(&steps->resident, &(struct resident_state){0}, 1,
                           sizeof(struct resident_state), "a state", error) ||
         (cuda_steps_list_inside(steps) &&
          !cuda_buffer_resize(&steps->groups, GROUP_ROOM * ((particles->n + 31) / 32),
                              sizeof(double), "groups", error))))
        return false;
    for (int k = 0; k < 2; k++)
        for (int e = 0; e < LIST_EVENTS; e++)
            if (!cuda_check(cu.cuEventCreate(&steps->relisting[k].event[e], CU_EVENT_DEFAULT),
                            "making an event", error))
                return false;
    steps->list->arguments.halted = cuda_steps_halted(steps);
    steps->builds = 1;
    steps->unchecked = true;
    return cuda_steps_list(steps, error);
}

bool cuda_steps_run(struct cuda_steps *steps, int64_t count, struct error *error)
{
    const struct device *device = steps->dynamics.particles->device;
    int64_t end = steps->step + count;
    double nanoseconds = 0;
    if (!cuda_timer_begin(device, error))
        return false;
    while (steps->step < end || steps->stale || steps->unchecked) {
        const int64_t until = cuda_steps_constant_until(steps, end);
        const bool ready = !steps->stale && !steps->unchecked;
        if (ready && until == steps->step ? !cuda_steps_press(steps, error)
                                          : !cuda_steps_launch(steps, until - steps->step, error) ||
                                                !cuda_steps_follow(steps, error))
            return false;
    }
    if (!cuda_timer_end(device, &nanoseconds, error))
        return false;
    steps->nanoseconds += nanoseconds;
    return count < STEPS_TIMED || cuda_steps_time(steps, error);
}

bool cuda_steps_pause(struct cuda_steps *steps, struct error *error)
{
    return cuda_dynamics_pause(&steps->dynamics, 0, error);
}

bool cuda_steps_energies(struct cuda_steps *steps, struct motion_energies *energies,
                         struct error *error)
{
    return cuda_steps_run(steps, 0, error) && cuda_steps_finish(steps, error) &&
           cuda_steps_find_forces(steps, true, error) &&
           cuda_dynamics_energies(&steps->dynamics, energies, error);
}

bool cuda_steps_forces(struct cuda_steps *steps, struct forces *forces, struct error *error)
{
    struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct dynamics_arguments kept = dynamics->arguments;
    struct cuda_buffer state = {0};
    const bool fine =
        cuda_dynamics_rest(dynamics, &state, error) &&
        (dynamics->resides ? cuda_steps_enqueue_resident(steps, 1, false, false, error)
                           : cuda_steps_enqueue_fused(steps, 1, false, false, error)) &&
        cuda_dynamics_pushes(dynamics, forces, error);
    dynamics->arguments = kept;
    cuda_buffer_free(&state);
    return fine;
}

void cuda_steps_free(struct cuda_steps *steps)
{
    for (int k = 0; k < 2; k++)
        for (int e = 0; e < LIST_EVENTS; e++)
            if (steps->relisting[k].event[e] != NULL)
                cu.cuEventDestroy(steps->relisting[k].event[e]);
    cuda_steps_forget(steps);
    steps->list->arguments.halted = 0;
    cuda_bins_free(&steps->order.bins);
    cuda_buffer_free(&steps->resident);
    cuda_buffer_free(&steps->groups);
    cuda_renumber_free(&steps->renumber);
    cuda_dynamics_free(&steps->dynamics);
}

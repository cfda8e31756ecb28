/* Steps with a box that follows the pressure. */
#include "harness/backend/cuda/cuda_stepping.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/backend/cuda/lists/cuda_order.h"
#include "harness/base/clock.h"
#include "harness/physics/state.h"

#include <string.h>

/* Adapts to a small change of the box; `serves`: the list is still valid. */
static bool set_box(struct cuda_steps *steps, const double box[3], bool serves, struct error *error)
{
    struct cuda_particles *particles = steps->boxed;
    memcpy(particles->box, box, sizeof particles->box);
    cuda_dynamics_rebox(&steps->dynamics);
    if (serves)
        cuda_list_try_box(particles, steps->list);
    else if (!cuda_list_rebox(particles, steps->list, error))
        return false;
    if (steps->sorts && cuda_steps_order(steps) == &steps->order)
        cuda_order_rebox(particles, &steps->order);
    steps->forces.rebox(steps->forces.context);
    return true;
}

/*
 * Evaluates forces and energies, or the virial, at the current positions. Forces on virtual sites
 * stay there.
 */
static bool evaluate(struct cuda_steps *steps, bool virial, double *sum, struct error *error)
{
    const struct cuda_forces *forces = &steps->forces;
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    struct motion_energies energies = {0};
    forces->select(forces->context, virial);
    const bool fine = cuda_list_refresh(steps->boxed, steps->list, error) &&
                      forces->enqueue(forces->context, true, error) &&
                      cuda_restraints_add(&dynamics->restraints, steps->boxed, &dynamics->arguments,
                                          virial ? -2 : 1, error) &&
                      cuda_dynamics_energies(&steps->dynamics, &energies, error);
    forces->select(forces->context, false);
    *sum = energies.potential;
    return fine;
}

/* Computes the edges of the box multiplied by `scale`. */
static void scaled(const struct cuda_steps *steps, const double scale[3], double edge[3])
{
    const bool single = precision_info(steps->boxed->precision)->state_size == (int)sizeof(float);
    for (int d = 0; d < 3; d++)
        edge[d] = state_rounded(0, single, scale[d] * steps->boxed->box[d]);
}

/* Computes the energy after scaling box and molecules along z, then restores both. */
static bool try_scale(struct cuda_steps *steps, double factor, double *energy, struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    const double scale[3] = {1, 1, factor};
    double edge[3], before[3];
    memcpy(before, steps->boxed->box, sizeof before);
    scaled(steps, scale, edge);
    return cuda_molecules_scale(&dynamics->molecules, steps->boxed, &dynamics->arguments, scale,
                                edge, true, error) &&
           set_box(steps, edge, true, error) && evaluate(steps, false, energy, error) &&
           set_box(steps, before, true, error) &&
           cuda_molecules_restore(&dynamics->molecules, steps->boxed, &dynamics->arguments, error);
}

/*
 * Computes the pressure from the last forces, and the factors by which the barostat scales the box.
 */
static bool find_pressure(struct cuda_steps *steps, double scale[3], struct error *error)
{
    const struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct barostat *barostat = &dynamics->motion.barostat;
    struct molecular_sums sums;
    double shrunk = 0, stretched = 0, virial;
    return (!barostat_tries(barostat) ||
            (try_scale(steps, 1 - BAROSTAT_TRIAL, &shrunk, error) &&
             try_scale(steps, 1 + BAROSTAT_TRIAL, &stretched, error))) &&
           evaluate(steps, true, &virial, error) &&
           cuda_molecules_sum(&dynamics->molecules, steps->boxed, &dynamics->arguments, &sums,
                              error) &&
           cuda_constraints_spread(&dynamics->constraints, steps->boxed, &dynamics->arguments,
                                   error) &&
           barostat_follow(barostat, dynamics->motion.dt, steps->boxed->box, virial,
                           (shrunk - stretched) / (2 * BAROSTAT_TRIAL), &sums, &steps->pressures,
                           scale, error);
}

bool cuda_steps_press(struct cuda_steps *steps, struct error *error)
{
    struct cuda_dynamics *dynamics = &steps->dynamics;
    const struct dynamics_arguments *a = &dynamics->arguments;
    double scale[3], edge[3];
    if (!cuda_steps_finish(steps, error) ||
        !cuda_check(cu.cuStreamSynchronize(steps->boxed->device->stream), "moving particles",
                    error))
        return false;
    const double began = clock_seconds();
    if (!find_pressure(steps, scale, error))
        return false;
    steps->pressing += 1e9 * (clock_seconds() - began);
    scaled(steps, scale, edge);
    return cuda_dynamics_couple(dynamics, 1, false, true, error) &&
           cuda_dynamics_move(dynamics, 1, false, error) &&
           cuda_dynamics_remove(dynamics, 1, error) &&
           cuda_molecules_scale(&dynamics->molecules, steps->boxed, a, scale, edge, false, error) &&
           cuda_molecules_arrive(&dynamics->molecules, steps->boxed, a, error) &&
           set_box(steps, edge, false, error) && cuda_steps_follow(steps, error);
}

int64_t cuda_steps_constant_until(const struct cuda_steps *steps, int64_t end)
{
    const int interval = steps->dynamics.motion.barostat.interval;
    const int64_t next = interval > 0 ? (steps->step + interval - 1) / interval * interval : end;
    return next < end ? next : end;
}

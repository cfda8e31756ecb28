#include "harness/dynamics.h"

#include "harness/device/rotation.h"
#include "harness/memory.h"

#include <inttypes.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const struct particle_type *type_of(const struct dynamics *dynamics, int64_t i)
{
    const struct system *system = dynamics->system;
    return &dynamics->types[system->type != NULL ? system->type[i] : 0];
}

/** The coordinates of the system by axis. */
static double *coordinates(const struct system *system, int axis)
{
    return axis == 0 ? system->x : axis == 1 ? system->y : system->z;
}

static bool list(struct dynamics *dynamics, struct error *error)
{
    const struct system *system = dynamics->system;
    for (int d = 0; d < 3; d++)
        memcpy(dynamics->listed[d], coordinates(system, d), (size_t)system->n * sizeof(double));
    dynamics->builds++;
    int threads = omp_get_max_threads();
    if (system->n < SYSTEM_PARALLEL)
        omp_set_num_threads(1);
    bool listed = rows_build(system, dynamics->range + dynamics->skin, false, &dynamics->topology,
                             &dynamics->rows, error);
    omp_set_num_threads(threads);
    return listed;
}

static void compute_forces(struct dynamics *dynamics)
{
    forces_compute(dynamics->system, dynamics->model, dynamics->constants, dynamics->range,
                   &dynamics->rows, &dynamics->topology, &dynamics->forces);
}

/** Half a step of the forces on velocity and of the torque on spin of particle i. */
static void kick(struct dynamics *dynamics, int64_t i)
{
    struct system *system = dynamics->system;
    double half = dynamics->dt / 2, mass = type_of(dynamics, i)->mass;
    for (int d = 0; d < 3; d++)
        system->velocity[3 * i + d] += half * dynamics->forces.force[3 * i + d] / mass;
    if (!dynamics->model->oriented)
        return;
    double torque[3];
    rotation_to_body(system->orientation + 4 * i, dynamics->forces.torque + 3 * i, torque);
    for (int d = 0; d < 3; d++)
        system->spin[3 * i + d] += half * torque[d];
}

/** Moves and turns particle i by a step; returns the square of its distance from where it was
 * listed. */
static double drift(struct dynamics *dynamics, int64_t i)
{
    struct system *system = dynamics->system;
    double moved2 = 0;
    for (int d = 0; d < 3; d++) {
        double box = system->box[d], *at = coordinates(system, d) + i;
        *at = system_wrap(*at + dynamics->dt * system->velocity[3 * i + d], box);
        double moved = system_nearest(*at - dynamics->listed[d][i], box);
        moved2 += moved * moved;
    }
    if (dynamics->model->oriented)
        rotation_free(system->orientation + 4 * i, system->spin + 3 * i,
                      type_of(dynamics, i)->inertia, dynamics->dt);
    return moved2;
}

/** The first half of a step; whether any particle has left the half of the skin. */
static bool move(struct dynamics *dynamics)
{
    double limit2 = dynamics->skin * dynamics->skin / 4;
    bool stale = false;
#pragma omp parallel for schedule(static)                                                          \
    reduction(||                                                                                   \
              : stale) if (dynamics->system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < dynamics->system->n; i++) {
        kick(dynamics, i);
        stale = !(drift(dynamics, i) <= limit2) || stale;
    }
    return stale;
}

/** Refuses particles that are so fast that they leave their neighbors within a step. */
static bool check_speed(const struct dynamics *dynamics, struct error *error)
{
    const struct system *system = dynamics->system;
    for (int64_t i = 0; i < system->n; i++) {
        const double *v = system->velocity + 3 * i;
        double length = dynamics->dt * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (!(length <= dynamics->range))
            return error_set(error, EXIT_USAGE,
                             "particle %" PRId64 " moves by %g in step %" PRId64
                             ": the time step %g is too long, or particles overlap",
                             i + 1, length, dynamics->step + 1, dynamics->dt);
    }
    return true;
}

static bool advance(struct dynamics *dynamics, struct error *error)
{
    if (move(dynamics) && (!check_speed(dynamics, error) || !list(dynamics, error)))
        return false;
    compute_forces(dynamics);
#pragma omp parallel for schedule(static) if (dynamics->system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < dynamics->system->n; i++)
        kick(dynamics, i);
    dynamics->step++;
    thermostat_apply(&dynamics->thermostat, dynamics->model, dynamics->constants, dynamics->step,
                     dynamics->dt, dynamics->system);
    return true;
}

bool dynamics_run(struct dynamics *dynamics, int64_t steps, struct error *error)
{
    for (int64_t k = 0; k < steps; k++)
        if (!advance(dynamics, error))
            return false;
    return true;
}

bool dynamics_start(struct dynamics *dynamics, struct error *error)
{
    struct system *system = dynamics->system;
    dynamics->step = dynamics->builds = 0;
    model_types(dynamics->model, dynamics->constants, dynamics->types);
    bool good = system_check_model(system, dynamics->model, dynamics->constants, error) &&
                system_check_range(system, dynamics->range + dynamics->skin, error) &&
                thermostat_check(&dynamics->thermostat, dynamics->dt, error) &&
                thermostat_start(&dynamics->thermostat, dynamics->model, dynamics->constants,
                                 system, error) &&
                topology_build(system, &dynamics->topology, error) &&
                forces_allocate(system->n, dynamics->model->oriented, &dynamics->forces, error);
    for (int d = 0; d < 3 && good; d++) {
        dynamics->listed[d] =
            memory_allocate(system->n, sizeof(double), "positions of the neighbor list", error);
        good = dynamics->listed[d] != NULL;
    }
    if (!good || !list(dynamics, error)) {
        dynamics_free(dynamics);
        return false;
    }
    compute_forces(dynamics);
    return true;
}

double dynamics_potential(const struct dynamics *dynamics)
{
    return forces_energy(&dynamics->forces, dynamics->system->n);
}

double dynamics_translation(const struct dynamics *dynamics)
{
    double energy = 0;
    for (int64_t i = 0; i < dynamics->system->n; i++)
        for (int d = 0; d < 3; d++) {
            double v = dynamics->system->velocity[3 * i + d];
            energy += type_of(dynamics, i)->mass * v * v / 2;
        }
    return energy;
}

double dynamics_rotation(const struct dynamics *dynamics)
{
    double energy = 0;
    for (int64_t i = 0; dynamics->model->oriented && i < dynamics->system->n; i++)
        for (int d = 0; d < 3; d++) {
            double l = dynamics->system->spin[3 * i + d];
            double inertia = type_of(dynamics, i)->inertia[d];
            if (inertia != 0)
                energy += l * l / inertia / 2;
        }
    return energy;
}

void dynamics_free(struct dynamics *dynamics)
{
    forces_free(&dynamics->forces);
    rows_free(&dynamics->rows);
    topology_free(&dynamics->topology);
    for (int d = 0; d < 3; d++) {
        free(dynamics->listed[d]);
        dynamics->listed[d] = NULL;
    }
}

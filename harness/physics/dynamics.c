#include "harness/physics/dynamics.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/physics/kinetic.h"
#include "harness/physics/points.h"
#include "harness/physics/pressure.h"
#include "harness/physics/restraints.h"
#include "harness/physics/shared/rotation.h"
#include "harness/physics/state.h"
#include "harness/physics/virtual_sites.h"

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

/** Returns the coordinates of the system along an axis. */
static double *coordinates(const struct system *system, int axis)
{
    return axis == 0 ? system->x : axis == 1 ? system->y : system->z;
}

/* Adds the time since the last call to a part of the step. */
static void lap(struct dynamics *dynamics, enum motion_part part)
{
    double now = clock_seconds();
    dynamics->part[part] += 1e9 * (now - dynamics->since);
    dynamics->since = now;
}

static bool list_rows(void *context, struct error *error)
{
    struct dynamics *dynamics = context;
    const struct system *system = dynamics->system;
    int threads = omp_get_max_threads();
    if (system->n < SYSTEM_PARALLEL)
        omp_set_num_threads(1);
    bool listed = rows_build(system, dynamics->range + dynamics->skin, false, &dynamics->topology,
                             NULL, &dynamics->rows, error);
    omp_set_num_threads(threads);
    return listed;
}

static void evaluate_rows(void *context, bool energy)
{
    struct dynamics *dynamics = context;
    (void)energy; /* energies are always computed with the forces */
    forces_compute(dynamics->system, dynamics->model, dynamics->constants, dynamics->range,
                   &dynamics->rows, &dynamics->topology, &dynamics->forces);
}

static void select_of_rows(void *context, bool virial)
{
    struct dynamics *dynamics = context;
    dynamics->forces.virial = virial;
}

static bool list(struct dynamics *dynamics, struct error *error)
{
    for (int d = 0; d < 3; d++)
        memcpy(dynamics->listed[d], coordinates(dynamics->system, d),
               (size_t)dynamics->system->n * sizeof(double));
    dynamics->builds++;
    bool listed = dynamics->source.list(dynamics->source.context, error);
    lap(dynamics, MOTION_LIST);
    return listed;
}

/**
 * Evaluates forces and energies, or virials, at the current positions. Forces on virtual sites stay
 * there. The time is not added to any part of the step. Returns the sum of energies or virials.
 */
static double evaluate(struct dynamics *dynamics, bool virial)
{
    const struct force_source *source = &dynamics->source;
    if (source->place != NULL)
        source->place(source->context);
    if (source->refresh != NULL)
        source->refresh(source->context);
    source->select(source->context, virial);
    source->pairs(source->context, true);
    if (source->bonded != NULL)
        source->bonded(source->context, true);
    if (source->read != NULL)
        source->read(source->context, true, &dynamics->forces);
    dynamics->forces.virial = virial;
    restraints_add(dynamics->system, &dynamics->forces);
    dynamics->forces.virial = false;
    source->select(source->context, false);
    return forces_energy(&dynamics->forces, dynamics->system->n);
}

/**
 * Returns the energy when box and molecules are scaled by a factor along z; box and positions are
 * restored.
 */
static double try_scale(struct dynamics *dynamics, double factor)
{
    struct system *system = dynamics->system;
    const double scale[3] = {1, 1, factor}, edge = system->box[2];
    memcpy(dynamics->kept, system->z, (size_t)system->n * sizeof(double));
    pressure_scale(&dynamics->molecules, scale, dynamics->single, dynamics->types, system,
                   dynamics->offset);
    const double energy = evaluate(dynamics, false);
    system->box[2] = edge;
    memcpy(system->z, dynamics->kept, (size_t)system->n * sizeof(double));
    return energy;
}

/**
 * Computes the pressure from forces at the current positions, and the factors that scale the box.
 */
static bool find_pressure(struct dynamics *dynamics, double scale[3], struct error *error)
{
    const struct barostat *barostat = &dynamics->barostat;
    struct system *system = dynamics->system;
    struct molecular_sums sums;
    double along_z = 0;
    if (barostat_tries(barostat))
        along_z =
            (try_scale(dynamics, 1 - BAROSTAT_TRIAL) - try_scale(dynamics, 1 + BAROSTAT_TRIAL)) /
            (2 * BAROSTAT_TRIAL);
    const double virial = evaluate(dynamics, true);
    pressure_sum(&dynamics->molecules, system, dynamics->types, dynamics->forces.force,
                 dynamics->offset, &sums);
    virtual_sites_spread(system, dynamics->forces.force);
    const bool good = barostat_follow(barostat, dynamics->dt, system->box, virial, along_z, &sums,
                                      &dynamics->pressures, scale, error);
    lap(dynamics, MOTION_BAROSTAT);
    return good;
}

/** Scales the box and the positions of molecules; the list is invalid afterwards. */
static bool scale_box(struct dynamics *dynamics, const double scale[3], struct error *error)
{
    pressure_scale(&dynamics->molecules, scale, dynamics->single, dynamics->types, dynamics->system,
                   dynamics->offset);
    if (dynamics->source.place != NULL)
        dynamics->source.place(dynamics->source.context);
    lap(dynamics, MOTION_BAROSTAT);
    return system_check_range(dynamics->system, dynamics->range + dynamics->skin, error);
}

static void compute_forces(struct dynamics *dynamics, bool energy)
{
    const struct force_source *source = &dynamics->source;
    if (source->refresh != NULL) {
        source->refresh(source->context);
        lap(dynamics, MOTION_LIST);
    }
    source->pairs(source->context, energy);
    lap(dynamics, MOTION_FORCE);
    if (source->bonded != NULL) {
        source->bonded(source->context, energy);
        lap(dynamics, MOTION_BONDED);
    }
    if (source->read != NULL) {
        source->read(source->context, energy, &dynamics->forces);
        lap(dynamics, MOTION_INTEGRATION);
    }
    if (dynamics->system->restraint_count > 0) {
        restraints_add(dynamics->system, &dynamics->forces);
        lap(dynamics, MOTION_BONDED);
    }
    if (dynamics->system->site_count > 0) {
        virtual_sites_spread(dynamics->system, dynamics->forces.force);
        lap(dynamics, MOTION_CONSTRAINTS);
    }
}

/** Coefficients of a pass over all particles, copied so that they stay in registers. */
struct pass {
    double time; /* time for which forces act */
    double dt;
    double grid, turn_grid; /* grid of positions and of orientations, as state_grid and turn_grid */
    bool single;
};

static struct pass pass_of(const struct dynamics *dynamics, double time)
{
    return (struct pass){.time = time,
                         .dt = dynamics->dt,
                         .grid = dynamics->state_grid,
                         .turn_grid = dynamics->turn_grid,
                         .single = dynamics->single};
}

static inline double kept(const struct pass *pass, double value)
{
    return state_rounded(pass->grid, pass->single, value);
}

/**
 * Changes the spin of particle i by its torque. A particle without a moment of inertia has no spin;
 * its torque is rounding error.
 */
static void twist(struct dynamics *dynamics, const struct pass *pass, int64_t i)
{
    struct system *system = dynamics->system;
    double torque[3];
    if (!kinetic_turns(type_of(dynamics, i)))
        return;
    rotation_to_body(system->orientation + 4 * i, dynamics->forces.torque + 3 * i, torque);
    for (int d = 0; d < 3; d++)
        system->spin[3 * i + d] = kept(pass, system->spin[3 * i + d] + pass->time * torque[d]);
}

/** Changes the velocity of particle i by its force, and its spin by its torque. */
static inline void kick(struct dynamics *dynamics, const struct pass *pass, int64_t i)
{
    const double *force = dynamics->forces.force + 3 * i;
    const double push = pass->time / type_of(dynamics, i)->mass;
    double *v = dynamics->system->velocity + 3 * i;
    for (int d = 0; d < 3; d++)
        v[d] = kept(pass, v[d] + push * force[d]);
    if (dynamics->model->oriented)
        twist(dynamics, pass, i);
}

/**
 * Moves a coordinate by a step within the box; returns its distance from the position in the list.
 */
static inline double drift_along(const struct pass *pass, double box, double velocity,
                                 double listed, double *at)
{
    *at = state_coordinate(pass->grid, pass->single, *at + pass->dt * velocity, box);
    return system_nearest(*at - listed, box);
}

static void turn(struct dynamics *dynamics, const struct pass *pass, int64_t i)
{
    double *q = dynamics->system->orientation + 4 * i, *spin = dynamics->system->spin + 3 * i;
    rotation_free(q, spin, type_of(dynamics, i)->inertia, pass->dt);
    for (int d = 0; d < 4; d++)
        q[d] = state_rounded(pass->turn_grid, pass->single, q[d]);
    for (int d = 0; d < 3; d++)
        spin[d] = kept(pass, spin[d]);
}

/**
 * Moves and rotates particle i by a step; returns the square of its distance from its position in
 * the list.
 */
static inline double drift(struct dynamics *dynamics, const struct pass *pass, int64_t i)
{
    const struct system *system = dynamics->system;
    const double *v = system->velocity + 3 * i, *box = system->box;
    double *const *listed = dynamics->listed;
    const double x = drift_along(pass, box[0], v[0], listed[0][i], &system->x[i]);
    const double y = drift_along(pass, box[1], v[1], listed[1][i], &system->y[i]);
    const double z = drift_along(pass, box[2], v[2], listed[2][i], &system->z[i]);
    if (dynamics->model->oriented)
        turn(dynamics, pass, i);
    return x * x + y * y + z * z;
}

/**
 * Whether all particles are points of one type, which can be moved in blocks with the same
 * coefficients.
 */
static bool are_points(const struct dynamics *dynamics)
{
    return !dynamics->model->oriented && dynamics->system->type == NULL &&
           dynamics->state_grid == 0;
}

static struct points_step points_of(const struct dynamics *dynamics, const struct pass *pass)
{
    return (struct points_step){
        .push = pass->time / dynamics->types[0].mass, .dt = pass->dt, .single = pass->single};
}

/** Changes the velocities of the particles in a block by their forces. */
static void kick_block(struct dynamics *dynamics, const struct pass *pass, int64_t begin,
                       int64_t end)
{
    if (are_points(dynamics))
        points_kick(points_of(dynamics, pass), dynamics->forces.force, dynamics->system->velocity,
                    begin, end);
    else
        for (int64_t i = begin; i < end; i++)
            kick(dynamics, pass, i);
}

/**
 * Moves the particles in a block. Returns how many are farther than the square root of limit2 from
 * their positions in the list.
 */
static int64_t drift_block(struct dynamics *dynamics, const struct pass *pass, double limit2,
                           int64_t begin, int64_t end)
{
    int64_t stale = 0;
    if (are_points(dynamics))
        return points_drift(points_of(dynamics, pass), dynamics->system, dynamics->listed, limit2,
                            begin, end);
    for (int64_t i = begin; i < end; i++)
        stale += !(drift(dynamics, pass, i) <= limit2);
    return stale;
}

/** Returns the end of the block of particles that begins at `begin`. */
static int64_t end_of_block(const struct dynamics *dynamics, int64_t begin)
{
    int64_t end = begin + POINTS_BLOCK, n = dynamics->system->n;
    return end < n ? end : n;
}

/** Returns the square of the distance that a particle may move before the list is built again. */
static double limit2_of(const struct dynamics *dynamics)
{
    return dynamics->skin * dynamics->skin / 4;
}

static struct constrained_step constrained_of(const struct dynamics *dynamics)
{
    return (struct constrained_step){.types = dynamics->types,
                                     .dt = dynamics->dt,
                                     .grid = dynamics->state_grid,
                                     .single = dynamics->single,
                                     .number = dynamics->number,
                                     .listed = dynamics->listed,
                                     .limit2 = limit2_of(dynamics)};
}

/** Whether constraints or virtual sites move some particles. */
static bool is_constrained(const struct dynamics *dynamics)
{
    return dynamics->constraints.groups.count > 0 || dynamics->system->site_count > 0;
}

/** Corrects positions after a move to the lengths of constraints, and places virtual sites. */
static bool constrain(struct dynamics *dynamics, int64_t *stale, struct error *error)
{
    const struct constrained_step step = constrained_of(dynamics);
    if (!is_constrained(dynamics))
        return true;
    lap(dynamics, MOTION_INTEGRATION);
    const bool good =
        constraints_place(&dynamics->constraints, &step, dynamics->system, stale, error);
    virtual_sites_place(&step, dynamics->system, stale);
    lap(dynamics, MOTION_CONSTRAINTS);
    return good;
}

/**
 * Removes the components of velocities along constraints, and sets velocities of virtual sites to
 * zero. This is necessary only before velocities are read. Positions are corrected in each step in
 * any case.
 */
static void slow(struct dynamics *dynamics)
{
    const struct constrained_step step = constrained_of(dynamics);
    if (!is_constrained(dynamics))
        return;
    constraints_slow(&dynamics->constraints, &step, dynamics->system);
    virtual_sites_stop(dynamics->system);
    lap(dynamics, MOTION_CONSTRAINTS);
}

/**
 * Makes the first half of a step; with leapfrog, first the second half of the previous kick. Counts
 * in *left the particles that have moved by more than half of the skin.
 */
static bool move(struct dynamics *dynamics, int64_t *left, struct error *error)
{
    double limit2 = limit2_of(dynamics);
    struct pass pass = pass_of(dynamics, dynamics->owes ? dynamics->dt : dynamics->dt / 2);
    int64_t stale = 0;
#pragma omp parallel for schedule(static) firstprivate(pass)                                       \
    reduction(+                                                                                    \
              : stale) if (dynamics->system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < dynamics->system->n; i += POINTS_BLOCK) {
        int64_t end = end_of_block(dynamics, i);
        kick_block(dynamics, &pass, i, end);
        stale += drift_block(dynamics, &pass, limit2, i, end);
    }
    *left = stale;
    if (!constrain(dynamics, left, error))
        return false;
    if (dynamics->source.place != NULL)
        dynamics->source.place(dynamics->source.context);
    lap(dynamics, MOTION_INTEGRATION);
    return true;
}

/** Makes the second half of a step. */
static void finish(struct dynamics *dynamics)
{
    struct pass pass = pass_of(dynamics, dynamics->dt / 2);
#pragma omp parallel for schedule(static)                                                          \
    firstprivate(pass) if (dynamics->system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < dynamics->system->n; i += POINTS_BLOCK)
        kick_block(dynamics, &pass, i, end_of_block(dynamics, i));
    dynamics->owes = false;
    lap(dynamics, MOTION_INTEGRATION);
}

/**
 * Removes the common motion of all particles from their velocities, between the halves of a step.
 */
static void remove_common(struct dynamics *dynamics)
{
    struct common_motion motion;
    const struct pass pass = pass_of(dynamics, 0);
    struct system *system = dynamics->system;
    if (dynamics->removal == REMOVAL_NONE || (dynamics->step + 1) % dynamics->removal_interval != 0)
        return;
    kinetic_common_motion(system, dynamics->types, dynamics->removal == REMOVAL_ANGULAR, &motion);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        double r[3];
        kinetic_place(system, i, r);
        for (int d = 0; d < 3; d++) {
            double *v = &system->velocity[3 * i + d];
            *v = kept(&pass, *v - common_motion_at(&motion, r, d));
        }
    }
    lap(dynamics, MOTION_REMOVAL);
}

/** Whether the list has been used for the largest allowed number of steps. */
static bool has_served(const struct dynamics *dynamics)
{
    return dynamics->list_interval > 0 &&
           dynamics->step + 1 - dynamics->at_list >= dynamics->list_interval;
}

/** Applies the Nose-Hoover thermostat for half a step. */
static void couple(struct dynamics *dynamics)
{
    thermostat_nose_hoover(&dynamics->thermostat, dynamics->model, dynamics->constants,
                           dynamics->dt / 2, &dynamics->nose_hoover, dynamics->system);
}

/** Refuses particles that are fast enough to leave the range of their lists within a step. */
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

/**
 * Makes a step. If the barostat acts, an additional evaluation of forces before the step gives the
 * pressure. The box is scaled after the particles have moved; forces are evaluated only once after
 * that.
 */
static bool advance(struct dynamics *dynamics, struct error *error)
{
    const bool acts = thermostat_acts(&dynamics->thermostat, dynamics->step + 1);
    const bool presses = barostat_acts(&dynamics->barostat, dynamics->step);
    double scale[3];
    if (presses && !find_pressure(dynamics, scale, error))
        return false;
    if (dynamics->thermostat.interval == 1) {
        couple(dynamics);
        lap(dynamics, MOTION_THERMOSTAT);
    }
    int64_t stale;
    if (!move(dynamics, &stale, error))
        return false;
    remove_common(dynamics);
    if (presses && !scale_box(dynamics, scale, error))
        return false;
    if (stale > 0 || presses || has_served(dynamics)) {
        if (!check_speed(dynamics, error) || !list(dynamics, error))
            return false;
        dynamics->at_list = dynamics->step + 1;
    }
    compute_forces(dynamics, false);
    dynamics->fresh = false;
    dynamics->step++;
    if (dynamics->integrator == INTEGRATOR_LEAPFROG && !acts &&
        !barostat_acts(&dynamics->barostat, dynamics->step))
        dynamics->owes = true;
    else
        finish(dynamics);
    if (!acts)
        return true;
    if (thermostat_couples(&dynamics->thermostat))
        slow(dynamics);
    thermostat_apply(&dynamics->thermostat, dynamics->model, dynamics->constants, dynamics->step,
                     dynamics->dt, dynamics->number, dynamics->system);
    couple(dynamics);
    lap(dynamics, MOTION_THERMOSTAT);
    return true;
}

bool dynamics_run(struct dynamics *dynamics, int64_t steps, struct error *error)
{
    double start = dynamics->since = clock_seconds();
    for (int64_t k = 0; k < steps; k++) {
        if (dynamics->interrupted != NULL && *dynamics->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (!advance(dynamics, error))
            return false;
    }
    if (dynamics->owes)
        finish(dynamics);
    slow(dynamics);
    dynamics->nanoseconds += 1e9 * (clock_seconds() - start);
    return true;
}

struct dynamics dynamics_of(const struct motion *motion, enum precision precision)
{
    const struct precision_info *info = precision_info(precision);
    return (struct dynamics){
        .dt = motion->dt,
        .integrator = motion->integrator,
        .removal = motion->removal,
        .removal_interval = motion->removal_interval,
        .list_interval = motion->list_interval,
        .thermostat = motion->thermostat,
        .barostat = motion->barostat,
        .single = info->state_size == sizeof(float),
        .state_grid = precision_spacing(info->state_bits),
        .turn_grid = precision_spacing(info->turn_bits),
        .step = motion->step,
        .nose_hoover = motion->nose_hoover,
    };
}

bool dynamics_start(struct dynamics *dynamics, struct error *error)
{
    struct system *system = dynamics->system;
    dynamics->first = dynamics->at_list = dynamics->step;
    dynamics->builds = 0;
    dynamics->nanoseconds = 0;
    dynamics->owes = false;
    bool own = dynamics->source.list == NULL;
    if (own)
        dynamics->source = (struct force_source){.context = dynamics,
                                                 .list = list_rows,
                                                 .select = select_of_rows,
                                                 .pairs = evaluate_rows};
    system_particle_types(system, dynamics->model, dynamics->constants, dynamics->types);
    bool good = system_check_model(system, dynamics->model, dynamics->constants, error) &&
                system_check_range(system, dynamics->range + dynamics->skin, error) &&
                virtual_sites_check(system, dynamics->removal, error) &&
                thermostat_check(&dynamics->thermostat, dynamics->dt, error) &&
                thermostat_start(&dynamics->thermostat, dynamics->model, dynamics->constants,
                                 system, error) &&
                constraints_create(system, &dynamics->constraints, error) &&
                (!own || topology_build(system, &dynamics->topology, error)) &&
                forces_allocate(system->n, dynamics->model, own, &dynamics->forces, error);
    if (good && dynamics->barostat.interval != 0)
        good = molecules_build(system, &dynamics->molecules, error) &&
               (dynamics->offset =
                    memory_allocate(3 * system->n, sizeof(double), "molecules", error)) != NULL &&
               (dynamics->kept = memory_allocate(system->n, sizeof(double),
                                                 "positions before a trial", error)) != NULL;
    for (int d = 0; d < 3 && good; d++) {
        dynamics->listed[d] =
            memory_allocate(system->n, sizeof(double), "positions of the neighbor list", error);
        good = dynamics->listed[d] != NULL;
    }
    if (!good || !list(dynamics, error)) {
        dynamics_free(dynamics);
        return false;
    }
    compute_forces(dynamics, true);
    dynamics->fresh = true;
    memset(dynamics->part, 0, sizeof dynamics->part); /* clears the times, because no step has been
                                                       * made yet */
    return true;
}

void dynamics_energies(struct dynamics *dynamics, struct motion_energies *energies)
{
    double part[MOTION_PARTS];
    memcpy(part, dynamics->part, sizeof part);
    if (!dynamics->fresh)
        compute_forces(dynamics, true);
    dynamics->fresh = true;
    memcpy(dynamics->part, part, sizeof part); /* restores the times, because this evaluation is not
                                                * part of a step */
    struct kinetic kinetic =
        kinetic_energies(dynamics->system, dynamics->types, dynamics->model->oriented);
    *energies = (struct motion_energies){.potential = dynamics_potential(dynamics),
                                         .translation = kinetic.translation,
                                         .rotation = kinetic.rotation};
}

double dynamics_potential(const struct dynamics *dynamics)
{
    return forces_energy(&dynamics->forces, dynamics->system->n);
}

double dynamics_translation(const struct dynamics *dynamics)
{
    return kinetic_energies(dynamics->system, dynamics->types, false).translation;
}

double dynamics_rotation(const struct dynamics *dynamics)
{
    return kinetic_energies(dynamics->system, dynamics->types, dynamics->model->oriented).rotation;
}

void dynamics_free(struct dynamics *dynamics)
{
    if (dynamics->source.list == list_rows)
        dynamics->source = (struct force_source){0};
    forces_free(&dynamics->forces);
    rows_free(&dynamics->rows);
    topology_free(&dynamics->topology);
    constraints_free(&dynamics->constraints);
    molecules_free(&dynamics->molecules);
    free(dynamics->offset);
    free(dynamics->kept);
    dynamics->offset = dynamics->kept = NULL;
    for (int d = 0; d < 3; d++) {
        free(dynamics->listed[d]);
        dynamics->listed[d] = NULL;
    }
}

#include "harness/physics/thermostat.h"

#include "harness/physics/constraints.h"
#include "harness/physics/kinetic.h"

#include <math.h>
#include <string.h>

static const char *const kinds[THERMOSTATS] = {
    [THERMOSTAT_BROWNIAN] = "brownian",
    [THERMOSTAT_LANGEVIN] = "langevin",
    [THERMOSTAT_NOSE_HOOVER] = "nose_hoover",
    [THERMOSTAT_RESCALE] = "rescale",
};

static const struct particle_type *type_of(const struct particle_type *types,
                                           const struct system *system, int64_t i)
{
    return &types[system->type != NULL ? system->type[i] : 0];
}

double thermostat_probability(const struct thermostat *thermostat, double diffusion, double dt)
{
    double reach = thermostat->temperature * thermostat->interval * dt;
    return 2 * reach / (reach + 2 * diffusion);
}

struct collisions thermostat_collisions(const struct thermostat *thermostat, double dt)
{
    return (struct collisions){
        .temperature = thermostat->temperature,
        .moving = thermostat_probability(thermostat, thermostat->diffusion, dt),
        .turning = thermostat_probability(thermostat, 3 * thermostat->diffusion, dt),
        .seed = thermostat->seed,
    };
}

double thermostat_kept(const struct thermostat *thermostat, double dt)
{
    return exp(-dt * thermostat->interval / thermostat->time);
}

bool thermostat_couples(const struct thermostat *thermostat)
{
    return thermostat->interval != 0 &&
           (thermostat->kind == THERMOSTAT_NOSE_HOOVER || thermostat->kind == THERMOSTAT_RESCALE);
}

bool thermostat_acts(const struct thermostat *thermostat, int64_t step)
{
    return thermostat->interval != 0 && step % thermostat->interval == 0;
}

static void apply_bath(const struct thermostat *thermostat, const struct model *model,
                       const struct particle_type *types, int64_t step, double dt,
                       const int32_t *number, struct system *system)
{
    bool collide = thermostat->kind == THERMOSTAT_BROWNIAN;
    struct collisions bath = {.temperature = thermostat->temperature, .seed = thermostat->seed};
    double kept = 0;
    if (collide)
        bath = thermostat_collisions(thermostat, dt);
    else
        kept = thermostat_kept(thermostat, dt);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        const struct particle_type *type = type_of(types, system, i);
        uint32_t particle = (uint32_t)(number != NULL ? number[i] : i);
        double *velocity = system->velocity + 3 * i;
        double *spin = model->oriented ? system->spin + 3 * i : NULL;
        if (collide)
            collision_apply(&bath, (uint64_t)step, particle, type->mass, type->inertia, velocity,
                            model->oriented, spin);
        else
            langevin_apply(&bath, (uint64_t)step, particle, kept, type->mass, type->inertia,
                           velocity, model->oriented, spin);
    }
}

static void rescale(const struct thermostat *thermostat, const struct model *model,
                    const struct particle_type *types, struct system *system)
{
    struct kinetic energy = kinetic_energies(system, types, model->oriented);
    struct kinetic degrees = kinetic_degrees(system, types, model->oriented);
    double temperature = thermostat->temperature;
    kinetic_scale(system, model->oriented,
                  coupling_rescale(energy.translation, degrees.translation, temperature),
                  coupling_rescale(energy.rotation, degrees.rotation, temperature));
}

void thermostat_apply(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, int64_t step, double dt, const int32_t *number,
                      struct system *system)
{
    struct particle_type types[FIELD_TYPES];
    if (!thermostat_acts(thermostat, step) || thermostat->kind == THERMOSTAT_NOSE_HOOVER)
        return;
    system_particle_types(system, model, constants, types);
    if (thermostat->kind == THERMOSTAT_RESCALE)
        rescale(thermostat, model, types, system);
    else
        apply_bath(thermostat, model, types, step, dt, number, system);
}

void thermostat_nose_hoover(const struct thermostat *thermostat, const struct model *model,
                            const double *constants, double time, struct nose_hoover *state,
                            struct system *system)
{
    struct particle_type types[FIELD_TYPES];
    if (thermostat->interval == 0 || thermostat->kind != THERMOSTAT_NOSE_HOOVER)
        return;
    system_particle_types(system, model, constants, types);
    struct kinetic energy = kinetic_energies(system, types, model->oriented);
    struct kinetic degrees = kinetic_degrees(system, types, model->oriented);
    double scale = coupling_nose_hoover(state, energy.translation + energy.rotation,
                                        degrees.translation + degrees.rotation,
                                        thermostat->temperature, thermostat->time, time);
    kinetic_scale(system, model->oriented, scale, scale);
}

const char *thermostat_kind_name(enum thermostat_kind kind)
{
    return kinds[kind];
}

void thermostat_set(struct thermostat *thermostat, const char *name, int interval)
{
    thermostat->interval = 0;
    for (int k = 0; k < THERMOSTATS; k++) {
        if (strcmp(kinds[k], name) != 0)
            continue;
        bool seldom = k == THERMOSTAT_BROWNIAN || k == THERMOSTAT_RESCALE;
        thermostat->kind = (enum thermostat_kind)k;
        thermostat->interval = interval > 0 ? interval : seldom ? 10 : 1;
    }
}

const char *thermostat_name(const struct thermostat *thermostat)
{
    return thermostat->interval == 0 ? "none" : kinds[thermostat->kind];
}

bool thermostat_check(const struct thermostat *thermostat, double dt, struct error *error)
{
    bool timed =
        thermostat->kind == THERMOSTAT_LANGEVIN || thermostat->kind == THERMOSTAT_NOSE_HOOVER;
    if (thermostat->interval != 0 && timed && !(thermostat->time > 0))
        return error_set(error, EXIT_USAGE, "thermostat %s needs a relaxation time",
                         kinds[thermostat->kind]);
    if (thermostat->interval > 1 && thermostat->kind == THERMOSTAT_NOSE_HOOVER)
        return error_set(error, EXIT_USAGE,
                         "thermostat nose_hoover acts in every step, not in every %d-th",
                         thermostat->interval);
    if (thermostat->interval == 0 || thermostat->kind != THERMOSTAT_BROWNIAN ||
        thermostat_probability(thermostat, thermostat->diffusion, dt) <= 1)
        return true;
    return error_set(error, EXIT_USAGE,
                     "a thermostat of diffusion %g collides more than once every %d steps of %g at "
                     "temperature %g",
                     thermostat->diffusion, thermostat->interval, dt, thermostat->temperature);
}

bool thermostat_start(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, struct system *system, struct error *error)
{
    bool moving = system->velocity != NULL;
    bool turning = system->spin != NULL || !model->oriented;
    if (!system_check_movable(system, error))
        return false;
    if ((!moving && !system_add(system, SYSTEM_VELOCITY, error)) ||
        (!turning && !system_add(system, SYSTEM_SPIN, error)))
        return false;
    struct particle_type types[FIELD_TYPES];
    system_particle_types(system, model, constants, types);
    struct collisions bath = {.temperature = thermostat->temperature, .seed = thermostat->seed};
    for (int64_t i = 0; i < system->n; i++) {
        const struct particle_type *type = type_of(types, system, i);
        if (!moving)
            collision_velocity(&bath, 0, (uint32_t)i, type->mass, system->velocity + 3 * i);
        if (!turning)
            collision_spin(&bath, 0, (uint32_t)i, type->inertia, system->spin + 3 * i);
    }
    return constraints_start(system, types, error);
}

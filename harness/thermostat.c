#include "harness/thermostat.h"

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

bool thermostat_acts(const struct thermostat *thermostat, int64_t step)
{
    return thermostat->interval != 0 && step % thermostat->interval == 0;
}

void thermostat_apply(const struct thermostat *thermostat, const struct model *model,
                      const double *constants, int64_t step, double dt, struct system *system)
{
    struct particle_type types[MODEL_TYPES];
    if (!thermostat_acts(thermostat, step))
        return;
    model_types(model, constants, types);
    struct collisions bath = thermostat_collisions(thermostat, dt);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        const struct particle_type *type = type_of(types, system, i);
        collision_apply(&bath, (uint64_t)step, (uint32_t)i, type->mass, type->inertia,
                        system->velocity + 3 * i, model->oriented,
                        model->oriented ? system->spin + 3 * i : NULL);
    }
}

void thermostat_draw_velocities(const struct thermostat *thermostat, const struct model *model,
                                const double *constants, struct system *system)
{
    struct particle_type types[MODEL_TYPES];
    model_types(model, constants, types);
    struct collisions bath = {.temperature = thermostat->temperature, .seed = thermostat->seed};
    for (int64_t i = 0; i < system->n; i++)
        collision_velocity(&bath, 0, (uint32_t)i, type_of(types, system, i)->mass,
                           system->velocity + 3 * i);
}

void thermostat_draw_spins(const struct thermostat *thermostat, const struct model *model,
                           const double *constants, struct system *system)
{
    struct particle_type types[MODEL_TYPES];
    model_types(model, constants, types);
    struct collisions bath = {.temperature = thermostat->temperature, .seed = thermostat->seed};
    for (int64_t i = 0; i < system->n; i++)
        collision_spin(&bath, 0, (uint32_t)i, type_of(types, system, i)->inertia,
                       system->spin + 3 * i);
}

bool thermostat_check(const struct thermostat *thermostat, double dt, struct error *error)
{
    if (thermostat->interval == 0 ||
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
    if ((!moving && !system_add_velocities(system, error)) ||
        (!turning && !system_add_spins(system, error)))
        return false;
    if (!moving)
        thermostat_draw_velocities(thermostat, model, constants, system);
    if (!turning)
        thermostat_draw_spins(thermostat, model, constants, system);
    return true;
}

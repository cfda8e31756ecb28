#include "harness/thermostat.h"

#include "harness/philox.h"

/* what a particle's random numbers of a step are for */
enum purpose { COLLIDE, VELOCITY, SPIN };

/** Draws a vector whose components have the variances T spread[k]. */
static void draw(const struct thermostat *thermostat, int64_t step, int64_t i, enum purpose purpose,
                 const double spread[3], double vector[3])
{
    double normal[4];
    philox_normals(philox_draw(thermostat->seed, (uint64_t)step, (uint32_t)i, purpose), normal);
    for (int k = 0; k < 3; k++)
        vector[k] = sqrt(thermostat->temperature * spread[k]) * normal[k];
}

static const struct particle_type *type_of(const struct model *model, const struct system *system,
                                           int64_t i)
{
    return &model->types[system->type != NULL ? system->type[i] : 0];
}

static void draw_velocity(const struct thermostat *thermostat, const struct model *model,
                          int64_t step, int64_t i, struct system *system)
{
    double per_mass = 1 / type_of(model, system, i)->mass;
    const double spread[3] = {per_mass, per_mass, per_mass};
    draw(thermostat, step, i, VELOCITY, spread, system->velocity + 3 * i);
}

static void draw_spin(const struct thermostat *thermostat, const struct model *model, int64_t step,
                      int64_t i, struct system *system)
{
    draw(thermostat, step, i, SPIN, type_of(model, system, i)->inertia, system->spin + 3 * i);
}

double thermostat_probability(const struct thermostat *thermostat, double diffusion, double dt)
{
    double reach = thermostat->temperature * thermostat->interval * dt;
    return 2 * reach / (reach + 2 * diffusion);
}

void thermostat_apply(const struct thermostat *thermostat, const struct model *model, int64_t step,
                      double dt, struct system *system)
{
    if (thermostat->interval == 0 || step % thermostat->interval != 0)
        return;
    double moving = thermostat_probability(thermostat, thermostat->diffusion, dt);
    double turning = thermostat_probability(thermostat, 3 * thermostat->diffusion, dt);
#pragma omp parallel for schedule(static) if (system->n >= SYSTEM_PARALLEL)
    for (int64_t i = 0; i < system->n; i++) {
        struct philox bits = philox_draw(thermostat->seed, (uint64_t)step, (uint32_t)i, COLLIDE);
        if (philox_uniform(bits.word[0]) < moving)
            draw_velocity(thermostat, model, step, i, system);
        if (model->oriented && philox_uniform(bits.word[1]) < turning)
            draw_spin(thermostat, model, step, i, system);
    }
}

void thermostat_draw_velocities(const struct thermostat *thermostat, const struct model *model,
                                struct system *system)
{
    for (int64_t i = 0; i < system->n; i++)
        draw_velocity(thermostat, model, 0, i, system);
}

void thermostat_draw_spins(const struct thermostat *thermostat, const struct model *model,
                           struct system *system)
{
    for (int64_t i = 0; i < system->n; i++)
        draw_spin(thermostat, model, 0, i, system);
}

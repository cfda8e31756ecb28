#include "harness/input/builders/stretch.h"

#include "harness/physics/equilibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool run(const struct stretched *of, const struct stretch *stretch, uint64_t seed,
                struct system *system, struct error *error)
{
    const struct model *model = of->model;
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    double edge = fmin(system->box[0], fmin(system->box[1], system->box[2]));
    if (of->parameters != NULL)
        memcpy(parameters, of->parameters, sizeof parameters);
    else
        model_defaults(model, parameters);
    parameters[model_parameter(model, "cutoff")] = fmin(stretch->cutoff, edge / 2 - of->skin);
    if (!model->derive(parameters, constants, error) ||
        !system_set_rows(system, model, constants, error))
        return false;
    double dt = stretch->step / model->time.own, reach = of->temperature * stretch->interval * dt;
    struct dynamics dynamics = {
        .system = system,
        .model = model,
        .constants = constants,
        .range = model->range(parameters),
        .skin = of->skin,
        .dt = dt,
        .thermostat = {.temperature = of->temperature,
                       .diffusion = reach * (1 / stretch->collisions - 0.5),
                       .interval = stretch->interval,
                       .seed = seed},
    };
    bool done = equilibrate(&dynamics, stretch->steps, error);
    /* velocities are not cached: the next stretch draws new ones */
    free(system->velocity);
    free(system->spin);
    system->velocity = system->spin = NULL;
    return done;
}

bool stretches_run(const struct stretched *of, const struct stretch *stretches, int count,
                   struct system *system, struct error *error)
{
    for (int k = 0; k < count; k++)
        if (!run(of, &stretches[k], of->seed + (uint64_t)k, system, error))
            return false;
    return true;
}

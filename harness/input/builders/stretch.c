#include "harness/input/builders/stretch.h"

#include "harness/physics/equilibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double skin = 1.5;           /* A */
static const double time_unit = 48.88821; /* fs: (amu A^2 / (kcal/mol))^(1/2) */

static bool run(const struct stretch *stretch, const double *given, double temperature,
                uint64_t seed, struct system *system, struct error *error)
{
    const struct model *model = model_find("brahms");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    double edge = fmin(system->box[0], fmin(system->box[1], system->box[2]));
    memcpy(parameters, given, sizeof parameters);
    parameters[model_parameter(model, "cutoff")] = fmin(stretch->cutoff, edge / 2 - skin);
    if (!model->derive(parameters, constants, error))
        return false;
    double dt = stretch->step / time_unit, reach = temperature * stretch->interval * dt;
    struct dynamics dynamics = {
        .system = system,
        .model = model,
        .constants = constants,
        .range = model->range(parameters),
        .skin = skin,
        .dt = dt,
        .thermostat = {.temperature = temperature,
                       .diffusion = reach * (1 / stretch->collisions - 0.5),
                       .interval = stretch->interval,
                       .seed = seed},
    };
    bool done = equilibrate(&dynamics, stretch->steps, error);
    /* they do not stand in the cache: the next stretch draws its own */
    free(system->velocity);
    free(system->spin);
    system->velocity = system->spin = NULL;
    return done;
}

bool stretches_run(const struct stretch *stretches, int count, const double *parameters,
                   double temperature, uint64_t seed, struct system *system, struct error *error)
{
    for (int k = 0; k < count; k++)
        if (!run(&stretches[k], parameters, temperature, seed + (uint64_t)k, system, error))
            return false;
    return true;
}

/*
 * A fluid of patchy particles (models/patchy.h) in thermal equilibrium at a density and
 * temperature, in a cubic box: the default is T* = 0.15.
 *
 * Up to TILE particles start on a simple cubic lattice, turned at random and with no bonds. They
 * run Brownian dynamics (harness/physics/thermostat.h) until bonds form as often as they break. The
 * lifetime of a bond, and with it the length of the run, grows as exp(eps/T). Temperatures at which
 * the run would take too long are refused. The share of bonded patches then agrees with Wertheim's
 * theory: with two patches at T* = 0.15 it is 2, 8 and 16 % at densities of 0.1, 0.3 and 0.5.
 *
 * More particles are copies of such a box (harness/input/builders/tiles.h). The copies are exact:
 * displaced particles would break bonds, and spheres with a repulsion of power 200 would overlap.
 * Partners of the few particles that are left out keep an open bond.
 *
 * The result has the same bytes for every number of threads. It also has the same bytes on all
 * machines if exp, log, sin and cos of their C libraries give the same bits. At the end all numbers
 * are rounded to single precision.
 */
#include "harness/input/builders/builder.h"
#include "harness/input/builders/tiles.h"
#include "harness/particles/system_spec.h"
#include "harness/physics/equilibrate.h"

#include <math.h>

enum { TILE = 512, STREAM_ORDER = 1 };

static const char *const goes_by[] = {"patches", "epsilon", "alpha", "cutoff", NULL};

static const double time_step = 0.004; /* valid at T* = 0.15 and initial parameters; smaller at
                                        * higher temperatures and for steeper patches */
static const double skin = 0.25;
static const double melting = 20;     /* time until the order of the lattice vanishes */
static const double bond_time = 0.22; /* ratio of the run's length to exp(eps/T) */

/** Returns the model's parameters and the depth and width of a patch. */
static void parameters_of(const struct system_spec *spec, double values[MODEL_PARAMETERS],
                          double *epsilon, double *alpha)
{
    const struct model *model = model_find("patchy");
    builder_parameters(spec, goes_by, model, values);
    *epsilon = values[model_parameter(model, "epsilon")];
    *alpha = values[model_parameter(model, "alpha")];
}

static bool check(const struct system_spec *spec, struct error *error)
{
    double parameters[MODEL_PARAMETERS], epsilon, alpha;
    parameters_of(spec, parameters, &epsilon, &alpha);
    if (spec->temperature < 0.12 * epsilon || spec->temperature > 10 * epsilon)
        return error_set(error, EXIT_USAGE,
                         "temperature: expected %g to %g for patchy particles (below, bonds live "
                         "too long for an equilibrium), found %g",
                         0.12 * epsilon, 10 * epsilon, spec->temperature);
    if (alpha < 0.03)
        return error_set(error, EXIT_USAGE,
                         "alpha: expected 0.03 or more for patchy particles that are to be built "
                         "(narrower patches need too many steps), found %g",
                         alpha);
    return true;
}

static bool form_bonds(const struct system_spec *spec, struct system *box, struct error *error)
{
    const struct model *model = model_find("patchy");
    double parameters[MODEL_PARAMETERS], constants[MODEL_CONSTANTS], epsilon, alpha;
    parameters_of(spec, parameters, &epsilon, &alpha);
    if (!model->derive(parameters, constants, error))
        return false;
    double dt = time_step * sqrt(fmin(1, fmin(0.15 / spec->temperature, 1 / epsilon))) *
                fmin(1, alpha / 0.12);
    struct dynamics dynamics = {
        .system = box,
        .model = model,
        .constants = constants,
        .range = model->range(parameters),
        .skin = skin,
        .dt = dt,
        .thermostat = {.temperature = spec->temperature,
                       .diffusion = 0.13 * spec->temperature,
                       .interval = 10,
                       .seed = spec->seed},
    };
    double length = melting + bond_time * exp(epsilon / spec->temperature);
    return equilibrate(&dynamics, (int64_t)(length / dt), error);
}

static bool build(const struct system_spec *spec, struct system *system, struct error *error)
{
    return tiles_build(spec, tiles_along_most(spec->n, TILE), STREAM_ORDER, form_bonds, system,
                       error);
}

const struct builder builder_patchy = {
    .name = "patchy",
    .summary = "patchy particles in equilibrium, some of them in chains, in a cubic box",
    .density = 0.5,
    .temperature = 0.15,
    .densities = {1e-6, 0.8, "1e-6 to 0.8 for patchy particles"},
    .parameters = goes_by,
    .check = check,
    .build = build,
};

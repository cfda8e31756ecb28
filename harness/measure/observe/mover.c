#include "harness/measure/observe/mover.h"

#include "harness/measure/observe/list_check.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/reference_of_case.h"
#include "harness/physics/constraints.h"
#include "harness/physics/restraints.h"
#include "harness/physics/virtual_sites.h"

#include <math.h>
#include <stddef.h>

struct motion mover_motion(const struct case_spec *spec)
{
    double temperature = spec->system.temperature;
    struct motion motion = {
        .dt = spec->sampling.step / spec->model->time.own,
        .thermostat = {.temperature = isfinite(temperature) ? temperature : 0,
                       .diffusion = spec->sampling.diffusion,
                       .seed = spec->system.seed},
    };
    if (spec->sampling.diffusion > 0)
        thermostat_set(&motion.thermostat, "brownian", 0);
    return motion;
}

bool mover_load(struct mover *mover, const struct backend *backend, struct device *device,
                const struct case_spec *spec, const struct system *loaded, int systems,
                struct error *error)
{
    struct workload_spec load = case_workload(spec, loaded);
    load.systems = systems;
    *mover =
        (struct mover){.backend = backend, .device = device, .loaded = loaded, .systems = systems};
    return backend->load(device, &load, &mover->workload, error) &&
           backend->prepare(mover->workload, spec->strategy, spec->tuning, &mover->prepared, error);
}

bool mover_start(struct mover *mover, const struct backend *backend, struct device *device,
                 const struct case_spec *spec, const struct system *loaded,
                 const struct motion *motion, struct system *state, struct error *error)
{
    if (!mover_load(mover, backend, device, spec, loaded, 1, error))
        return false;
    mover->motion = *motion;
    mover->started = motion->step;
    return backend->start(mover->prepared, motion, state, &mover->moving, error);
}

bool mover_restart(struct mover *mover, const struct case_spec *spec, const struct motion *motion,
                   struct system *state, struct error *error)
{
    const struct mover had = *mover;
    mover->before = (struct system){0};
    mover_stop(mover);
    const bool loaded =
        mover_load(mover, had.backend, had.device, spec, had.loaded, had.systems, error);
    mover->before = had.before;
    mover->motion = *motion;
    mover->started = motion->step;
    return loaded && had.backend->start(mover->prepared, motion, state, &mover->moving, error);
}

bool mover_mark(struct mover *mover, bool repeats, struct system *state, struct error *error)
{
    struct motion_progress progress;
    mover->backend->progress(mover->moving, &progress);
    mover->pressures = progress.pressures;
    mover->repeats = repeats;
    system_free(&mover->before);
    return mover->backend->fetch(mover->moving, state, &mover->motion, error) &&
           motion_copy(state, PRECISION_DOUBLE, &mover->before, error);
}

bool mover_make_steps(struct mover *mover, struct system *state, struct error *error)
{
    return mover_mark(mover, true, state, error) &&
           mover->backend->advance(mover->moving, MOVER_STEPS, error);
}

void mover_add_energies(const struct reference *reference, const struct system *state,
                        struct mover_energies *sum)
{
    sum->potential += reference->energy + restraints_energy(state);
    sum->scale += fmax(fabs(reference->energy), fabs(reference->virial) / 3);
    sum->lost[0] += verify_energy_lost(reference);
    sum->lost[1] += verify_lost(reference, 2 * (double)reference->n);
}

bool mover_verify_energies(const struct mover *mover, const struct case_spec *spec,
                           const struct system *state, const struct mover_energies *sum,
                           struct verification *found, struct error *error)
{
    struct particle_type types[FIELD_TYPES];
    struct motion_energies energies;
    if (!mover->backend->energies(mover->moving, &energies, error))
        return false;
    system_particle_types(state, spec->model, spec->constants, types);
    const struct kinetic kinetic = kinetic_energies(state, types, spec->model->oriented);
    verify_energies(&energies, sum->potential, fmax(sum->scale, fabs(sum->potential)), &kinetic,
                    sum->lost, found);
    return true;
}

/*
 * If the last mark requested it, repeats the steps since that mark in double precision, and
 * compares the result with `state`.
 */
static bool verify_steps(struct mover *mover, const struct case_spec *spec,
                         const struct motion *now, const struct system *state, double tolerance,
                         struct verification *found, struct error *error)
{
    const int64_t steps = now->step - mover->motion.step;
    const bool repeats = mover->repeats;
    struct motion_progress progress;
    mover->backend->progress(mover->moving, &progress);
    const struct motion_baths baths = {
        now->nose_hoover,
        {.count = progress.pressures.count - mover->pressures.count,
         .lateral = progress.pressures.lateral - mover->pressures.lateral,
         .normal = progress.pressures.normal - mover->pressures.normal}};
    mover->repeats = false;
    return !repeats || motion_check(spec, &mover->motion, &mover->before, 0, steps, state, &baths,
                                    tolerance, found, error);
}

bool mover_verify(struct mover *mover, const struct case_spec *spec, bool continues,
                  struct system *state, double tolerance, struct verification *found,
                  struct error *error)
{
    const struct backend *backend = mover->backend;
    struct system rounded = {0};
    struct reference reference = {0};
    struct mover_energies sum = {0};
    struct verification steps = {0};
    struct motion now;
    bool good = backend->fetch(mover->moving, state, &now, error) &&
                verify_steps(mover, spec, &now, state, tolerance, &steps, error) &&
                system_round(state, spec->precision, &rounded, error) &&
                reference_of_case(spec, &rounded, &reference, error) &&
                (continues ? verify_step : verify_last_call)(backend, mover->prepared, &reference,
                                                             state, tolerance, found, error);
    if (good) {
        mover_add_energies(&reference, state, &sum);
        good = mover_verify_energies(mover, spec, state, &sum, found, error);
        found->kept_rel = fmax(constraints_error(state), virtual_sites_error(state));
        found->moved_rel = steps.moved_rel;
        found->moved_gain = steps.moved_gain;
        found->bath_rel = steps.bath_rel;
        found->passed = found->passed && found->kept_rel <= verify_kept && verify_moves(found);
        good = good && list_check(backend, mover->moving, spec, state, found, error);
    }
    reference_free(&reference);
    system_free(&rounded);
    return good;
}

void mover_stop(struct mover *mover)
{
    if (mover->moving != NULL)
        mover->backend->stop(mover->moving);
    if (mover->prepared != NULL)
        mover->backend->release(mover->prepared);
    if (mover->workload != NULL)
        mover->backend->unload(mover->workload);
    system_free(&mover->before);
    *mover = (struct mover){0};
}

#include "harness/measure/observe/mover.h"

#include "harness/measure/observe/list_check.h"
#include "harness/measure/observe/motion_check.h"
#include "harness/measure/observe/reference_of_case.h"
#include "harness/particles/batch.h"
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
                   const struct system *first, struct system *state, struct error *error)
{
    const struct mover had = *mover;
    mover->before = (struct system){0};
    mover_stop(mover);
    const bool good =
        mover_load(mover, had.backend, had.device, spec, had.loaded, had.systems, error);
    mover->single = had.single;
    mover->before = had.before;
    mover->motion = *motion;
    mover->started = motion->step;
    system_free(state);
    return good && motion_copy(first, PRECISION_DOUBLE, state, error) &&
           had.backend->start(mover->prepared, motion, state, &mover->moving, error);
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

/* Returns the steps to make before the last but one of MOVER_STEPS has an action of the bath. */
static int64_t steps_before_action(const struct mover *mover)
{
    const int64_t interval = mover->motion.thermostat.interval;
    struct motion_progress progress;
    if (interval <= 1)
        return 0;
    mover->backend->progress(mover->moving, &progress);
    const int64_t action = mover->started + progress.steps + MOVER_STEPS - 1;
    return (interval - action % interval) % interval;
}

bool mover_make_steps(struct mover *mover, struct system *state, struct error *error)
{
    const int64_t skipped = steps_before_action(mover);
    return (skipped == 0 || mover->backend->advance(mover->moving, skipped, error)) &&
           mover_mark(mover, true, state, error) &&
           mover->backend->advance(mover->moving, MOVER_STEPS, error);
}

void mover_add_energies(const struct reference *reference, const struct system *state,
                        double tolerance, struct mover_energies *sum)
{
    sum->potential += reference->energy + restraints_energy(state);
    sum->scale += fmax(fabs(reference->energy), fabs(reference->virial) / 3);
    sum->lost[0] += verify_energy_lost(reference) + verify_jump(reference, tolerance)->energy;
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

/* Copies system `k` of several, from `all` of them. */
static bool copy_single(const struct mover *mover, const struct system *all, int k,
                        struct system *one, struct error *error)
{
    return system_round(mover->single, PRECISION_DOUBLE, one, error) &&
           batch_copy(all, k, one, error);
}

/* Whether the reference can make steps from the mark in all systems. */
static bool goes_on(const struct mover *mover, const struct case_spec *spec, int64_t steps,
                    struct error *error)
{
    const struct system *all = &mover->before;
    bool good = true;
    if (mover->systems == 1)
        return motion_goes_on(spec, &mover->motion, all, 0, steps, error);
    for (int k = 0; k < mover->systems && good; k++) {
        struct system one = {0};
        good = copy_single(mover, all, k, &one, error) &&
               motion_goes_on(spec, &mover->motion, &one, k * one.n, steps, error);
        system_free(&one);
    }
    return good;
}

void mover_blame(const struct mover *mover, const struct case_spec *spec, int64_t steps,
                 struct error *error)
{
    struct error unused;
    if (error->code == EXIT_USAGE && goes_on(mover, spec, steps, &unused))
        error_set(error, EXIT_VERIFICATION,
                  "the kernels cannot make steps that the reference makes from the same particles");
}

/* Repeats the steps of several systems since the mark, up to those of the first that fails. */
static bool verify_each(struct mover *mover, const struct case_spec *spec, int64_t steps,
                        const struct system *state, double tolerance, struct verification *found,
                        struct error *error)
{
    bool good = true;
    for (int k = 0; k < mover->systems && good && verify_moves(found); k++) {
        struct system before = {0}, after = {0};
        mover->failed = k;
        good = copy_single(mover, &mover->before, k, &before, error) &&
               copy_single(mover, state, k, &after, error) &&
               motion_check(spec, &mover->motion, &before, k * before.n, steps, &after, NULL,
                            tolerance, found, error);
        system_free(&before);
        system_free(&after);
    }
    return good;
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
    if (repeats && mover->systems > 1)
        return verify_each(mover, spec, steps, state, tolerance, found, error);
    return !repeats || motion_check(spec, &mover->motion, &mover->before, 0, steps, state, &baths,
                                    tolerance, found, error);
}

/* Verifies forces and energies of the last step, constrained lengths and virtual sites. */
static bool verify_forces_of_step(const struct mover *mover, const struct case_spec *spec,
                                  bool continues, const struct system *state, double tolerance,
                                  struct verification *found, struct error *error)
{
    const struct backend *backend = mover->backend;
    struct system rounded = {0};
    struct reference reference = {0};
    struct mover_energies sum = {0};
    bool good = system_round(state, spec->precision, &rounded, error) &&
                reference_of_case(spec, &rounded, &reference, error) &&
                (continues ? verify_step : verify_last_call)(backend, mover->prepared, &reference,
                                                             state, tolerance, found, error);
    if (good) {
        mover_add_energies(&reference, state, tolerance, &sum);
        good = mover_verify_energies(mover, spec, state, &sum, found, error);
        found->kept_rel = fmax(constraints_error(state), virtual_sites_error(state));
        found->passed = found->passed && found->kept_rel <= verify_kept;
    }
    reference_free(&reference);
    system_free(&rounded);
    return good;
}

bool mover_verify(struct mover *mover, const struct case_spec *spec, bool continues,
                  struct system *state, double tolerance, struct verification *found,
                  struct error *error)
{
    struct verification steps = {0};
    struct motion now;
    bool good = mover->backend->fetch(mover->moving, state, &now, error) &&
                verify_steps(mover, spec, &now, state, tolerance, &steps, error);
    if (mover->systems > 1)
        *found = (struct verification){.passed = true, .worst = -1, .tolerance = tolerance};
    else
        good =
            good && verify_forces_of_step(mover, spec, continues, state, tolerance, found, error);
    if (!good)
        return false;
    found->moved_rel = steps.moved_rel;
    found->moved_all = steps.moved_all;
    found->bath_rel = steps.bath_rel;
    found->passed = found->passed && verify_moves(found);
    return list_check(mover->backend, mover->moving, spec, state, found, error);
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

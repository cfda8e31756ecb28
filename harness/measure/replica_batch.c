/* Systems in a batch: their particles are in one array, so that every launch evaluates all. */
#include "harness/base/memory.h"
#include "harness/measure/observe/blame.h"
#include "harness/measure/observe/list_drift.h"
#include "harness/measure/observe/reference_of_case.h"
#include "harness/measure/replica.h"
#include "harness/particles/batch.h"
#include "harness/physics/reference_of_steps.h"

#include <stdlib.h>
#include <string.h>

struct batch {
    const struct replicas_task *task;
    int count;
    struct replica *one; /* replicas that have only particles, without a device */
    struct replica all;
};

/* Draws velocities for each system, and joins the systems. */
static bool join(struct batch *batch, struct error *error)
{
    const struct case_spec *spec = batch->task->spec;
    const struct system **part = memory_new(batch->count, sizeof *part, "systems of a batch");
    bool good = true;
    for (int k = 0; k < batch->count && good; k++) {
        struct replica *one = &batch->one[k];
        good = replica_make(one, batch->task, k, error) &&
               thermostat_start(&one->motion.thermostat, spec->model, spec->constants, &one->state,
                                error);
        if (good)
            part[k] = &one->rounded;
    }
    good = good && batch_join(part, batch->count, &batch->all.rounded, error);
    for (int k = 0; k < batch->count && good; k++)
        part[k] = &batch->one[k].state;
    good = good && batch_join(part, batch->count, &batch->all.state, error);
    free(part);
    return good;
}

/* --- comparison of each with the reference --- */

static bool allocate(struct forces *forces, int64_t n, bool oriented, struct error *error)
{
    double *rows = memory_allocate_zeroed((oriented ? 8 : 5) * n, sizeof *rows, "forces", error);
    *forces = (struct forces){.n = n};
    if (rows == NULL)
        return false;
    forces->x = rows;
    forces->y = rows + n;
    forces->z = rows + 2 * n;
    forces->energy_of = rows + 3 * n;
    forces->virial_of = rows + 4 * n;
    forces->torque = oriented ? rows + 5 * n : NULL;
    return true;
}

/*
 * Returns the forces of system `k` with the energies of its particles; if the forces are from a
 * call without energies, with those of the reference. The energies of single terms are always those
 * of the reference, because calls compute only their sums over all systems.
 */
static struct forces part(const struct forces *all, int k, const struct reference *reference,
                          bool with_energies)
{
    const int64_t n = reference->n, first = k * n;
    struct forces own = {.n = n,
                         .x = all->x + first,
                         .y = all->y + first,
                         .z = all->z + first,
                         .torque = all->torque != NULL ? all->torque + 3 * first : NULL,
                         .energy = reference->energy,
                         .virial = reference->virial};
    memcpy(own.terms, reference->terms, sizeof own.terms);
    if (!with_energies)
        return own;
    own.energy_of = all->energy_of + first;
    own.virial_of = all->virial_of + first;
    own.energy = own.virial = 0;
    for (int64_t i = 0; i < n; i++) {
        own.energy += own.energy_of[i];
        own.virial += own.virial_of[i];
    }
    return own;
}

/* Computes the reference of a system, unless the current reference is of the same particles. */
static bool refer(const struct case_spec *spec, const struct system *system, const char **hash,
                  struct reference *reference, struct error *error)
{
    if (*hash != NULL && strcmp(*hash, system->hash) == 0)
        return true;
    *hash = system->hash;
    reference_free(reference);
    *reference = (struct reference){0};
    return reference_of_case(spec, system, reference, error);
}

/* Compares the forces of system `k` in a call with the reference. */
static bool judge(const struct batch *batch, int k, const struct reference *reference,
                  const struct forces *all, bool with_energies, const char *when,
                  struct error *error)
{
    const struct forces own = part(all, k, reference, with_energies);
    const struct verification found = verify_forces(reference, &own, batch->task->tolerance);
    return replica_check(&batch->one[k], batch->task->spec, &found, when, error);
}

/*
 * Compares the energies of the last step, which are sums over all systems, with sums of references.
 */
static bool check_energies(const struct batch *batch, const struct mover_energies *sum,
                           struct error *error)
{
    struct verification found = {.passed = true, .tolerance = batch->task->tolerance};
    return mover_verify_energies(&batch->all.mover, batch->task->spec, &batch->all.state, sum,
                                 &found, error) &&
           (found.passed ||
            error_set(error, EXIT_VERIFICATION,
                      "verification of the batch after its last step failed: energy error %.3g, "
                      "tolerance %.3g",
                      found.energy_rel, found.tolerance));
}

/*
 * Compares the forces of a call with the reference of each system; and those of the last step and
 * its energies, if particles have moved. One reference is computed for each system; before the
 * motion only one, because all systems have the same particles.
 */
static bool check(const struct batch *batch, const char *when, struct error *error)
{
    const struct replicas_task *task = batch->task;
    const struct backend *backend = task->backend;
    const int64_t n = batch->all.rounded.n;
    const bool oriented = task->spec->model->oriented;
    struct prepared *prepared = batch->all.mover.prepared;
    struct forces last = {0}, further = {0};
    struct reference reference = {0};
    struct mover_energies sum = {0};
    const char *hash = NULL;
    const bool moved = batch->all.mover.moving != NULL;
    bool good =
        (!moved ||
         (allocate(&last, n, oriented, error) && backend->last_forces(prepared, &last, error))) &&
        allocate(&further, n, oriented, error) && backend->evaluate(prepared, &further, error);
    for (int k = 0; k < batch->count && good; k++) {
        const struct system *state = &batch->one[k].state;
        good = (*task->interrupted == 0 || error_set(error, EXIT_ENVIRONMENT, "interrupted")) &&
               refer(task->spec, &batch->one[k].rounded, &hash, &reference, error) &&
               judge(batch, k, &reference, &further, true, when, error);
        if (good && moved) {
            hash = NULL; /* next reference is computed again, because this one becomes that of a
                          * step */
            mover_add_energies(&reference, state, task->tolerance, &sum);
            good = reference_of_steps(state, &reference, error) &&
                   judge(batch, k, &reference, &last, false, when, error);
        }
    }
    good = good && (!moved || check_energies(batch, &sum, error));
    reference_free(&reference);
    free(last.x);
    free(further.x);
    return good;
}

/* --- its motion --- */

/* Copies the state of the batch to the single systems. */
static bool follow_all(struct batch *batch, struct error *error)
{
    bool good = true;
    for (int k = 0; k < batch->count && good; k++) {
        struct replica *one = &batch->one[k];
        system_free(&one->rounded);
        good = batch_copy(&batch->all.state, k, &one->state, error) &&
               system_round(&one->state, batch->task->spec->precision, &one->rounded, error);
    }
    return good;
}

/* Makes steps, and compares those of each system with the same steps in double precision. */
static bool check_steps(struct batch *batch, const char *when, struct error *error)
{
    const struct replicas_task *task = batch->task;
    struct mover *mover = &batch->all.mover;
    struct verification found;
    return mover_make_steps(mover, &batch->all.state, error) &&
           mover_verify(mover, task->spec, true, &batch->all.state, task->tolerance, &found,
                        error) &&
           replica_check(&batch->one[mover->failed], task->spec, &found, when, error) &&
           follow_all(batch, error);
}

/* Checks sorts, lists and launches in a common drift. */
static bool check_lists(struct batch *batch, struct error *error)
{
    struct mover *mover = &batch->all.mover;
    const struct case_spec *spec = batch->task->spec;
    struct verification found = {.passed = true, .worst = -1, .tolerance = batch->task->tolerance};
    char miss[VERIFY_TEXT];
    return list_drift(mover, spec, batch->task->tolerance, &batch->all.state, &found, error) &&
           (found.passed ||
            error_set(error, EXIT_VERIFICATION,
                      "verification of the batch after its last step failed: in a common drift, %s",
                      verify_describe(&found, spec->model, spec->precision, miss)));
}

static bool move(struct batch *batch, struct replica_times *times, struct error *error)
{
    const struct replicas_task *task = batch->task;
    struct mover *mover = &batch->all.mover;
    double step_ns = 0;
    mover->motion = *task->motion;
    if (!task->backend->advance(mover->moving, REPLICA_FIRST_STEPS, error))
        return false;
    for (int window = 0; window < REPLICA_WINDOWS; window++) {
        if (*task->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (!replica_move(mover, task->interrupted, &step_ns, error))
            return false;
        for (int k = 0; k < batch->count; k++) /* all systems make the same steps */
            times->step_ns[window * batch->count + k] = step_ns;
    }
    return check_steps(batch, " of the batch after its last step", error) &&
           check(batch, " of the batch after its last step", error) && check_lists(batch, error);
}

bool replicas_by_batch(const struct replicas_task *task, struct replica_times *times,
                       struct error *error)
{
    const struct backend *backend = task->backend;
    struct batch batch = {.task = task, .count = times->count};
    struct mover *mover = &batch.all.mover;
    if (!backend->batches)
        return error_set(error, EXIT_ENVIRONMENT, "the %s backend cannot move batches",
                         backend->name);
    batch.one = memory_new(times->count, sizeof *batch.one, "replicas");
    bool good = join(&batch, error) && backend->open(&task->options, &batch.all.device, error) &&
                mover_load(mover, backend, batch.all.device, task->spec, &batch.all.rounded,
                           times->count, error);
    mover->single = &batch.one[0].rounded;
    good = good && check(&batch, " of the batch", error) &&
           backend->start(mover->prepared, task->motion, &batch.all.state, &mover->moving, error) &&
           move(&batch, times, error);
    if (mover->moving != NULL && !good && error->code == EXIT_USAGE)
        blame_steps(mover, task->spec, &batch.all.state, error);
    times->n = batch.one[0].rounded.n;
    replica_free(&batch.all, task);
    for (int k = 0; k < times->count; k++)
        replica_free(&batch.one[k], task);
    free(batch.one);
    return good;
}

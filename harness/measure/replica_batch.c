/* Systems in a batch: their particles are in one array, so that every launch evaluates all. */
#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"
#include "harness/measure/replica.h"
#include "harness/particles/batch.h"

#include <math.h>
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
    const struct system **part =
        memory_allocate(batch->count, sizeof *part, "systems of a batch", error);
    bool good = part != NULL;
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

/* --- comparison of each with a single system --- */

static bool allocate(struct forces *forces, int64_t n, bool oriented, struct error *error)
{
    double *rows = memory_allocate_zeroed((oriented ? 6 : 3) * n, sizeof *rows, "forces", error);
    *forces = (struct forces){.n = n};
    if (rows == NULL)
        return false;
    forces->x = rows;
    forces->y = rows + n;
    forces->z = rows + 2 * n;
    forces->torque = oriented ? rows + 3 * n : NULL;
    return true;
}

/* Adds the squares of `n` numbers, and of their differences from others. */
static void add_squares(const double *own, const double *other, int64_t n, double squares[2])
{
    for (int64_t k = 0; k < n; k++) {
        squares[0] += own[k] * own[k];
        squares[1] += (other[k] - own[k]) * (other[k] - own[k]);
    }
}

/* Compares the forces of system `k` alone with those in the batch. */
static bool check_one(const struct batch *batch, int k, const struct forces *all,
                      struct forces *own, struct error *error)
{
    const struct backend *backend = batch->task->backend;
    const struct case_spec *spec = batch->task->spec;
    const double tolerance = model_table_tolerance(spec->model, spec->constants, spec->precision);
    struct mover alone;
    double force[2] = {0, 0}, torque[2] = {0, 0};
    const int64_t first = k * own->n;
    bool good =
        mover_load(&alone, backend, batch->all.device, spec, &batch->one[k].rounded, 1, error) &&
        backend->evaluate(alone.prepared, own, error);
    mover_stop(&alone);
    if (!good)
        return false;
    add_squares(own->x, all->x + first, own->n, force);
    add_squares(own->y, all->y + first, own->n, force);
    add_squares(own->z, all->z + first, own->n, force);
    if (own->torque != NULL)
        add_squares(own->torque, all->torque + 3 * first, 3 * own->n, torque);
    return (force[1] <= tolerance * tolerance * force[0] &&
            torque[1] <= tolerance * tolerance * torque[0]) ||
           error_set(error, EXIT_VERIFICATION,
                     "forces of system %d in the batch differ from those of it alone by %.3g, and "
                     "torques by %.3g, of their size",
                     k, sqrt(force[1] / force[0]), sqrt(torque[1] / torque[0]));
}

static bool check(const struct batch *batch,
                  bool (*forces)(struct prepared *prepared, struct forces *forces,
                                 struct error *error),
                  struct error *error)
{
    const bool oriented = batch->task->spec->model->oriented;
    struct forces all = {0}, own = {0};
    bool good = allocate(&all, batch->all.rounded.n, oriented, error) &&
                allocate(&own, batch->one[0].rounded.n, oriented, error) &&
                forces(batch->all.mover.prepared, &all, error);
    for (int k = 0; k < batch->count && good; k++)
        good = check_one(batch, k, &all, &own, error);
    free(all.x);
    free(own.x);
    return good;
}

/* --- its motion --- */

/* Moves the single systems to the positions of the batch. */
static bool follow_all(struct batch *batch, struct error *error)
{
    const struct system *all = &batch->all.state;
    const enum precision precision = batch->task->spec->precision;
    if (!batch->task->backend->fetch(batch->all.mover.moving, &batch->all.state, NULL, error))
        return false;
    for (int k = 0; k < batch->count; k++) {
        struct replica *one = &batch->one[k];
        const int64_t n = one->state.n;
        const size_t bytes = (size_t)n * sizeof(double);
        memcpy(one->state.x, all->x + k * n, bytes);
        memcpy(one->state.y, all->y + k * n, bytes);
        memcpy(one->state.z, all->z + k * n, bytes);
        if (all->orientation != NULL)
            memcpy(one->state.orientation, all->orientation + 4 * k * n, 4 * bytes);
        system_free(&one->rounded);
        if (!system_round(&one->state, precision, &one->rounded, error))
            return false;
    }
    return true;
}

static bool move(struct batch *batch, struct replica_times *times, struct error *error)
{
    const struct replicas_task *task = batch->task;
    const struct mover *mover = &batch->all.mover;
    const bool alone = mover_forces_alone(&batch->all.state);
    double step_ns = 0;
    if (!task->backend->advance(mover->moving, REPLICA_FIRST_STEPS, error))
        return false;
    for (int window = 0; window < REPLICA_WINDOWS; window++) {
        if (*task->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (!replica_move(mover, task->interrupted, &step_ns, error))
            return false;
        for (int k = 0; k < batch->count; k++) /* all make the same steps */
            times->step_ns[window * batch->count + k] = step_ns;
    }
    return follow_all(batch, error) &&
           check(batch, alone ? task->backend->last_forces : task->backend->evaluate, error);
}

bool replicas_by_batch(const struct replicas_task *task, struct replica_times *times,
                       struct error *error)
{
    const struct backend *backend = task->backend;
    struct batch batch = {.task = task, .count = times->count};
    struct mover *mover = &batch.all.mover;
    if (!backend->batches)
        return error_set(error, EXIT_ENVIRONMENT, "the %s backend moves no batches", backend->name);
    batch.one = memory_allocate_zeroed(times->count, sizeof *batch.one, "replicas", error);
    if (batch.one == NULL)
        return false;
    bool good =
        join(&batch, error) && backend->open(&task->options, &batch.all.device, error) &&
        mover_load(mover, backend, batch.all.device, task->spec, &batch.all.rounded, times->count,
                   error) &&
        check(&batch, backend->evaluate, error) &&
        backend->start(mover->prepared, task->motion, &batch.all.state, &mover->moving, error) &&
        move(&batch, times, error);
    times->n = batch.one[0].rounded.n;
    replica_free(&batch.all, task);
    for (int k = 0; k < times->count; k++)
        replica_free(&batch.one[k], task);
    free(batch.one);
    return good;
}

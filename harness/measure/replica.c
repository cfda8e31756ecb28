#include "harness/measure/replica.h"

#include "harness/base/clock.h"
#include "harness/input/system_create.h"
#include "harness/measure/observe/blame.h"
#include "harness/measure/observe/list_drift.h"

enum { STEPS = 20 }; /* steps between two readings of the clock */
static const double window_seconds = 0.2;

bool replica_make(struct replica *replica, const struct replicas_task *task, int k,
                  struct error *error)
{
    struct system system = {0};
    replica->number = k;
    replica->motion = *task->motion;
    replica->motion.thermostat.seed += (uint64_t)k;
    bool good = system_create(&task->spec->system, &system, error) &&
                system_set_rows(&system, task->spec->model, task->spec->constants, error) &&
                system_round(&system, task->spec->precision, &replica->rounded, error) &&
                system_round(&replica->rounded, task->spec->precision, &replica->state, error);
    system_free(&system);
    return good;
}

struct device_options replica_options(const struct replicas_task *task, int count)
{
    struct device_options options = task->options;
    options.threads = options.threads > count ? options.threads / count : 1;
    return options;
}

bool replica_start(struct replica *replica, const struct replicas_task *task,
                   const struct device_options *options, struct error *error)
{
    return task->backend->open(options, &replica->device, error) &&
           mover_start(&replica->mover, task->backend, replica->device, task->spec,
                       &replica->rounded, &replica->motion, &replica->state, error);
}

bool replica_move(const struct mover *mover, const volatile sig_atomic_t *interrupted,
                  double *step_ns, struct error *error)
{
    double started = clock_seconds(), elapsed = 0;
    int64_t steps = 0;
    while (steps == 0 || (elapsed < window_seconds && *interrupted == 0)) {
        if (!mover->backend->advance(mover->moving, STEPS, error))
            return false;
        steps += STEPS;
        elapsed = clock_seconds() - started;
    }
    *step_ns = 1e9 * elapsed / (double)steps;
    return true;
}

bool replica_check(const struct replica *replica, const struct case_spec *spec,
                   const struct verification *found, const char *when, struct error *error)
{
    char miss[VERIFY_TEXT];
    return found->passed ||
           error_set(error, EXIT_VERIFICATION, "verification of system %d%s failed: %s",
                     replica->number, when,
                     verify_describe(found, spec->model, spec->precision, miss));
}

bool replica_verify(struct replica *replica, const struct replicas_task *task, struct error *error)
{
    struct verification found;
    return mover_make_steps(&replica->mover, &replica->state, error) &&
           mover_verify(&replica->mover, task->spec, false, &replica->state, task->tolerance,
                        &found, error) &&
           replica_check(replica, task->spec, &found, " after its last step", error) &&
           list_drift(&replica->mover, task->spec, task->tolerance, &replica->state, &found,
                      error) &&
           replica_check(replica, task->spec, &found, " after a common drift", error);
}

void replica_blame(struct replica *replica, const struct replicas_task *task, struct error *error)
{
    if (replica->mover.moving != NULL && error->code == EXIT_USAGE)
        blame_steps(&replica->mover, task->spec, &replica->rounded, error);
}

void replica_free(struct replica *replica, const struct replicas_task *task)
{
    mover_stop(&replica->mover);
    if (replica->device != NULL)
        task->backend->close(replica->device);
    system_free(&replica->state);
    system_free(&replica->rounded);
    *replica = (struct replica){0};
}

#include "harness/measure/replicas.h"

#include "harness/base/clock.h"
#include "harness/base/free_memory.h"
#include "harness/base/memory.h"
#include "harness/base/places.h"
#include "harness/input/system_create.h"
#include "harness/measure/foresee.h"
#include "harness/measure/mover.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* Windows of time in which all move; steps before the first, until kernels are loaded and lists
 * have their size; and steps between two looks at the clock. */
enum { WINDOWS = 7, FIRST_STEPS = 100, STEPS = 20 };
static const double window_seconds = 0.2;

/* Where all wait for each other. */
struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    int expected, waiting, passed; /* passed: how often it was */
    bool broken;                   /* somebody does not come */
};

struct replica {
    const struct replicas_task *task;
    struct gate *gate;
    struct device *device;
    struct system system, rounded, state;
    struct mover mover;
    struct motion motion;
    pthread_t thread;
    double step_ns[WINDOWS]; /* of a step, in each window */
    bool good;               /* else `error` */
    struct error error;
};

static bool pass_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    int before = gate->passed;
    if (++gate->waiting == gate->expected) {
        gate->waiting = 0;
        gate->passed++;
        pthread_cond_broadcast(&gate->opened);
    }
    while (gate->passed == before && !gate->broken)
        pthread_cond_wait(&gate->opened, &gate->mutex);
    bool together = !gate->broken;
    pthread_mutex_unlock(&gate->mutex);
    return together;
}

static void break_gate(struct gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    gate->broken = true;
    pthread_cond_broadcast(&gate->opened);
    pthread_mutex_unlock(&gate->mutex);
}

/* --- one system --- */

static bool move_for_window(struct replica *replica, int window)
{
    const struct backend *backend = replica->task->backend;
    double started = clock_seconds(), elapsed = 0;
    int64_t steps = 0;
    while (steps == 0 || (elapsed < window_seconds && *replica->task->interrupted == 0)) {
        if (!backend->advance(replica->mover.moving, STEPS, &replica->error))
            return false;
        steps += STEPS;
        elapsed = clock_seconds() - started;
    }
    replica->step_ns[window] = 1e9 * elapsed / (double)steps;
    return true;
}

static bool is_sound(struct replica *replica)
{
    struct motion_energies energies;
    struct error *error = &replica->error;
    return replica->task->backend->energies(replica->mover.moving, &energies, error) &&
           (isfinite(energies.potential + energies.translation + energies.rotation) ||
            error_set(error, EXIT_USAGE, "the energy of a replica is no number any more"));
}

static void *move(void *context)
{
    struct replica *replica = context;
    const struct backend *backend = replica->task->backend;
    bool good = (backend->enter == NULL || backend->enter(replica->device, &replica->error)) &&
                backend->advance(replica->mover.moving, FIRST_STEPS, &replica->error);
    for (int window = 0; window < WINDOWS && good; window++)
        good = pass_gate(replica->gate) && move_for_window(replica, window);
    replica->good = good && is_sound(replica);
    if (!replica->good)
        break_gate(replica->gate);
    return NULL;
}

/* Makes the system of number `k`. Particles of a file are the same for all; their heat is not. */
static bool open_replica(struct replica *replica, int count, int k, struct error *error)
{
    const struct replicas_task *task = replica->task;
    struct device_options options = task->options;
    struct system_spec own = task->spec->system;
    own.seed += (uint64_t)k;
    replica->motion = *task->motion;
    replica->motion.thermostat.seed += (uint64_t)k;
    options.threads = options.threads > count ? options.threads / count : 1;
    return task->backend->open(&options, &replica->device, error) &&
           system_create(&own, &replica->system, error) &&
           system_round(&replica->system, task->spec->precision, &replica->rounded, error) &&
           system_round(&replica->rounded, task->spec->precision, &replica->state, error) &&
           mover_start(&replica->mover, task->backend, replica->device, task->spec,
                       &replica->rounded, &replica->motion, &replica->state, error);
}

static void close_replica(struct replica *replica)
{
    mover_stop(&replica->mover);
    if (replica->device != NULL)
        replica->task->backend->close(replica->device);
    system_free(&replica->state);
    system_free(&replica->rounded);
    system_free(&replica->system);
}

/* --- a number of them --- */

static bool run_threads(struct replica *replica, int count, struct gate *gate, struct error *error)
{
    int started = 0;
    while (started < count &&
           pthread_create(&replica[started].thread, NULL, move, &replica[started]) == 0)
        started++;
    if (started < count)
        break_gate(gate);
    for (int k = 0; k < started; k++)
        pthread_join(replica[k].thread, NULL);
    return started == count ||
           error_set(error, EXIT_ENVIRONMENT, "no more than %d threads can be started", started);
}

/* Whether all have come to the end; else the reason of who has not, or that they were asked to. */
static bool are_good(const struct replica *replica, int count, struct error *error)
{
    if (*replica->task->interrupted != 0)
        return error_set(error, EXIT_ENVIRONMENT, "interrupted");
    for (int k = 0; k < count; k++) {
        if (!replica[k].good && replica[k].error.text[0] != '\0') {
            *error = replica[k].error;
            return false;
        }
    }
    return true;
}

static bool median(const double *values, int count, double *value, struct error *error)
{
    struct statistics statistics;
    bool good = statistics_of(values, count, &statistics, error);
    *value = statistics.median;
    return good;
}

static bool sum_up(const struct replica *replica, int count, struct replica_rate *rate,
                   struct error *error)
{
    double rates[WINDOWS], unfair[WINDOWS];
    double *steps = memory_allocate((int64_t)WINDOWS * count, sizeof *steps, "steps", error);
    if (steps == NULL)
        return false;
    for (int window = 0; window < WINDOWS; window++) {
        double fastest = INFINITY, slowest = 0;
        rates[window] = 0;
        for (int k = 0; k < count; k++) {
            double own = replica[k].step_ns[window];
            rates[window] += 1e9 * (double)replica[k].system.n / own;
            fastest = fmin(fastest, own);
            slowest = fmax(slowest, own);
            steps[window * count + k] = own;
        }
        unfair[window] = slowest / fastest;
    }
    rate->count = count;
    bool good = median(rates, WINDOWS, &rate->rate, error) &&
                median(steps, WINDOWS * count, &rate->step_ns, error) &&
                median(unfair, WINDOWS, &rate->fairness, error);
    free(steps);
    return good;
}

static bool move_all(struct replica *replica, int count, struct gate *gate,
                     struct replica_rate *rate, struct error *error)
{
    for (int k = 0; k < count; k++) {
        if (*replica->task->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (!open_replica(&replica[k], count, k, error))
            return false;
    }
    return run_threads(replica, count, gate, error) && are_good(replica, count, error) &&
           sum_up(replica, count, rate, error);
}

/* Whether there is memory for so many. */
static bool has_memory(const struct replicas_task *task, int count, struct error *error)
{
    struct system outline;
    struct memory_need need = {0};
    if (!system_outline(&task->spec->system, &outline))
        return true;
    foresee_need(task->backend, task->spec, &outline, &need);
    return free_memory_suffices("this machine", count * need.host.peak, free_memory(), error) &&
           free_memory_suffices("the device", count * need.device.peak, task->free_memory, error);
}

static bool measure_count(const struct replicas_task *task, int count, struct replica_rate *rate,
                          struct error *error)
{
    struct gate gate = {
        .expected = count, .mutex = PTHREAD_MUTEX_INITIALIZER, .opened = PTHREAD_COND_INITIALIZER};
    if (!has_memory(task, count, error))
        return false;
    struct replica *replica = memory_allocate_zeroed(count, sizeof *replica, "replicas", error);
    if (replica == NULL)
        return false;
    for (int k = 0; k < count; k++) {
        replica[k].task = task;
        replica[k].gate = &gate;
    }
    bool good = move_all(replica, count, &gate, rate, error);
    for (int k = 0; k < count; k++)
        close_replica(&replica[k]);
    free(replica);
    return good;
}

void replicas_measure(const struct replicas_task *task, struct replicas *replicas)
{
    const struct sampling_options *sampling = &task->spec->sampling;
    int place;
    *replicas = (struct replicas){0};
    if (task->backend->start == NULL || places_of(1, &place)) {
        error_set(&replicas->reason, EXIT_ENVIRONMENT, "%s",
                  task->backend->start == NULL
                      ? "the backend moves nothing"
                      : "threads are bound, and further ones would run where the first one does; "
                        "leave out --bind");
        return;
    }
    while (replicas->measured < sampling->replica_counts &&
           measure_count(task, sampling->replicas[replicas->measured],
                         &replicas->rate[replicas->measured], &replicas->reason))
        replicas->measured++;
}

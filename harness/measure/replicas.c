#include "harness/measure/replicas.h"

#include "harness/base/machine/free_memory.h"
#include "harness/base/machine/places.h"
#include "harness/base/memory.h"
#include "harness/input/system_create.h"
#include "harness/measure/memory_estimate.h"
#include "harness/measure/replica.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <stdlib.h>

static double median(const double *values, int count)
{
    struct statistics statistics;
    statistics_of(values, count, &statistics);
    return statistics.median;
}

static void sum_up(const struct replica_times *times, struct replica_rate *rate)
{
    double rates[REPLICA_WINDOWS], unfair[REPLICA_WINDOWS];
    for (int window = 0; window < REPLICA_WINDOWS; window++) {
        double fastest = INFINITY, slowest = 0;
        rates[window] = 0;
        for (int k = 0; k < times->count; k++) {
            double own = times->step_ns[window * times->count + k];
            rates[window] += 1e9 * (double)times->n / own;
            fastest = fmin(fastest, own);
            slowest = fmax(slowest, own);
        }
        unfair[window] = slowest / fastest;
    }
    rate->count = times->count;
    rate->mps = times->mps;
    rate->rate = median(rates, REPLICA_WINDOWS);
    rate->step_ns = median(times->step_ns, REPLICA_WINDOWS * times->count);
    rate->fairness = median(unfair, REPLICA_WINDOWS);
}

/* Whether memory suffices for `count` systems. */
static bool has_memory(const struct replicas_task *task, int count, struct error *error)
{
    struct system outline;
    struct memory_need need = {0};
    int on_device = task->spec->sharing == SHARING_DEVICES ? 1 : count;
    if (!system_outline(&task->spec->system, &outline))
        return true;
    estimate_memory(task->backend, task->spec, &outline, &need);
    return free_memory_suffices("this machine", count * need.host.peak, free_memory(), error) &&
           free_memory_suffices("the device", on_device * need.device.peak, task->free_memory,
                                error);
}

/*
 * Measures `count` replicas into the next rate of `replicas`, or sets the reason why that failed.
 */
static bool measure_count(const struct replicas_task *task, int count, struct replicas *replicas)
{
    struct error *error = &replicas->reason;
    static bool (*const ways[SHARING_COUNT])(const struct replicas_task *task,
                                             struct replica_times *times, struct error *error) = {
        [SHARING_STREAMS] = replicas_by_threads,
        [SHARING_BATCHED] = replicas_by_batch,
        [SHARING_PROCESSES] = replicas_by_processes,
        [SHARING_DEVICES] = replicas_by_threads,
    };
    struct replica_times times = {.count = count};
    if (!has_memory(task, count, error))
        return false;
    times.step_ns =
        memory_new((int64_t)REPLICA_WINDOWS * count, sizeof *times.step_ns, "steps of replicas");
    const bool good = ways[task->spec->sharing](task, &times, error);
    if (good)
        sum_up(&times, &replicas->rate[replicas->measured]);
    replicas->broken = times.broken;
    free(times.step_ns);
    return good;
}

void replicas_measure(const struct replicas_task *task, struct replicas *replicas)
{
    const struct sampling_options *sampling = &task->spec->sampling;
    int place;
    *replicas = (struct replicas){0};
    if (task->backend->start == NULL || places_of(1, &place)) {
        error_set(&replicas->reason, EXIT_ENVIRONMENT, "%s",
                  task->backend->start == NULL ? "the backend cannot move particles"
                                               : "threads are bound, and further ones would run "
                                                 "where the first one does; leave out --bind");
        return;
    }
    while (replicas->measured < sampling->replica_counts &&
           measure_count(task, sampling->replicas[replicas->measured], replicas))
        replicas->measured++;
}

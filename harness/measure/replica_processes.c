/* Systems with a process each: this program again, which moves one of them (replica_worker.h). */
#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/worker.h"
#include "harness/json/json_get.h"
#include "harness/measure/replica.h"
#include "harness/measure/worker_message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Seconds that a process has to end on request, and to answer: a driver with a broken service may
 * leave a process waiting forever. */
static const double PATIENCE = 10, ANSWER_PATIENCE = 120;

struct crowd {
    const struct replicas_task *task;
    int count;
    struct worker worker[WORKERS];
    double answer[WORKERS];
    bool broken; /* a process has ended or hangs */
};

/* Starts the processes, and sends each the number of its system. */
static bool start(struct crowd *crowd, struct error *error)
{
    const struct replicas_task *task = crowd->task;
    for (int k = 0; k < crowd->count; k++) {
        if (!worker_start(&crowd->worker[k], task->start->arguments, k, crowd->count, error))
            return false;
        cJSON *order = cJSON_CreateObject();
        cJSON_AddNumberToObject(order, "config", task->start->config);
        cJSON_AddStringToObject(order, "replica_of", task->spec->id);
        cJSON_AddNumberToObject(order, "replica", k);
        cJSON_AddNumberToObject(order, "threads", replica_options(task, crowd->count).threads);
        cJSON_AddNumberToObject(order, "device", task->options.index);
        message_send(&crowd->worker[k].channel,
                     order); /* if the process has ended, the next wait shows that */
    }
    return true;
}

/* Takes the message of one process. False if it cannot continue. */
static bool hear(struct crowd *crowd, int k, const char *what, bool *answered, struct error *error)
{
    struct channel *channel = &crowd->worker[k].channel;
    bool broken = false, good = true;
    if (!channel_receive(channel)) {
        crowd->broken = true;
        return error_set(error, EXIT_ENVIRONMENT, "the process of system %d has ended", k);
    }
    for (cJSON *message; good && (message = message_next(channel, &broken)) != NULL;) {
        const cJSON *complaint = json_get(message, "error"), *item = json_get(message, what);
        if (complaint != NULL)
            good = error_set(error, (enum exit_code)json_value(message, "code"), "%s",
                             complaint->valuestring);
        else if (item != NULL)
            crowd->answer[k] = item->valuedouble;
        answered[k] = answered[k] || item != NULL;
        cJSON_Delete(message);
    }
    return good && (!broken || error_set(error, EXIT_ENVIRONMENT,
                                         "the process of system %d says what is no answer", k));
}

/* Waits until every process has sent a number of that name. */
static bool hear_all(struct crowd *crowd, const char *what, struct error *error)
{
    bool answered[WORKERS] = {false}, ready[WORKERS];
    const double started = clock_seconds();
    for (int left = crowd->count; left > 0;) {
        if (*crowd->task->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (clock_seconds() - started > ANSWER_PATIENCE) {
            crowd->broken = true;
            return error_set(error, EXIT_ENVIRONMENT,
                             "%d of %d processes have not answered within %g s", left, crowd->count,
                             ANSWER_PATIENCE);
        }
        worker_wait(crowd->worker, crowd->count, ready);
        left = crowd->count;
        for (int k = 0; k < crowd->count; k++) {
            if (ready[k] && !hear(crowd, k, what, answered, error))
                return false;
            left -= answered[k];
        }
    }
    return true;
}

static void tell_all(struct crowd *crowd, const char *what)
{
    for (int k = 0; k < crowd->count; k++) {
        cJSON *message = cJSON_CreateObject();
        cJSON_AddBoolToObject(message, what, true);
        message_send(&crowd->worker[k].channel, message);
    }
}

static bool move(struct crowd *crowd, struct replica_times *times, struct error *error)
{
    if (!start(crowd, error) || !hear_all(crowd, "ready", error))
        return false;
    times->n = (int64_t)crowd->answer[0];
    for (int window = 0; window < REPLICA_WINDOWS; window++) {
        tell_all(crowd, "move");
        if (!hear_all(crowd, "step_ns", error))
            return false;
        for (int k = 0; k < crowd->count; k++)
            times->step_ns[window * crowd->count + k] = crowd->answer[k];
    }
    tell_all(crowd, "end");
    return hear_all(crowd, "sound", error);
}

/* Whether CUDA's Multi-Process Service runs, by which kernels of several processes run side by side
 * on a GPU: its pipe is where CUDA looks for it. */
static bool mps_runs(void)
{
    const char *pipes = getenv("CUDA_MPS_PIPE_DIRECTORY");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/control", pipes != NULL ? pipes : "/tmp/nvidia-mps");
    return access(path, F_OK) == 0;
}

bool replicas_by_processes(const struct replicas_task *task, struct replica_times *times,
                           struct error *error)
{
    char end[64];
    if (task->start == NULL)
        return error_set(error, EXIT_ENVIRONMENT,
                         "only `pairlanes run` starts processes, and not with --devices");
    if (times->count > WORKERS)
        return error_set(error, EXIT_ENVIRONMENT, "no more than %d processes are started", WORKERS);
    times->mps = task->backend->name_of != NULL && mps_runs();
    struct crowd *crowd = memory_allocate_zeroed(1, sizeof *crowd, "processes", error);
    if (crowd == NULL)
        return false;
    crowd->task = task;
    crowd->count = times->count;
    bool good = move(crowd, times, error);
    for (int k = 0; k < times->count; k++)
        worker_end(&crowd->worker[k], PATIENCE, end, sizeof end);
    times->broken = crowd->broken;
    free(crowd);
    return good;
}

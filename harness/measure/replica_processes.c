/* Moves each system in a process, which is a worker of this program (spread_worker.h). */
#include "harness/measure/crew.h"
#include "harness/measure/replica.h"
#include "harness/measure/worker_message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Seconds in which a process must answer. */
static const double PATIENCE = 120;

/* Starts the processes, and sends each the number of its system. */
static bool start(struct crew *crew, const struct replicas_task *task, struct error *error)
{
    for (int k = 0; k < crew->count; k++) {
        if (!worker_start(&crew->worker[k], task->start->arguments, k, crew->count, error))
            return false;
        cJSON *order = cJSON_CreateObject();
        cJSON_AddNumberToObject(order, "config", task->start->config);
        cJSON_AddStringToObject(order, "replica_of", task->spec->id);
        cJSON_AddNumberToObject(order, "replica", k);
        cJSON_AddNumberToObject(order, "threads", replica_options(task, crew->count).threads);
        cJSON_AddNumberToObject(order, "device", task->options.index);
        /* if the process has ended, the next wait shows that */
        message_send(&crew->worker[k].channel, order);
    }
    return true;
}

static void send_all(struct crew *crew, const char *what)
{
    for (int k = 0; k < crew->count; k++) {
        cJSON *message = cJSON_CreateObject();
        cJSON_AddBoolToObject(message, what, true);
        message_send(&crew->worker[k].channel, message);
    }
}

static bool move(struct crew *crew, const struct replicas_task *task, struct replica_times *times,
                 struct error *error)
{
    if (!start(crew, task, error) || !crew_receive(crew, "ready", error))
        return false;
    times->n = (int64_t)crew->answer[0];
    for (int window = 0; window < REPLICA_WINDOWS; window++) {
        send_all(crew, "move");
        if (!crew_receive(crew, "step_ns", error))
            return false;
        for (int k = 0; k < crew->count; k++)
            times->step_ns[window * crew->count + k] = crew->answer[k];
    }
    send_all(crew, "end");
    return crew_receive(crew, "verified", error);
}

/*
 * Whether CUDA's Multi-Process Service runs, which lets kernels of several processes run on a GPU
 * at the same time. The service runs if its pipe exists at the path that CUDA uses.
 */
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
    struct crew crew = {
        .interrupted = task->interrupted, .patience = PATIENCE, .count = times->count};
    bool good = move(&crew, task, times, error);
    crew_end(&crew, end, sizeof end);
    times->broken = crew.broken;
    return good;
}

#include "harness/measure/dispatch/replica_worker.h"

#include "harness/devices/backends.h"
#include "harness/json/json_get.h"
#include "harness/measure/replica.h"
#include "harness/measure/runner.h"
#include "harness/measure/worker_message.h"

#include <math.h>

/* Moves the system on each request, until the other process closes the channel. */
static bool obey(struct channel *channel, struct replica *replica, const struct replicas_task *task,
                 struct error *error)
{
    cJSON *message = NULL;
    bool good = true;
    while (good && (message = message_await(channel, task->interrupted)) != NULL) {
        double step_ns = 0;
        good = json_get(message, "end") != NULL
                   ? replica_verify(replica, task, error) &&
                         message_send_number(channel, "verified", 1, error)
                   : replica_move(&replica->mover, task->interrupted, &step_ns, error) &&
                         message_send_number(channel, "step_ns", step_ns, error);
        cJSON_Delete(message);
    }
    return good;
}

bool replica_work(struct channel *channel, const struct spread_order *order,
                  const struct case_spec *spec, const struct run_options *options,
                  struct error *error)
{
    const struct motion motion = mover_motion(spec);
    const struct runner runner = {.options = options};
    const struct replicas_task task = {.backend = backend_find(spec->backend),
                                       .free_memory = INFINITY,
                                       .spec = spec,
                                       .motion = &motion,
                                       .tolerance = runner_tolerance(&runner, spec),
                                       .interrupted = options->interrupted};
    const struct device_options device = {
        .index = order->device, .threads = order->threads, .source = options->source};
    struct replica replica = {0};
    bool good = replica_make(&replica, &task, order->replica, error) &&
                replica_start(&replica, &task, &device, error) &&
                task.backend->advance(replica.mover.moving, REPLICA_FIRST_STEPS, error) &&
                message_send_number(channel, "ready", (double)replica.rounded.n, error) &&
                obey(channel, &replica, &task, error);
    replica_free(&replica, &task);
    return good;
}

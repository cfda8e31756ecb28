#include "harness/measure/dispatch/spread_worker.h"

#include "harness/base/machine/free_memory.h"
#include "harness/base/text.h"
#include "harness/devices/backends.h"
#include "harness/input/system_create.h"
#include "harness/json/json_get.h"
#include "harness/measure/observe/mover.h"
#include "harness/measure/replica.h"
#include "harness/measure/runner.h"
#include "harness/measure/worker_message.h"
#include "harness/timing/overhead.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct serving {
    struct channel *channel;
    struct cases *cases;
    struct run_options options;
    struct results *results;
    struct runner runner;
    const char *answer; /* name of the reply to the request: "case", "again" */
};

static bool lost(struct error *error)
{
    return error_set(error, EXIT_ENVIRONMENT, "the process that spreads the cases has ended");
}

bool spread_await_order(struct channel *channel, const volatile sig_atomic_t *interrupted,
                        struct spread_order *order, struct error *error)
{
    cJSON *message = message_await(channel, interrupted);
    if (message == NULL)
        return lost(error);
    *order = (struct spread_order){
        .config = (int)json_value(message, "config"),
        .resume = cJSON_IsTrue(json_get(message, "resume")),
        .device = (int)json_value(message, "device"),
        .processes = (int)json_value(message, "processes"),
        .replica = (int)json_value(message, "replica"),
        .threads = (int)json_value(message, "threads"),
    };
    snprintf(order->path, sizeof order->path, "%s", json_text(message, "path"));
    snprintf(order->cases, sizeof order->cases, "%s", json_text(message, "cases"));
    snprintf(order->replica_of, sizeof order->replica_of, "%s", json_text(message, "replica_of"));
    snprintf(order->instructions_of, sizeof order->instructions_of, "%s",
             json_text(message, "instructions_of"));
    cJSON_Delete(message);
    return true;
}

/* Adds the process' devices to a message, because the record of a case needs them. */
static void add_devices(const struct serving *serving, cJSON *message)
{
    const cJSON *provenance = json_get(serving->results->document, "provenance");
    cJSON_AddItemToObject(message, "devices",
                          cJSON_Duplicate(json_get(provenance, "devices"), true));
}

static bool send_case(void *context, int64_t index, const cJSON *item, struct error *error)
{
    const struct serving *serving = context;
    cJSON *message = cJSON_CreateObject();
    cJSON_AddNumberToObject(message, serving->answer, (double)index);
    cJSON_AddItemToObject(message, "item", cJSON_Duplicate(item, true));
    add_devices(serving, message);
    return message_send(serving->channel, message) || lost(error);
}

static bool send_done(const struct serving *serving, const struct run_summary *summary,
                      struct error *error)
{
    const struct overhead overhead = overhead_take();
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToObject(message, "done", message_sums(summary));
    add_devices(serving, message);
    cJSON_AddItemToObject(message, "overhead", members_write(overhead_members, &overhead));
    return message_send(serving->channel, message) || lost(error);
}

/* Measures the requested case, or a list of cases, and skips all others. */
static bool measure(struct serving *serving, const cJSON *wanted, struct error *error)
{
    struct run_summary summary;
    const cJSON *entry = cJSON_IsArray(wanted) ? wanted->child : wanted;
    for (; entry != NULL; entry = cJSON_IsArray(wanted) ? entry->next : NULL) {
        if (!(entry->valuedouble >= 0 && entry->valuedouble < (double)serving->cases->count))
            return lost(error);
        serving->cases->spec[(int64_t)entry->valuedouble].passed_over = false;
    }
    bool good = run_pass(&serving->runner, serving->cases, serving->results, &summary, error);
    for (int64_t k = 0; k < serving->cases->count; k++)
        serving->cases->spec[k].passed_over = true;
    return good && send_done(serving, &summary, error);
}

/* Times only the forces of a case, even if it has already been measured. */
static bool measure_again(struct serving *serving, const cJSON *wanted, struct error *error)
{
    int64_t index = (int64_t)wanted->valuedouble;
    if (index < 0 || index >= serving->cases->count)
        return lost(error);
    struct sampling_options *sampling = &serving->cases->spec[index].sampling;
    const struct sampling_options before = *sampling;
    results_put(serving->results, index, NULL);
    serving->answer = "again";
    serving->options.compared_only = true;
    sampling->step = 0;
    bool good = measure(serving, wanted, error);
    *sampling = before;
    serving->options.compared_only = false;
    serving->answer = "case";
    return good;
}

static bool obey(struct serving *serving, struct error *error)
{
    const volatile sig_atomic_t *interrupted = serving->options.interrupted;
    bool good = true;
    for (cJSON *message = NULL;
         good && (message = message_await(serving->channel, interrupted)) != NULL;) {
        const cJSON *again = json_get(message, "again"), *run = json_get(message, "run");
        good = again != NULL ? measure_again(serving, again, error) : measure(serving, run, error);
        cJSON_Delete(message);
    }
    return good;
}

/* Reads the earlier results from the file that the coordinator writes. */
static bool take_results(struct serving *serving, const struct spread_order *order,
                         struct error *error)
{
    char found[HASH_TEXT];
    struct results *results = serving->results;
    message_fingerprint(serving->cases, results, found);
    if (strcmp(found, order->cases) != 0)
        return error_set(error, EXIT_USAGE,
                         "the config, or a file that it names, has changed since the run began; "
                         "start it again");
    results->receiver = send_case;
    results->receiver_context = serving;
    results->path = order->path[0] != '\0' ? text_new("%s", order->path) : NULL;
    return !order->resume || results->path == NULL ||
           results_resume(results, serving->cases, error);
}

bool spread_work(struct channel *channel, const struct spread_order *order, struct cases *cases,
                 const struct run_options *options, struct results *results, struct error *error)
{
    struct serving serving = {.channel = channel,
                              .cases = cases,
                              .options = *options,
                              .results = results,
                              .answer = "case"};
    serving.options.device = order->device;
    serving.options.resume = order->resume;
    serving.options.crowded = order->processes > 1;
    serving.options.quiet = true; /* the coordinator reports progress */
    free_memory_share(order->processes);
    bool good = take_results(&serving, order, error);
    for (int64_t k = 0; k < cases->count; k++)
        cases->spec[k].passed_over = true;
    good = run_open(&serving.runner, &serving.options, error) && good;
    good = good && obey(&serving, error);
    if (!good)
        spread_give_up(channel, error);
    run_close(&serving.runner);
    return good;
}

void spread_give_up(const struct channel *channel, const struct error *error)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "error", error->text);
    cJSON_AddNumberToObject(message, "code", error->code);
    message_send(channel, message); /* if the channel is closed, no message is expected */
}

/* Moves the system at each request, until the other process closes the channel. */
static bool move_on_request(struct channel *channel, struct replica *replica,
                            const struct replicas_task *task, struct error *error)
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
                move_on_request(channel, &replica, &task, error);
    if (!good)
        replica_blame(&replica, &task, error);
    replica_free(&replica, &task);
    return good;
}

static bool make_system(const struct case_spec *spec, struct system *rounded, struct error *error)
{
    struct system system = {0};
    bool good = system_create(&spec->system, &system, error) &&
                system_set_rows(&system, spec->model, spec->constants, error) &&
                system_round(&system, spec->precision, rounded, error);
    system_free(&system);
    return good;
}

bool instruction_work(struct channel *channel, const struct spread_order *order,
                      const struct case_spec *spec, const struct run_options *options,
                      struct error *error)
{
    const struct backend *backend = backend_find(spec->backend);
    const struct device_options device_options = {.threads = 1, .source = options->source};
    struct device *device = NULL;
    struct system rounded = {0};
    struct mover mover = {0};
    double count = 0;
    bool good = make_system(spec, &rounded, error) &&
                backend->open(&device_options, &device, error) &&
                mover_load(&mover, backend, device, spec, &rounded, 1, error) &&
                backend->count_instructions(mover.prepared, order->path, &count, error);
    mover_stop(&mover);
    if (device != NULL)
        backend->close(device);
    system_free(&rounded);
    return good && message_send_number(channel, "instructions", count, error);
}

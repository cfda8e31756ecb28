#include "harness/measure/dispatch/spread.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/progress.h"
#include "harness/devices/backends.h"
#include "harness/json/json_get.h"
#include "harness/measure/dispatch/spread_agreement.h"
#include "harness/measure/dispatch/spread_queue.h"
#include "harness/measure/observe/time_left.h"
#include "harness/measure/runner.h"
#include "harness/measure/worker_message.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Number of successive crashes until a device is given up. */
enum { DEATHS = 3 };

/*
 * Seconds in which processes must send their results after a signal. Seconds in which they must
 * close their devices. This process itself has one second (base/interrupt.h).
 */
static const double LAST_WORDS = 0.6, CLOSING = 10;

/* A device, and the process that measures on it. */
struct place {
    int device;
    int deaths;            /* successive crashes of its processes */
    bool again;            /* true if the current case is timed again, to compare devices */
    int compared;          /* number of cases that the process got to compare devices */
    double started;        /* time when the current work was started */
    struct overhead spent; /* times of the current process's phases so far */
};

struct spread {
    const struct cases *cases;
    const struct spread_options *options;
    struct results *results;
    struct run_summary *summary;
    struct spread_queue queue;
    struct spread_agreement agreement;
    struct place place[WORKERS];
    struct worker worker[WORKERS];
    int places;
    bool *fresh; /* true for each case that this run has measured */
    struct progress progress;
    struct time_left left;
    bool failed; /* true if the whole run cannot continue, for the reason `error` */
    struct error *error;
};

static bool on_devices(const struct case_spec *spec)
{
    const struct backend *backend = backend_find(spec->backend);
    return backend != NULL && backend->name_of != NULL;
}

static bool elsewhere(const struct case_spec *spec)
{
    return !on_devices(spec);
}

static bool interrupted(const struct spread *spread)
{
    return *spread->options->run->interrupted != 0;
}

static void fail(struct spread *spread)
{
    spread->failed = true;
}

/* --- processes --- */

static bool is_busy(const struct spread *spread, int k)
{
    return spread->worker[k].id != 0 &&
           (spread->place[k].again || spread_queue_taken(&spread->queue, k) != NULL);
}

static int alive(const struct spread *spread)
{
    int count = 0;
    for (int k = 0; k < spread->places; k++)
        count += spread->worker[k].id != 0;
    return count;
}

/* Starts the process of a place, and sends it its order. */
static void start(struct spread *spread, int k, bool resume)
{
    struct place *place = &spread->place[k];
    char cases[HASH_TEXT];
    if (!worker_start(&spread->worker[k], spread->options->arguments, k, spread->places,
                      spread->error)) {
        fail(spread);
        return;
    }
    message_fingerprint(spread->cases, spread->results, cases);
    cJSON *order = cJSON_CreateObject();
    cJSON_AddNumberToObject(order, "config", spread->options->config);
    cJSON_AddStringToObject(order, "path",
                            spread->results->path != NULL ? spread->results->path : "");
    cJSON_AddBoolToObject(order, "resume", resume);
    cJSON_AddNumberToObject(order, "device", place->device);
    cJSON_AddNumberToObject(order, "processes", spread->places);
    cJSON_AddStringToObject(order, "cases", cases);
    place->spent = (struct overhead){0};
    /* if the process has ended, the next wait shows that */
    message_send(&spread->worker[k].channel, order);
}

/* Adds the times of the phases of a process that has ended. */
static void add_spent(struct spread *spread, int k)
{
    cJSON *spent = members_write(overhead_members, &spread->place[k].spent);
    message_add_overhead(spent, &spread->summary->overhead);
    cJSON_Delete(spent);
    spread->place[k].spent = (struct overhead){0};
}

/* Handles the crash of a process: returns its work to the queue. */
static void reap_worker(struct spread *spread, int k)
{
    struct place *place = &spread->place[k];
    struct spread_group *group = spread_queue_taken(&spread->queue, k);
    char end[80];
    worker_end(&spread->worker[k], LAST_WORDS, end, sizeof end);
    add_spent(spread, k);
    place->again = false;
    if (interrupted(spread) || spread->failed)
        return;
    struct error reason;
    error_set(&reason, EXIT_ENVIRONMENT, "the process of device %d has ended by %s%s%.200s",
              place->device, end, group != NULL ? " with " : "",
              group != NULL ? group->cases.id : "");
    fprintf(stderr, "%s\n", reason.text);
    if (group != NULL)
        spread_queue_return(group);
    if (group != NULL && group->state == SPREAD_LEFT && spread->summary->reason.text[0] == '\0')
        spread->summary->reason = reason;
    if (++place->deaths < DEATHS)
        start(spread, k, spread->results->path != NULL);
    else if (spread->summary->reason.text[0] == '\0')
        spread->summary->reason = reason;
}

/* --- sending work --- */

/* Returns the unmeasured cases of a group. */
static cJSON *cases_of(const struct spread *spread, const struct case_group *group)
{
    cJSON *list = cJSON_CreateArray();
    for (int64_t k = group->first; k < group->first + group->count; k++)
        if (!spread->cases->spec[k].passed_over && !spread->fresh[k])
            cJSON_AddItemToArray(list, cJSON_CreateNumber((double)k));
    return list;
}

/*
 * Whether a case still has to be measured for the comparison of devices. The results of an earlier
 * run may contain it.
 */
static bool is_to_compare(const struct spread *spread, int64_t index)
{
    const cJSON *item = results_get(spread->results, index);
    return strcmp(json_text(item, "status"), "ok") == 0 && json_get(item, "devices") == NULL;
}

/*
 * Sends the next group to a free process; if no group is left, a case for the comparison of
 * devices.
 */
static void hand_out(struct spread *spread, int k)
{
    struct place *place = &spread->place[k];
    struct spread_group *group = spread_queue_take(&spread->queue, k, alive(spread) == 1);
    cJSON *message = NULL;
    if (group != NULL) {
        message = cJSON_CreateObject();
        cJSON_AddItemToObject(message, "run", cases_of(spread, &group->cases));
    } else if (spread_queue_over(&spread->queue)) {
        while (message == NULL && place->compared < spread->agreement.count) {
            int64_t index = spread->agreement.compared[place->compared++].index;
            if (!is_to_compare(spread, index))
                continue;
            message = cJSON_CreateObject();
            cJSON_AddNumberToObject(message, "again", (double)index);
            place->again = true;
        }
    }
    if (message != NULL) {
        place->started = clock_seconds();
        message_send(&spread->worker[k].channel, message);
    }
}

/* --- receiving results --- */

static void take_case(struct spread *spread, int k, double index, cJSON *item)
{
    if (!(index >= 0 && index < (double)spread->cases->count) || item == NULL) {
        cJSON_Delete(item);
        return;
    }
    int64_t at = (int64_t)index;
    if (!spread->fresh[at])
        progress_step(&spread->progress);
    spread->fresh[at] = true;
    progress_say(&spread->progress, "done", spread->cases->spec[at].id);
    spread->place[k].deaths = 0;
    const bool ran = cJSON_IsObject(json_get(item, "verify"));
    if (!results_publish(spread->results, at, item, spread->error))
        fail(spread);
    else if (ran)
        runner_drop_checkpoint(spread->results, &spread->cases->spec[at]);
}

static void add_devices(struct spread *spread, const cJSON *devices)
{
    const cJSON *device = NULL;
    cJSON_ArrayForEach (device, devices) {
        results_add_device(spread->results, cJSON_Duplicate(device, true));
    }
}

/* Returns the number of a group's cases that are in the results. */
static int64_t measured(const struct spread *spread, const struct case_group *group, double *n)
{
    int64_t count = 0;
    for (int64_t k = group->first; k < group->first + group->count; k++) {
        count += spread->fresh[k];
        if (spread->fresh[k])
            *n = json_value(results_get(spread->results, k), "n");
    }
    return count;
}

static void finish_group(struct spread *spread, int k, struct spread_group *group)
{
    double n = 0, seconds = clock_seconds() - spread->place[k].started;
    int64_t count = measured(spread, &group->cases, &n);
    group->state = SPREAD_DONE;
    time_left_learn(&spread->left, &spread->cases->spec[group->cases.first], count,
                    isnan(n) ? 0 : n, seconds);
    progress_expect(&spread->progress,
                    time_left_seconds(&spread->left, spread->cases, spread->results, 0) /
                        fmax(1, alive(spread)));
}

static void take_done(struct spread *spread, int k, const cJSON *message)
{
    struct place *place = &spread->place[k];
    struct spread_group *group = spread_queue_taken(&spread->queue, k);
    place->spent = (struct overhead){0};
    message_add_overhead(json_get(message, "overhead"), &place->spent);
    if (!place->again)
        message_add_sums(json_get(message, "done"), spread->summary);
    if (!place->again && group != NULL && interrupted(spread))
        group->state = SPREAD_LEFT;
    else if (!place->again && group != NULL)
        finish_group(spread, k, group);
    place->again = false;
}

static void take(struct spread *spread, int k, cJSON *message)
{
    const cJSON *index = json_get(message, "case"), *again = json_get(message, "again");
    add_devices(spread, json_get(message, "devices"));
    if (index != NULL)
        take_case(spread, k, index->valuedouble, cJSON_DetachItemFromObject(message, "item"));
    else if (again != NULL)
        spread_agreement_note(&spread->agreement, (int64_t)again->valuedouble, k,
                              json_get(message, "item"));
    else if (json_get(message, "done") != NULL)
        take_done(spread, k, message);
    else if (!spread->failed) {
        error_set(spread->error, (enum exit_code)json_value(message, "code"), "%s",
                  json_text(message, "error"));
        fail(spread);
    }
}

/* Handles the messages of a process; false after the last one. */
static bool hear(struct spread *spread, int k)
{
    struct channel *channel = &spread->worker[k].channel;
    bool open = channel_receive(channel), broken = false;
    for (cJSON *message = NULL; (message = message_next(channel, &broken)) != NULL;) {
        take(spread, k, message);
        cJSON_Delete(message);
    }
    return open && !broken;
}

static void hear_all(struct spread *spread)
{
    bool ready[WORKERS];
    worker_wait(spread->worker, spread->places, ready);
    for (int k = 0; k < spread->places; k++)
        if (ready[k] && !hear(spread, k))
            reap_worker(spread, k);
}

/* --- the whole run --- */

static bool any_busy(const struct spread *spread)
{
    for (int k = 0; k < spread->places; k++)
        if (is_busy(spread, k))
            return true;
    return false;
}

static void attend(struct spread *spread)
{
    for (;;) {
        for (int k = 0; k < spread->places && !spread->failed; k++)
            if (spread->worker[k].id != 0 && !is_busy(spread, k))
                hand_out(spread, k);
        if (!any_busy(spread) || spread->failed || interrupted(spread))
            return;
        hear_all(spread);
    }
}

/* Ends the processes; busy ones first send what they have measured. */
static void end_all(struct spread *spread)
{
    char end[80];
    double asked = clock_seconds();
    bool hurry = interrupted(spread) || spread->failed;
    for (int k = 0; k < spread->places && hurry; k++)
        worker_signal(&spread->worker[k], SIGTERM);
    while (hurry && any_busy(spread) && clock_seconds() - asked < LAST_WORDS)
        hear_all(spread);
    for (int k = 0; k < spread->places && hurry; k++)
        worker_signal(&spread->worker[k], SIGKILL);
    for (int k = 0; k < spread->places; k++) {
        worker_end(&spread->worker[k], hurry ? 0 : CLOSING, end, sizeof end);
        add_spent(spread, k);
    }
}

/* Runs the wanted cases on all devices. */
static bool run_on(struct spread *spread, spread_wanted *wanted, const int *device, int devices)
{
    spread->places = devices;
    spread_queue_free(&spread->queue);
    spread_queue_fill(&spread->queue, spread->cases, wanted);
    if (spread->queue.count == 0)
        return true;
    for (int k = 0; k < devices; k++)
        spread->place[k] = (struct place){.device = device[k]};
    if (devices > 1)
        spread_agreement_choose(&spread->agreement, spread->cases, wanted);
    for (int k = 0; k < devices && !spread->failed; k++)
        start(spread, k, spread->options->run->resume);
    if (!spread->failed)
        attend(spread);
    end_all(spread);
    return !spread->failed;
}

/* Counts the results of all cases; cases that no process has started are left out. */
static void count(struct spread *spread)
{
    struct run_summary *summary = spread->summary;
    int64_t kept = summary->kept;
    for (int64_t k = 0; k < spread->cases->count; k++) {
        const char *status = json_text(results_get(spread->results, k), "status");
        if (spread->cases->spec[k].passed_over || !spread->fresh[k])
            continue;
        summary->ok += strcmp(status, "ok") == 0;
        summary->skipped += strcmp(status, "skipped") == 0;
        summary->failed += strcmp(status, "failed") == 0;
    }
    summary->ok += kept;
    summary->interrupted = *spread->options->run->interrupted;
    summary->not_run = summary->cases - summary->ok - summary->skipped - summary->failed;
}

static bool spread_out(struct spread *spread, char *agreement, size_t size)
{
    const struct spread_options *options = spread->options;
    const int one[] = {options->run->device};
    bool good = results_write(spread->results, spread->error) &&
                run_on(spread, on_devices, options->device, options->devices);
    if (good && spread_agreement_put(&spread->agreement, options->device, options->devices,
                                     spread->results))
        good = results_write(spread->results, spread->error);
    spread_agreement_text(&spread->agreement, options->device, options->devices, spread->cases,
                          agreement, size);
    spread->agreement = (struct spread_agreement){0};
    return good && (interrupted(spread) || run_on(spread, elsewhere, one, 1));
}

bool spread_cases(const struct cases *cases, const struct spread_options *options,
                  struct results *results, struct run_summary *summary, char *agreement,
                  size_t size, struct error *error)
{
    *summary = (struct run_summary){0};
    struct spread *spread = memory_new(1, sizeof *spread, "devices");
    bool *fresh = memory_new(cases->count, sizeof *fresh, "cases");
    *spread = (struct spread){.cases = cases,
                              .options = options,
                              .results = results,
                              .summary = summary,
                              .fresh = fresh,
                              .error = error};
    for (int64_t k = 0; k < cases->count; k++)
        summary->cases += !cases->spec[k].passed_over;
    progress_start(&spread->progress, summary->cases, options->run->quiet);
    bool good = spread_out(spread, agreement, size);
    progress_end(&spread->progress);
    count(spread);
    spread_queue_free(&spread->queue);
    cJSON_AddItemToObject(results->document, "overhead",
                          members_write(overhead_members, &summary->overhead));
    good = good && results_write(results, error);
    free(fresh);
    free(spread);
    return good;
}

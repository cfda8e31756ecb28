#include "harness/measure/dispatch/share.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/process/progress.h"
#include "harness/devices/backends.h"
#include "harness/json/json_get.h"
#include "harness/measure/dispatch/share_agreement.h"
#include "harness/measure/dispatch/share_queue.h"
#include "harness/measure/observe/remaining.h"
#include "harness/measure/runner.h"
#include "harness/measure/share_message.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deaths of a process in a row after which its device is given up. */
enum { DEATHS = 3 };

/* Seconds that processes have to say what they have, once this one is asked to end, which it does
 * within a second (base/interrupt.h); and that they have to close their devices. */
static const double LAST_WORDS = 0.6, CLOSING = 10;

/* A device and the process that measures on it. */
struct place {
    int device;
    int deaths;            /* deaths in a row */
    bool again;            /* its current case is one that is compared */
    int compared;          /* cases that it has been given for that */
    double started;        /* time when its current work was started */
    struct overhead spent; /* time of the present process so far */
};

struct share {
    const struct cases *cases;
    const struct share_options *options;
    struct results *results;
    struct run_summary *summary;
    struct share_queue queue;
    struct share_agreement agreement;
    struct place place[WORKERS];
    struct worker worker[WORKERS];
    int places;
    bool *fresh; /* true for each case that this run has measured */
    struct progress progress;
    struct remaining remaining;
    bool failed; /* true with `error`: the run as a whole cannot go on */
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

static bool interrupted(const struct share *share)
{
    return *share->options->run->interrupted != 0;
}

static void fail(struct share *share)
{
    share->failed = true;
}

/* --- processes --- */

static bool is_busy(const struct share *share, int k)
{
    return share->worker[k].id != 0 &&
           (share->place[k].again || share_queue_taken(&share->queue, k) != NULL);
}

static int alive(const struct share *share)
{
    int count = 0;
    for (int k = 0; k < share->places; k++)
        count += share->worker[k].id != 0;
    return count;
}

/* Starts the process of a place, and sends it its orders. */
static void start(struct share *share, int k, bool resume)
{
    struct place *place = &share->place[k];
    char cases[HASH_TEXT];
    if (!worker_start(&share->worker[k], share->options->arguments, k, share->places,
                      share->error)) {
        fail(share);
        return;
    }
    share_fingerprint(share->cases, share->results, cases);
    cJSON *order = cJSON_CreateObject();
    cJSON_AddNumberToObject(order, "config", share->options->config);
    cJSON_AddStringToObject(order, "path",
                            share->results->path != NULL ? share->results->path : "");
    cJSON_AddBoolToObject(order, "resume", resume);
    cJSON_AddNumberToObject(order, "device", place->device);
    cJSON_AddNumberToObject(order, "processes", share->places);
    cJSON_AddStringToObject(order, "cases", cases);
    place->spent = (struct overhead){0};
    share_send(&share->worker[k].channel, order); /* if it has ended, that is seen soon */
}

/* Adds what a process has spent, which has ended. */
static void add_spent(struct share *share, int k)
{
    cJSON *spent = members_write(overhead_members, &share->place[k].spent);
    share_add_overhead(spent, &share->summary->overhead);
    cJSON_Delete(spent);
    share->place[k].spent = (struct overhead){0};
}

/* Handles the early end of a process: its work waits for another process. */
static void bury(struct share *share, int k)
{
    struct place *place = &share->place[k];
    struct share_group *group = share_queue_taken(&share->queue, k);
    char end[80];
    worker_end(&share->worker[k], LAST_WORDS, end, sizeof end);
    add_spent(share, k);
    place->again = false;
    if (interrupted(share) || share->failed)
        return;
    struct error reason;
    error_set(&reason, EXIT_ENVIRONMENT, "the process of device %d has ended by %s%s%.200s",
              place->device, end, group != NULL ? " with " : "",
              group != NULL ? group->cases.id : "");
    fprintf(stderr, "%s\n", reason.text);
    if (group != NULL)
        share_queue_return(group);
    if (group != NULL && group->state == SHARE_LEFT && share->summary->reason.text[0] == '\0')
        share->summary->reason = reason;
    if (++place->deaths < DEATHS)
        start(share, k, share->results->path != NULL);
    else if (share->summary->reason.text[0] == '\0')
        share->summary->reason = reason;
}

/* --- what is handed out --- */

/* The cases of a group that this run has not measured yet. */
static cJSON *cases_of(const struct share *share, const struct case_group *group)
{
    cJSON *list = cJSON_CreateArray();
    for (int64_t k = group->first; k < group->first + group->count; k++)
        if (!share->cases->spec[k].passed_over && !share->fresh[k])
            cJSON_AddItemToArray(list, cJSON_CreateNumber((double)k));
    return list;
}

/* Whether the results need the comparison of a case: what was kept of an earlier run may have it.
 */
static bool is_to_compare(const struct share *share, int64_t index)
{
    const cJSON *item = results_get(share->results, index);
    return strcmp(json_text(item, "status"), "ok") == 0 && json_get(item, "devices") == NULL;
}

/* Gives a process that is free the next group; when there is none left, a case to compare. */
static void hand_out(struct share *share, int k)
{
    struct place *place = &share->place[k];
    struct share_group *group = share_queue_take(&share->queue, k, alive(share) == 1);
    cJSON *message = NULL;
    if (group != NULL) {
        message = cJSON_CreateObject();
        cJSON_AddItemToObject(message, "run", cases_of(share, &group->cases));
    } else if (share_queue_over(&share->queue)) {
        while (message == NULL && place->compared < share->agreement.count) {
            int64_t index = share->agreement.compared[place->compared++].index;
            if (!is_to_compare(share, index))
                continue;
            message = cJSON_CreateObject();
            cJSON_AddNumberToObject(message, "again", (double)index);
            place->again = true;
        }
    }
    if (message != NULL) {
        place->started = clock_seconds();
        share_send(&share->worker[k].channel, message);
    }
}

/* --- what comes back --- */

static void take_case(struct share *share, int k, double index, cJSON *item)
{
    if (!(index >= 0 && index < (double)share->cases->count) || item == NULL) {
        cJSON_Delete(item);
        return;
    }
    int64_t at = (int64_t)index;
    if (!share->fresh[at])
        progress_step(&share->progress);
    share->fresh[at] = true;
    progress_say(&share->progress, "done", share->cases->spec[at].id);
    share->place[k].deaths = 0;
    const bool ran = cJSON_IsObject(json_get(item, "verify"));
    if (!results_publish(share->results, at, item, share->error))
        fail(share);
    else if (ran)
        runner_drop_checkpoint(share->results, &share->cases->spec[at]);
}

static void add_devices(struct share *share, const cJSON *devices)
{
    const cJSON *device = NULL;
    cJSON_ArrayForEach (device, devices) {
        results_add_device(share->results, cJSON_Duplicate(device, true));
    }
}

/* Cases of a group that the results have. */
static int64_t measured(const struct share *share, const struct case_group *group, double *n)
{
    int64_t count = 0;
    for (int64_t k = group->first; k < group->first + group->count; k++) {
        count += share->fresh[k];
        if (share->fresh[k])
            *n = json_value(results_get(share->results, k), "n");
    }
    return count;
}

static void finish_group(struct share *share, int k, struct share_group *group)
{
    double n = 0, seconds = clock_seconds() - share->place[k].started;
    int64_t count = measured(share, &group->cases, &n);
    group->state = SHARE_DONE;
    remaining_learn(&share->remaining, &share->cases->spec[group->cases.first], count,
                    isnan(n) ? 0 : n, seconds);
    progress_expect(&share->progress,
                    remaining_seconds(&share->remaining, share->cases, share->results, 0) /
                        fmax(1, alive(share)));
}

static void take_done(struct share *share, int k, const cJSON *message)
{
    struct place *place = &share->place[k];
    struct share_group *group = share_queue_taken(&share->queue, k);
    place->spent = (struct overhead){0};
    share_add_overhead(json_get(message, "overhead"), &place->spent);
    if (!place->again)
        share_add_sums(json_get(message, "done"), share->summary);
    if (!place->again && group != NULL && interrupted(share))
        group->state = SHARE_LEFT;
    else if (!place->again && group != NULL)
        finish_group(share, k, group);
    place->again = false;
}

static void take(struct share *share, int k, cJSON *message)
{
    const cJSON *index = json_get(message, "case"), *again = json_get(message, "again");
    add_devices(share, json_get(message, "devices"));
    if (index != NULL)
        take_case(share, k, index->valuedouble, cJSON_DetachItemFromObject(message, "item"));
    else if (again != NULL)
        share_agreement_note(&share->agreement, (int64_t)again->valuedouble, k,
                             json_get(message, "item"));
    else if (json_get(message, "done") != NULL)
        take_done(share, k, message);
    else if (!share->failed) {
        error_set(share->error, (enum exit_code)json_value(message, "code"), "%s",
                  json_text(message, "error"));
        fail(share);
    }
}

/* Hears what a process has to say; false if that was the last. */
static bool hear(struct share *share, int k)
{
    struct channel *channel = &share->worker[k].channel;
    bool open = channel_receive(channel), broken = false;
    for (cJSON *message = NULL; (message = share_next(channel, &broken)) != NULL;) {
        take(share, k, message);
        cJSON_Delete(message);
    }
    return open && !broken;
}

static void hear_all(struct share *share)
{
    bool ready[WORKERS];
    worker_wait(share->worker, share->places, ready);
    for (int k = 0; k < share->places; k++)
        if (ready[k] && !hear(share, k))
            bury(share, k);
}

/* --- all of it --- */

static bool any_busy(const struct share *share)
{
    for (int k = 0; k < share->places; k++)
        if (is_busy(share, k))
            return true;
    return false;
}

static void attend(struct share *share)
{
    for (;;) {
        for (int k = 0; k < share->places && !share->failed; k++)
            if (share->worker[k].id != 0 && !is_busy(share, k))
                hand_out(share, k);
        if (!any_busy(share) || share->failed || interrupted(share))
            return;
        hear_all(share);
    }
}

/* Ends the processes; busy ones are asked for their partial results. */
static void end_all(struct share *share)
{
    char end[80];
    double asked = clock_seconds();
    bool hurry = interrupted(share) || share->failed;
    for (int k = 0; k < share->places && hurry; k++)
        worker_signal(&share->worker[k], SIGTERM);
    while (hurry && any_busy(share) && clock_seconds() - asked < LAST_WORDS)
        hear_all(share);
    for (int k = 0; k < share->places && hurry; k++)
        worker_signal(&share->worker[k], SIGKILL);
    for (int k = 0; k < share->places; k++) {
        worker_end(&share->worker[k], hurry ? 0 : CLOSING, end, sizeof end);
        add_spent(share, k);
    }
}

/* Runs the wanted cases on all devices of the share. */
static bool run_on(struct share *share, share_wanted *wanted, const int *device, int devices)
{
    share->places = devices;
    share_queue_free(&share->queue);
    if (!share_queue_fill(&share->queue, share->cases, wanted, share->error))
        return false;
    if (share->queue.count == 0)
        return true;
    for (int k = 0; k < devices; k++)
        share->place[k] = (struct place){.device = device[k]};
    if (devices > 1)
        share_agreement_choose(&share->agreement, share->cases, wanted);
    for (int k = 0; k < devices && !share->failed; k++)
        start(share, k, share->options->run->resume);
    if (!share->failed)
        attend(share);
    end_all(share);
    return !share->failed;
}

/* Counts the results of the cases, without those that no process has taken. */
static void count(struct share *share)
{
    struct run_summary *summary = share->summary;
    int64_t kept = summary->kept;
    for (int64_t k = 0; k < share->cases->count; k++) {
        const char *status = json_text(results_get(share->results, k), "status");
        if (share->cases->spec[k].passed_over || !share->fresh[k])
            continue;
        summary->ok += strcmp(status, "ok") == 0;
        summary->skipped += strcmp(status, "skipped") == 0;
        summary->failed += strcmp(status, "failed") == 0;
    }
    summary->ok += kept;
    summary->interrupted = *share->options->run->interrupted;
    summary->not_run = summary->cases - summary->ok - summary->skipped - summary->failed;
}

static bool share_out(struct share *share, char *agreement, size_t size)
{
    const struct share_options *options = share->options;
    const int one[] = {options->run->device};
    bool good = results_write(share->results, share->error) &&
                run_on(share, on_devices, options->device, options->devices);
    if (good &&
        share_agreement_put(&share->agreement, options->device, options->devices, share->results))
        good = results_write(share->results, share->error);
    share_agreement_text(&share->agreement, options->device, options->devices, share->cases,
                         agreement, size);
    share->agreement = (struct share_agreement){0};
    return good && (interrupted(share) || run_on(share, elsewhere, one, 1));
}

bool share_cases(const struct cases *cases, const struct share_options *options,
                 struct results *results, struct run_summary *summary, char *agreement, size_t size,
                 struct error *error)
{
    *summary = (struct run_summary){0};
    struct share *share = memory_allocate_zeroed(1, sizeof *share, "devices", error);
    bool *fresh = memory_allocate_zeroed(cases->count, sizeof *fresh, "cases", error);
    bool good = share != NULL && fresh != NULL;
    if (good) {
        *share = (struct share){.cases = cases,
                                .options = options,
                                .results = results,
                                .summary = summary,
                                .fresh = fresh,
                                .error = error};
        for (int64_t k = 0; k < cases->count; k++)
            summary->cases += !cases->spec[k].passed_over;
        progress_start(&share->progress, summary->cases, options->run->quiet);
        good = share_out(share, agreement, size);
        progress_end(&share->progress);
        count(share);
        share_queue_free(&share->queue);
        cJSON_AddItemToObject(results->document, "overhead",
                              members_write(overhead_members, &summary->overhead));
        good = good && results_write(results, error);
    }
    free(fresh);
    free(share);
    return good;
}

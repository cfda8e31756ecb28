#include "harness/results/results.h"
#include "harness/base/files/output.h"
#include "harness/base/memory.h"
#include "harness/base/process/crash.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/results/aside.h"
#include "harness/results/case_check.h"
#include "harness/results/members.h"
#include "harness/results/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *results_path(const char *machine, const char *name)
{
    return text_new("results/%s/%s.json", machine, name);
}

char *results_default_path(const char *machine, const struct config *config)
{
    char name[256];
    snprintf(name, sizeof name, "%s", json_text(config->resolved, "name"));
    provenance_file_name(name);
    return results_path(machine, name);
}

bool results_start(const char *path, const struct config *config, const struct cases *cases,
                   struct results *results, struct error *error)
{
    bool printed = path != NULL && output_is_standard(path);
    *results = (struct results){.count = cases->count, .printed = printed};
    path = printed ? NULL : path;
    results->item = memory_new(cases->count, sizeof *results->item, "results");
    results->line = memory_new(cases->count, sizeof *results->line, "results");
    results->failed = memory_new(cases->count, sizeof *results->failed, "results");
    results->kept = memory_new(cases->count, sizeof *results->kept, "results");
    results->document = cJSON_CreateObject();
    results->path = path != NULL ? text_new("%s", path) : NULL;
    if (path != NULL && !lock_take(path, &results->lock, error)) {
        results_free(results);
        return false;
    }
    cJSON_AddNumberToObject(results->document, "schema_version", RESULTS_SCHEMA);
    cJSON_AddItemToObject(results->document, "provenance", provenance_new());
    cJSON_AddItemToObject(results->document, "config", cJSON_Duplicate(config->resolved, true));
    cJSON_AddArrayToObject(results->document, "cases");
    return true;
}

const cJSON *results_get(const struct results *results, int64_t index)
{
    return results->item[index];
}

cJSON *results_change(struct results *results, int64_t index)
{
    cJSON_free(results->line[index]);
    results->line[index] = NULL;
    return results->item[index];
}

void results_put(struct results *results, int64_t index, cJSON *item)
{
    cJSON *old = results_change(results, index);
    results->item[index] = item;
    results->kept[index] = false;
    if (strcmp(json_text(item, "status"), "skipped") != 0) {
        cJSON_Delete(results->failed[index]);
        results->failed[index] = NULL;
    }
    cJSON *cases = cJSON_CreateArray();
    for (int64_t k = 0; k < results->count; k++)
        if (results->item[k] != NULL)
            cJSON_AddItemReferenceToArray(cases, results->item[k]);
    cJSON_ReplaceItemInObjectCaseSensitive(results->document, "cases", cases);
    cJSON_Delete(old);
}

static cJSON *read_document(const char *path, struct error *error)
{
    cJSON *document = json_file_read(path, error);
    if (document == NULL || (cJSON_IsArray(json_get(document, "cases")) &&
                             cJSON_IsObject(json_get(document, "provenance"))))
        return document;
    error_set(error, EXIT_USAGE, "%s: expected the results of a run, found something else", path);
    cJSON_Delete(document);
    return NULL;
}

static int64_t index_of(const struct cases *cases, const char *id)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].id, id) == 0)
            return k;
    return -1;
}

/*
 * Whether all members of a case are valid. If not, counts the case as dropped, and keeps the first
 * reason.
 */
static bool is_right(struct results *results, const cJSON *item)
{
    char place[MEMBER_TEXT_SIZE];
    struct error reason = {0};
    snprintf(place, sizeof place, "%s: case %s", results->path, json_text(item, "id"));
    if (case_check(item, MEMBERS_MUST, place, &reason))
        return true;
    if (results->dropped++ == 0)
        results->wrong = reason;
    return false;
}

/* Whether the run is a shard of a config, which may continue on another machine. */
static bool may_move(const struct cases *cases)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (cases->spec[k].shard[0] != '\0')
            return true;
    return false;
}

/*
 * Keeps a case of the resumed file, with a separate provenance if it was measured elsewhere.
 * Without `wanted`, keeps it only until it has run again.
 */
static void keep(struct results *results, int64_t index, cJSON *item, const cJSON *elsewhere,
                 bool wanted)
{
    const bool has_own = json_get(item, "provenance") != NULL;
    if (elsewhere != NULL && !has_own)
        cJSON_AddItemToObject(item, "provenance", cJSON_Duplicate(elsewhere, true));
    if (!wanted) {
        cJSON_Delete(results->failed[index]);
        results->failed[index] = item;
        return;
    }
    results_put(results, index, item);
    results->kept[index] = elsewhere == NULL && !has_own;
}

/*
 * Whether `a` has the name and backend of the device `b`. `a` is a device, or a case with the name
 * of its device under the key `name`.
 */
static bool same_device(const cJSON *a, const char *name, const cJSON *b)
{
    return strcmp(json_text(a, name), json_text(b, "name")) == 0 &&
           strcmp(json_text(a, "backend"), json_text(b, "backend")) == 0;
}

/* Removes devices without kept cases. */
static void drop_unused(const struct results *results, cJSON *devices)
{
    for (cJSON *device = devices->child, *next = NULL; device != NULL; device = next) {
        bool used = false;
        next = device->next;
        for (int64_t k = 0; k < results->count && !used; k++)
            used = (results->kept[k] && same_device(results->item[k], "device", device)) ||
                   same_device(results->failed[k], "device", device);
        if (!used)
            cJSON_Delete(cJSON_DetachItemViaPointer(devices, device));
    }
}

/* Continues with the provenance of the resumed file. */
static void take_provenance(struct results *results, cJSON *provenance)
{
    results->resumed = cJSON_Duplicate(provenance, true);
    drop_unused(results, cJSON_GetObjectItemCaseSensitive(provenance, "devices"));
    cJSON_ReplaceItemInObjectCaseSensitive(results->document, "provenance", provenance);
}

static bool is_measured(const cJSON *item)
{
    return strcmp(json_text(item, "status"), "ok") == 0;
}

bool results_complete(const cJSON *item)
{
    return is_measured(item) && json_text(json_get(item, "dynamics"), "reason")[0] == '\0';
}

static bool take_over(struct results *results, const struct cases *cases, cJSON *old,
                      struct error *error)
{
    const cJSON *provenance = json_get(old, "provenance"), *elsewhere = NULL;
    const cJSON *here = json_get(results->document, "provenance");
    char place[MEMBER_TEXT_SIZE];
    snprintf(place, sizeof place, "%s: provenance", results->path);
    if (!members_check(provenance_members, provenance, MEMBERS_MUST, place, error))
        return false;
    const char *conflict = provenance_conflict(provenance, here, may_move(cases));
    if (conflict != NULL)
        return error_set(error, EXIT_OTHER_RESULTS,
                         "%s: cannot be resumed: its %s is \"%s\", here it is \"%s\"; give another "
                         "--out, or leave out --resume to start again",
                         results->path, conflict, json_text(provenance, conflict),
                         json_text(here, conflict));
    if (provenance_conflict(provenance, here, false) != NULL ||
        !provenance_same_machine(provenance, here))
        elsewhere = provenance;
    cJSON *list = json_get(old, "cases");
    for (cJSON *item = list->child; item != NULL;) {
        cJSON *next = item->next;
        int64_t index = index_of(cases, json_text(item, "id"));
        if (index < 0)
            return error_set(error, EXIT_OTHER_RESULTS,
                             "%s: cannot be resumed: its case %s is not in the config; give "
                             "another --out, or leave out --resume to start again",
                             results->path, json_text(item, "id"));
        const bool wanted = cases->spec[index].passed_over || is_measured(item);
        const bool failed = strcmp(json_text(item, "status"), "failed") == 0;
        if ((wanted || failed) && is_right(results, item))
            keep(results, index, cJSON_DetachItemViaPointer(list, item), elsewhere, wanted);
        item = next;
    }
    if (elsewhere == NULL)
        take_provenance(results, cJSON_DetachItemFromObject(old, "provenance"));
    return true;
}

/* Returns the cases that were kept before a crash, as a document with the same form as these
 * results. */
static cJSON *kept_document(const struct results *results, const char *path, struct error *error)
{
    cJSON *list = json_file_read_lines(path, error);
    if (list == NULL)
        return NULL;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddItemToObject(document, "provenance",
                          cJSON_Duplicate(json_get(results->document, "provenance"), true));
    cJSON_AddItemToObject(document, "cases", list);
    return document;
}

bool results_resume(struct results *results, const struct cases *cases, struct error *error)
{
    const char *path = results->printed ? crash_kept() : results->path;
    results->resumes = true;
    if (path == NULL || access(path, F_OK) != 0)
        return true;
    cJSON *old =
        results->printed ? kept_document(results, path, error) : read_document(path, error);
    bool good = old != NULL && take_over(results, cases, old, error);
    cJSON_Delete(old);
    return good;
}

void results_add_device(struct results *results, cJSON *device)
{
    cJSON *provenance = cJSON_GetObjectItemCaseSensitive(results->document, "provenance");
    cJSON *devices = cJSON_GetObjectItemCaseSensitive(provenance, "devices");
    for (cJSON *known = devices->child, *next = NULL; known != NULL; known = next) {
        next = known->next;
        if (!same_device(known, "name", device) ||
            strcmp(json_text(known, "driver"), json_text(device, "driver")) == 0)
            continue;
        for (int64_t k = 0; k < results->count; k++) {
            if (!results->kept[k] || !same_device(results->item[k], "device", known))
                continue;
            cJSON_AddItemToObject(results_change(results, k), "provenance",
                                  cJSON_Duplicate(results->resumed, true));
            results->kept[k] = false;
        }
        cJSON_Delete(cJSON_DetachItemViaPointer(devices, known));
    }
    provenance_add_device(provenance, device);
}

/*
 * Counts a measured case of the resumed file if a new one replaces it, or a failed case if it now
 * passes. Keeps a copy of that file.
 */
static bool keep_replaced(struct results *results, int64_t index, const cJSON *item,
                          struct error *error)
{
    const cJSON *old = results->item[index];
    if (!results->resumes || results->receiver != NULL)
        return true;
    const bool passed = results->failed[index] != NULL && is_measured(item);
    const bool replaced = results->path != NULL && old != NULL && results_complete(old);
    results->passed += passed;
    results->replaced += replaced;
    return !(passed || replaced) || results->path == NULL || results->replaced_in != NULL ||
           aside_keep(results->path, &results->replaced_in, error);
}

bool results_publish(struct results *results, int64_t index, cJSON *item, struct error *error)
{
    if (!keep_replaced(results, index, item, error)) {
        cJSON_Delete(item);
        return false;
    }
    results_put(results, index, item);
    return results->receiver != NULL
               ? results->receiver(results->receiver_context, index, item, error)
               : results_write(results, error);
}

static bool any_measured(const struct results *results)
{
    for (int64_t k = 0; k < results->count; k++)
        if (results->item[k] != NULL && is_measured(results->item[k]))
            return true;
    return false;
}

/* Renames earlier results before the first write would replace them. */
static bool put_aside(struct results *results, struct error *error)
{
    return results->begun || any_measured(results) ||
           aside_put(results->path, results->resumes, &results->aside, error);
}

/*
 * Removes the earlier results if a case has been measured; restores their name if nothing could be
 * written.
 */
static void settle_aside(struct results *results, bool written)
{
    if (results->aside == NULL || (written && !any_measured(results)))
        return;
    if (written)
        aside_remove(results->aside);
    else if (!results->begun)
        aside_restore(results->aside, results->path);
    free(results->aside);
    results->aside = NULL;
}

bool results_write(struct results *results, struct error *error)
{
    if (results->path == NULL || results->receiver != NULL)
        return true;
    if (!put_aside(results, error))
        return false;
    const char **line = memory_new(results->count + 1, sizeof *line, "results");
    int64_t lines = 0;
    for (int64_t k = 0; k < results->count; k++) {
        const cJSON *item = results->failed[k] != NULL ? results->failed[k] : results->item[k];
        if (item == NULL)
            continue;
        if (results->line[k] == NULL)
            results->line[k] = json_print_line(item);
        line[lines++] = results->line[k];
    }
    bool good = json_file_write_list(results->path, results->document,
                                     &(struct json_list){"cases", line}, error);
    settle_aside(results, good);
    results->begun = results->begun || good;
    free((void *)line);
    return good;
}

bool results_finish(const struct results *results, struct error *error)
{
    return !results->printed || json_file_write("-", results->document, error);
}

void results_free(struct results *results)
{
    cJSON_Delete(results->document);
    cJSON_Delete(results->resumed);
    free(results->replaced_in);
    lock_release(&results->lock);
    free(results->path);
    free(results->aside);
    for (int64_t k = 0; results->item != NULL && k < results->count; k++)
        cJSON_Delete(results->item[k]);
    for (int64_t k = 0; results->failed != NULL && k < results->count; k++)
        cJSON_Delete(results->failed[k]);
    for (int64_t k = 0; results->line != NULL && k < results->count; k++)
        cJSON_free(results->line[k]);
    free(results->item);
    free((void *)results->failed);
    free(results->line);
    free(results->kept);
    *results = (struct results){0};
}

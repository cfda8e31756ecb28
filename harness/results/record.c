#include "harness/results/record.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"

#include "harness/base/files/gzip.h"
#include "harness/base/printable.h"
#include "harness/catalog/model.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/results/case_check.h"
#include "harness/results/kernels.h"
#include "harness/results/results.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Computes the share of each part in a step. Parts that were not measured count as 0. */
static void share_step(struct record *record)
{
    const double lists[] = {record->step_list, record->step_sort};
    const double others[] = {record->step_force, record->step_bonded, record->step_integration,
                             record->step_thermostat};
    double listed = 0, rest = 0;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        listed += isfinite(lists[k]) ? lists[k] : 0;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        rest += isfinite(others[k]) ? others[k] : 0;
    double median = record->has_step_parts ? record->step.median : NAN;
    record->step_lists = listed / median;
    record->step_waiting =
        isfinite(record->step_lists) ? fmax(0, 1 - (listed + rest) / median) : NAN;
}

static const char *driver_of(const cJSON *provenance, const cJSON *item)
{
    const cJSON *device = NULL;
    cJSON_ArrayForEach (device, json_get(provenance, "devices")) {
        if (strcmp(json_text(device, "name"), json_text(item, "device")) == 0 &&
            strcmp(json_text(device, "backend"), json_text(item, "backend")) == 0)
            return json_text(device, "driver");
    }
    return "";
}

void record_assignments(const cJSON *object, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (const cJSON *item = object ? object->child : NULL; item != NULL; item = item->next) {
        const char *gap = length > 0 ? " " : "";
        int written = cJSON_IsString(item) ? snprintf(text + length, size - length, "%s%s=%s", gap,
                                                      item->string, item->valuestring)
                                           : snprintf(text + length, size - length, "%s%s=%.10g",
                                                      gap, item->string, item->valuedouble);
        if (written < 0 || (size_t)written >= size - length)
            return;
        length += (size_t)written;
    }
}

void record_complete(struct record *record)
{
    record_assignments(record->tuning_values, record->tuning, sizeof record->tuning);
    record_assignments(record->parameter_values, record->parameters, sizeof record->parameters);
    record->threads_per_instruction =
        json_value(record->hardware.metrics, "threads_per_instruction");
    share_step(record);
}

void record_read(const cJSON *item, const cJSON *provenance, const char *file,
                 struct record *record)
{
    *record = (struct record){
        .file = file,
        .item = item,
        .host = json_text(provenance, "host"),
        .commit = json_text(provenance, "commit"),
        .date = json_text(provenance, "date"),
        .cpu = json_text(provenance, "cpu"),
        .cpu_model = json_text(provenance, "cpu_model"),
        .cpu_cores = json_value(provenance, "cpu_cores"),
        .driver = driver_of(provenance, item),
    };
    members_read(case_members, item, record);
    record_complete(record);
}

/* Refuses a provenance with an invalid member; the provenance may be missing. */
static bool check_provenance(const cJSON *owner, const char *place, struct error *error)
{
    const cJSON *provenance = json_get(owner, "provenance");
    char text[MEMBER_TEXT_SIZE];
    snprintf(text, sizeof text, "%s: provenance", place);
    return provenance == NULL || cJSON_IsNull(provenance) ||
           members_check(provenance_members, provenance, MEMBERS_MAY, text, error);
}

bool record_check_version(const cJSON *results, const char *file, struct error *error)
{
    const cJSON *version = json_get(results, "schema_version");
    if (!cJSON_IsNumber(version))
        return error_set(error, EXIT_USAGE,
                         "%s: schema_version: expected %d, found %s; `pairlanes run` writes it",
                         file, RESULTS_SCHEMA, version == NULL ? "none" : "no number");
    return version->valuedouble == RESULTS_SCHEMA ||
           error_set(error, EXIT_USAGE,
                     "%s: schema_version: expected %d, found %.6g; another version of pairlanes "
                     "wrote the file: measure again",
                     file, RESULTS_SCHEMA, version->valuedouble);
}

static bool check_cases(const cJSON *results, const char *file, struct error *error)
{
    return cJSON_IsArray(json_get(results, "cases")) ||
           error_set(error, EXIT_USAGE,
                     "%s: no results: expected an object with an array \"cases\"", file);
}

/* Refuses a results file of another version, or without a provenance. */
static bool check_file(const cJSON *results, const char *file, struct error *error)
{
    return check_cases(results, file, error) && record_check_version(results, file, error) &&
           (cJSON_IsObject(json_get(results, "provenance")) ||
            error_set(error, EXIT_USAGE,
                      "%s: provenance: expected an object with where and with what the cases were "
                      "measured, found none",
                      file));
}

/* Refuses a case with impossible values. */
static bool check(const cJSON *item, const char *file, int64_t index, struct error *error)
{
    char *place = text_new("%s: cases[%" PRId64 "]", file, index);
    bool good = case_check(item, MEMBERS_MAY, place, error) && check_provenance(item, place, error);
    free(place);
    return good;
}

/*
 * Returns the time step of a config, for files without time steps in their cases. NAN if the config
 * has several.
 */
static double step_of(const cJSON *config)
{
    double step = NAN;
    const cJSON *sweep = NULL;
    cJSON_ArrayForEach (sweep, json_get(config, "sweeps")) {
        double own = json_value(json_get(sweep, "sampling"), "step");
        if (own > 0 && isfinite(step) && own != step)
            return NAN;
        step = own > 0 ? own : step;
    }
    return step;
}

/* Computes the simulated time per day of wall time; 1 ns is a million of a model's fs. */
static void set_per_day(struct record *record)
{
    const struct model *model = model_find(record->model);
    const bool real =
        model != NULL && model->time.unit != NULL && strcmp(model->time.unit, "fs") == 0;
    const double day = 86400e9 / record->step.median * record->step_dt;
    record->step_ns_per_day = real ? 1e-6 * day : NAN;
    record->step_time_per_day = real ? NAN : day;
}

bool records_add(struct records *records, const cJSON *results, const char *file,
                 struct error *error)
{
    const cJSON *cases = json_get(results, "cases");
    if (!check_cases(results, file, error) || !check_provenance(results, file, error))
        return false;
    const int64_t had = records->count;
    int64_t needed = had + cJSON_GetArraySize(cases);
    if (needed > records->capacity) {
        records->record = memory_resized(records->record, needed, sizeof *records->record, "cases");
        records->capacity = needed;
    }
    const cJSON *provenance = json_get(results, "provenance");
    const cJSON *item = NULL;
    int64_t index = 0;
    cJSON_ArrayForEach (item, cases) {
        const cJSON *own = json_get(item, "provenance");
        if (!check(item, file, index++, error))
            return false;
        struct record *record = &records->record[records->count];
        record_read(item, own != NULL ? own : provenance, file, record);
        if (isfinite(record->step.median) && isnan(record->step_dt))
            record->step_dt = step_of(json_get(results, "config"));
        set_per_day(record);
        records->record[records->count++].schema_version = json_value(results, "schema_version");
    }
    records_index(records, had);
    return true;
}

/* Reads a history. Each of its lines is a case with its provenance. */
static cJSON *read_history(const char *path, struct error *error)
{
    cJSON *lines = json_file_read_lines(path, error);
    cJSON *document = lines != NULL ? cJSON_CreateObject() : NULL;
    if (document != NULL)
        cJSON_AddItemToObject(document, "cases", lines);
    return document;
}

/* Whether a document is another kind of file in folders of results. */
static bool is_other_kind(const cJSON *document)
{
    return cJSON_IsArray(json_get(document, "devices"));
}

/* Keeps a document. Kernel documents and table error documents have no cases to add. */
static bool keep(struct records *records, cJSON *document, const char *path, bool history,
                 struct error *error)
{
    records->document = memory_resized(records->document, records->documents + 1,
                                       sizeof *records->document, "results");
    records->document[records->documents++] = document;
    if (kernels_of(document) != NULL)
        return kernels_check(document, path, error);
    return (history || check_file(document, path, error)) &&
           records_add(records, document, path, error);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool load(struct records *records, const char *path, const struct record_files *files,
                 struct error *error)
{
    bool history = gzip_has_suffix(path, ".jsonl");
    if (is_folder(path))
        return error_set(error, EXIT_USAGE,
                         "%s: expected a results file, found a folder: name the files in it, as "
                         "%s/*.json",
                         path, path);
    char packed[PATH_MAX];
    snprintf(packed, sizeof packed, "%s.gz", path);
    const char *found = access(path, F_OK) != 0 && access(packed, F_OK) == 0 ? packed : path;
    cJSON *document = history ? read_history(found, error) : json_file_read(found, error);
    if (document == NULL)
        return false;
    bool other = kernels_of(document) != NULL;
    if (other && files->codes) {
        cJSON *codes = kernels_check(document, path, error) ? kernels_results(document) : NULL;
        cJSON_Delete(document);
        if (codes == NULL)
            return false;
        document = codes;
        other = false;
    }
    if (!history && (is_other_kind(document) || (other && !files->others))) {
        if (!files->quiet && (files->any || files->count > 1))
            printable_line(stderr, "%s: left out: it holds no cases", path);
        cJSON_Delete(document);
        return true;
    }
    return keep(records, document, path, history, error);
}

bool records_load(struct records *records, const struct record_files *files, struct error *error)
{
    for (int k = 0; k < files->count; k++)
        if (!load(records, files->path[k], files, error))
            return false;
    if (records->documents == 0 && !files->any)
        return error_set(error, EXIT_USAGE, "%s: no results: it holds no cases%s", files->path[0],
                         files->count > 1 ? ", and neither do the others" : "");
    return true;
}

error_t record_files_parse(int key, char *argument, struct argp_state *state,
                           struct record_files *files)
{
    switch (key) {
    case RECORD_CEILINGS:
        files->ceilings = argument;
        return 0;
    case ARGP_KEY_ARGS:
        files->path = state->argv + state->next;
        files->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a results file is missing");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void records_free(struct records *records)
{
    for (int k = 0; k < records->documents; k++)
        cJSON_Delete(records->document[k]);
    for (int k = 0; k < records->ceilings_sets; k++)
        free(records->ceilings[k]);
    free(records->ceilings);
    free(records->document);
    free(records->record);
    free(records->chain);
    *records = (struct records){0};
}

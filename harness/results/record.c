#include "harness/results/record.h"

#include "harness/base/json_file.h"
#include "harness/base/json_get.h"
#include "harness/catalog/strategy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the case passed, "" if it was not verified. */
static const char *passed(const cJSON *verify)
{
    const cJSON *item = json_get(verify, "passed");
    return cJSON_IsBool(item) ? cJSON_IsTrue(item) ? "true" : "false" : "";
}

static struct timing timing_of(const cJSON *object)
{
    const cJSON *interval = json_get(object, "ci95_ns");
    const cJSON *low = cJSON_GetArrayItem(interval, 0);
    const cJSON *high = cJSON_GetArrayItem(interval, 1);
    return (struct timing){
        .median = json_value(object, "median_ns"),
        .low = cJSON_IsNumber(low) ? low->valuedouble : NAN,
        .high = cJSON_IsNumber(high) ? high->valuedouble : NAN,
        .minimum = json_value(object, "min_ns"),
        .p95 = json_value(object, "p95_ns"),
        .mad = json_value(object, "mad_ns"),
        .samples = json_value(object, "n"),
        .stop_reason = json_text(object, "stop_reason"),
        .clock_mhz = json_value(json_get(object, "clock_mhz"), "median"),
        .throttled = json_value(object, "throttled"),
        .discarded = json_value(object, "discarded"),
        .launch_gaps = cJSON_IsTrue(json_get(object, "launch_gaps")),
        .raw = json_get(object, "samples_ns"),
    };
}

/* The nanoseconds of some parts of a step together; those that are not told apart count nothing. */
static double step_parts(const cJSON *item, const char *const *parts, int count)
{
    const cJSON *told = json_get(item, "step_parts");
    double sum = cJSON_IsObject(told) ? 0 : NAN;
    for (int k = 0; k < count; k++) {
        double part = json_value(told, parts[k]);
        sum += isfinite(part) ? part : 0;
    }
    return sum;
}

/* How a step is shared out, once its median is known. */
static void read_step_shares(const cJSON *item, struct record *record)
{
    static const char *const parts[] = {"list",   "sort",        "force",
                                        "bonded", "integration", "thermostat"};
    record->step_lists = step_parts(item, parts, 2) / record->step.median;
    record->step_waiting = fmax(0, 1 - step_parts(item, parts, 6) / record->step.median);
    if (!isfinite(record->step_lists))
        record->step_waiting = NAN;
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

void record_read(const cJSON *item, const cJSON *provenance, const char *file,
                 struct record *record)
{
    const cJSON *verify = json_get(item, "verify");
    const cJSON *counts = json_get(item, "counts");
    const cJSON *energy = json_get(item, "energy");
    const cJSON *hardware = json_get(item, "hardware");
    const cJSON *lanes = json_get(item, "lanes");
    const cJSON *paths = json_get(lanes, "paths");
    const cJSON *limits = json_get(item, "limits");
    *record = (struct record){
        .file = file,
        .item = item,
        .host = json_text(provenance, "host"),
        .commit = json_text(provenance, "commit"),
        .date = json_text(provenance, "date"),
        .driver = driver_of(provenance, item),
        .id = json_text(item, "id"),
        .model = json_text(item, "model"),
        .strategy = json_text(item, "strategy"),
        .precision = json_text(item, "precision"),
        .backend = json_text(item, "backend"),
        .device = json_text(item, "device"),
        .sort = json_text(item, "sort"),
        .interactions = json_text(item, "interactions"),
        .binning = json_text(item, "binning"),
        .listing = json_text(item, "listing"),
        .distance = json_text(item, "distance"),
        .source = json_text(item, "source"),
        .input_hash = json_text(item, "input_hash"),
        .source_hash = json_text(item, "source_hash"),
        .status = json_text(item, "status"),
        .reason = json_text(item, "reason"),
        .n = json_value(item, "n"),
        .density = json_value(item, "density"),
        .temperature = json_value(item, "temperature"),
        .skin = json_value(item, "skin"),
        .threads = json_value(item, "threads"),
        .dt = json_value(json_get(item, "dynamics"), "dt"),
        .force_rms_rel = json_value(verify, "force_rms_rel"),
        .force_max_rel = json_value(verify, "force_max_rel"),
        .torque_rms_rel = json_value(verify, "torque_rms_rel"),
        .torque_max_rel = json_value(verify, "torque_max_rel"),
        .energy_rel = json_value(verify, "energy_rel"),
        .virial_rel = json_value(verify, "virial_rel"),
        .net_force_rel = json_value(verify, "net_force_rel"),
        .spread_rel = json_value(verify, "spread_rel"),
        .tolerance = json_value(verify, "tolerance"),
        .verified = passed(verify),
        .force = timing_of(json_get(item, "force")),
        .force_cold = timing_of(json_get(item, "force_cold")),
        .bonded = timing_of(json_get(item, "bonded")),
        .build = timing_of(json_get(item, "build")),
        .bin = timing_of(json_get(item, "bin")),
        .step = timing_of(json_get(item, "step")),
        .energy_joules = json_value(energy, "joules"),
        .energy_seconds = json_value(energy, "seconds"),
        .energy_watts = json_value(energy, "watts"),
        .energy_nj_per_pair = json_value(energy, "nj_per_pair"),
        .pairs_listed = json_value(counts, "pairs_listed"),
        .pairs_in_cutoff = json_value(counts, "pairs_in_cutoff"),
        .pairs_interacting = json_value(counts, "pairs_interacting"),
        .atomics = json_value(counts, "atomics"),
        .flops = json_value(counts, "flops"),
        .special = json_value(counts, "special"),
        .bytes = json_value(counts, "bytes"),
        .list_bytes = json_value(item, "list_bytes"),
        .memory_bytes = json_value(item, "memory_bytes"),
        .branches = json_get(counts, "branches"),
        .lanes = json_value(lanes, "overall"),
        .lane_branches = json_get(lanes, "branches"),
        .paths_mean = json_value(paths, "mean"),
        .paths_most = json_value(paths, "most"),
        .threads_per_instruction = json_value(hardware, "threads_per_instruction"),
        .limit = json_text(limits, "ceiling"),
        .limit_fraction = json_value(limits, "fraction"),
    };
    record_assignments(json_get(item, "tuning"), record->tuning, sizeof record->tuning);
    record_assignments(json_get(item, "parameters"), record->parameters, sizeof record->parameters);
    read_step_shares(item, record);
}

bool records_add(struct records *records, const cJSON *results, const char *file,
                 struct error *error)
{
    const cJSON *cases = json_get(results, "cases");
    if (!cJSON_IsArray(cases))
        return error_set(error, EXIT_USAGE,
                         "%s: no results: expected an object with an array \"cases\"", file);
    int64_t needed = records->count + cJSON_GetArraySize(cases);
    if (needed > records->capacity) {
        struct record *record = realloc(records->record, (size_t)needed * sizeof *record);
        if (record == NULL)
            return error_set(error, EXIT_ENVIRONMENT, "out of memory for the cases of %s", file);
        records->record = record;
        records->capacity = needed;
    }
    const cJSON *provenance = json_get(results, "provenance");
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, cases) {
        const cJSON *own = json_get(item, "provenance");
        record_read(item, own != NULL ? own : provenance, file, &records->record[records->count]);
        records->record[records->count++].schema_version = json_value(results, "schema_version");
    }
    return true;
}

/* A history has a case with its provenance on each line. */
static cJSON *read_history(const char *path, struct error *error)
{
    cJSON *lines = json_file_read_lines(path, error);
    cJSON *document = lines != NULL ? cJSON_CreateObject() : NULL;
    if (document != NULL)
        cJSON_AddItemToObject(document, "cases", lines);
    return document;
}

static bool load(struct records *records, const char *path, struct error *error)
{
    const char *suffix = strrchr(path, '.');
    bool history = suffix != NULL && strcmp(suffix, ".jsonl") == 0;
    cJSON *document = history ? read_history(path, error) : json_file_read(path, error);
    if (document == NULL)
        return false;
    cJSON **documents =
        realloc(records->document, (size_t)(records->documents + 1) * sizeof *documents);
    if (documents == NULL) {
        cJSON_Delete(document);
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for %s", path);
    }
    records->document = documents;
    records->document[records->documents++] = document;
    return records_add(records, document, path, error);
}

bool records_load(struct records *records, const struct record_files *files, struct error *error)
{
    for (int k = 0; k < files->count; k++)
        if (!load(records, files->path[k], error))
            return false;
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
    *records = (struct records){0};
}

double record_branch_lanes(const struct record *record, const char *branch)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, record->lane_branches) {
        if (strcmp(json_text(item, "name"), branch) == 0)
            return json_value(item, "active_share");
    }
    return NAN;
}

bool record_timed(const struct record *record)
{
    return strcmp(record->status, "ok") == 0 && record->force.median > 0;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

bool record_same_model(const struct record *a, const struct record *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->parameters, b->parameters) == 0 &&
           same_number(a->skin, b->skin);
}

static bool same_particles(const struct record *a, const struct record *b)
{
    return same_number(a->n, b->n) && same_number(a->density, b->density) &&
           strcmp(a->input_hash, b->input_hash) == 0;
}

bool record_same_system(const struct record *a, const struct record *b)
{
    return record_same_model(a, b) && same_particles(a, b);
}

bool record_same_group(const struct record *a, const struct record *b)
{
    return record_same_system(a, b) && strcmp(a->precision, b->precision) == 0 &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0;
}

static int strategy_rank(const char *name)
{
    const struct strategy *strategy = strategy_find(name);
    return strategy != NULL ? (int)(strategy - strategies()) : INT32_MAX;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/* Device by device, dilute to dense, small to large. */
static int compare_records(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left;
    const struct record *b = *(const struct record *const *)right;
    int order = strcmp(a->model, b->model);
    order = order ? order : strcmp(a->parameters, b->parameters);
    order = order ? order : compare_numbers(a->skin, b->skin);
    order = order ? order : strcmp(a->backend, b->backend);
    order = order ? order : strcmp(a->device, b->device);
    order = order ? order : strcmp(a->precision, b->precision);
    order = order ? order : compare_numbers(a->density, b->density);
    order = order ? order : compare_numbers(a->n, b->n);
    order = order ? order : strcmp(a->input_hash, b->input_hash);
    order = order ? order : strategy_rank(a->strategy) - strategy_rank(b->strategy);
    order = order ? order : strcmp(a->strategy, b->strategy);
    return order ? order : (a > b) - (a < b);
}

const struct record **records_sorted(const struct records *records, int64_t *count,
                                     struct error *error)
{
    const struct record **list = malloc((size_t)(records->count + 1) * sizeof *list);
    if (list == NULL) {
        error_set(error, EXIT_ENVIRONMENT, "out of memory for the cases");
        return NULL;
    }
    *count = 0;
    for (int64_t k = 0; k < records->count; k++)
        if (record_timed(&records->record[k]))
            list[(*count)++] = &records->record[k];
    qsort(list, (size_t)*count, sizeof *list, compare_records);
    return list;
}

bool records_several_models(const struct records *records)
{
    const struct record *first = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        if (!record_timed(&records->record[k]))
            continue;
        if (first == NULL)
            first = &records->record[k];
        if (!record_same_model(first, &records->record[k]))
            return true;
    }
    return false;
}

static bool has_one_thread(const char *strategy)
{
    const struct strategy *found = strategy_find(strategy);
    return found != NULL && found->single_thread;
}

/* Whether `text`, "a=1 b=2", has the assignment of that length, or if `by_name` one to its name. */
static bool has_assignment(const char *text, const char *wanted, size_t length, bool by_name)
{
    if (by_name)
        length = strcspn(wanted, "=") + 1;
    while (strncmp(text, wanted, length) != 0 ||
           (!by_name && text[length] != '\0' && text[length] != ' ')) {
        text += strcspn(text, " ");
        if (*text++ == '\0')
            return false;
    }
    return true;
}

static bool has_assignments(const char *text, const char *wanted)
{
    while (*wanted != '\0') {
        size_t length = strcspn(wanted, " ");
        if (!has_assignment(text, wanted, length, false))
            return false;
        wanted += length + strspn(wanted + length, " ");
    }
    return true;
}

bool record_narrow(const struct record *record)
{
    enum precision precision;
    return precision_find(record->precision, &precision) &&
           precision_info(precision)->real_size == sizeof(float);
}

bool record_has_tuning(const struct record *record, const char *tuning)
{
    return has_assignments(record->tuning, tuning);
}

bool record_has_parameters(const struct record *record, const char *parameters)
{
    return has_assignments(record->parameters, parameters);
}

bool record_same_system_but(const struct record *a, const struct record *b, const char *named,
                            const char *also_named)
{
    if (strcmp(a->model, b->model) != 0 || !same_number(a->skin, b->skin) || !same_particles(a, b))
        return false;
    const char *own = a->parameters;
    while (*own != '\0') {
        size_t length = strcspn(own, " ");
        if (!has_assignment(b->parameters, own, length, false) &&
            !has_assignment(named, own, length, true) &&
            !has_assignment(also_named, own, length, true))
            return false;
        own += length + strspn(own + length, " ");
    }
    return true;
}

const struct record *records_best(const struct records *records, const struct record *like,
                                  const char *strategy)
{
    return records_best_tuned(records, like, strategy, "");
}

const struct record *records_best_tuned(const struct records *records, const struct record *like,
                                        const char *strategy, const char *tuning)
{
    const struct record *best = NULL;
    bool any_threads = has_one_thread(strategy) || has_one_thread(like->strategy);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) && strcmp(other->strategy, strategy) == 0 &&
            record_has_tuning(other, tuning) && record_same_group(like, other) &&
            (any_threads || same_number(like->threads, other->threads)) &&
            (best == NULL || other->force.median < best->force.median))
            best = other;
    }
    return best;
}

const struct record *records_baseline(const struct records *records, const struct record *record,
                                      const char *strategy)
{
    const struct record *best = records_best(records, record, strategy);
    for (int64_t k = 0; k < records->count && best == NULL; k++) {
        const struct record *other = &records->record[k];
        if (record_same_system(record, other) && strcmp(record->precision, other->precision) == 0 &&
            strcmp(record->host, other->host) == 0)
            best = records_best(records, other, strategy);
    }
    return best;
}

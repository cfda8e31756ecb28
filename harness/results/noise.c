#include "harness/results/noise.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/version.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/json/member.h"
#include "harness/results/provenance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const quantities[] = {"force", "build"};

enum { QUANTITIES = sizeof quantities / sizeof *quantities };

void noise_runs_add(struct noise_runs *runs, double median)
{
    if (runs->count == 0)
        runs->first = median;
    double difference = log(median / runs->first);
    runs->sum += difference;
    runs->squares += difference * difference;
    runs->count++;
}

/* The sum of squares about the mean, and its degrees of freedom. */
static double squares_about_mean(const struct noise_runs *runs, int *freedom)
{
    if (runs->count == 0)
        return 0;
    *freedom += runs->count - 1;
    return runs->squares - runs->sum * runs->sum / runs->count;
}

double noise_between(const struct noise_runs *a, const struct noise_runs *b)
{
    int freedom = 0;
    double squares = squares_about_mean(a, &freedom) + squares_about_mean(b, &freedom);
    return freedom > 0 ? sqrt(2 * fmax(squares, 0) / freedom) : 0;
}

static double median_of(const struct record *record, int quantity)
{
    return quantity == 0 ? record->force.median : record->build.median;
}

static bool same_case(const struct record *a, const struct record *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->device, b->device) == 0;
}

static int run_count(const struct records *runs)
{
    int count = 0;
    for (int64_t k = 0; k < runs->count; k++)
        count += k == 0 || strcmp(runs->record[k].file, runs->record[k - 1].file) != 0;
    return count;
}

/* The noise of a case over the runs. NAN if not all runs timed it. */
static double noise_of_case(const struct records *runs, const struct record *like, int quantity,
                            int run_total)
{
    struct noise_runs timed = {0};
    for (int64_t k = 0; k < runs->count; k++) {
        const struct record *record = &runs->record[k];
        if (!same_case(record, like) || !record_timed(record))
            continue;
        noise_runs_add(&timed, median_of(record, quantity));
    }
    return timed.count < run_total ? NAN : noise_between(&timed, &(struct noise_runs){0});
}

/* Adds the 95th percentile over the cases of each device. */
static bool add_devices(cJSON *document, struct error *error)
{
    const cJSON *cases = json_get(document, "cases");
    cJSON *devices = cJSON_AddArrayToObject(document, "devices");
    double *noise =
        memory_allocate(cJSON_GetArraySize(cases), sizeof *noise, "noise of a device", error);
    if (noise == NULL)
        return false;
    const cJSON *first = NULL;
    cJSON_ArrayForEach (first, cases) {
        const char *name = json_text(first, "device");
        const cJSON *known = NULL;
        cJSON_ArrayForEach (known, devices) {
            if (strcmp(json_text(known, "device"), name) == 0)
                break;
        }
        if (known != NULL)
            continue;
        cJSON *device = cJSON_CreateObject();
        cJSON_AddStringToObject(device, "device", name);
        for (int q = 0; q < QUANTITIES; q++) {
            int count = 0;
            const cJSON *item = NULL;
            cJSON_ArrayForEach (item, cases) {
                double value = json_value(item, quantities[q]);
                if (strcmp(json_text(item, "device"), name) == 0 && !isnan(value))
                    noise[count++] = value;
            }
            qsort(noise, (size_t)count, sizeof *noise, ascending);
            if (count > 0)
                cJSON_AddNumberToObject(device, quantities[q], noise[(int)ceil(0.95 * count) - 1]);
        }
        cJSON_AddItemToArray(devices, device);
    }
    free(noise);
    return true;
}

bool noise_of(const struct records *runs, struct noise *noise, struct error *error)
{
    int run_total = run_count(runs);
    if (run_total < NOISE_FEWEST_RUNS)
        return error_set(error, EXIT_USAGE, "the noise needs %d runs, there are %d",
                         NOISE_FEWEST_RUNS, run_total);
    char date[64];
    provenance_date(date, sizeof date);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", NOISE_SCHEMA);
    cJSON_AddStringToObject(document, "host", runs->record[0].host);
    cJSON_AddStringToObject(document, "commit", version_commit());
    cJSON_AddStringToObject(document, "date", date);
    cJSON_AddNumberToObject(document, "runs", run_total);
    cJSON *cases = cJSON_AddArrayToObject(document, "cases");
    for (int64_t k = 0; k < runs->count; k++) {
        const struct record *record = &runs->record[k];
        if (strcmp(record->file, runs->record[0].file) != 0)
            break; /* only cases of the first run can be in all runs */
        double force = noise_of_case(runs, record, 0, run_total);
        if (!isfinite(force))
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "id", record->id);
        cJSON_AddStringToObject(item, "device", record->device);
        cJSON_AddNumberToObject(item, quantities[0], force);
        double build = noise_of_case(runs, record, 1, run_total);
        if (isfinite(build))
            cJSON_AddNumberToObject(item, quantities[1], build);
        cJSON_AddItemToArray(cases, item);
    }
    noise->document = document;
    if (cJSON_GetArraySize(cases) > 0 && add_devices(document, error))
        return true;
    bool empty = cJSON_GetArraySize(cases) == 0;
    noise_free(noise);
    return !empty
               ? false
               : error_set(error, EXIT_ENVIRONMENT, "no case was timed in all %d runs", run_total);
}

/* What is read of the noise of a case or a device. */
static const struct member noise_entry[] = {
    {.path = "id", .kind = MEMBER_TEXT, .optional = true},
    {.path = "device", .kind = MEMBER_TEXT},
    {.path = "force", .kind = MEMBER_NUMBER, .range = AT_LEAST(0), .optional = true},
    {.path = "build", .kind = MEMBER_NUMBER, .range = AT_LEAST(0), .optional = true},
    {.path = NULL}};

static const struct member noise_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(NOISE_SCHEMA, NOISE_SCHEMA)},
    {.path = "devices", .kind = MEMBER_LIST, .members = noise_entry},
    {.path = "cases", .kind = MEMBER_LIST, .members = noise_entry},
    {.path = NULL}};

bool noise_check(const cJSON *document, const char *path, struct error *error)
{
    struct error reason = {0};
    if (members_check(noise_members, document, MEMBERS_MUST, "noise", &reason))
        return true;
    return error_set(
        error, EXIT_USAGE,
        "%s: expected the noise that `pairlanes calibrate` writes (schema version %d): "
        "%s",
        path, NOISE_SCHEMA, reason.text);
}

bool noise_read(const char *path, struct noise *noise, struct error *error)
{
    noise->document = json_file_read(path, error);
    if (noise->document == NULL)
        return false;
    if (noise_check(noise->document, path, error))
        return true;
    noise_free(noise);
    return false;
}

bool noise_write(const char *path, const struct noise *noise, struct error *error)
{
    return json_file_write(path, noise->document, error);
}

static double entry(const cJSON *list, const struct record *record, bool by_id,
                    const char *quantity)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, list) {
        if (strcmp(json_text(item, "device"), record->device) != 0 ||
            (by_id && strcmp(json_text(item, "id"), record->id) != 0))
            continue;
        return json_value(item, quantity);
    }
    return NAN;
}

double noise_for(const struct noise *noise, const struct record *record, const char *quantity)
{
    const cJSON *cases = json_get(noise->document, "cases");
    const cJSON *devices = json_get(noise->document, "devices");
    double own = entry(cases, record, true, quantity);
    double usual = entry(devices, record, false, quantity);
    return fmax(fmax(own, usual), 0); /* fmax ignores NAN */
}

void noise_free(struct noise *noise)
{
    cJSON_Delete(noise->document);
    noise->document = NULL;
}

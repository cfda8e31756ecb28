#include "harness/results/noise.h"

#include "harness/base/ascending.h"
#include "harness/base/memory.h"
#include "harness/base/version.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/json/member.h"
#include "harness/results/compared.h"
#include "harness/results/provenance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Medians of the times of a case in identical runs. */
struct medians {
    double first;        /* median of the first run */
    double sum, squares; /* sums of ln(median / first) */
    int count;
};

static void add_median(struct medians *medians, double median)
{
    if (medians->count == 0)
        medians->first = median;
    double difference = log(median / medians->first);
    medians->sum += difference;
    medians->squares += difference * difference;
    medians->count++;
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

/* Returns the noise of a case in all runs; NAN if some run did not time it. */
static double noise_of_case(const struct records *runs, const struct record *like, int quantity,
                            int run_total)
{
    struct medians timed = {0};
    for (int64_t k = 0; k < runs->count; k++) {
        const struct record *record = &runs->record[k];
        if (same_case(record, like) && record_timed(record) &&
            isfinite(compared_value(record, quantity)))
            add_median(&timed, compared_value(record, quantity));
    }
    if (timed.count < run_total)
        return NAN;
    double squares = timed.squares - timed.sum * timed.sum / timed.count;
    return sqrt(2 * fmax(squares, 0) / (timed.count - 1));
}

/* Adds for each device the 95th percentile over its cases. */
static void add_devices(cJSON *document)
{
    const cJSON *cases = json_get(document, "cases");
    cJSON *devices = cJSON_AddArrayToObject(document, "devices");
    double *noise = memory_new(cJSON_GetArraySize(cases), sizeof *noise, "noise of a device");
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
        for (int q = 0; compared_info(q)->kind == COMPARED_TIME; q++) {
            int count = 0;
            const cJSON *item = NULL;
            cJSON_ArrayForEach (item, cases) {
                double value = json_value(item, compared_info(q)->name);
                if (strcmp(json_text(item, "device"), name) == 0 && !isnan(value))
                    noise[count++] = value;
            }
            qsort(noise, (size_t)count, sizeof *noise, ascending);
            if (count > 0)
                cJSON_AddNumberToObject(device, compared_info(q)->name,
                                        noise[(int)ceil(0.95 * count) - 1]);
        }
        cJSON_AddItemToArray(devices, device);
    }
    free(noise);
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
        if (!isfinite(noise_of_case(runs, record, 0, run_total)))
            continue;
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "id", record->id);
        cJSON_AddStringToObject(item, "device", record->device);
        for (int q = 0; compared_info(q)->kind == COMPARED_TIME; q++) {
            double noise_of_time = noise_of_case(runs, record, q, run_total);
            if (isfinite(noise_of_time))
                cJSON_AddNumberToObject(item, compared_info(q)->name, noise_of_time);
        }
        cJSON_AddItemToArray(cases, item);
    }
    noise->document = document;
    add_devices(document);
    if (cJSON_GetArraySize(cases) > 0)
        return true;
    noise_free(noise);
    return error_set(error, EXIT_ENVIRONMENT, "no case was timed in all %d runs", run_total);
}

#define NOISE(time)                                                                                \
    {                                                                                              \
        .path = (time), .kind = MEMBER_NUMBER, .range = AT_LEAST(0), .optional = true              \
    }

/* Members of the noise in the file, per case or device. */
static const struct member noise_entry[] = {{.path = "id", .kind = MEMBER_TEXT, .optional = true},
                                            {.path = "device", .kind = MEMBER_TEXT},
                                            NOISE("force"),
                                            NOISE("build"),
                                            NOISE("step"),
                                            NOISE("bin"),
                                            NOISE("bonded"),
                                            NOISE("force_cold"),
                                            NOISE("force_energies"),
                                            NOISE("dynamics"),
                                            {.path = NULL}};

static const struct member noise_members[] = {
    {.path = "schema_version",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(NOISE_SCHEMA, NOISE_SCHEMA)},
    {.path = "runs",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(NOISE_FEWEST_RUNS, NOISE_MOST_RUNS),
     .optional = true},
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
        "%s: expected the noise that `pairlanes calibrate` writes (schema version %d): %s", path,
        NOISE_SCHEMA, reason.text);
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

double noise_for(const struct noise *noise, const struct record *record, const char *quantity)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, json_get(noise->document, "cases"))
        if (strcmp(json_text(item, "device"), record->device) == 0 &&
            strcmp(json_text(item, "id"), record->id) == 0)
            return fmax(json_value(item, quantity), 0); /* fmax() returns 0 for NAN */
    return 0;
}

int noise_run_count(const struct noise *noise)
{
    return (int)fmax(json_value(noise->document, "runs"), NOISE_FEWEST_RUNS);
}

void noise_free(struct noise *noise)
{
    cJSON_Delete(noise->document);
    noise->document = NULL;
}

#include "harness/predict/predict_report.h"
#include "harness/base/memory.h"
#include "harness/base/text.h"
#include "harness/json/json_file.h"
#include "harness/results/provenance.h"

#include <math.h>
#include <stdlib.h>

enum { TEXT = 128, DIGITS = 6 };

static int by_place(const void *a, const void *b)
{
    const struct predicted *first = *(const struct predicted *const *)a;
    const struct predicted *second = *(const struct predicted *const *)b;
    if (first->group != second->group)
        return first->group - second->group;
    if (first->known != second->known)
        return first->known ? -1 : 1;
    if (first->place != second->place)
        return first->place - second->place;
    return (first->spec > second->spec) - (first->spec < second->spec);
}

/* Returns the predictions in the order of groups and places; the caller frees. */
static const struct predicted **in_order(const struct predictions *predictions)
{
    const struct predicted **list = memory_new(predictions->count, sizeof *list, "predictions");
    for (int64_t k = 0; k < predictions->count; k++)
        list[k] = &predictions->of[k];
    qsort(list, (size_t)predictions->count, sizeof *list, by_place);
    return list;
}

static const struct table_column columns[] = {
    {"model", TABLE_LEFT | TABLE_COMMON},
    {"N", TABLE_RIGHT | TABLE_COMMON},
    {"density", TABLE_RIGHT | TABLE_COMMON | TABLE_LEAVES(2)},
    {"precision", TABLE_LEFT | TABLE_COMMON},
    {"skin", TABLE_RIGHT | TABLE_COMMON | TABLE_LEAVES(3)},
    {"order", TABLE_RIGHT},
    {"strategy", TABLE_LEFT},
    {"tuning", TABLE_LEFT | TABLE_LEAVES(1)},
    {"predicted µs", TABLE_RIGHT},
    {"binding", TABLE_LEFT},
    {"why not", TABLE_LEFT | TABLE_COMMON},
};

static void print_case(struct table *table, const struct predicted *one)
{
    const struct case_spec *spec = one->spec;
    char tuning[TEXT], time[TEXT_NUMBER];
    double predicted = one->known ? 1e6 * one->prediction.seconds : NAN;
    predicted_tuning(spec, tuning, sizeof tuning);
    table_cell(table, "%s", spec->model->name);
    table_number(table, one->n, "%.0f", one->n);
    table_number(table, one->density, "%.4g", one->density);
    table_cell(table, "%s", precision_info(spec->precision)->name);
    table_number(table, spec->skin, "%g", spec->skin);
    if (one->known)
        table_number(table, one->place, "%d", one->place);
    else
        table_cell(table, "–");
    table_cell(table, "%s", spec->strategy->name);
    table_cell(table, "%s", tuning);
    table_number(table, predicted, "%s", text_significant(predicted, 3, time));
    table_cell(table, "%s", one->known ? resource_name(one->prediction.binding) : "–");
    table_cell(table, "%s", one->known ? "" : one->reason.text);
}

bool predict_print(const struct predictions *predictions, const struct ceilings *ceilings,
                   FILE *stream, struct table_style *style, struct error *error)
{
    const struct predicted **list = in_order(predictions);
    struct table table;
    char title[512];
    snprintf(title, sizeof title, "predicted for %s, from counts and %s; nothing was run",
             ceilings->info.name,
             ceilings->estimated ? "ceilings that are estimated from its data sheet" : "ceilings");
    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.title = title;
    for (int64_t k = 0; k < predictions->count; k++)
        print_case(&table, list[k]);
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    free(list);
    return good;
}

static cJSON *parts_json(const struct prediction *prediction)
{
    cJSON *parts = cJSON_CreateObject();
    for (int k = 0; k < RESOURCE_COUNT; k++)
        json_add_number(parts, resource_name((enum resource)k),
                        json_digits(1e9 * prediction->part[k], DIGITS));
    return parts;
}

static cJSON *case_json(const struct predicted *one)
{
    const struct case_spec *spec = one->spec;
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "id", spec->id);
    cJSON_AddStringToObject(item, "model", spec->model->name);
    cJSON_AddStringToObject(item, "strategy", spec->strategy->name);
    cJSON_AddItemToObject(item, "tuning", case_tuning_json(spec));
    cJSON_AddStringToObject(item, "precision", precision_info(spec->precision)->name);
    cJSON_AddNumberToObject(item, "skin", spec->skin);
    json_add_number(item, "n", one->n);
    json_add_number(item, "group", one->group);
    if (!one->known) {
        cJSON_AddStringToObject(item, "reason", one->reason.text);
        return item;
    }
    json_add_number(item, "density", json_digits(one->density, DIGITS));
    json_add_number(item, "replayed", one->replayed);
    json_add_number(item, "place", one->place);
    json_add_number(item, "predicted_ns", json_digits(1e9 * one->prediction.seconds, DIGITS));
    cJSON_AddStringToObject(item, "binding", resource_name(one->prediction.binding));
    cJSON_AddItemToObject(item, "parts_ns", parts_json(&one->prediction));
    return item;
}

cJSON *predict_json(const struct predictions *predictions, const char *device, bool estimated)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "schema_version", PREDICT_SCHEMA);
    cJSON_AddTrueToObject(document, "predicted");
    cJSON_AddStringToObject(document, "device", device);
    cJSON_AddBoolToObject(document, "estimated_ceilings", estimated);
    cJSON_AddItemToObject(document, "provenance", provenance_new());
    cJSON *list = cJSON_AddArrayToObject(document, "predictions");
    for (int64_t k = 0; k < predictions->count; k++)
        cJSON_AddItemToArray(list, case_json(&predictions->of[k]));
    return document;
}

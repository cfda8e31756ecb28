/* The figure `speedup-serial`. It shows the papers' speed-up over one core against the number of
 * particles, together with the values of a paper that the claims in the results state. */
#include "harness/catalog/strategy.h"
#include "harness/report/claims.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_baseline(const struct record *record)
{
    const struct strategy *strategy = strategy_find(record->strategy);
    return strategy != NULL && strategy->single_thread;
}

/* Whether no other strategy, tuning or order is faster on the same particles and device, compiled
 * alike. */
static bool is_fastest(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) && !is_baseline(other) && record_same_group(other, record) &&
            record_same_target(other, record) && other->force.median < record->force.median)
            return false;
    }
    return true;
}

/* The curve of a device. Its name adds those parameters of the model that vary in the results. */
static int device_curve(const struct records *records, struct figure_data *data,
                        const struct record *record)
{
    char text[FIGURE_LABEL], device[FIGURE_LABEL];
    char values[sizeof record->parameters];
    char *rest = NULL;
    size_t length =
        (size_t)snprintf(text, sizeof text, "%s", figure_device_text(records, record, device));
    memcpy(values, record->parameters, sizeof values);
    for (char *value = strtok_r(values, " ", &rest); value != NULL && length < sizeof text;
         value = strtok_r(NULL, " ", &rest)) {
        bool varies = false;
        for (int64_t k = 0; k < records->count && !varies; k++)
            varies = record_timed(&records->record[k]) &&
                     strcmp(records->record[k].model, record->model) == 0 &&
                     !record_has_parameters(&records->record[k], value);
        if (varies)
            length += (size_t)snprintf(text + length, sizeof text - length, ", %s", value);
    }
    int curve = figure_label(&data->curves, "%s", text);
    if (curve >= 0)
        data->colour[curve] = 1 + curve;
    return curve;
}

static struct figure_point point_of(struct figure_data *data, const struct record *record)
{
    return (struct figure_point){
        .row = figure_label(&data->rows, "%s precision", record->precision),
        .column = figure_label(&data->columns, "%s, %s, ρ = %.4g", record->model, record->source,
                               record->density),
        .x = record->n,
        .record = record,
    };
}

static bool add_measured(const struct records *records, const struct record *record,
                         struct figure_data *data, struct error *error)
{
    const struct record *serial = records_baseline(records, record, "serial");
    if (serial == NULL)
        return true;
    struct figure_point point = point_of(data, record);
    point.curve = device_curve(records, data, record);
    point.y = serial->force.median / record->force.median;
    point.low = serial->force.low / record->force.high;
    point.high = serial->force.high / record->force.low;
    return figure_add_point(data, point, error);
}

/* Adds a published value as a curve of one point. Its dash pattern sets it apart from measured
 * curves. */
static bool add_published(const struct claim *claim, struct figure_data *data, struct error *error)
{
    if (!isfinite(claim->published) || claim->points == 0 || claim->sides != 2 ||
        claim->number[0] != '\0' || claim->across[0] != '\0' ||
        !claim_side_is_baseline(&claim->side[0]))
        return true;
    struct figure_point point = point_of(data, claim->point[0].other);
    point.curve = figure_label(&data->curves, "%s", claim->source);
    point.y = point.low = point.high = claim->published;
    if (point.curve >= 0)
        data->dash[point.curve] = 1;
    return figure_add_point(data, point, error);
}

static bool add_claims(const struct records *records, const cJSON *document,
                       struct figure_data *data, struct error *error)
{
    const cJSON *config = cJSON_GetObjectItemCaseSensitive(document, "config");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(config, "claims");
    struct claims claims = {0};
    bool good = list == NULL || list->child == NULL ||
                claims_add(&claims, records, document, "the results", error);
    for (int64_t k = 0; k < claims.count && good; k++)
        good = add_published(&claims.item[k], data, error);
    claims_free(&claims);
    return good;
}

bool figure_speedup_serial(const struct records *records, struct figure_data *data,
                           struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    for (int64_t k = 0; k < count && good; k++)
        if (!is_baseline(list[k]) && is_fastest(records, list[k]))
            good = add_measured(records, list[k], data, error);
    for (int k = 0; k < records->documents && good && data->points > 0; k++)
        good = add_claims(records, records->document[k], data, error);
    free(list);
    return good;
}

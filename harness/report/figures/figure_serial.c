/* The figures `speedup-serial` and `speedup-dt`. They show the papers' speed-up over one core of
 * scalar code, of the fastest strategy of a device, against the number of particles, and against
 * the time step, together with the values of a paper that the claims in the results state. What a
 * CPU does with SIMD on one core, and with all of them, are curves of their own. */
#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"
#include "harness/report/verdicts/claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_baseline(const struct record *record)
{
    return record_has_one_thread(record->strategy);
}

/* Whether both ran on as many threads; GPUs have none. */
static bool same_threads(const struct record *a, const struct record *b)
{
    return a->threads == b->threads || (isnan(a->threads) && isnan(b->threads));
}

/* Whether no other strategy, tuning or order is faster on the same particles, device and threads,
 * compiled alike. */
static bool is_fastest(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) && !is_baseline(other) && record_same_group(other, record) &&
            record_same_target(other, record) && same_threads(other, record) &&
            other->force.median < record->force.median)
            return false;
    }
    return true;
}

/* The curve of a device, and of a number of threads if it is a CPU. Its name adds those parameters
 * of the model that vary in the results. */
static int device_curve(const struct records *records, struct figure_data *data,
                        const struct record *record)
{
    char text[FIGURE_LABEL];
    figure_device_text(records, record, text);
    if (record->threads >= 1)
        text_append(text, sizeof text, ", ", "%g thread%s", record->threads,
                    record->threads > 1 ? "s" : "");
    figure_append_varied(records, record, FIGURE_PARAMETERS, text);
    return figure_label(&data->curves, "%s", text);
}

/* `skins`: whether cases of each skin have a panel. */
static struct figure_point point_of(const struct records *records, struct figure_data *data,
                                    const struct record *record, bool skins)
{
    char system[FIGURE_LABEL];
    snprintf(system, sizeof system, "%s, %s, ρ = %.4g", record->model, record->source,
             record->density);
    figure_append_varied(records, record, FIGURE_STATE, system);
    if (skins)
        figure_append_varied(records, record, FIGURE_SKIN, system);
    return (struct figure_point){
        .row = figure_label(&data->rows, "%s precision", record->precision),
        .column = figure_label(&data->columns, "%s", system),
        .x = record->n,
        .record = record,
    };
}

/* Whether all cases move, by the same time step: then their steps are compared, else force calls.
 */
static bool compares_steps(const struct records *records)
{
    const struct record *first = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!record_timed(record))
            continue;
        first = first != NULL ? first : record;
        if (!(record->dynamics.step_ns > 0) || record->dynamics.dt != first->dynamics.dt)
            return false;
    }
    return first != NULL;
}

static bool add_measured(const struct records *records, const struct record *record,
                         struct figure_data *data, struct error *error)
{
    const struct record *serial = records_baseline(records, record, "serial");
    if (serial == NULL)
        return true;
    struct figure_point point = point_of(records, data, record, true);
    point.curve = device_curve(records, data, record);
    if (compares_steps(records)) {
        point.y = point.low = point.high = serial->dynamics.step_ns / record->dynamics.step_ns;
        return figure_add_point(data, point, error);
    }
    point.y = serial->force.median / record->force.median;
    point.low = serial->force.low / record->force.high;
    point.high = serial->force.high / record->force.low;
    point.doubtful =
        figure_is_doubtful(serial, &serial->force) || figure_is_doubtful(record, &record->force);
    return figure_add_point(data, point, error);
}

/* The number of a case that moves which the figures compare. */
static const char step_number[] = "dynamics.step_ns";

/* What a figure shows of papers: the claims on a number ("": on times of force calls), against the
 * number of particles or against the time step. */
struct shown {
    const char *number;
    bool by_time_step;
};

/* Adds a published value to the curve of its source. */
static bool add_published(const struct records *records, const struct claim *claim,
                          const struct shown *shown, struct figure_data *data, struct error *error)
{
    if (!isfinite(claim->published) || claim->points == 0 || claim->sides != 2 ||
        strcmp(claim->number, shown->number) != 0 || claim->across[0] != '\0' ||
        !record_has_one_thread(claim->side[0].strategy))
        return true;
    struct figure_point point =
        point_of(records, data, claim->point[0].other, !shown->by_time_step);
    if (shown->by_time_step)
        point.x = claim->point[0].other->dynamics.dt;
    point.curve = figure_published_curve(data, "as the paper prints it", claim->source);
    point.y = point.low = point.high = claim->published;
    return figure_add_least(data, point, error); /* once, of all results that say it */
}

static bool add_claims(const struct records *records, const cJSON *document,
                       const struct shown *shown, struct figure_data *data, struct error *error)
{
    const cJSON *config = cJSON_GetObjectItemCaseSensitive(document, "config");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(config, "claims");
    struct claims claims = {0};
    bool good = list == NULL || list->child == NULL ||
                claims_add(&claims, records, document, "the results", error);
    for (int64_t k = 0; k < claims.count && good; k++)
        good = add_published(records, &claims.item[k], shown, data, error);
    claims_free(&claims);
    return good;
}

/* Adds what the papers have to a figure that has points. */
static bool add_papers(const struct records *records, const struct shown *shown,
                       struct figure_data *data, struct error *error)
{
    bool good = true;
    for (int k = 0; k < records->documents && good && data->points > 0; k++)
        good = add_claims(records, records->document[k], shown, data, error);
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
    free(list);
    const struct shown shown = {.number = compares_steps(records) ? step_number : ""};
    return good && add_papers(records, &shown, data, error);
}

/* --- against the time step --- */

/* The time of a step of one core on the same particles, moved alike. */
static double serial_step(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (is_baseline(other) && record_same_system(record, other) &&
            strcmp(record->precision, other->precision) == 0 && record_same_host(record, other) &&
            strcmp(record->dynamics.thermostat, other->dynamics.thermostat) == 0 &&
            record->dynamics.dt == other->dynamics.dt)
            return other->dynamics.step_ns;
    }
    return NAN;
}

static bool add_steps(const struct records *records, const struct record *record,
                      struct figure_data *data, struct error *error)
{
    double serial = is_baseline(record) ? NAN : serial_step(records, record);
    if (!isfinite(serial) || !(record->dynamics.step_ns > 0))
        return true;
    struct figure_point point = point_of(records, data, record, false);
    point.curve = device_curve(records, data, record);
    point.x = record->dynamics.dt;
    /* the share of the serial step, so that the fastest is the least; turned over at the end */
    point.y = point.low = point.high = record->dynamics.step_ns / serial;
    data->x_label = strcmp(record->dynamics.time_unit, "fs") == 0
                        ? "time step in fs"
                        : "time step in units of the model";
    return figure_add_least(data, point, error);
}

bool figure_speedup_dt(const struct records *records, struct figure_data *data, struct error *error)
{
    bool good = figure_for_each(records, data, add_steps, error);
    for (int64_t k = 0; k < data->points && good; k++) {
        struct figure_point *point = &data->point[k];
        point->y = point->low = point->high = 1 / point->y;
    }
    const struct shown shown = {.number = step_number, .by_time_step = true};
    return good && add_papers(records, &shown, data, error);
}

/* The figures `speedup`, `speedup-n` and `speedup-density`. They show the speed-up over vertex
 * against the number of particles or the density. */
#include "harness/report/figure_cases.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

#include <string.h>

static const struct figure_axis particles = {
    .label = "particles", .scale = FIGURE_LOG, .at_data = true, .counts = true};

/* Sets y, low and high of the point to the speed-up of its record over `baseline`. */
static void set_speedup(struct figure_point *point, const struct record *baseline,
                        const struct record *record)
{
    point->y = baseline->force.median / record->force.median;
    point->low = record == baseline ? 1 : baseline->force.low / record->force.high;
    point->high = record == baseline ? 1 : baseline->force.high / record->force.low;
    point->doubtful = figure_is_doubtful(record, &record->force) ||
                      figure_is_doubtful(baseline, &baseline->force);
    point->record = record;
}

static bool add_speedup(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL];
    if (vertex == NULL)
        return true;
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s, %s", figure_setting_text(records, record, setting),
                            figure_model_text(records, record, model)),
        .column = figure_label(&data->columns, "%s", figure_density_text(records, record, density)),
        .curve = figure_named_curve(data, record, record->strategy),
        .x = record->n};
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

bool figure_speedup(const struct records *records, struct figure_data *data, struct error *error)
{
    data->x = particles;
    data->y = (struct figure_axis){.label = "speed-up over vertex", .scale = FIGURE_LOG};
    return figure_for_each_best(records, data, add_speedup, error);
}

static bool add_speedup_n(const struct records *records, const struct record *record,
                          struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || record != records_best(records, record, "edge"))
        return true;
    char device[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL];
    figure_device_text(records, record, device);
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s precision", record->precision),
        .column = figure_label(&data->columns, "%s, %s", figure_model_text(records, record, model),
                               figure_density_text(records, record, density)),
        .curve = figure_label(&data->curves, "%s", device),
        .x = record->n};
    if (point.curve >= 0)
        data->style[point.curve].colour = 1 + point.curve;
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

bool figure_speedup_n(const struct records *records, struct figure_data *data, struct error *error)
{
    data->x = particles;
    data->y = (struct figure_axis){
        .label = "speed-up of edge over vertex", .reaches = true, .reference = true};
    return figure_for_each(records, data, add_speedup_n, error);
}

static bool add_density(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    bool segmented = strcmp(record->strategy, "edge_segmented") == 0;
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || !figure_is_largest(records, record) ||
        (!segmented && strcmp(record->strategy, "edge") != 0))
        return true;
    char device[FIGURE_LABEL], model[FIGURE_LABEL];
    figure_device_text(records, record, device);
    struct figure_point point = {
        .row = figure_label(&data->rows, "the most particles of each density, %s",
                            figure_model_text(records, record, model)),
        .column = figure_label(&data->columns, "%s precision", record->precision),
        .curve = figure_label(&data->curves, "%s, %s", record->strategy, device),
        .x = record->density,
    };
    if (point.curve >= 0)
        data->style[point.curve].colour = 1 + point.curve;
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

bool figure_speedup_density(const struct records *records, struct figure_data *data,
                            struct error *error)
{
    data->x = (struct figure_axis){.label = "density ρ", .at_data = true};
    data->y =
        (struct figure_axis){.label = "speed-up over vertex", .reaches = true, .reference = true};
    return figure_for_each_best(records, data, add_density, error);
}

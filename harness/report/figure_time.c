/* The figures `time` (per particle and force call) and `times` (per force call, against the
 * number of particles). */
#include "harness/base/text.h"
#include "harness/report/figure_cases.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

static bool add_time(const struct records *records, const struct record *record,
                     struct figure_data *data, struct error *error)
{
    if (!figure_is_largest(records, record))
        return true;
    char n[TEXT_NUMBER];
    struct figure_point point = {
        .row = figure_setting_row(records, data, record),
        .column = figure_label(&data->columns, "%s", ""),
        .curve = figure_strategy_curve(data, record->strategy),
        .x = figure_label(&data->ticks, "ρ = %.4g, N = %s", record->density,
                          text_whole(record->n, n)),
        .y = record->force.median / record->n,
        .low = record->force.low / record->n,
        .high = record->force.high / record->n,
        .record = record,
    };
    return figure_add_point(data, point, error);
}

bool figure_time(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each_best(records, data, add_time, error);
}

static bool add_tuned(const struct records *records, const struct record *record,
                      struct figure_data *data, struct error *error)
{
    static const double microseconds = 1e-3;
    char device[FIGURE_LABEL];
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s, %s precision",
                            figure_device_text(records, record, device), record->precision),
        .column = figure_system_column(records, data, record),
        .curve = figure_tuned_curve(records, data, record),
        .x = record->n,
        .y = microseconds * record->force.median,
        .low = microseconds * record->force.low,
        .high = microseconds * record->force.high,
        .record = record,
    };
    return figure_add_point(data, point, error);
}

bool figure_times(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each_tuned(records, data, add_tuned, error);
}

/* The figure `throughput`: the throughput of systems that move at the same time, how long a
 * step of one of them takes, and how fair that is, against how many they are. */
#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"

#include <math.h>
#include <string.h>

/* The curve of a strategy and a way to share. */
static int curve_of(const struct records *records, struct figure_data *data,
                    const struct record *record)
{
    char tuned[FIGURE_LABEL];
    return figure_label(&data->curves, "%s, %s%s", figure_tuned_text(records, record, tuned),
                        record->sharing, strcmp(record->replica_mps, "true") == 0 ? " (MPS)" : "");
}

/* A quantity of replicas, against their numbers. */
static bool add_row(const struct record *record, const cJSON *values, double scale,
                    struct figure_point point, struct figure_data *data, struct error *error)
{
    int measured = cJSON_GetArraySize(record->replica_counts);
    bool good = true;
    for (int k = 0; k < measured && good; k++) {
        point.x = cJSON_GetNumberValue(cJSON_GetArrayItem(record->replica_counts, k));
        point.y = scale * cJSON_GetNumberValue(cJSON_GetArrayItem(values, k));
        point.low = point.high = point.y;
        good = !isfinite(point.x * point.y) || figure_add_point(data, point, error);
    }
    return good;
}

static bool add_rates(const struct records *records, const struct record *record,
                      struct figure_data *data, struct error *error)
{
    static const double millions = 1e-6, microseconds = 1e-3;
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], n[TEXT_NUMBER];
    if (cJSON_GetArraySize(record->replica_rates) == 0)
        return true;
    figure_model_text(records, record, model);
    figure_append_varied(records, record, FIGURE_DENSITY, model);
    struct figure_point rate = {
        .row = figure_label(&data->rows, "millions of particle steps a second"),
        .column = figure_label(&data->columns, "%s, %s, N = %s",
                               figure_setting_text(records, record, setting), model,
                               text_whole(record->n, n)),
        .curve = curve_of(records, data, record),
        .record = record};
    struct figure_point latency = rate, fairness = rate;
    latency.row = figure_label(&data->rows, "µs per step of one");
    fairness.row = figure_label(&data->rows, "slowest over fastest");
    return add_row(record, record->replica_rates, millions, rate, data, error) &&
           add_row(record, record->replica_steps, microseconds, latency, data, error) &&
           add_row(record, record->replica_fairness, 1, fairness, data, error);
}

bool figure_throughput(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each(records, data, add_rates, error);
}

/* The figure `pareto`. It shows how much time the accuracy of the force costs. */
#include "harness/base/text.h"
#include "harness/report/figure_cases.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

/* Plots error against time for the largest systems. Curves of one precision share a colour, and
 * those of one strategy share a mark. */
static bool add_pareto(const struct records *records, const struct record *record,
                       struct figure_data *data, struct error *error)
{
    enum precision precision;
    char n[TEXT_NUMBER], device[FIGURE_LABEL];
    if (!(record->force_rms_rel > 0) || !figure_is_largest(records, record) ||
        !precision_find(record->precision, &precision))
        return true;
    struct figure_point point = {
        .row = figure_model_row(records, data, record, figure_device_text(records, record, device)),
        .column = figure_label(&data->columns, "ρ = %.4g, N = %s", record->density,
                               text_whole(record->n, n)),
        .curve = figure_label(&data->curves, "%s, %s", record->strategy, record->precision),
        .x = 1e-3 * record->force.median,
        .y = record->force_rms_rel,
        .low = record->force_rms_rel,
        .high = record->force_rms_rel,
        .record = record};
    if (point.curve >= 0) {
        data->colour[point.curve] = (int)precision;
        data->dash[point.curve] = figure_strategy_colour(record->strategy, 0);
    }
    return figure_add_point(data, point, error);
}

bool figure_pareto(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each_best(records, data, add_pareto, error);
}

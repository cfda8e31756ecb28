/* The figure `lanes`. It compares the active lanes of a warp in the replay with those that the
 * hardware counted. */
#include "harness/lanes/lanes.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"

#include <math.h>

/* Adds the line on which both agree to the panel of a point that is the first one there. */
static bool add_diagonal(struct figure_data *data, struct figure_point point, struct error *error)
{
    point.curve = 0;
    point.record = NULL;
    bool good = true;
    for (int64_t k = 0; k < data->points; k++)
        if (data->point[k].row == point.row && data->point[k].column == point.column &&
            data->point[k].curve == point.curve)
            return true;
    for (int end = 0; end < 2 && good; end++) {
        point.x = point.y = point.low = point.high = end * WARP;
        good = figure_add_point(data, point, error);
    }
    return good;
}

bool figure_lanes(const struct records *records, struct figure_data *data, struct error *error)
{
    data->style[figure_label(&data->curves, "both agree")].kind = FIGURE_LINE;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        double counted = record->threads_per_instruction;
        if (!isfinite(record->lanes) || !isfinite(counted))
            continue;
        struct figure_point point = {
            .row = figure_model_row(records, data, record, record->device),
            .column = figure_label(&data->columns, "%s precision", record->precision),
            .curve = figure_label(&data->curves, "%s", record->strategy),
            .x = WARP * record->lanes,
            .y = counted,
            .low = counted,
            .high = counted,
            .record = record};
        if (point.curve >= 0)
            data->style[point.curve].kind = FIGURE_POINTS;
        if (!figure_add_point(data, point, error) || !add_diagonal(data, point, error))
            return false;
    }
    return true;
}

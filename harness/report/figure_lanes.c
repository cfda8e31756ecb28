/* The figure `lanes`. It compares the active lanes of a warp in the replay with those that the
 * hardware counted. */
#include "harness/lanes/lanes.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

#include <math.h>

bool figure_lanes(const struct records *records, struct figure_data *data, struct error *error)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        double counted = record->threads_per_instruction;
        if (!isfinite(record->lanes) || !isfinite(counted))
            continue;
        struct figure_point point = {
            .row = figure_model_row(records, data, record, record->device),
            .column = figure_label(&data->columns, "%s precision", record->precision),
            .curve = figure_strategy_curve(data, record->strategy),
            .x = WARP * record->lanes,
            .y = counted,
            .low = counted,
            .high = counted,
            .record = record};
        if (!figure_add_point(data, point, error))
            return false;
    }
    return true;
}

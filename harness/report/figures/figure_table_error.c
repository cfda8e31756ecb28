/* The figure `table-error`: what forces of allatom are off by from distance to distance, a curve
 * for each way to evaluate them, a column for each precision. */
#include "harness/json/json_get.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/results/lookups.h"

static bool add_interval(const cJSON *document, const cJSON *item, struct figure_data *data,
                         struct error *error)
{
    struct lookup_row row;
    lookups_read(item, &row);
    if (!(row.largest > 0))
        return true;
    const cJSON *parameters = json_get(document, "parameters");
    const struct figure_point point = {
        .row = figure_label(&data->rows, "two oxygens of water, %s",
                            json_text(parameters, "electrostatics")),
        .column = figure_label(&data->columns, "%s precision", row.precision),
        .curve = figure_label(&data->curves, "%s", row.force),
        .x = (row.from + row.to) / 2,
        .y = row.largest,
        .low = row.largest,
        .high = row.largest};
    if (point.curve >= 0)
        data->style[point.curve].kind = FIGURE_LINE;
    return figure_add_point(data, point, error);
}

bool figure_table_error(const struct records *records, struct figure_data *data,
                        struct error *error)
{
    bool good = true;
    for (int k = 0; k < records->documents; k++) {
        const cJSON *item = NULL;
        cJSON_ArrayForEach (item, lookups_of(records->document[k])) {
            good = good && add_interval(records->document[k], item, data, error);
        }
    }
    return good;
}

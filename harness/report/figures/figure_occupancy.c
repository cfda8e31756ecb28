/* The figure `occupancy`: the occupancy of the first kernel of each strategy, a column for each
 * architecture. */
#include "harness/catalog/strategy.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/results/kernels.h"

#include <math.h>
#include <string.h>

/* Whether it is the kernel that evaluates the pairs, and its occupancy is known. */
static bool counts(const struct kernel_row *row)
{
    const struct strategy *strategy = strategy_find(row->strategy);
    return strategy != NULL && strategy_has_gpu(strategy) && isfinite(row->occupancy) &&
           strcmp(row->kernel, strategy->steps[0].kernel) == 0;
}

static bool add_kernel(const struct kernel_row *row, struct figure_data *data, struct error *error)
{
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s, %s precision", row->model, row->precision),
        .column = figure_label(&data->columns, "sm_%g", row->architecture),
        .curve = figure_label(&data->curves, "%s", row->strategy),
        .y = 100 * row->occupancy,
        .low = 100 * row->occupancy,
        .high = 100 * row->occupancy};
    point.x = figure_label(&data->ticks, "%s", row->strategy);
    if (point.curve >= 0)
        data->style[point.curve] = (struct figure_style){.kind = FIGURE_BAR, .unlisted = true};
    /* of several tunings the one that fills the least */
    return figure_add_least(data, point, error);
}

/* The least architecture of the documents above `below`; infinite if there is none. */
static double next_architecture(const struct records *records, double below)
{
    double next = INFINITY;
    const cJSON *item = NULL;
    for (int k = 0; k < records->documents; k++)
        cJSON_ArrayForEach (item, kernels_of(records->document[k])) {
            double architecture = json_value(item, "architecture");
            next = architecture > below ? fmin(next, architecture) : next;
        }
    return next;
}

static bool add_architecture(const struct records *records, double architecture,
                             struct figure_data *data, struct error *error)
{
    const cJSON *item = NULL;
    bool good = true;
    for (int k = 0; k < records->documents; k++)
        cJSON_ArrayForEach (item, kernels_of(records->document[k])) {
            struct kernel_row row;
            kernels_read(item, &row);
            if (good && row.architecture == architecture && counts(&row))
                good = add_kernel(&row, data, error);
        }
    return good;
}

bool figure_occupancy(const struct records *records, struct figure_data *data, struct error *error)
{
    bool good = true;
    for (double next = next_architecture(records, 0); isfinite(next) && good;
         next = next_architecture(records, next))
        good = add_architecture(records, next, data, error);
    return good;
}

/* The figure `pareto`. It shows how much time the accuracy of the force costs. */
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"

#include <stdlib.h>
#include <string.h>

/* The curve of the frontier, the first. */
enum { FRONTIER };

static bool has_error(const struct record *record)
{
    return record_timed(record) && record->force_rms_rel > 0;
}

/* Plots error against time for the largest systems. */
static bool add_pareto(const struct records *records, const struct record *record,
                       struct figure_data *data, struct error *error)
{
    char machine[FIGURE_LABEL], system[FIGURE_LABEL];
    if (!has_error(record) || record->n != figure_most_particles(records, record, has_error))
        return true;
    struct figure_point point = {
        .row =
            figure_model_row(records, data, record, figure_machine_text(records, record, machine)),
        .column = figure_label(&data->columns, "%s", figure_system_text(records, record, system)),
        .curve = figure_label(&data->curves, "%s, %s", record->strategy, record->precision),
        .x = 1e-3 * record->force.median,
        .y = record->force_rms_rel,
        .low = record->force_rms_rel,
        .high = record->force_rms_rel,
        .doubtful = figure_is_doubtful(record, &record->force),
        .record = record};
    if (point.curve >= 0) {
        struct figure_style *style = &data->style[point.curve];
        style->kind = FIGURE_POINTS;
        snprintf(style->colour, sizeof style->colour, "%s", record->precision);
        snprintf(style->mark, sizeof style->mark, "%s", record->strategy);
    }
    return figure_add_point(data, point, error);
}

static int compare_points(const void *left, const void *right)
{
    const struct figure_point *a = left;
    const struct figure_point *b = right;
    int order = (a->row > b->row) - (a->row < b->row);
    order = order ? order : (a->column > b->column) - (a->column < b->column);
    order = order ? order : (a->x > b->x) - (a->x < b->x);
    return order ? order : (a->y > b->y) - (a->y < b->y);
}

/* Adds, panel by panel, the steps under the points that no other is both faster and more accurate
 * than. Errors that differ less than sums in another order do are alike. */
static bool add_frontiers(struct figure_data *data, struct error *error)
{
    static const double alike = 1.25;
    int64_t count = data->points;
    if (count == 0)
        return true;
    struct figure_point *sorted = malloc((size_t)count * sizeof *sorted);
    if (sorted == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory for the points of a figure");
    memcpy(sorted, data->point, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_points);
    bool good = true;
    for (int64_t k = 0, first = -1; k < count && good; k++) {
        struct figure_point point = sorted[k];
        bool begins =
            k == 0 || point.row != sorted[k - 1].row || point.column != sorted[k - 1].column;
        first = begins ? -1 : first;
        if (point.doubtful || (first >= 0 && point.y * alike >= sorted[first].y))
            continue;
        point.curve = FRONTIER;
        point.low = point.high = point.y;
        struct figure_point corner = point;
        if (first >= 0) {
            corner.y = corner.low = corner.high = sorted[first].y;
            good = figure_add_point(data, corner, error);
        }
        good = good && figure_add_point(data, point, error);
        first = k;
    }
    free(sorted);
    return good;
}

bool figure_pareto(const struct records *records, struct figure_data *data, struct error *error)
{
    data->style[figure_label(&data->curves, "none is faster and more accurate")].kind = FIGURE_LINE;
    if (!figure_for_each_best(records, data, add_pareto, error))
        return false;
    return add_frontiers(data, error);
}

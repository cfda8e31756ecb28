/* The figure `scaling`: what more threads of a CPU gain, as the speed-up of a strategy over itself
 * on one thread and as the efficiency, its share of the number of threads. Lines are of a machine
 * on which threads do not share anything. */
#include "harness/base/text.h"
#include "harness/report/figure_cases.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"

#include <stdlib.h>
#include <string.h>

/* Whether another case is the same strategy at the same work. */
static bool is_same(const struct record *record, const struct record *other)
{
    return record_timed(other) && strcmp(record->strategy, other->strategy) == 0 &&
           record_same_group(record, other) && record_same_target(record, other);
}

/* The fastest on one thread; NULL if there is none, or no case with more. */
static const struct record *alone(const struct records *records, const struct record *record)
{
    const struct record *best = NULL;
    bool more = false;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!is_same(record, other))
            continue;
        more = more || other->threads > 1;
        if (other->threads == 1 && (best == NULL || other->force.median < best->force.median))
            best = other;
    }
    return more ? best : NULL;
}

/* Adds a gain, and the line of what it is at best. */
static bool add_gain(struct figure_data *data, struct figure_point point, double best,
                     struct error *error)
{
    struct figure_point line = {.row = point.row,
                                .column = point.column,
                                .curve = figure_label(&data->curves, "each thread as fast as one"),
                                .x = point.x,
                                .y = best,
                                .low = best,
                                .high = best};
    if (line.curve >= 0)
        data->style[line.curve] = (struct figure_style){.kind = FIGURE_LINE, .dash = 1};
    return figure_add_point(data, point, error) && figure_add_least(data, line, error);
}

static bool add_scaling(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL], n[TEXT_NUMBER];
    const struct record *one = alone(records, record);
    if (one == NULL)
        return true;
    struct figure_point point = {
        .row = figure_label(&data->rows, "speed-up over one thread"),
        .column = figure_label(
            &data->columns, "%s, %s, %s, N = %s", figure_setting_text(records, record, setting),
            figure_model_text(records, record, model),
            figure_density_text(records, record, density), text_whole(record->n, n)),
        .curve = figure_named_curve(data, record, record->strategy),
        .x = record->threads};
    figure_set_speedup(&point, record, &record->force, one, &one->force);
    if (!add_gain(data, point, record->threads, error))
        return false;
    point.row = figure_label(&data->rows, "efficiency");
    point.y /= record->threads;
    point.low /= record->threads;
    point.high /= record->threads;
    return add_gain(data, point, 1, error);
}

/* Curves go from few threads to many, whatever the order of the results. */
static int compare_points(const void *left, const void *right)
{
    const struct figure_point *a = left, *b = right;
    int order = a->curve - b->curve;
    return order ? order : (a->x > b->x) - (a->x < b->x);
}

bool figure_scaling(const struct records *records, struct figure_data *data, struct error *error)
{
    data->quantities = true;
    data->x = (struct figure_axis){.label = "threads", .scale = FIGURE_LOG, .at_data = true};
    data->y = (struct figure_axis){.reaches = true};
    bool good = figure_for_each_best(records, data, add_scaling, error);
    if (data->points > 0)
        qsort(data->point, (size_t)data->points, sizeof *data->point, compare_points);
    return good;
}

/* The figures `time`, the time per particle of the largest systems, and `cold`, that of force calls
 * with cold and with warm caches. */
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"

#include <math.h>

/* Sets a point to a time in nanoseconds, times a factor. */
static bool set_time(struct figure_point *point, const struct timing *timing, double factor)
{
    point->y = factor * timing->median;
    point->low = factor * timing->low;
    point->high = factor * timing->high;
    point->doubtful = figure_is_doubtful(point->record, timing);
    return isfinite(timing->median);
}

static const double microseconds = 1e-3;

/* --- bars of the largest systems --- */

/* A point in the row of its setting, the panel of its system and skin and the place of a name. */
static struct figure_point place(const struct records *records, const struct record *record,
                                 const char *name, struct figure_data *data)
{
    char setting[FIGURE_LABEL], system[FIGURE_LABEL];
    figure_setting_text(records, record, setting);
    figure_system_text(records, record, system);
    return (struct figure_point){.row = figure_model_row(records, data, record, setting),
                                 .column = figure_label(&data->columns, "%s", system),
                                 .x = figure_label(&data->ticks, "%s", name),
                                 .record = record};
}

static bool add_time(const struct records *records, const struct record *record,
                     struct figure_data *data, struct error *error)
{
    if (record->n != figure_most_particles(records, record, record_timed))
        return true;
    struct figure_point point = place(records, record, record->strategy, data);
    set_time(&point, &record->force, 1 / record->n);
    point.curve = figure_label(&data->curves, "%s", record->strategy);
    if (point.curve >= 0) {
        data->style[point.curve].kind = FIGURE_BAR;
        data->style[point.curve].unlisted = true;
    }
    return figure_add_least(data, point, error);
}

bool figure_time(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each_best(records, data, add_time, error);
}

/* --- cold and warm caches --- */

static bool add_cold(const struct records *records, const struct record *record,
                     struct figure_data *data, struct error *error)
{
    static const char *const names[] = {"warm caches", "cold caches"};
    const struct timing *const timings[] = {&record->force, &record->force_cold};
    char name[FIGURE_LABEL];
    bool good = true;
    if (!isfinite(record->force_cold.median))
        return true;
    for (int k = 0; k < 2 && good; k++) {
        struct figure_point point =
            place(records, record, figure_tuned_text(records, record, name), data);
        set_time(&point, timings[k], microseconds);
        point.curve = figure_label(&data->curves, "%s", names[k]);
        if (point.curve >= 0)
            data->style[point.curve] = (struct figure_style){.kind = FIGURE_POINTS};
        good = figure_add_least(data, point, error);
    }
    return good;
}

bool figure_cold(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each(records, data, add_cold, error);
}

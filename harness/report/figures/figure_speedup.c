/* The figures `speedup`, `speedup-n` and `speedup-density`. They show the speed-up over vertex
 * against the number of particles or the density. */
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The fastest case of vertex that a case is held against. Serial code is held against one thread,
 * if it was measured, lest its panel have two baselines. */
static const struct record *vertex_of(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) && strcmp(other->strategy, "vertex") == 0 &&
            record_same_group(record, other) && record_same_target(record, other) &&
            record_same_number(record->threads, other->threads))
            return records_best(records, other, "vertex");
    }
    return records_best(records, record, "vertex");
}

static bool add_to(struct figure_data *data, struct figure_point point, const char *name,
                   const char *time, struct error *error)
{
    point.curve = figure_label(&data->curves, "%s%s", name, time);
    return figure_add_point(data, point, error);
}

/* Adds the speed-up of a force call, and beside it that of whole steps where these were timed. */
static bool add_times(struct figure_data *data, struct figure_point point, const char *name,
                      const struct record *baseline, const struct record *record,
                      struct error *error)
{
    bool steps = isfinite(baseline->step.median) && isfinite(record->step.median);
    if (steps) {
        figure_set_speedup(&point, record, &record->step, baseline, &baseline->step);
        if (!add_to(data, point, name, ", whole steps", error))
            return false;
    }
    figure_set_speedup(&point, record, &record->force, baseline, &baseline->force);
    return add_to(data, point, name, steps ? ", force call" : "", error);
}

static bool add_speedup(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    const struct record *vertex = vertex_of(records, record);
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL];
    if (vertex == NULL)
        return true;
    figure_density_text(records, record, density);
    figure_append_varied(records, record, FIGURE_SKIN, density);
    struct figure_point point = {.row = figure_label(&data->rows, "%s, %s",
                                                     figure_setting_text(records, record, setting),
                                                     figure_physics_text(records, record, model)),
                                 .column = figure_label(&data->columns, "%s", density),
                                 .curve = figure_label(&data->curves, "%s", record->strategy),
                                 .x = record->n};
    figure_set_speedup(&point, record, &record->force, vertex, &vertex->force);
    return figure_add_point(data, point, error);
}

/* Whether a panel has nothing but the baseline. */
static bool is_baseline(const struct figure_data *data, int row, int column)
{
    for (int64_t k = 0; k < data->points; k++)
        if (data->point[k].row == row && data->point[k].column == column &&
            strcmp(data->point[k].record->strategy, "vertex") != 0)
            return false;
    return true;
}

bool figure_speedup(const struct records *records, struct figure_data *data, struct error *error)
{
    if (!figure_for_each_best(records, data, add_speedup, error))
        return false;
    figure_leave_out(data, is_baseline);
    return true;
}

static bool add_speedup_n(const struct records *records, const struct record *record,
                          struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || record != records_best(records, record, "edge"))
        return true;
    char machine[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL];
    figure_machine_text(records, record, machine);
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s precision", record->precision),
        .column = figure_label(&data->columns, "%s, %s", figure_model_text(records, record, model),
                               figure_density_text(records, record, density)),
        .x = record->n};
    return add_times(data, point, machine, vertex, record, error);
}

bool figure_speedup_n(const struct records *records, struct figure_data *data, struct error *error)
{
    return figure_for_each(records, data, add_speedup_n, error);
}

/* Whether it is a case of a strategy whose speed-ups are shown against density. */
static bool is_edge(const struct record *record)
{
    return record_timed(record) && (strcmp(record->strategy, "edge") == 0 ||
                                    strcmp(record->strategy, "edge_segmented") == 0);
}

static bool add_density(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || !is_edge(record) ||
        record->n != figure_most_particles(records, record, is_edge))
        return true;
    char machine[FIGURE_LABEL], model[FIGURE_LABEL], name[2 * FIGURE_LABEL];
    struct figure_point point = {
        .row = figure_label(&data->rows, "the most particles of each density, %s",
                            figure_model_text(records, record, model)),
        .column = figure_label(&data->columns, "%s precision", record->precision),
        .x = record->density,
    };
    snprintf(name, sizeof name, "%s, %s", record->strategy,
             figure_machine_text(records, record, machine));
    return add_times(data, point, name, vertex, record, error);
}

bool figure_speedup_density(const struct records *records, struct figure_data *data,
                            struct error *error)
{
    return figure_for_each_best(records, data, add_density, error);
}

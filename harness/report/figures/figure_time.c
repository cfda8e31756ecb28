/* The figures of times and other numbers of a case, each as figure_quantity.h has it, and `time`,
 * the time per particle of the largest systems. */
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_peers.h"
#include "harness/report/figures/figure_quantity.h"

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

static bool find_force(const struct record *record, struct figure_point *point)
{
    return set_time(point, &record->force, microseconds);
}

static bool find_build(const struct record *record, struct figure_point *point)
{
    return set_time(point, &record->build, microseconds);
}

static bool find_bin(const struct record *record, struct figure_point *point)
{
    return set_time(point, &record->bin, microseconds);
}

static bool find_bonded(const struct record *record, struct figure_point *point)
{
    return set_time(point, &record->bonded, microseconds);
}

static bool find_step(const struct record *record, struct figure_point *point)
{
    return set_time(point, &record->step, microseconds);
}

static bool set_number(struct figure_point *point, double number)
{
    point->y = point->low = point->high = number;
    return isfinite(number);
}

static bool find_pair_energy(const struct record *record, struct figure_point *point)
{
    return set_number(point, record->energy_nj_per_pair);
}

static bool find_memory(const struct record *record, struct figure_point *point)
{
    return set_number(point, record->memory_bytes / record->n);
}

bool figure_times(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "times",
                                                    .label = "µs per force call",
                                                    .curve = figure_tuning_text,
                                                    .find = find_force};
    return figure_gather_quantity(records, &quantity, data, error);
}

bool figure_bonded(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "bonded",
                                                    .label = "µs for the bonded terms",
                                                    .curve = figure_tuning_text,
                                                    .find = find_bonded};
    return figure_gather_quantity(records, &quantity, data, error);
}

bool figure_build(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {
        .figure = "build", .label = "µs per list", .curve = figure_listed_text, .find = find_build};
    return figure_gather_quantity(records, &quantity, data, error);
}

bool figure_bin(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "bin",
                                                    .label = "µs per filling of cells",
                                                    .curve = figure_binned_text,
                                                    .no_entries = true,
                                                    .find = find_bin};
    return figure_gather_quantity(records, &quantity, data, error);
}

bool figure_step(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "step",
                                                    .label = "µs per step",
                                                    .curve = figure_tuning_text,
                                                    .all_skins = true,
                                                    .find = find_step};
    return figure_gather_quantity(records, &quantity, data, error) && figure_add_peers(data, error);
}

bool figure_pair_energy(const struct records *records, struct figure_data *data,
                        struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "pair-energy",
                                                    .label = "nJ per interacting pair",
                                                    .curve = figure_tuning_text,
                                                    .find = find_pair_energy};
    return figure_gather_quantity(records, &quantity, data, error);
}

bool figure_memory(const struct records *records, struct figure_data *data, struct error *error)
{
    static const struct figure_quantity quantity = {.figure = "memory",
                                                    .label = "bytes per particle",
                                                    .curve = figure_tuning_text,
                                                    .find = find_memory};
    return figure_gather_quantity(records, &quantity, data, error);
}

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
    point.curve = figure_named_curve(data, record, record->strategy);
    if (point.curve >= 0) {
        data->style[point.curve].kind = FIGURE_BAR;
        data->style[point.curve].unlisted = true;
    }
    return figure_add_least(data, point, error);
}

bool figure_time(const struct records *records, struct figure_data *data, struct error *error)
{
    data->form = FIGURE_BARS;
    data->y = (struct figure_axis){.label = "ns per particle", .reaches = true};
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
            data->style[point.curve] =
                (struct figure_style){.kind = FIGURE_POINTS, .colour = 1 + point.curve};
        good = figure_add_least(data, point, error);
    }
    return good;
}

bool figure_cold(const struct records *records, struct figure_data *data, struct error *error)
{
    data->form = FIGURE_DOTS;
    data->y = (struct figure_axis){.label = "µs per force call", .reaches = true};
    return figure_for_each(records, data, add_cold, error);
}

/* The figure `scaling`: what more threads of a CPU gain, as the speed-up of a strategy's forces and
 * of its lists over themselves on one thread, and as the efficiency, its share of the number of
 * threads. Lines are of a machine on which threads do not share anything, and of what this one
 * allows: how much faster the ceilings of arithmetic and of memory are with so many threads, where
 * `pairlanes ceilings --threads` has measured them. */
#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"

#include <math.h>
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

/* A line that the gains are held against. */
struct bound {
    const char *curve;
    double speedup; /* NAN: it was not measured */
};

enum { BOUNDS = 3 };

static double gain_of(const struct record *record, const struct record *one, enum ceiling_kind kind)
{
    const struct ceilings *many = record->ceilings, *single = one->ceilings;
    if (many == NULL || single == NULL || single->info.cores != 1 ||
        many->info.cores != record->threads || single->ceiling[kind].repetitions == 0 ||
        many->ceiling[kind].repetitions == 0)
        return NAN;
    return many->ceiling[kind].best / single->ceiling[kind].best;
}

static void find_bounds(const struct record *record, const struct record *one,
                        struct bound bound[BOUNDS])
{
    const bool single = record_narrow(record);
    bound[0] = (struct bound){"each thread as fast as one", record->threads};
    bound[1] =
        (struct bound){single ? "what fma_single allows" : "what fma_double allows",
                       gain_of(record, one, single ? CEILING_FMA_SINGLE : CEILING_FMA_DOUBLE)};
    bound[2] = (struct bound){"what stream_dram allows", gain_of(record, one, CEILING_STREAM_DRAM)};
}

/* Adds a gain, and the lines of what it is at best; `share`: what of a speed-up the panel shows. */
static bool add_gain(struct figure_data *data, struct figure_point point,
                     const struct bound bound[BOUNDS], double share, struct error *error)
{
    point.y *= share;
    point.low *= share;
    point.high *= share;
    bool good = figure_add_point(data, point, error);
    for (int k = 0; k < BOUNDS && good; k++) {
        if (isnan(bound[k].speedup))
            continue;
        const double y = bound[k].speedup * share;
        struct figure_point line = {.row = point.row,
                                    .column = point.column,
                                    .curve = figure_label(&data->curves, "%s", bound[k].curve),
                                    .x = point.x,
                                    .y = y,
                                    .low = y,
                                    .high = y};
        if (line.curve >= 0)
            data->style[line.curve].kind = FIGURE_LINE;
        good = figure_add_least(data, line, error);
    }
    return good;
}

/* Adds the panels of a time: of the speed-up, and of the efficiency. */
static bool add_panels(struct figure_data *data, struct figure_point point,
                       const struct bound bound[BOUNDS], const char *of, struct error *error)
{
    point.row = figure_label(&data->rows, "%sspeed-up over one thread", of);
    if (!add_gain(data, point, bound, 1, error))
        return false;
    point.row = figure_label(&data->rows, "%sefficiency", of);
    return add_gain(data, point, bound, 1 / point.x, error);
}

static bool add_scaling(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    char device[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL], n[TEXT_NUMBER];
    struct bound bound[BOUNDS];
    const struct record *one = alone(records, record);
    if (one == NULL)
        return true;
    struct figure_point point = {
        .column =
            figure_label(&data->columns, "%s, %s precision, %s, %s, N = %s",
                         figure_device_text(records, record, device), record->precision,
                         figure_model_text(records, record, model),
                         figure_density_text(records, record, density), text_whole(record->n, n)),
        .curve = figure_label(&data->curves, "%s", record->strategy),
        .x = record->threads};
    find_bounds(record, one, bound);
    figure_set_speedup(&point, record, &record->force, one, &one->force);
    if (!add_panels(data, point, bound, "", error))
        return false;
    if (!isfinite(record->build.median) || !isfinite(one->build.median))
        return true;
    figure_set_speedup(&point, record, &record->build, one, &one->build);
    return add_panels(data, point, bound, "lists: ", error);
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
    bool good = figure_for_each_best(records, data, add_scaling, error);
    if (data->points > 0)
        qsort(data->point, (size_t)data->points, sizeof *data->point, compare_points);
    return good;
}

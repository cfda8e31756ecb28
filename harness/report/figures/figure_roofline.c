/* The figure `roofline`. It shows every case under the measured roofs of its device. */
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/results/limits.h"

#include <math.h>

/* The roofs are the first curves of the figure: the peak, then the levels of memory from near to
 * far. */
static const struct {
    const char *name;
    enum ceiling_kind kind;
} levels[] = {{"L1", CEILING_GATHER_L1},
              {"L2", CEILING_STREAM_L2},
              {"L3", CEILING_STREAM_L3},
              {"DRAM", CEILING_STREAM_DRAM}};

enum { LEVELS = sizeof levels / sizeof *levels };

/* A level gets a roof only if it is slower than this share of a level before it. Otherwise its
 * roof would all but coincide with that one. */
static const double slower = 0.85;

static double peak_of(const struct record *record)
{
    bool single = record_narrow(record);
    return record->ceilings->ceiling[single ? CEILING_FMA_SINGLE : CEILING_FMA_DOUBLE].best;
}

/* Finds the bytes per second of each level. 0 means that it has no roof. */
static void find_roofs(const struct record *record, double roof[LEVELS])
{
    double least = INFINITY;
    for (int k = 0; k < LEVELS; k++) {
        double rate = levels[k].kind == CEILING_GATHER_L1
                          ? limits_gather_bytes(record, record->ceilings)
                          : record->ceilings->ceiling[levels[k].kind].best;
        roof[k] = rate > 0 && rate < slower * least ? rate : 0;
        least = roof[k] > 0 ? rate : least;
    }
}

/* Adds the roofs over a panel in Gflop/s. They reach from the intensity `first` or below to
 * `last` or above. */
static bool add_roofs(struct figure_data *data, const struct record *record, int row, int column,
                      double first, double last, struct error *error)
{
    double roof[LEVELS];
    double peak = peak_of(record);
    double ridge = INFINITY; /* where the fastest level's roof meets the peak */
    struct figure_point point = {.row = row, .column = column};
    bool good = true;
    find_roofs(record, roof);
    for (int k = 0; k < LEVELS && good; k++) {
        if (!(roof[k] > 0))
            continue;
        double meets = peak / roof[k];
        ridge = fmin(ridge, meets);
        last = fmax(last, 4 * meets); /* leaves room for the name of the peak */
        point.curve = 1 + k;
        point.x = fmin(first, meets / 2);
        point.y = point.low = point.high = 1e-9 * roof[k] * point.x;
        good = figure_add_point(data, point, error);
        point.x = meets;
        point.y = point.low = point.high = 1e-9 * peak;
        good = good && figure_add_point(data, point, error);
    }
    point.curve = 0;
    point.y = point.low = point.high = 1e-9 * peak;
    point.x = fmin(ridge, last);
    good = good && figure_add_point(data, point, error);
    point.x = last;
    return good && figure_add_point(data, point, error);
}

static bool add_intensity(const struct records *records, const struct record *record,
                          struct figure_data *data, struct error *error)
{
    struct work work;
    if (!record_timed(record) || record->ceilings == NULL || !(peak_of(record) > 0) ||
        !limits_work(record, &work) || !(work.flops > 0))
        return true;
    char machine[FIGURE_LABEL];
    struct figure_point point = {
        .row =
            figure_model_row(records, data, record, figure_machine_text(records, record, machine)),
        .column = figure_label(&data->columns, "%s precision", record->precision),
        .curve = figure_label(&data->curves, "%s", record->strategy),
        .x = work.flops / work.bytes,
        .y = work.flops / record->force.median,
        .low = work.flops / record->force.high,
        .high = work.flops / record->force.low,
        .doubtful = figure_is_doubtful(record, &record->force),
        .record = record};
    if (point.curve >= 0)
        data->style[point.curve].kind = FIGURE_POINTS;
    return figure_add_point(data, point, error);
}

/* Whether this case is the first in its panel. */
static bool is_first_of_panel(const struct figure_data *data, int64_t k)
{
    for (int64_t other = 0; other < k; other++)
        if (data->point[other].row == data->point[k].row &&
            data->point[other].column == data->point[k].column)
            return false;
    return true;
}

/* Plots all cases by the bytes that their pairs ask for, whichever level of memory delivers
 * them. This is the cache-aware roofline model, A. Ilic, F. Pratas, L. Sousa, IEEE Comput.
 * Archit. Lett. 13, 21 (2014). */
bool figure_roofline(const struct records *records, struct figure_data *data, struct error *error)
{
    figure_label(&data->curves, "peak");
    for (int k = 0; k < LEVELS; k++)
        figure_label(&data->curves, "%s", levels[k].name);
    for (int k = 0; k <= LEVELS; k++)
        data->style[k].kind = FIGURE_LINE;
    for (int64_t k = 0; k < records->count; k++)
        if (!add_intensity(records, &records->record[k], data, error))
            return false;
    double first = INFINITY;
    double last = 0;
    int64_t cases = data->points;
    for (int64_t k = 0; k < cases; k++) {
        first = fmin(first, data->point[k].x / 6); /* leaves room for the names of the roofs */
        last = fmax(last, data->point[k].x * 2);
    }
    for (int64_t k = 0; k < cases; k++) {
        const struct figure_point *point = &data->point[k];
        if (is_first_of_panel(data, k) &&
            !add_roofs(data, point->record, point->row, point->column, first, last, error))
            return false;
    }
    return true;
}

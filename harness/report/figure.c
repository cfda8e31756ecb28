#include "harness/report/figure.h"

#include "harness/base/text.h"
#include "harness/catalog/strategy.h"
#include "harness/measure/lanes.h"
#include "harness/results/limits.h"
#include "harness/timing/change_points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a level must change by to be marked: as compare has it. */
static const double history_step = 0.02;

/* A strategy keeps its colour from figure to figure. */
static int strategy_curve(struct figure_data *data, const char *name)
{
    int curve = figure_label(&data->curves, "%s", name);
    const struct strategy *strategy = strategy_find(name);
    if (curve >= 0)
        data->colour[curve] = strategy != NULL ? (int)(strategy - strategies()) : curve;
    return curve;
}

const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    bool several = false;
    for (int64_t k = 0; k < records->count && !several; k++)
        several = record_timed(&records->record[k]) &&
                  strcmp(records->record[k].model, record->model) == 0 &&
                  !record_same_model(&records->record[k], record);
    snprintf(text, FIGURE_LABEL, several ? "%s (%s, skin %.6g)" : "%s", record->model,
             record->parameters, record->skin);
    return text;
}

static int model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting)
{
    char model[FIGURE_LABEL];
    return figure_label(&data->rows, "%s, %s", setting, figure_model_text(records, record, model));
}

static int system_column(const struct records *records, struct figure_data *data,
                         const struct record *record)
{
    char model[FIGURE_LABEL];
    return figure_label(&data->columns, "%s, ρ = %.4g", figure_model_text(records, record, model),
                        record->density);
}

static int setting_row(const struct records *records, struct figure_data *data,
                       const struct record *record)
{
    char setting[FIGURE_LABEL];
    snprintf(setting, sizeof setting, "%s, %s precision", record->device, record->precision);
    return model_row(records, data, record, setting);
}

static int density_column(struct figure_data *data, const struct record *record)
{
    return figure_label(&data->columns, "ρ = %.4g", record->density);
}

static bool same_setting(const struct record *a, const struct record *b)
{
    return record_same_model(a, b) && strcmp(a->precision, b->precision) == 0 &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0;
}

bool figure_is_largest(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (record_timed(other) && same_setting(record, other) &&
            other->density == record->density && other->n > record->n)
            return false;
    }
    return true;
}

/* Puts y, low and high of `record` to its speed-up over `baseline`. */
static void set_speedup(struct figure_point *point, const struct record *baseline,
                        const struct record *record)
{
    point->y = baseline->force.median / record->force.median;
    point->low = record == baseline ? 1 : baseline->force.low / record->force.high;
    point->high = record == baseline ? 1 : baseline->force.high / record->force.low;
    point->record = record;
}

/* Calls `add` for the fastest case of every strategy in every group. */
static bool for_each_best(const struct records *records, struct figure_data *data,
                          bool (*add)(const struct records *records, const struct record *record,
                                      struct figure_data *data, struct error *error),
                          struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    for (int64_t k = 0; k < count && good; k++)
        if (list[k] == records_best(records, list[k], list[k]->strategy))
            good = add(records, list[k], data, error);
    free(list);
    return good;
}

static bool add_speedup(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL)
        return true;
    struct figure_point point = {.row = setting_row(records, data, record),
                                 .column = density_column(data, record),
                                 .curve = strategy_curve(data, record->strategy),
                                 .x = record->n};
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

static bool gather_speedup(const struct records *records, struct figure_data *data,
                           struct error *error)
{
    return for_each_best(records, data, add_speedup, error);
}

static bool add_speedup_n(const struct records *records, const struct record *record,
                          struct figure_data *data, struct error *error)
{
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || record != records_best(records, record, "edge"))
        return true;
    struct figure_point point = {.row =
                                     figure_label(&data->rows, "%s precision", record->precision),
                                 .column = system_column(records, data, record),
                                 .curve = figure_label(&data->curves, "%s", record->device),
                                 .x = record->n};
    if (point.curve >= 0)
        data->colour[point.curve] = 1 + point.curve;
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

static int compare_systems(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left;
    const struct record *b = *(const struct record *const *)right;
    int order = strcmp(a->model, b->model);
    order = order ? order : (a->density > b->density) - (a->density < b->density);
    order = order ? order : (a->n > b->n) - (a->n < b->n);
    return order ? order : (a > b) - (a < b);
}

/* Calls `add` for the fastest case of every tuning, systems before devices: panels in their order.
 */
static bool for_each_tuned(const struct records *records, struct figure_data *data,
                           bool (*add)(const struct records *records, const struct record *record,
                                       struct figure_data *data, struct error *error),
                           struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    if (good)
        qsort(list, (size_t)count, sizeof *list, compare_systems);
    for (int64_t k = 0; k < count && good; k++)
        if (list[k] == records_best_tuned(records, list[k], list[k]->strategy, list[k]->tuning))
            good = add(records, list[k], data, error);
    free(list);
    return good;
}

static bool gather_speedup_n(const struct records *records, struct figure_data *data,
                             struct error *error)
{
    return for_each_tuned(records, data, add_speedup_n, error);
}

/* Whether a tuning value, "lanes=8", varies among the cases of its strategy on its backend. Where
 * some have no such value, for their model knows none, they are as those of the initial one. */
static bool varies(const struct records *records, const struct record *record, const char *value)
{
    const struct strategy *strategy = strategy_find(record->strategy);
    char key[sizeof record->tuning];
    bool varies = false, lacking = false;
    snprintf(key, sizeof key, "%.*s=", (int)strcspn(value, "="), value);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!record_timed(other) || strcmp(other->strategy, record->strategy) != 0 ||
            strcmp(other->backend, record->backend) != 0)
            continue;
        bool has = strstr(other->tuning, key) != NULL;
        lacking = lacking || !has;
        varies = varies || (has && !record_has_tuning(other, value));
    }
    key[strlen(key) - 1] = '\0';
    int tuning = strategy != NULL ? strategy_tuning(strategy, key) : -1;
    bool initial =
        tuning >= 0 && atoi(value + strlen(key) + 1) == strategy->tunings[tuning].initial;
    return varies && !(lacking && initial);
}

/* Those of a case's tuning values that vary among the cases of its strategy on its backend. */
static void varied_tuning(const struct records *records, const struct record *record,
                          char text[FIGURE_LABEL])
{
    char values[sizeof record->tuning];
    char *rest = NULL;
    size_t length = 0;
    text[0] = '\0';
    memcpy(values, record->tuning, sizeof values);
    for (char *value = strtok_r(values, " ", &rest); value != NULL;
         value = strtok_r(NULL, " ", &rest)) {
        if (varies(records, record, value))
            length += (size_t)snprintf(text + length, FIGURE_LABEL - length, " %s", value);
    }
}

int figure_tuned_curve(const struct records *records, struct figure_data *data,
                       const struct record *record)
{
    char tuning[FIGURE_LABEL];
    varied_tuning(records, record, tuning);
    int before = data->curves.count;
    int curve = figure_label(&data->curves, "%s%s", record->strategy, tuning);
    const struct strategy *strategy = strategy_find(record->strategy);
    if (curve < before)
        return curve;
    data->colour[curve] = strategy != NULL ? (int)(strategy - strategies()) : curve;
    for (int k = 0; k < curve; k++)
        data->dash[curve] += data->colour[k] == data->colour[curve];
    return curve;
}

static bool add_tuned(const struct records *records, const struct record *record,
                      struct figure_data *data, struct error *error)
{
    static const double microseconds = 1e-3;
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s, %s precision", record->device, record->precision),
        .column = system_column(records, data, record),
        .curve = figure_tuned_curve(records, data, record),
        .x = record->n,
        .y = microseconds * record->force.median,
        .low = microseconds * record->force.low,
        .high = microseconds * record->force.high,
        .record = record,
    };
    return figure_add_point(data, point, error);
}

static bool gather_times(const struct records *records, struct figure_data *data,
                         struct error *error)
{
    return for_each_tuned(records, data, add_tuned, error);
}

static bool add_time(const struct records *records, const struct record *record,
                     struct figure_data *data, struct error *error)
{
    if (!figure_is_largest(records, record))
        return true;
    char n[TEXT_NUMBER];
    struct figure_point point = {
        .row = setting_row(records, data, record),
        .column = figure_label(&data->columns, "%s", ""),
        .curve = strategy_curve(data, record->strategy),
        .x = figure_label(&data->ticks, "ρ = %.4g, N = %s", record->density,
                          text_thousands((int64_t)record->n, n)),
        .y = record->force.median / record->n,
        .low = record->force.low / record->n,
        .high = record->force.high / record->n,
        .record = record,
    };
    return figure_add_point(data, point, error);
}

static bool gather_time(const struct records *records, struct figure_data *data,
                        struct error *error)
{
    return for_each_best(records, data, add_time, error);
}

/* Error against time of the largest systems: curves of a precision share its colour, those of a
 * strategy its mark. */
static bool add_pareto(const struct records *records, const struct record *record,
                       struct figure_data *data, struct error *error)
{
    enum precision precision;
    char n[TEXT_NUMBER];
    if (!(record->force_rms_rel > 0) || !figure_is_largest(records, record) ||
        !precision_find(record->precision, &precision))
        return true;
    struct figure_point point = {
        .row = model_row(records, data, record, record->device),
        .column = figure_label(&data->columns, "ρ = %.4g, N = %s", record->density,
                               text_thousands((int64_t)record->n, n)),
        .curve = figure_label(&data->curves, "%s, %s", record->strategy, record->precision),
        .x = 1e-3 * record->force.median,
        .y = record->force_rms_rel,
        .low = record->force_rms_rel,
        .high = record->force_rms_rel,
        .record = record};
    const struct strategy *strategy = strategy_find(record->strategy);
    if (point.curve >= 0) {
        data->colour[point.curve] = (int)precision;
        data->dash[point.curve] = strategy != NULL ? (int)(strategy - strategies()) : 0;
    }
    return figure_add_point(data, point, error);
}

static bool gather_pareto(const struct records *records, struct figure_data *data,
                          struct error *error)
{
    return for_each_best(records, data, add_pareto, error);
}

static bool add_density(const struct records *records, const struct record *record,
                        struct figure_data *data, struct error *error)
{
    bool segmented = strcmp(record->strategy, "edge_segmented") == 0;
    const struct record *vertex = records_best(records, record, "vertex");
    if (vertex == NULL || !figure_is_largest(records, record) ||
        (!segmented && strcmp(record->strategy, "edge") != 0))
        return true;
    struct figure_point point = {
        .row = model_row(records, data, record, "the most particles of each density"),
        .column = figure_label(&data->columns, "%s precision", record->precision),
        .curve = figure_label(&data->curves, "%s, %s", record->strategy, record->device),
        .x = record->density,
    };
    if (point.curve >= 0) {
        data->colour[point.curve] = 1 + figure_label(&data->ticks, "%s", record->device);
        data->dash[point.curve] = segmented;
    }
    set_speedup(&point, vertex, record);
    return figure_add_point(data, point, error);
}

static bool gather_density(const struct records *records, struct figure_data *data,
                           struct error *error)
{
    return for_each_best(records, data, add_density, error);
}

static bool gather_lanes(const struct records *records, struct figure_data *data,
                         struct error *error)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        double counted = record->threads_per_instruction;
        if (!isfinite(record->lanes) || !isfinite(counted))
            continue;
        struct figure_point point = {
            .row = model_row(records, data, record, record->device),
            .column = figure_label(&data->columns, "%s precision", record->precision),
            .curve = strategy_curve(data, record->strategy),
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

/* The roofs of a roofline are the first curves of the figure, the peak before the levels of memory,
 * near ones first. */
static const struct {
    const char *name;
    enum ceiling_kind kind;
} levels[] = {{"L1", CEILING_GATHER_L1},
              {"L2", CEILING_STREAM_L2},
              {"L3", CEILING_STREAM_L3},
              {"DRAM", CEILING_STREAM_DRAM}};

enum { LEVELS = sizeof levels / sizeof *levels };

/* A level that is hardly slower than one before it bounds nothing that this one does not. */
static const double slower = 0.85;

static double peak_of(const struct record *record)
{
    bool single = record_narrow(record);
    return record->ceilings->ceiling[single ? CEILING_FMA_SINGLE : CEILING_FMA_DOUBLE].best;
}

/* Bytes per second of each level; 0: it has no roof. */
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

/* The roofs over a panel in Gflop/s, from intensity `first` or below to `last` or above. */
static bool add_roofs(struct figure_data *data, const struct record *record, int row, int column,
                      double first, double last, struct error *error)
{
    double roof[LEVELS];
    double peak = peak_of(record);
    double ridge = INFINITY; /* of the fastest level */
    struct figure_point point = {.row = row, .column = column};
    bool good = true;
    find_roofs(record, roof);
    for (int k = 0; k < LEVELS && good; k++) {
        if (!(roof[k] > 0))
            continue;
        double meets = peak / roof[k];
        ridge = fmin(ridge, meets);
        last = fmax(last, 4 * meets); /* room for what the roofs are called */
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
    struct figure_point point = {
        .row = model_row(records, data, record, record->device),
        .column = figure_label(&data->columns, "%s precision", record->precision),
        .curve = strategy_curve(data, record->strategy),
        .x = work.flops / work.bytes,
        .y = work.flops / record->force.median,
        .low = work.flops / record->force.high,
        .high = work.flops / record->force.low,
        .record = record};
    return figure_add_point(data, point, error);
}

/* Whether no case before has the panel of this one. */
static bool is_first_of_panel(const struct figure_data *data, int64_t k)
{
    for (int64_t other = 0; other < k; other++)
        if (data->point[other].row == data->point[k].row &&
            data->point[other].column == data->point[k].column)
            return false;
    return true;
}

/* All cases, by the bytes that their pairs ask for, whichever level of memory they come from: the
 * cache-aware roofline model, A. Ilic, F. Pratas, L. Sousa, IEEE Comput. Archit. Lett. 13, 21
 * (2014). */
static bool gather_roofline(const struct records *records, struct figure_data *data,
                            struct error *error)
{
    figure_label(&data->curves, "peak");
    for (int k = 0; k < LEVELS; k++)
        figure_label(&data->curves, "%s", levels[k].name);
    for (int64_t k = 0; k < records->count; k++)
        if (!add_intensity(records, &records->record[k], data, error))
            return false;
    double first = INFINITY;
    double last = 0;
    int64_t cases = data->points;
    for (int64_t k = 0; k < cases; k++) {
        first = fmin(first, data->point[k].x / 2);
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

/* The last commits of a history, in its order, as ticks: as many as there may be. */
static void find_commits(const struct records *records, struct figure_labels *ticks)
{
    for (int64_t k = records->count - 1; k >= 0; k--)
        if (figure_label(ticks, "%s", records->record[k].commit) < 0)
            break;
    for (int a = 0, b = ticks->count - 1; a < b; a++, b--) {
        char text[FIGURE_LABEL];
        memcpy(text, ticks->text[a], sizeof text);
        memcpy(ticks->text[a], ticks->text[b], sizeof text);
        memcpy(ticks->text[b], text, sizeof text);
    }
}

static bool same_series(const struct record *a, const struct record *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->device, b->device) == 0 &&
           strcmp(a->host, b->host) == 0;
}

/* Sets the last record of a series at each tick that has one. */
static void find_series(const struct records *records, const struct record *like,
                        const struct figure_labels *ticks,
                        const struct record *series[FIGURE_LABELS])
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (!record_timed(record) || !same_series(record, like))
            continue;
        for (int tick = 0; tick < ticks->count; tick++)
            if (strcmp(record->commit, ticks->text[tick]) == 0)
                series[tick] = record;
    }
}

static bool add_series(const struct records *records, const struct record *like,
                       struct figure_data *data, struct error *error)
{
    const struct record *series[FIGURE_LABELS] = {NULL};
    struct figure_point point[FIGURE_LABELS];
    double y[FIGURE_LABELS];
    bool change[FIGURE_LABELS];
    char n[TEXT_NUMBER];
    char setting[FIGURE_LABEL];
    int count = 0;
    find_series(records, like, &data->ticks, series);
    snprintf(setting, sizeof setting, "%s, ρ = %.4g, N = %s", like->device, like->density,
             text_thousands((int64_t)like->n, n));
    int row = model_row(records, data, like, setting);
    int column = figure_label(&data->columns, "%s precision", like->precision);
    int curve = figure_label(&data->curves, "%s%s%s", like->strategy, like->tuning[0] ? " " : "",
                             like->tuning);
    const struct strategy *strategy = strategy_find(like->strategy);
    if (curve >= 0)
        data->colour[curve] = strategy != NULL ? (int)(strategy - strategies()) : curve;
    for (int tick = 0; tick < data->ticks.count; tick++) {
        if (series[tick] == NULL)
            continue;
        const struct timing *force = &series[tick]->force;
        double first = count > 0 ? point[0].record->force.median : force->median;
        y[count] = force->median / first;
        point[count++] = (struct figure_point){.row = row,
                                               .column = column,
                                               .curve = curve,
                                               .x = tick,
                                               .y = force->median / first,
                                               .low = force->low / first,
                                               .high = force->high / first,
                                               .record = series[tick]};
    }
    change_points(y, count, history_step, change);
    bool good = true;
    for (int k = 0; k < count && good; k++)
        good = figure_add_point(data, point[k], error);
    for (int k = 0; k < count && good; k++) {
        if (!change[k])
            continue;
        point[k].curve = 0;
        good = figure_add_point(data, point[k], error);
    }
    return good;
}

static bool gather_history(const struct records *records, struct figure_data *data,
                           struct error *error)
{
    find_commits(records, &data->ticks);
    if (data->ticks.count < 2)
        return true;
    figure_label(&data->curves, "change of level");
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        bool first = record_timed(record);
        for (int64_t other = 0; other < k && first; other++)
            first = !record_timed(&records->record[other]) ||
                    !same_series(&records->record[other], record);
        if (first && !add_series(records, record, data, error))
            return false;
    }
    return true;
}

static const struct figure table[] = {
    {"speedup", "Speed-up over vertex against the number of particles", "cases of vertex",
     gather_speedup},
    {"time", "Time per particle and force call of each strategy", "timed cases", gather_time},
    {"times", "Time of a force call against the number of particles", "timed cases", gather_times},
    {"speedup-n", "Speed-up of edge over vertex against the number of particles",
     "cases of vertex and edge", gather_speedup_n},
    {"speedup-density", "Speed-up of edge over vertex against density", "cases of vertex and edge",
     gather_density},
    {"speedup-serial", "Speed-up over one core against the number of particles",
     "cases of serial and others on the same particles", figure_speedup_serial},
    {"history", "Time of a force call from commit to commit, over that of the first",
     "a history of two commits or more", gather_history},
    {"lanes", "Active lanes of a warp, replayed and counted",
     "cases with lanes and hardware counters", gather_lanes},
    {"branches", "Pairs, lanes and paths in the branches of the pair function",
     "cases of a model with branches", figure_branches},
    {"pareto", "Force error against the time of a force call", "timed cases", gather_pareto},
    {"energy", "Energies of particles that move", "cases whose particles moved", figure_energy},
    {"drift", "Total energy against the time step",
     "cases whose particles moved without a thermostat, with the deviation of their energy",
     figure_drift},
    {"roofline", "Every case under the measured roofs of its device",
     "timed cases with the ceilings of their device", gather_roofline},
    {NULL, NULL, NULL, NULL},
};

const struct figure *figures(void)
{
    return table;
}

const struct figure *figure_find(const char *name)
{
    for (const struct figure *figure = table; figure->name != NULL; figure++)
        if (strcmp(figure->name, name) == 0)
            return figure;
    return NULL;
}

/* The figure `history`. It shows the time of each case from commit to commit, and where its
 * level changes. */
#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"
#include "harness/timing/change_points.h"

#include <stdio.h>
#include <string.h>

/* A change of level is marked if it exceeds this share, the threshold of `compare`. */
static const double history_step = 0.02;

/* Makes the last commits of a history the ticks, in its order, as many as there is room for. */
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

/* Finds the last record of a series at each tick. */
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
    char n[TEXT_NUMBER], machine[FIGURE_LABEL], model[FIGURE_LABEL], name[FIGURE_LABEL];
    int count = 0;
    find_series(records, like, &data->ticks, series);
    for (int tick = 0; tick < data->ticks.count; tick++)
        count += series[tick] != NULL;
    if (count < 2) /* nothing that changes */
        return true;
    count = 0;
    int row = figure_label(&data->rows, "%s", figure_machine_text(records, like, machine));
    int column = figure_label(&data->columns, "%s, ρ = %.4g, N = %s, %s precision",
                              figure_model_text(records, like, model), like->density,
                              text_whole(like->n, n), like->precision);
    snprintf(name, sizeof name, "%s%s%s", like->strategy, like->tuning[0] ? " " : "", like->tuning);
    figure_append_varied(records, like, FIGURE_BINNING, name);
    figure_append_varied(records, like, FIGURE_ORDER, name);
    figure_append_varied(records, like, FIGURE_ENTRIES, name);
    figure_append_varied(records, like, FIGURE_LISTING, name);
    int curve = figure_label(&data->curves, "%s", name);
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
                                               .doubtful = figure_is_doubtful(series[tick], force),
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

bool figure_history(const struct records *records, struct figure_data *data, struct error *error)
{
    find_commits(records, &data->ticks);
    if (data->ticks.count < 2)
        return true;
    data->style[figure_label(&data->curves, "change of level")].kind = FIGURE_RINGS;
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

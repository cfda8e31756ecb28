/* The figure `branches`. For the largest system of each setting it shows the share of the pairs
 * that takes each branch, how many lanes of a warp are active there, and how many paths a warp
 * has at once. */
#include "harness/base/text.h"
#include "harness/lanes/lanes.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"

#include <math.h>
#include <string.h>

enum { ROW_PAIRS, ROW_LANES, ROW_PATHS };

static int system_column(const struct records *records, struct figure_data *data,
                         const struct record *record)
{
    char model[FIGURE_LABEL];
    char n[TEXT_NUMBER];
    return figure_label(&data->columns, "%s, ρ = %.4g, N = %s",
                        figure_model_text(records, record, model), record->density,
                        text_whole(record->n, n));
}

/* Appends a point, unless a case of another precision or device has already given it. */
static bool add_once(struct figure_data *data, struct figure_point point, struct error *error)
{
    if (!isfinite(point.y))
        return true;
    for (int64_t k = 0; k < data->points; k++) {
        const struct figure_point *other = &data->point[k];
        if (other->row == point.row && other->column == point.column &&
            other->curve == point.curve && other->x == point.x)
            return true;
    }
    return figure_add_point(data, point, error);
}

/* Whether any pair of any case takes the branch. */
static bool is_taken(const struct records *records, const char *branch)
{
    for (int64_t k = 0; k < records->count; k++) {
        const cJSON *branches = records->record[k].branches;
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(branches, branch);
        if (item != NULL && item->valuedouble > 0)
            return true;
    }
    return false;
}

static bool add_case(const struct records *records, const struct record *record,
                     struct figure_data *data, struct error *error)
{
    char name[FIGURE_LABEL];
    bool replayed = isfinite(record->paths_mean);
    int column = system_column(records, data, record);
    int curve =
        replayed ? figure_label(&data->curves, "%s", figure_tuned_text(records, record, name)) : 0;
    bool good = true;
    for (const cJSON *item = record->branches->child; item != NULL && good; item = item->next) {
        if (!is_taken(records, item->string))
            continue;
        struct figure_point point = {.column = column, .record = record};
        point.x = figure_label(&data->ticks, "%s", item->string);
        point.y = 100 * item->valuedouble / record->pairs_in_cutoff;
        point.low = point.high = point.y;
        good = add_once(data, point, error);
        point.row = ROW_LANES;
        point.curve = curve;
        point.y = point.low = point.high = WARP * record_branch_lanes(record, item->string);
        good = good && add_once(data, point, error);
    }
    struct figure_point paths = {.row = ROW_PATHS, .column = column, .curve = curve};
    const double numbers[] = {record->paths_mean, record->paths_most};
    for (int k = 0; k < 2 && good; k++) {
        paths.x = figure_label(&data->ticks, "%s", k == 0 ? "mean" : "most");
        paths.y = paths.low = paths.high = numbers[k];
        paths.record = record;
        good = add_once(data, paths, error);
    }
    return good;
}

static bool has_branches(const struct record *record)
{
    return record->branches != NULL && record->branches->child != NULL;
}

static bool is_replayed(const struct record *record)
{
    return has_branches(record) && isfinite(record->paths_mean);
}

/* Whether it is the largest system that was replayed; if none was, the largest. */
static bool is_largest(const struct records *records, const struct record *record)
{
    double most = figure_most_particles(records, record, is_replayed);
    return record->n == (most > 0 ? most : figure_most_particles(records, record, has_branches));
}

bool figure_branches(const struct records *records, struct figure_data *data, struct error *error)
{
    figure_label(&data->rows, "pairs within the cut-off that take the branch, %%");
    figure_label(&data->rows, "active lanes of a warp where any takes the branch, of %d", WARP);
    figure_label(&data->rows, "distinct paths of a warp at once");
    data->style[figure_label(&data->curves, "pairs")].unlisted = true;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *record = &records->record[k];
        if (has_branches(record) && is_largest(records, record) &&
            !add_case(records, record, data, error))
            return false;
    }
    return true;
}

/* Figures of one number of each case, against the number of particles. */
#include "harness/report/figures/figure.h"

#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_peers.h"
#include "harness/report/figures/figure_published.h"
#include "harness/report/figures/figure_settings.h"

#include <math.h>
#include <stdlib.h>

/* How cases are shown: as bars, if there is only one number of particles; and whether those that
 * differ in order and entries have panels, not curves, of their own. */
struct manner {
    enum figure_form form;
    bool apart;
};

/* Sets y, low, high and doubtful of a point; false if the case does not have the number. */
static bool find(const struct figure_quantity *quantity, const struct record *record,
                 struct figure_point *point)
{
    static const double microseconds = 1e-3;
    if (quantity->number != NULL) {
        point->y = point->low = point->high = quantity->number(record);
        return isfinite(point->y);
    }
    const void *field = (const char *)record + quantity->timing;
    const struct timing *timing = field;
    point->y = microseconds * timing->median;
    point->low = microseconds * timing->low;
    point->high = microseconds * timing->high;
    point->doubtful = figure_is_doubtful(record, timing);
    return isfinite(timing->median);
}

/* Adds the point of a case to its curve or bars. */
static bool add_case(const struct records *records, const struct record *record,
                     const struct figure_quantity *quantity, bool apart, struct figure_data *data,
                     struct error *error)
{
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], density[FIGURE_LABEL], name[FIGURE_LABEL];
    char n[TEXT_NUMBER], size[FIGURE_LABEL] = "";
    struct figure_point point = {.x = record->n, .record = record};
    if (!find(quantity, record, &point) || !(point.y > 0))
        return true;
    quantity->curve(records, record, name);
    if (quantity->all_skins)
        figure_physics_text(records, record, model);
    else
        figure_model_text(records, record, model);
    figure_append_varied(records, record, FIGURE_ORDER, apart ? model : name);
    if (!quantity->no_entries)
        figure_append_varied(records, record, FIGURE_ENTRIES, apart ? model : name);
    if (data->form == FIGURE_BARS)
        snprintf(size, sizeof size, ", ρ = %.4g, N = %s", record->density,
                 text_whole(record->n, n));
    else
        snprintf(size, sizeof size, ", %s", figure_density_text(records, record, density));
    point.row = figure_label(&data->rows, "%s", figure_setting_text(records, record, setting));
    point.column = figure_label(&data->columns, "%s%s", model, size);
    point.curve = figure_label(&data->curves, "%s", name);
    if (data->form == FIGURE_BARS) {
        point.x = figure_label(&data->ticks, "%s", name);
        if (point.curve >= 0)
            data->style[point.curve] = (struct figure_style){.kind = FIGURE_BAR, .unlisted = true};
    }
    return figure_add_least(data, point, error);
}

static bool add_cases(const struct records *records, const struct record *const *list,
                      int64_t count, const struct figure_quantity *quantity, struct manner manner,
                      struct figure_data *data, struct error *error)
{
    bool good = true;
    figure_clear(data);
    data->form = manner.form;
    for (int64_t k = 0; k < count && good; k++)
        good = add_case(records, list[k], quantity, manner.apart, data, error);
    return good;
}

/* Whether a curve has several points. */
static bool has_curves(const struct figure_data *data)
{
    for (int64_t k = 0; k < data->points; k++)
        for (int64_t other = 0; other < k; other++)
            if (data->point[k].curve == data->point[other].curve &&
                data->point[k].row == data->point[other].row &&
                data->point[k].column == data->point[other].column)
                return true;
    return false;
}

/* Whether a panel has a single point. */
static bool is_single(const struct figure_data *data, int row, int column)
{
    int points = 0;
    for (int64_t k = 0; k < data->points; k++)
        points += data->point[k].row == row && data->point[k].column == column;
    return points == 1;
}

static int compare_points(const void *left, const void *right)
{
    const struct figure_point *a = left;
    const struct figure_point *b = right;
    int order = (a->row > b->row) - (a->row < b->row);
    order = order ? order : (a->column > b->column) - (a->column < b->column);
    order = order ? order : (a->curve > b->curve) - (a->curve < b->curve);
    return order ? order : (a->x > b->x) - (a->x < b->x);
}

/* So many curves can be told apart. */
static const int most_curves = 16;

bool figure_gather_quantity(const struct records *records, struct figure_data *data,
                            struct error *error)
{
    const struct figure_quantity *quantity = &data->figure->quantity;
    int64_t count = 0;
    const struct record **list = figure_systems(records, &count, error);
    struct manner manner = {.form = FIGURE_CURVES};
    bool good = list != NULL && add_cases(records, list, count, quantity, manner, data, error);
    if (good && data->points > 0 && !has_curves(data)) {
        manner.form = FIGURE_BARS;
        good = add_cases(records, list, count, quantity, manner, data, error);
    }
    if (good && manner.form == FIGURE_CURVES && data->curves.count > most_curves) {
        manner.apart = true;
        good = add_cases(records, list, count, quantity, manner, data, error);
    }
    if (data->form == FIGURE_CURVES)
        figure_leave_out(data, is_single);
    if (data->points > 0) /* lines go from left to right, whatever the density */
        qsort(data->point, (size_t)data->points, sizeof *data->point, compare_points);
    if (data->form == FIGURE_BARS)
        data->axes = "zero_y";
    free(list);
    return good && figure_add_published(records, data->figure->name, data, error) &&
           (!quantity->peers || figure_add_peers(data, error));
}

/* The figure `step-parts`. It shows what a step of molecular dynamics is made of. */
#include "harness/base/text.h"
#include "harness/report/figures/figure_cases.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"

#include <math.h>

enum { PARTS = 7 };

static const char *const names[PARTS] = {"forces",      "bonded terms", "list", "order",
                                         "integration", "thermostat",   "rest"};

/* Finds the parts of a step in nanoseconds, and the whole of it: as it was timed, or else as it was
 * in a trajectory. */
static double find_parts(const struct record *record, double part[PARTS])
{
    const struct record_dynamics *moved = &record->dynamics;
    bool timed = isfinite(record->step.median);
    double whole = timed ? record->step.median : moved->step_ns;
    double timed_part[] = {record->step_force, record->step_bonded,      record->step_list,
                           record->step_sort,  record->step_integration, record->step_thermostat};
    double share[] = {moved->share_force, moved->share_bonded,      moved->share_list,
                      moved->share_sort,  moved->share_integration, moved->share_thermostat};
    double told = 0;
    for (int k = 0; k + 1 < PARTS; k++) {
        double value = timed ? timed_part[k] : whole * share[k];
        part[k] = isfinite(value) ? value : 0;
        told += part[k];
    }
    part[PARTS - 1] = fmax(0, whole - told);
    return told > 0 ? whole : NAN;
}

static bool add_parts(const struct records *records, const struct record *record,
                      struct figure_data *data, struct error *error)
{
    static const double microseconds = 1e-3;
    double part[PARTS], end = 0;
    if (!isfinite(find_parts(record, part)))
        return true;
    char setting[FIGURE_LABEL], model[FIGURE_LABEL], name[FIGURE_LABEL], n[TEXT_NUMBER];
    figure_tuned_text(records, record, name);
    figure_append_varied(records, record, FIGURE_STEP, name);
    struct figure_point point = {
        .row = figure_label(&data->rows, "%s", figure_setting_text(records, record, setting)),
        .column = figure_label(&data->columns, "%s, ρ = %.4g, N = %s",
                               figure_physics_text(records, record, model), record->density,
                               text_whole(record->n, n)),
        .x = figure_label(&data->ticks, "%s", name),
        .doubtful = isfinite(record->step.median) && figure_is_doubtful(record, &record->step),
        .record = record};
    bool good = true;
    for (int k = 0; k < PARTS && good; k++) {
        point.curve = k;
        point.y = microseconds * part[k];
        point.low = microseconds * end;
        end += part[k];
        point.high = microseconds * end;
        good = !(part[k] > 0) || figure_add_point(data, point, error);
    }
    return good;
}

bool figure_step_parts(const struct records *records, struct figure_data *data, struct error *error)
{
    for (int k = 0; k < PARTS; k++)
        data->style[figure_label(&data->curves, "%s", names[k])].kind = FIGURE_PART;
    return figure_for_each(records, data, add_parts, error);
}

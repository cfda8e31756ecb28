/* The figures `energy` (the energies over time) and `drift` (how far the total energy strays,
 * depending on the time step). */
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/report/figures/figure_gather.h"
#include "harness/report/figures/figure_labels.h"
#include "harness/report/figures/figure_settings.h"
#include "harness/results/conservation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 500 }; /* points of a curve, because there may be any number of samples */

static int system_column(const struct records *records, struct figure_data *data,
                         const struct record *record, const char *motion)
{
    char model[FIGURE_LABEL], n[TEXT_NUMBER];
    figure_model_text(records, record, model);
    figure_append_varied(records, record, FIGURE_DENSITY, model);
    return figure_label(&data->columns, "%s, N = %s%s", model, text_whole(record->n, n), motion);
}

/* Gives each combination of arithmetic, machine and strategy a curve. What is known of it
 * follows its name. */
static int case_curve(const struct records *records, struct figure_data *data,
                      const struct record *record, const char *behind)
{
    char tuned[FIGURE_LABEL];
    figure_tuned_text(records, record, tuned);
    figure_append_varied(records, record, FIGURE_DEVICE, tuned);
    figure_append_varied(records, record, FIGURE_MACHINE, tuned);
    figure_append_varied(records, record, FIGURE_THREADS, tuned);
    return figure_label(&data->curves, "%s, %s, %s%s", record->precision, record->backend, tuned,
                        behind);
}

/* --- energy --- */

static bool add_samples(struct figure_data *data, struct figure_point point, const cJSON *values,
                        double zero, double step, struct error *error)
{
    int count = cJSON_GetArraySize(values), every = (count + MOST - 1) / MOST, k = 0;
    bool good = true;
    for (const cJSON *value = values != NULL ? values->child : NULL; value != NULL && good;
         value = value->next, k++) {
        if (k % every != 0)
            continue;
        point.x = k * step;
        point.y = point.low = point.high = value->valuedouble - zero;
        good = figure_add_point(data, point, error);
    }
    return good;
}

static bool add_energies(const struct records *records, const struct record *const *list,
                         int64_t count, const struct record *record, struct figure_data *data,
                         struct error *error)
{
    const cJSON *dynamics = conservation_dynamics(record), *samples = json_get(dynamics, "samples");
    const struct record *reference = conservation_reference(list, count, record);
    const cJSON *first =
        json_get(json_get(conservation_dynamics(reference != NULL ? reference : record), "samples"),
                 "total");
    if (!cJSON_IsArray(first) || first->child == NULL)
        return true;
    bool femtoseconds = strcmp(json_text(dynamics, "time_unit"), "fs") == 0;
    double step = json_value(samples, "every") * record->dynamics.dt / (femtoseconds ? 1e3 : 1);
    const char *energy = femtoseconds ? "kcal/mol" : "units of the model";
    char motion[FIGURE_LABEL];
    const char *thermostat = json_text(dynamics, "thermostat");
    snprintf(motion, sizeof motion, ", dt = %.4g%s, %s", record->dynamics.dt,
             femtoseconds ? " fs" : "",
             strcmp(thermostat, "none") == 0 ? "no thermostat" : thermostat);
    struct figure_point point = {
        .row = figure_label(&data->rows, "total energy of a particle over its start, %s", energy),
        .column = system_column(records, data, record, motion),
        .curve = case_curve(records, data, record, ""),
        .record = record};
    if (point.curve >= 0)
        data->style[point.curve].kind = FIGURE_LINE;
    data->x_label = femtoseconds ? "time in ps" : "time in units of the model";
    if (!add_samples(data, point, json_get(samples, "total"), first->child->valuedouble, step,
                     error))
        return false;
    point.row = figure_label(&data->rows, "potential energy of a particle, %s", energy);
    return add_samples(data, point, json_get(samples, "potential"), 0, step, error);
}

bool figure_energy(const struct records *records, struct figure_data *data, struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    for (int64_t k = 0; k < count && good; k++)
        if (conservation_dynamics(list[k]) != NULL)
            good = add_energies(records, list, count, list[k], data, error);
    free(list);
    return good;
}

/* --- drift --- */

/* Whether a power law holds well enough to be drawn, and its order told. */
static bool holds(const struct conservation_order *fit)
{
    static const double least = 0.9; /* R² */
    return isfinite(fit->order) && fit->r2 >= least;
}

/* The curve of a case. Its name tells the power laws that hold, or how often the drift exceeds its
 * error. Rows are the quantities. */
static int fitted_curve(const struct records *records, const struct record *const *list,
                        int64_t count, const struct record *record, struct figure_data *data)
{
    struct conservation_order fit = conservation_fit(list, count, record, CONSERVATION_FLUCTUATION);
    struct conservation_order drift = conservation_fit(list, count, record, CONSERVATION_DRIFT);
    char behind[FIGURE_LABEL] = "";
    size_t length = 0;
    if (holds(&fit))
        length =
            (size_t)snprintf(behind, sizeof behind, ", p = %.3f (R² = %.4f)", fit.order, fit.r2);
    else if (fit.steps > 0)
        length = (size_t)snprintf(behind, sizeof behind, ", no power p (R² = %.3f)", fit.r2);
    if (fit.steps > 0 && holds(&drift))
        snprintf(behind + length, sizeof behind - length, ", q = %.2f (R² = %.4f)", drift.order,
                 drift.r2);
    else if (fit.steps > 0 && isfinite(drift.order))
        snprintf(behind + length, sizeof behind - length, ", no power q (R² = %.3f)", drift.r2);
    else if (fit.steps > 0)
        snprintf(behind + length, sizeof behind - length, ", drift in %d of %d", (int)drift.told,
                 (int)drift.steps);
    return case_curve(records, data, record, behind);
}

/* Whether any case was moved by several time steps, that there is something to fit. */
static bool has_steps(const struct record *const *list, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (conservation_fit(list, count, list[k], CONSERVATION_FLUCTUATION).steps > 0)
            return true;
    return false;
}

/* The column of a case; of a figure without an axis of time steps it tells them. */
static int drift_column(const struct records *records, const struct record *record,
                        struct figure_data *data)
{
    char motion[FIGURE_LABEL] = "";
    bool femtoseconds = strcmp(json_text(conservation_dynamics(record), "time_unit"), "fs") == 0;
    if (data->form == FIGURE_DOTS)
        snprintf(motion, sizeof motion, ", dt = %.4g%s", record->dynamics.dt,
                 femtoseconds ? " fs" : "");
    else
        data->x_label = femtoseconds ? "time step in fs" : "time step in units of the model";
    return system_column(records, data, record, motion);
}

static bool add_drift(const struct records *records, const struct record *const *list,
                      int64_t count, const struct record *record, struct figure_data *data,
                      struct error *error)
{
    double drift = conservation_number(record, "drift", "kt_per_particle");
    double off = conservation_number(record, "drift", "error");
    double fluctuation = conservation_fluctuation(record);
    if (!(fluctuation > 0))
        return true;
    struct figure_point point = {.row = CONSERVATION_FLUCTUATION,
                                 .column = drift_column(records, record, data),
                                 .curve = fitted_curve(records, list, count, record, data),
                                 .x = record->dynamics.dt,
                                 .y = fluctuation,
                                 .low = fluctuation,
                                 .high = fluctuation,
                                 .record = record};
    if (point.curve >= 0)
        data->style[point.curve].kind = FIGURE_POINTS;
    if (data->form == FIGURE_DOTS && point.curve >= 0) {
        data->style[point.curve].unlisted = true;
        point.x = figure_label(&data->ticks, "%s", data->curves.text[point.curve]);
    }
    if (!figure_add_point(data, point, error))
        return false;
    point.row = CONSERVATION_DRIFT;
    point.y = fabs(drift);
    /* an axis of logarithms cannot show 0, where the bar of a drift within its error would end */
    point.low = conservation_drifts(record) ? point.y - off : point.y / 10;
    point.high = isfinite(off) ? point.y + off : point.y;
    return !(point.y > 0) || figure_add_point(data, point, error);
}

/* Adds the power law through the points as a curve of its own. Its dash pattern sets it apart. */
static bool add_fit(const struct records *records, const struct record *const *list, int64_t count,
                    const struct record *record, enum conservation_quantity quantity,
                    struct figure_data *data, struct error *error)
{
    struct conservation_order fit = conservation_fit(list, count, record, quantity);
    if (!holds(&fit) || !conservation_is_first(list, count, record))
        return true;
    int of = fitted_curve(records, list, count, record, data);
    struct figure_point point = {.row = (int)quantity,
                                 .column = system_column(records, data, record, ""),
                                 .curve = figure_label(&data->curves, "fit %d", of),
                                 .record = record};
    if (point.curve >= 0 && of >= 0) {
        struct figure_style *style = &data->style[point.curve];
        *style = (struct figure_style){.kind = FIGURE_LINE, .unlisted = true};
        memcpy(style->colour, data->curves.text[of], sizeof style->colour);
        memcpy(style->mark, data->curves.text[of], sizeof style->mark);
    }
    const double ends[] = {fit.least, fit.most};
    bool good = true;
    for (int k = 0; k < 2 && good; k++) {
        point.x = ends[k];
        point.y = point.low = point.high = fit.factor * pow(ends[k], fit.order);
        good = figure_add_point(data, point, error);
    }
    return good;
}

bool figure_drift(const struct records *records, struct figure_data *data, struct error *error)
{
    int64_t count = 0;
    const struct record **list = records_sorted(records, &count, error);
    bool good = list != NULL;
    bool steps = good && has_steps(list, count);
    if (!steps) {
        data->form = FIGURE_DOTS;
        data->title = "Fluctuation and drift of the total energy";
    }
    figure_label(&data->rows, "RMS fluctuation of the total energy, kT per particle%s",
                 steps ? ", ∝ dt^p" : "");
    for (int64_t k = 0; k < count && good; k++) {
        const cJSON *dynamics = conservation_dynamics(list[k]);
        if (isfinite(conservation_fluctuation(list[k])) && data->rows.count == 1)
            figure_label(&data->rows, "drift of the total energy, kT per particle and %s%s",
                         json_text(json_get(dynamics, "drift"), "per"), steps ? ", ∝ dt^q" : "");
        good = add_drift(records, list, count, list[k], data, error);
    }
    for (int64_t k = 0; k < CONSERVATION_QUANTITIES * count && good; k++)
        good = add_fit(records, list, count, list[k % count],
                       (enum conservation_quantity)(k / count), data, error);
    free(list);
    return good;
}

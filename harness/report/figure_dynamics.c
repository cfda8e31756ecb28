/* The figures `energy` (the energies over time) and `drift` (how far the total energy strays,
 * depending on the time step). */
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/report/figure_gather.h"
#include "harness/report/figure_labels.h"
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
    return figure_label(&data->columns, "%s, %s, N = %s%s",
                        figure_model_text(records, record, model), record->source,
                        text_whole(record->n, n), motion);
}

/* Gives each combination of arithmetic, backend and strategy a curve. What is known of it
 * follows its name. */
static int case_curve(struct figure_data *data, const struct record *record, const char *behind)
{
    int curve =
        figure_label(&data->curves, "%s, %s, %s%s%s%s", record->precision, record->backend,
                     record->strategy, record->tuning[0] ? " " : "", record->tuning, behind);
    if (curve >= 0)
        data->colour[curve] = 1 + curve;
    return curve;
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
    const char *unit = femtoseconds ? "ps" : json_text(dynamics, "time_unit");
    double step = json_value(samples, "every") * record->dynamics.dt / (femtoseconds ? 1e3 : 1);
    char motion[FIGURE_LABEL];
    const char *thermostat = json_text(dynamics, "thermostat");
    snprintf(motion, sizeof motion, ", dt = %.4g%s, %s", record->dynamics.dt,
             femtoseconds ? " fs" : "",
             strcmp(thermostat, "none") == 0 ? "no thermostat" : thermostat);
    struct figure_point point = {
        .row = figure_label(&data->rows,
                            "Total energy of a particle over its start, against time in %s", unit),
        .column = system_column(records, data, record, motion),
        .curve = case_curve(data, record, ""),
        .record = record};
    if (!add_samples(data, point, json_get(samples, "total"), first->child->valuedouble, step,
                     error))
        return false;
    point.row =
        figure_label(&data->rows, "Potential energy of a particle, against time in %s", unit);
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

/* The curve of a case. Its name tells the power law of the drift, or how often the drift exceeds
 * its error. Rows are the quantities. */
static int fitted_curve(const struct record *const *list, int64_t count,
                        const struct record *record, struct figure_data *data)
{
    struct conservation_order fit = conservation_fit(list, count, record, CONSERVATION_FLUCTUATION);
    struct conservation_order drift = conservation_fit(list, count, record, CONSERVATION_DRIFT);
    char behind[FIGURE_LABEL] = "";
    if (fit.steps > 0 && isfinite(drift.order))
        snprintf(behind, sizeof behind, ": p = %.3f, R² = %.4f; q = %.2f, R² = %.4f", fit.order,
                 fit.r2, drift.order, drift.r2);
    else if (fit.steps > 0)
        snprintf(behind, sizeof behind, ": p = %.3f, R² = %.4f; drift in %d of %d", fit.order,
                 fit.r2, (int)drift.told, (int)drift.steps);
    return case_curve(data, record, behind);
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
                                 .column = system_column(records, data, record, ""),
                                 .curve = fitted_curve(list, count, record, data),
                                 .x = record->dynamics.dt,
                                 .y = fluctuation,
                                 .low = fluctuation,
                                 .high = fluctuation,
                                 .record = record};
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
    if (!isfinite(fit.order) || !conservation_is_first(list, count, record))
        return true;
    int of = fitted_curve(list, count, record, data);
    struct figure_point point = {.row = (int)quantity,
                                 .column = system_column(records, data, record, ""),
                                 .curve = figure_label(&data->curves, "fit %d", of),
                                 .record = record};
    if (point.curve >= 0 && of >= 0) {
        data->colour[point.curve] = data->colour[of];
        data->dash[point.curve] = 1;
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
    figure_label(&data->rows, "Fluctuation of the total energy (RMS), kT per particle, ∝ dt^p");
    for (int64_t k = 0; k < count && good; k++) {
        const cJSON *dynamics = conservation_dynamics(list[k]);
        if (isfinite(conservation_fluctuation(list[k])) && data->rows.count == 1)
            figure_label(
                &data->rows,
                "Drift of the total energy (size), kT per particle and %s, ∝ dt^q, dt in %s",
                json_text(json_get(dynamics, "drift"), "per"), json_text(dynamics, "time_unit"));
        good = add_drift(records, list, count, list[k], data, error);
    }
    for (int64_t k = 0; k < CONSERVATION_QUANTITIES * count && good; k++)
        good = add_fit(records, list, count, list[k % count],
                       (enum conservation_quantity)(k / count), data, error);
    free(list);
    return good;
}

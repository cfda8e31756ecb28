#include "harness/show_dynamics.h"

#include "harness/motion.h"
#include "harness/table.h"
#include "harness/text.h"

#include <math.h>

static const cJSON *get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = get(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static const char *text(const cJSON *object, const char *key)
{
    const cJSON *item = get(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static const cJSON *dynamics_of(const struct record *record)
{
    const cJSON *dynamics = get(record->item, "dynamics");
    return cJSON_IsObject(dynamics) ? dynamics : NULL;
}

static void cell(struct table *table, double value, int digits)
{
    char significant[TEXT_NUMBER];
    table_cell(table, "%s", text_significant(value, digits, significant));
}

/* With its standard error, where that is known. */
static void uncertain_cell(struct table *table, double value, double error)
{
    char significant[2][TEXT_NUMBER];
    if (isfinite(error))
        table_cell(table, "%s ± %s", text_significant(value, 5, significant[0]),
                   text_significant(error, 1, significant[1]));
    else
        cell(table, value, 5);
}

static void add_row(struct table *table, const struct record *record, const cJSON *dynamics)
{
    const cJSON *shares = get(dynamics, "shares"), *drift = get(dynamics, "drift");
    char n[TEXT_NUMBER];
    table_cell(table, "%s", record->model);
    table_cell(table, "%s", text_thousands((int64_t)record->n, n));
    table_cell(table, "%s", record->precision);
    table_cell(table, "%s", record->backend);
    table_cell(table, "%s%s%s", record->strategy, record->tuning[0] ? " " : "", record->tuning);
    table_cell(table, "%.6g", number(dynamics, "dt"));
    table_cell(table, "%s", text(dynamics, "integrator"));
    table_cell(table, "%s", text(dynamics, "thermostat"));
    cell(table, number(dynamics, "step_ns") / 1e3, 4);
    cell(table, 1 / number(dynamics, "builds_per_step"), 3);
    for (int k = 0; k < MOTION_PARTS; k++)
        cell(table, 100 * number(shares, motion_part_name((enum motion_part)k)), 3);
    uncertain_cell(table, number(get(dynamics, "temperature"), "mean"),
                   number(get(dynamics, "temperature"), "error"));
    uncertain_cell(table, number(get(dynamics, "potential"), "mean"),
                   number(get(dynamics, "potential"), "error"));
    if (isfinite(number(drift, "error")))
        table_cell(table, "%.1e ± %.0e per %s", number(drift, "kt_per_particle"),
                   number(drift, "error"), text(drift, "per"));
    else
        table_cell(table, "%.1e per %s", number(drift, "kt_per_particle"), text(drift, "per"));
}

static void show_stopped(FILE *stream, const struct record *const *list, int64_t count)
{
    bool any = false;
    for (int64_t k = 0; k < count; k++) {
        const cJSON *dynamics = dynamics_of(list[k]);
        if (dynamics == NULL || get(dynamics, "reason") == NULL)
            continue;
        if (!any)
            fputs("\nParticles that did not get to the end\n", stream);
        fprintf(stream, "  %s: %s\n", list[k]->id, text(dynamics, "reason"));
        any = true;
    }
}

bool show_dynamics(FILE *stream, const struct record *const *list, int64_t count,
                   struct error *error)
{
    static const struct table_column columns[] = {
        {"model", TABLE_LEFT},       {"N", TABLE_RIGHT},         {"precision", TABLE_LEFT},
        {"backend", TABLE_LEFT},     {"strategy", TABLE_LEFT},   {"dt", TABLE_RIGHT},
        {"integrator", TABLE_LEFT},  {"thermostat", TABLE_LEFT}, {"step, µs", TABLE_RIGHT},
        {"steps/list", TABLE_RIGHT}, {"force %", TABLE_RIGHT},   {"bonded %", TABLE_RIGHT},
        {"list %", TABLE_RIGHT},     {"sort %", TABLE_RIGHT},    {"integr. %", TABLE_RIGHT},
        {"therm. %", TABLE_RIGHT},   {"T", TABLE_RIGHT},         {"U/N", TABLE_RIGHT},
        {"drift, kT", TABLE_RIGHT},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < count; k++) {
        const cJSON *dynamics = dynamics_of(list[k]);
        if (dynamics != NULL && get(dynamics, "reason") == NULL)
            add_row(&table, list[k], dynamics);
    }
    bool good = true;
    if (table.cells > 0) {
        fputs("\nSteps: times with all that they need; drift of the total energy per particle\n",
              stream);
        good = table_print(&table, 2, stream, error);
    }
    table_free(&table);
    show_stopped(stream, list, count);
    return good;
}

#include "harness/report/tables/show_dynamics.h"

#include "harness/base/printable.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/json/json_get.h"
#include "harness/physics/motion.h"
#include "harness/results/conservation.h"

#include <math.h>
#include <string.h>

static void cell(struct table *table, double value, int digits)
{
    char significant[TEXT_NUMBER];
    table_cell(table, "%s", text_significant(value, digits, significant));
}

/* Writes a value. Adds its standard error if that is known and affects a visible digit. */
static void uncertain_cell(struct table *table, double value, double error)
{
    char significant[2][TEXT_NUMBER];
    if (error >= 1e-5 * fabs(value))
        table_cell(table, "%s ± %s", text_significant(value, 5, significant[0]),
                   text_significant(error, 1, significant[1]));
    else
        cell(table, value, 5);
}

/* If a table has rows, prints it with its title; frees it in any case. */
static bool finish(struct table *table, const char *title, struct table_style *style, FILE *stream,
                   struct error *error)
{
    struct table_style own = table_following_style(style);
    bool good = true;

    table->title = title;
    table->indent = 2;
    if (table->cells > 0) {
        fputc('\n', stream);
        good = table_write(table, &own, stream, error);
        memcpy(style->left_out, own.left_out, sizeof own.left_out);
    }
    table_free(table);
    return good;
}

/* First columns of two tables: the case, and its motion. */
#define CASE_COLUMNS                                                                               \
    {"model", TABLE_COMMON | TABLE_LEAVES(7)}, {"N", TABLE_RIGHT | TABLE_COMMON},                  \
        {"precision", TABLE_COMMON}, {"backend", TABLE_COMMON | TABLE_LEAVES(6)},                  \
        {"strategy", TABLE_COMMON}, {"dt", TABLE_RIGHT | TABLE_COMMON},                            \
        {"integrator", TABLE_COMMON | TABLE_LEAVES(8)},                                            \
    {                                                                                              \
        "thermostat", TABLE_COMMON | TABLE_LEAVES(5)                                               \
    }

static void work_cells(struct table *table, const struct record *record)
{
    char n[TEXT_NUMBER];
    table_cell(table, "%s", record->model);
    table_cell(table, "%s", text_whole(record->n, n));
    table_cell(table, "%s", record->precision);
    table_cell(table, "%s", record->backend);
    table_cell(table, "%s%s%s", record->strategy, record->tuning[0] ? " " : "", record->tuning);
}

static void case_cells(struct table *table, const struct record *record, const cJSON *dynamics)
{
    work_cells(table, record);
    table_cell(table, "%.6g", json_value(dynamics, "dt"));
    table_cell(table, "%s", json_text(dynamics, "integrator"));
    table_cell(table, "%s", json_text(dynamics, "thermostat"));
}

static void add_steps(struct table *table, const struct record *record)
{
    const cJSON *dynamics = conservation_dynamics(record), *shares = json_get(dynamics, "shares");
    case_cells(table, record, dynamics);
    cell(table, json_value(dynamics, "step_ns") / 1e3, 4);
    cell(table, 1 / json_value(dynamics, "builds_per_step"), 3);
    for (int k = 0; k < MOTION_PARTS; k++)
        cell(table, 100 * json_value(shares, motion_part_name((enum motion_part)k)), 3);
}

static bool show_steps(FILE *stream, const struct record *const *list, int64_t count,
                       struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {
        CASE_COLUMNS,
        {"step, µs", TABLE_RIGHT},
        {"steps/list", TABLE_RIGHT},
        {"force %", TABLE_RIGHT},
        {"bonded %", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"list %", TABLE_RIGHT},
        {"sort %", TABLE_RIGHT | TABLE_LEAVES(1)},
        {"integr. %", TABLE_RIGHT | TABLE_LEAVES(1)},
        {"constr. %", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"therm. %", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"barost. %", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"removal %", TABLE_RIGHT | TABLE_LEAVES(2)},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < count; k++)
        if (conservation_dynamics(list[k]) != NULL)
            add_steps(&table, list[k]);
    return finish(&table, "Steps: times with all that they need", style, stream, error);
}

/*
 * Writes a quantity's mean and standard deviation, and the difference of the mean from the
 * reference.
 */
static void series_cells(struct table *table, const struct record *record,
                         const struct record *reference, const char *key)
{
    double mean = conservation_number(record, key, "mean");
    double deviation = conservation_number(record, key, "deviation");
    uncertain_cell(table, mean, conservation_number(record, key, "error"));
    if (deviation < 1e-3)
        table_cell(table, "%.1e", deviation);
    else
        cell(table, deviation, 2);
    double expected = reference != NULL ? conservation_number(reference, key, "mean") : NAN;
    double off = 100 * (mean - expected) / fabs(expected);
    if (isfinite(off))
        table_cell(table, "%+.2g", off);
    else
        table_cell(table, "–");
}

static void add_energies(struct table *table, const struct record *record,
                         const struct record *reference)
{
    const cJSON *dynamics = conservation_dynamics(record), *drift = json_get(dynamics, "drift");
    case_cells(table, record, dynamics);
    series_cells(table, record, reference, "temperature");
    series_cells(table, record, reference, "potential");
    series_cells(table, record, reference, "total");
    if (isfinite(json_value(drift, "error")))
        table_cell(table, "%.1e ± %.0e per %s", json_value(drift, "kt_per_particle"),
                   json_value(drift, "error"), json_text(drift, "per"));
    else
        table_cell(table, "%.1e per %s", json_value(drift, "kt_per_particle"),
                   json_text(drift, "per"));
}

static bool show_energies(FILE *stream, const struct record *const *list, int64_t count,
                          struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {
        CASE_COLUMNS,
        {"T", TABLE_RIGHT},
        {"σ", TABLE_RIGHT | TABLE_LEAVES(4)},
        {"% off", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"U/N", TABLE_RIGHT | TABLE_LEAVES(1)},
        {"σ", TABLE_RIGHT | TABLE_LEAVES(4)},
        {"% off", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"E/N", TABLE_RIGHT},
        {"σ", TABLE_RIGHT | TABLE_LEAVES(3)},
        {"% off", TABLE_RIGHT | TABLE_LEAVES(2)},
        {"drift, kT", TABLE_RIGHT},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < count; k++)
        if (conservation_dynamics(list[k]) != NULL)
            add_energies(&table, list[k], conservation_reference(list, count, list[k]));
    return finish(&table,
                  "Temperature, potential and total energy of a particle on the way: means, "
                  "standard deviations σ, and how far the mean is off double precision on the CPU; "
                  "drift of the total energy",
                  style, stream, error);
}

/* Writes a power law's order and the R² of its fit, or dashes if there is no fit. */
static void order_cells(struct table *table, const struct conservation_order *fit)
{
    if (isfinite(fit->order)) {
        table_cell(table, "%.3f", fit->order);
        table_cell(table, "%.4f", fit->r2);
    } else {
        table_cell(table, "–");
        table_cell(table, "–");
    }
}

/* Shows how fluctuation and drift of the energy grow with the time step. */
static bool show_orders(FILE *stream, const struct record *const *list, int64_t count,
                        struct table_style *style, struct error *error)
{
    static const struct table_column columns[] = {
        {"model", TABLE_COMMON},    {"N", TABLE_RIGHT | TABLE_COMMON}, {"precision", TABLE_COMMON},
        {"backend", TABLE_COMMON},  {"strategy", TABLE_COMMON},        {"integrator", TABLE_COMMON},
        {"time steps", TABLE_LEFT}, {"order p", TABLE_RIGHT},          {"R²", TABLE_RIGHT},
        {"that drift", TABLE_LEFT}, {"order q", TABLE_RIGHT},          {"R²", TABLE_RIGHT},
    };
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < count; k++) {
        const struct record *record = list[k];
        struct conservation_order fit =
            conservation_fit(list, count, record, CONSERVATION_FLUCTUATION);
        struct conservation_order drift = conservation_fit(list, count, record, CONSERVATION_DRIFT);
        if (fit.steps == 0 || !conservation_is_first(list, count, record))
            continue;
        work_cells(&table, record);
        table_cell(&table, "%s", json_text(conservation_dynamics(record), "integrator"));
        table_cell(&table, "%.4g … %.4g, %d", fit.least, fit.most, (int)fit.steps);
        order_cells(&table, &fit);
        table_cell(&table, "%d of %d", (int)drift.reported, (int)drift.steps);
        order_cells(&table, &drift);
    }
    return finish(&table,
                  "Fluctuation (root mean square error) and drift of the total energy as powers of "
                  "the time step, dt^p and dt^q. That drift: time steps whose drift is over three "
                  "of its errors; one line takes three of them, all of one sign",
                  style, stream, error);
}

static void show_stopped(FILE *stream, const struct record *const *list, int64_t count)
{
    bool any = false;
    for (int64_t k = 0; k < count; k++) {
        const char *reason = json_text(json_get(list[k]->item, "dynamics"), "reason");
        if (reason[0] == '\0')
            continue;
        if (!any)
            fputs("\nParticles that did not move to the end\n", stream);
        printable_line(stream, "  %s: %s", list[k]->id, reason);
        any = true;
    }
}

bool show_dynamics(FILE *stream, const struct record *const *list, int64_t count,
                   struct table_style *style, struct error *error)
{
    bool good = show_steps(stream, list, count, style, error) &&
                show_energies(stream, list, count, style, error) &&
                show_orders(stream, list, count, style, error);
    show_stopped(stream, list, count);
    return good;
}

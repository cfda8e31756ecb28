#include "harness/commands/print/verify_table.h"
#include "harness/base/table.h"
#include "harness/commands/print/notes.h"
#include "harness/json/json_get.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A row of the table: the cases of one strategy, model, precision and backend. */
struct row {
    const struct case_spec *first;
    int64_t cases, passed, skipped, compared;
    double force, torque, energy, tolerance; /* largest errors; `energy` also covers its terms */
    const char *reason;                      /* reason of the first case that did not pass */
};

static double worse(double known, const cJSON *item)
{
    /* JSON's null stands for infinity or NaN */
    return cJSON_IsNumber(item) ? fmax(known, item->valuedouble) : INFINITY;
}

static bool belongs(const struct row *row, const struct case_spec *spec)
{
    return row->first->strategy == spec->strategy && row->first->model == spec->model &&
           row->first->precision == spec->precision &&
           strcmp(row->first->backend, spec->backend) == 0;
}

static void add_to_row(struct row *row, const cJSON *item)
{
    const cJSON *verify = cJSON_GetObjectItemCaseSensitive(item, "verify");
    const char *status = json_text(item, "status");
    row->cases++;
    row->passed += strcmp(status, "ok") == 0;
    row->skipped += strcmp(status, "skipped") == 0;
    if (row->reason == NULL && strcmp(status, "ok") != 0)
        row->reason = json_text(item, "reason");
    if (!cJSON_IsObject(verify))
        return;
    row->compared++;
    row->force = worse(row->force, cJSON_GetObjectItemCaseSensitive(verify, "force_rms_rel"));
    row->torque = worse(row->torque, cJSON_GetObjectItemCaseSensitive(verify, "torque_rms_rel"));
    row->energy = worse(row->energy, cJSON_GetObjectItemCaseSensitive(verify, "energy_rel"));
    const cJSON *term = NULL;
    cJSON_ArrayForEach (term, cJSON_GetObjectItemCaseSensitive(verify, "terms_rel")) {
        row->energy = worse(row->energy, term);
    }
    row->tolerance = worse(0, cJSON_GetObjectItemCaseSensitive(verify, "tolerance"));
}

static void print_row(struct table *table, const struct row *row, struct notes *notes)
{
    bool known = row->compared > 0;
    table_cell(table, "%s", row->first->backend);
    table_cell(table, "%s", row->first->model->name);
    table_cell(table, "%s", precision_info(row->first->precision)->name);
    table_cell(table, "%s", row->first->strategy->name);
    table_cell(table, "%" PRId64, row->cases);
    table_cell(table, known ? "%.1e" : "–", row->force);
    table_cell(table, known && row->first->model->oriented ? "%.1e" : "–", row->torque);
    table_cell(table, known ? "%.1e" : "–", row->energy);
    table_cell(table, known ? "%.0e" : "–", row->tolerance);
    if (row->passed == row->cases) {
        table_cell(table, "passed");
        return;
    }
    int note = notes_number(notes, row->reason);
    if (row->skipped == row->cases)
        table_cell(table, "skipped (%d)", note);
    else if (row->passed + row->skipped == row->cases)
        table_cell(table, "passed, %" PRId64 " skipped (%d)", row->skipped, note);
    else
        table_cell(table, "%" PRId64 " FAILED (%d)", row->cases - row->passed - row->skipped, note);
}

bool verify_table_print(const struct cases *cases, const struct results *results, FILE *stream,
                        struct error *error)
{
    static const struct table_column columns[] = {
        {"backend", TABLE_LEFT},       {"model", TABLE_LEFT},
        {"precision", TABLE_LEFT},     {"strategy", TABLE_LEFT},
        {"cases", TABLE_RIGHT},        {"force error", TABLE_RIGHT},
        {"torque error", TABLE_RIGHT}, {"energy error", TABLE_RIGHT},
        {"tolerance", TABLE_RIGHT},    {"", TABLE_LEFT}};
    struct notes notes = {0};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t first = 0; first < cases->count; first++) {
        struct row row = {.first = &cases->spec[first]};
        int64_t before = 0;
        while (before < first && !belongs(&row, &cases->spec[before]))
            before++;
        if (before < first)
            continue;
        for (int64_t k = first; k < cases->count; k++)
            if (belongs(&row, &cases->spec[k]) && results_get(results, k) != NULL)
                add_to_row(&row, results_get(results, k));
        if (row.cases > 0)
            print_row(&table, &row, &notes);
    }
    bool good = table_print(&table, 0, stream, error);
    table_free(&table);
    if (good)
        notes_print(&notes, stream);
    notes_free(&notes);
    return good;
}

#include "harness/commands/print/gradient_table.h"

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/commands/print/notes.h"
#include "harness/physics/gradient.h"

#include <inttypes.h>

enum { PARAMETERS = 256 };

/* Whether a case before this one has the same model with the same parameters. */
static bool is_known(const struct cases *cases, int64_t k)
{
    for (int64_t before = 0; before < k; before++)
        if (!cases->spec[before].passed_over &&
            case_same_model(&cases->spec[before], &cases->spec[k]))
            return true;
    return false;
}

/* Writes the parameters that differ from the model's initial ones, "cutoff=3 shift=none". */
static void write_parameters(const struct case_spec *spec, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < spec->model->parameter_count; k++) {
        char value[64];
        if (spec->parameters[k] == spec->model->parameters[k].initial)
            continue;
        case_parameter_text(spec, k, value, sizeof value);
        text_append(text, size, " ", "%s=%s", spec->model->parameters[k].name, value);
    }
}

static void print_row(struct table *table, const struct case_spec *spec,
                      const struct gradient *gradient, struct notes *notes)
{
    char parameters[PARAMETERS];
    write_parameters(spec, parameters, sizeof parameters);
    table_cell(table, "%s", spec->model->name);
    table_cell(table, "%s", parameters);
    table_cell(table, "%" PRId64, gradient->pairs);
    table_cell(table, "%.1e", gradient->slope);
    table_cell(table, "%.1e", gradient->symmetry);
    table_cell(table, "%.3g", gradient->jump);
    table_cell(table, "%.0e", gradient_tolerance);
    if (gradient->fault[0] == '\0')
        table_cell(table, "passed");
    else
        table_cell(table, "FAILED (%d)", notes_number(notes, gradient->fault));
}

bool gradient_table_print(const struct cases *cases, FILE *stream, int *failed, struct error *error)
{
    static const struct table_column columns[] = {
        {"pair function", TABLE_LEFT},   {"parameters", TABLE_LEFT},
        {"pairs", TABLE_RIGHT},          {"slope error", TABLE_RIGHT},
        {"exchange error", TABLE_RIGHT}, {"energy at range", TABLE_RIGHT},
        {"tolerance", TABLE_RIGHT},      {"", TABLE_LEFT}};
    struct notes notes = {0};
    struct table table;
    bool good = true;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    *failed = 0;
    for (int64_t k = 0; k < cases->count && good; k++) {
        const struct case_spec *spec = &cases->spec[k];
        struct gradient gradient;
        if (spec->passed_over || is_known(cases, k))
            continue;
        good = gradient_check(spec->model, spec->constants, spec->range, &gradient, error);
        if (good)
            print_row(&table, spec, &gradient, &notes);
        *failed += good && gradient.fault[0] != '\0';
    }
    good = good && table_print(&table, 0, stream, error);
    table_free(&table);
    if (good)
        notes_print(&notes, stream);
    notes_free(&notes);
    return good;
}

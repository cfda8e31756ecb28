#include "harness/commands/print/case_list.h"

#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/config/case_span.h"
#include "harness/devices/backends.h"
#include "harness/input/system_create.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/measure/foresee.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static void print_memory(struct table *table, double bytes)
{
    char text[TEXT_NUMBER];
    if (bytes > 0)
        table_cell(table, "%s", text_significant(bytes / (1 << 20), 2, text));
    else
        table_cell(table, "–");
}

/* Nothing is foreseen of a file that is not read yet, or without the backend. */
static void foresee(const struct case_spec *spec, struct memory_need *need)
{
    const struct backend *backend = backend_find(spec->backend);
    struct system outline;
    struct error reason;
    *need = (struct memory_need){0};
    if (backend != NULL && case_has_kernels(spec, &reason) &&
        system_outline(&spec->system, &outline) &&
        system_check_range(&outline, spec->range + spec->skin, &reason))
        foresee_need(backend, spec, &outline, need);
}

static void add_span(struct case_list_span *all, struct case_span span)
{
    all->cases++;
    all->least += span.least;
    all->most += span.most;
}

static void print_case(struct table *table, const struct case_spec *spec,
                       struct case_list_span *all)
{
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    struct memory_need need;
    struct case_span span = case_span(spec);
    foresee(spec, &need);
    table_cell(table, "%s", spec->id);
    print_memory(table, need.host.peak);
    print_memory(table, need.device.peak);
    table_cell(table, "%s", text_significant(span.least, 2, least));
    table_cell(table, "%s", text_significant(span.most, 2, most));
    add_span(all, span);
}

/* What the last run took, if its results are there and whole. */
static void print_last(const char *results, FILE *stream)
{
    struct error error;
    char text[TEXT_NUMBER];
    cJSON *document = access(results, R_OK) == 0 ? json_file_read(results, &error) : NULL;
    const cJSON *seconds = json_get(json_get(document, "overhead"), "seconds");
    int count = cJSON_GetArraySize(json_get(document, "cases"));
    if (cJSON_IsNumber(seconds))
        fprintf(stream, "The run in %s took %s, with %d %s.\n", results,
                text_duration(seconds->valuedouble, text), count, count == 1 ? "case" : "cases");
    cJSON_Delete(document);
}

struct case_list_span case_list_span(const struct cases *cases, const char *backend)
{
    struct case_list_span all = {0};
    for (int64_t k = 0; k < cases->count; k++)
        if (!cases->spec[k].passed_over && strcmp(cases->spec[k].backend, backend) == 0)
            add_span(&all, case_span(&cases->spec[k]));
    return all;
}

void case_list_names(const struct cases *cases, FILE *stream)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (!cases->spec[k].passed_over)
            fprintf(stream, "%s\n", cases->spec[k].id);
}

bool case_list_plan(const struct cases *cases, const char *results, FILE *stream,
                    struct error *error)
{
    static const struct table_column columns[] = {{"case", TABLE_LEFT},
                                                  {"host MiB", TABLE_RIGHT},
                                                  {"device MiB", TABLE_RIGHT},
                                                  {"s, least", TABLE_RIGHT},
                                                  {"s, most", TABLE_RIGHT}};
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    struct case_list_span all = {0};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < cases->count; k++)
        if (!cases->spec[k].passed_over)
            print_case(&table, &cases->spec[k], &all);
    bool good = table_print(&table, 0, stream, error);
    table_free(&table);
    if (!good)
        return false;
    fprintf(stream,
            "%" PRId64 " %s; sampling takes from %s to %s, and systems, references, kernels and "
            "moving particles their time besides.\n",
            all.cases, all.cases == 1 ? "case" : "cases", text_duration(all.least, least),
            text_duration(all.most, most));
    print_last(results, stream);
    return true;
}

#include "harness/commands/print/case_list.h"

#include "harness/base/machine/free_memory.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/commands/print/notes.h"
#include "harness/config/case_groups.h"
#include "harness/devices/backends.h"
#include "harness/input/system_create.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/measure/memory_estimate.h"
#include "harness/measure/observe/inputs.h"
#include "harness/physics/virtual_sites.h"

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

/*
 * Reads the particles of a case from its file. Evaluates them, because a run would fail for two
 * particles at the same position. If the case makes steps, checks that the particles can move. For
 * a system that has to be built, makes only an outline.
 */
static bool find_particles(const struct case_spec *spec, struct inputs *inputs,
                           struct system *outline, struct error *reason)
{
    if (spec->system.file == NULL)
        return system_outline(&spec->system, outline);
    const bool moves = spec->dynamics.steps > 0 || spec->sampling.step > 0;
    if (!inputs_reference(inputs, spec, reason) ||
        (moves && (!system_check_movable(&inputs->system, reason) ||
                   !virtual_sites_check(&inputs->system, spec->dynamics.motion.removal, reason))))
        return error_prefix(reason, spec->system.file);
    *outline = inputs->system;
    return true;
}

/*
 * Estimates the memory of a case, and returns whether it can run, without building its system or
 * opening its device. If this build lacks the backend, memory is not estimated.
 */
static bool estimate(const struct case_spec *spec, struct inputs *inputs, struct memory_need *need,
                     struct error *reason)
{
    const struct backend *backend = backend_find(spec->backend);
    struct system outline;
    *need = (struct memory_need){0};
    if (!case_has_kernels(spec, reason) || !system_check(&spec->system, reason) ||
        !find_particles(spec, inputs, &outline, reason) ||
        !system_check_range(&outline, spec->range + spec->skin, reason))
        return false;
    if (backend != NULL)
        estimate_memory(backend, spec, &outline, need);
    return free_memory_suffices("this machine", need->host.peak, free_memory(), reason);
}

static void add_span(struct case_list_span *all, struct case_span span)
{
    all->cases++;
    all->least += span.least;
    all->most += span.most;
}

/* Prints a row of the plan; `wrong` becomes true if the case cannot run because of the config. */
static void print_case(struct table *table, const struct case_spec *spec, struct inputs *inputs,
                       struct case_list_span *all, struct notes *notes, bool *wrong)
{
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    struct memory_need need;
    struct error reason;
    const struct case_span span = case_span(spec);
    const bool runs = estimate(spec, inputs, &need, &reason);
    table_cell(table, "%s", spec->id);
    print_memory(table, need.host.peak);
    print_memory(table, need.device.peak);
    table_cell(table, "%s", runs ? text_significant(span.least, 2, least) : "–");
    table_cell(table, "%s", runs ? text_significant(span.most, 2, most) : "–");
    if (runs) {
        table_cell(table, "%s", "");
        add_span(all, span);
    } else {
        table_cell(table, "(%d)", notes_number(notes, reason.text));
        *wrong |= reason.code == EXIT_USAGE;
    }
}

/* Prints how long the last run took, if its results exist and are complete. */
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

void case_list_plan(const struct cases *cases, const char *results, FILE *stream, bool *wrong)
{
    static const struct table_column columns[] = {
        {"case", TABLE_LEFT},      {"host MiB", TABLE_RIGHT}, {"device MiB", TABLE_RIGHT},
        {"s, least", TABLE_RIGHT}, {"s, most", TABLE_RIGHT},  {"not run because", TABLE_LEFT}};
    char least[TEXT_NUMBER], most[TEXT_NUMBER], not_run[60] = "";
    struct case_list_span all = {0};
    struct notes notes = {0};
    struct inputs inputs = {0};
    struct table table;
    int64_t count = 0;
    *wrong = false;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int64_t k = 0; k < cases->count; k++) {
        if (cases->spec[k].passed_over)
            continue;
        count++;
        print_case(&table, &cases->spec[k], &inputs, &all, &notes, wrong);
    }
    inputs_free(&inputs);
    table_print(&table, 0, stream);
    table_free(&table);
    notes_print(&notes, stream);
    notes_free(&notes);
    if (all.cases < count)
        snprintf(not_run, sizeof not_run, ", %" PRId64 " of which cannot run here",
                 count - all.cases);
    fprintf(stream,
            "%" PRId64 " %s%s; sampling takes from %s to %s; systems, references, kernels and "
            "motion of particles take more.\n",
            count, count == 1 ? "case" : "cases", not_run, text_duration(all.least, least),
            text_duration(all.most, most));
    print_last(results, stream);
}

/* `pairlanes verify` checks all combinations against the reference, without timing. */
#include "harness/base/error.h"
#include "harness/base/printable.h"
#include "harness/base/process/divert.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/notes.h"
#include "harness/config/cases.h"
#include "harness/json/json_get.h"
#include "harness/physics/gradient.h"
#include "harness/results/results.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A row of the table: all cases with the same strategy, model, precision and backend. */
struct row {
    const struct case_spec *first;
    int64_t cases, passed, skipped, compared;
    double force, torque, energy, tolerance; /* largest errors, and the tolerance; `energy`
                                              * includes the energies of terms */
    const char *reason;                      /* reason why the first failed case did not pass */
};

static double worse(double known, const cJSON *item)
{
    /* null in JSON means infinity or NaN */
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

/*
 * Prints the largest errors of each row. The reasons of rows that did not pass follow below the
 * table. A row has the reason of its first failed case; each reason appears once.
 */
static void verify_table_print(const struct cases *cases, const struct results *results,
                               FILE *stream)
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
    table_print(&table, 0, stream);
    table_free(&table);
    notes_print(&notes, stream);
    notes_free(&notes);
}

enum { PARAMETERS = 256 };

/* Whether an earlier case has the same model with the same parameters. */
static bool is_known(const struct cases *cases, int64_t k)
{
    for (int64_t before = 0; before < k; before++)
        if (!cases->spec[before].passed_over &&
            case_same_model(&cases->spec[before], &cases->spec[k]))
            return true;
    return false;
}

/* Writes the parameters that differ from the model's defaults: "cutoff=3 shift=none". */
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

static const char jumps[] =
    "the energy jumps at the range, without a force: particles that move past it do not conserve "
    "the energy, unless the model shifts or switches it to zero there";

static void print_gradient(struct table *table, const struct case_spec *spec,
                           const struct gradient *gradient, struct notes *notes)
{
    char parameters[PARAMETERS];
    write_parameters(spec, parameters, sizeof parameters);
    table_cell(table, "%s", spec->model->name);
    table_cell(table, "%s", parameters);
    table_cell(table, "%" PRId64, gradient->pairs);
    table_cell(table, "%.1e", gradient->slope);
    table_cell(table, "%.1e", gradient->symmetry);
    if (fabs(gradient->jump) <= gradient_jump * gradient->outer)
        table_cell(table, "%.3g", gradient->jump);
    else
        table_cell(table, "%.3g (%d)", gradient->jump, notes_number(notes, jumps));
    table_cell(table, "%.0e", gradient_tolerance);
    if (gradient->fault[0] == '\0')
        table_cell(table, "passed");
    else
        table_cell(table, "FAILED (%d)", notes_number(notes, gradient->fault));
}

/*
 * Checks the pair function of each model, once for each set of parameters
 * (harness/physics/gradient.h). Prints a row for each and the faults below the table. `failed`
 * becomes the number of models with faults. Fails like gradient_check.
 */
static bool gradient_table_print(const struct cases *cases, FILE *stream, int *failed,
                                 struct error *error)
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
        divert_begin();
        good = gradient_check(spec->model, spec->constants, spec->range, &gradient, error);
        divert_end();
        if (good)
            print_gradient(&table, spec, &gradient, &notes);
        *failed += good && gradient.fault[0] != '\0';
    }
    if (good)
        table_print(&table, 0, stream);
    table_free(&table);
    if (good)
        notes_print(&notes, stream);
    notes_free(&notes);
    return good;
}

struct arguments {
    const char *config; /* config; NULL: all combinations */
    const char *json;
    struct case_options cases;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->child_inputs[1] = &arguments->cases;
        break;
    case 'm':
        arguments->cases.choice.model = argument;
        break;
    case 's':
        choice_strategies(&arguments->cases.choice, argument);
        break;
    case 'p':
        case_options_setting(&arguments->cases, "precision", argument, state);
        break;
    case 'n':
        case_options_setting(&arguments->cases, "system.n", argument, state);
        break;
    case 't':
        arguments->cases.run.tolerance = option_number(state, "--tolerance", argument, 0, INFINITY);
        break;
    case 'j':
        arguments->json = out_path(state, "--json", argument);
        break;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option options[] = {
    {"model", 'm', "NAME|FILE.h", 0, "Only this model, or that of a header outside the tree", 0},
    {"strategy", 's', "NAME|DIR[,…]", 0,
     "Only these strategies, or those of folders outside the tree, with a / in the name", 0},
    {"precision", 'p', "NAME", 0, "Only this precision", 0},
    {"n", 'n', "N", 0, "Systems of N particles", 0},
    {"tolerance", 't', "X", 0, "Tolerance in place of each precision's (`pairlanes list`)", 0},
    {"json", 'j', "FILE", 0, "Write the results to FILE; - is the standard output", 0},
    {0},
};

/* Prints all failed cases to the standard error, and each reason once. */
static void print_failures(const struct cases *cases, const struct results *results)
{
    struct notes notes = {0};
    for (int64_t k = 0; k < cases->count; k++) {
        const cJSON *item = results_get(results, k);
        if (strcmp(json_text(item, "status"), "failed") != 0)
            continue;
        int known = notes.text.count, note = notes_number(&notes, json_text(item, "reason"));
        printable_write(stderr, cases->spec[k].id);
        fprintf(stderr, " (%d)%s", note, note > known ? ": " : "\n");
        if (note > known) {
            printable_lines(stderr, json_text(item, "reason"));
            fputc('\n', stderr);
        }
    }
    notes_free(&notes);
}

static bool verify(struct arguments *arguments, int *code, struct error *error)
{
    struct config config = {0};
    struct cases cases = {0};
    struct results results = {0};
    struct run_summary summary;
    int inconsistent = 0;
    bool good = case_options_choose(&arguments->cases, error) &&
                case_options_read(&arguments->cases, arguments->config, &config, &cases, error) &&
                results_start(arguments->json, &config, &cases, &results, error) &&
                run_cases(&cases, &arguments->cases.run, &results, &summary, error) &&
                results_finish(&results, error);
    if (good) {
        verify_table_print(&cases, &results, out_table(arguments->json));
        print_failures(&cases, &results);
    }
    good = good && gradient_table_print(&cases, out_table(arguments->json), &inconsistent, error);
    if (good) {
        fprintf(out_table(arguments->json),
                "%" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped in %.1f s\n",
                summary.ok, summary.failed, summary.skipped, summary.overhead.seconds);
        *code = inconsistent > 0                   ? EXIT_VERIFICATION
                : summary.skipped == summary.cases ? EXIT_ENVIRONMENT
                                                   : run_exit_code(&summary);
    }
    results_free(&results);
    cases_free(&cases);
    config_free(&config);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_options_device}, {.argp = &case_options_source}, {0}};

const struct argp command_verify_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CONFIG|MODEL]",
    .doc = "Compares forces, energy and energy terms of every strategy, model, precision and "
           "backend with the double-precision reference, on small and large systems and with "
           "several tuning values. Compares pair functions and bonded terms of models with the "
           "slopes of their energies. With CONFIG, verifies its cases instead.\vExit codes: 0 all "
           "within their tolerances; 1 one is not; 2 wrong usage; 3 this machine cannot do what "
           "was asked, or there is no kernel for any case.",
};

int command_verify(int argc, char **argv)
{
    static const volatile sig_atomic_t never;
    struct error error;
    struct arguments arguments = {
        .cases.run = {.tolerance = -1, .verify_only = true, .interrupted = &never}};
    command_line_parse(&command_verify_argp, argc, argv, 0, &arguments);

    int code = EXIT_OK;
    if (!verify(&arguments, &code, &error))
        code = command_end(argv[0], false, &error);
    case_options_free(&arguments.cases);
    return code;
}

/* `pairlanes verify`: the whole matrix against the reference, without a clock. */
#include "harness/base/json_get.h"
#include "harness/base/table.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"
#include "harness/config/verify_matrix.h"
#include "harness/measure/run.h"
#include "harness/results/results.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char *config; /* NULL: the matrix */
    const char *json;
    struct settings settings;
    const char *backend; /* NULL: all */
    const char *model;   /* NULL: all */
    struct run_options options;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct error error;
    char *end = NULL;
    bool good = true;
    switch (key) {
    case 'b':
        arguments->backend = argument;
        break;
    case 'm':
        arguments->model = argument;
        break;
    case 's':
        good = settings_add(&arguments->settings, "strategy", argument, &error);
        break;
    case 'p':
        good = settings_add(&arguments->settings, "precision", argument, &error);
        break;
    case 'n':
        good = settings_add(&arguments->settings, "system.n", argument, &error);
        break;
    case 'd':
        arguments->options.device = (int)strtol(argument, &end, 10);
        if (end == argument || *end != '\0' || arguments->options.device < 0)
            argp_error(state, "--device: expected a number from 0, found \"%s\"", argument);
        break;
    case 't':
        arguments->options.tolerance = strtod(argument, &end);
        if (end == argument || *end != '\0' || !(arguments->options.tolerance >= 0))
            argp_error(state, "--tolerance: expected a number from 0, found \"%s\"", argument);
        break;
    case 'k':
        arguments->options.source = argument;
        break;
    case 'j':
        arguments->json = argument;
        break;
    case ARGP_KEY_ARG:
        if (arguments->config != NULL)
            argp_error(state, "expected one config, found \"%s\" too", argument);
        arguments->config = argument;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    if (!good)
        argp_failure(state, EXIT_ENVIRONMENT, 0, "%s", error.text);
    return 0;
}

static const struct argp_option options[] = {
    {"backend", 'b', "cpu|cuda", 0, "Only the cases of this backend", 0},
    {"model", 'm', "NAME", 0, "Only this model", 0},
    {"strategy", 's', "NAME[,…]", 0, "Only these strategies", 0},
    {"precision", 'p', "NAME", 0, "Only this precision", 0},
    {"n", 'n', "N", 0, "Systems of N particles", 0},
    {"device", 'd', "K", 0, "The CUDA device number K (initially 0)", 0},
    {"tolerance", 't', "X", 0, "Tolerance in place of each precision's (`pairlanes list`)", 0},
    {"source", 'k', "DIR", 0, "Take kernel and model sources from DIR, not from the binary", 0},
    {"json", 'j', "FILE", 0, "Write the results to FILE", 0},
    {0},
};

/* A row of the table: the cases of one strategy, model, precision and backend. */
struct row {
    const struct case_spec *first;
    int64_t cases, passed, skipped, compared;
    double force, torque, energy, tolerance; /* the worst; energy: or one of its terms */
    const char *reason;                      /* of the first that did not pass */
};

static double worse(double known, const cJSON *item)
{
    /* null stands for infinite or not a number */
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

static void print_row(struct table *table, const struct row *row)
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
    if (row->passed == row->cases)
        table_cell(table, "passed");
    else if (row->skipped == row->cases)
        table_cell(table, "skipped: %s", row->reason);
    else
        table_cell(table, "%" PRId64 " FAILED: %s", row->cases - row->passed - row->skipped,
                   row->reason);
}

static bool print_table(const struct cases *cases, const struct results *results,
                        struct error *error)
{
    static const struct table_column columns[] = {
        {"backend", TABLE_LEFT},       {"model", TABLE_LEFT},
        {"precision", TABLE_LEFT},     {"strategy", TABLE_LEFT},
        {"cases", TABLE_RIGHT},        {"force error", TABLE_RIGHT},
        {"torque error", TABLE_RIGHT}, {"energy error", TABLE_RIGHT},
        {"tolerance", TABLE_RIGHT},    {"", TABLE_LEFT}};
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
            print_row(&table, &row);
    }
    bool good = table_print(&table, 0, stdout, error);
    table_free(&table);
    return good;
}

/* Every case that failed, on the standard error stream. */
static void print_failures(const struct cases *cases, const struct results *results)
{
    for (int64_t k = 0; k < cases->count; k++) {
        const cJSON *item = results_get(results, k);
        if (strcmp(json_text(item, "status"), "failed") == 0)
            fprintf(stderr, "%s: %s\n", cases->spec[k].id, json_text(item, "reason"));
    }
}

static bool verify(const struct arguments *arguments, const struct config *config, int *code,
                   struct error *error)
{
    struct cases cases = {0};
    struct results results = {0};
    struct run_summary summary;
    bool good = cases_expand(config, &cases, error) &&
                (arguments->backend == NULL || cases_choose(&cases, arguments->backend, error)) &&
                results_start(arguments->json, config, &cases, &results, error) &&
                run_cases(&cases, &arguments->options, &results, &summary, error) &&
                print_table(&cases, &results, error);
    if (good) {
        print_failures(&cases, &results);
        printf("%" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped in %.1f s\n",
               summary.ok, summary.failed, summary.skipped, summary.overhead.seconds);
        *code = run_exit_code(&summary);
    }
    results_free(&results);
    cases_free(&cases);
    return good;
}

int command_verify(int argc, char **argv)
{
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[CONFIG]",
        .doc = "Compares forces, energy and its terms of every strategy, in every model, precision "
               "and backend, on systems small and large and with several tuning values, with the "
               "double-precision reference. With CONFIG, verifies its cases instead.\v"
               "Exit codes: 0 all within their tolerances; 1 a miss; 2 wrong usage; 3 this machine "
               "cannot do what was asked.",
    };
    static const volatile sig_atomic_t never;
    struct error error;
    struct config config = {0};
    struct arguments arguments = {
        .options = {.tolerance = -1, .verify_only = true, .interrupted = &never}};
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);

    int code = EXIT_OK;
    bool good = false;
    const struct model *model = NULL;
    if (arguments.model != NULL && !model_require(arguments.model, &model, &error)) {
        good = error_prefix(&error, "--model");
    } else if (arguments.config != NULL) {
        good = (model == NULL ||
                settings_add(&arguments.settings, "model", arguments.model, &error)) &&
               config_read(arguments.config, &arguments.settings, &config, &error);
    } else {
        good = verify_matrix(arguments.model, &arguments.settings, &config, &error);
    }
    if (!good || !verify(&arguments, &config, &code, &error)) {
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
        code = (int)error.code;
    }
    config_free(&config);
    settings_free(&arguments.settings);
    return code;
}

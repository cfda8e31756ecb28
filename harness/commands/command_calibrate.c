/* `pairlanes calibrate` measures how much the results of identical runs differ on this machine. */
#include "harness/base/files/lock.h"
#include "harness/base/memory.h"
#include "harness/base/printable.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/table.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/table_options.h"
#include "harness/devices/machine.h"
#include "harness/json/json_get.h"
#include "harness/results/noise.h"
#include "harness/results/results.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

enum { USUAL_RUNS = 5 };

struct arguments {
    const char *config;
    struct case_options cases;
    struct table_style style;
    const char *out;
    int runs;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case 'o':
        arguments->out = out_path(state, "--out", argument);
        return 0;
    case 'r':
        arguments->runs =
            (int)option_whole(state, "--runs", argument, NOISE_FEWEST_RUNS, NOISE_MOST_RUNS);
        return 0;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        return 0;
    case ARGP_KEY_END:
        config_argument_require(state, arguments->cases.choice.model, &arguments->config);
        out_not_input(state, "--out", arguments->out, arguments->config);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"runs", 'r', "R", 0, "Number of runs of the whole config, one after another (default: 5)", 0},
    {"out", 'o', "FILE", 0, "Write the noise to FILE, not to results/<machine>/noise.json", 0},
    {0},
};

/* A run. Each has its own label, which distinguishes the runs in records. */
struct run {
    char label[32];
    struct results results;
};

static bool measure(const struct arguments *arguments, const struct config *config,
                    const struct cases *cases, struct run *runs, struct records *records, int *code,
                    struct error *error)
{
    for (int k = 0; k < arguments->runs; k++) {
        struct run_summary summary;
        snprintf(runs[k].label, sizeof runs[k].label, "run %d", k + 1);
        if (!arguments->cases.run.quiet)
            fprintf(stderr, "%s of %d\n", runs[k].label, arguments->runs);
        if (!results_start(NULL, config, cases, &runs[k].results, error) ||
            !run_cases(cases, &arguments->cases.run, &runs[k].results, &summary, error))
            return false;
        const int ended = run_exit_code(&summary);
        if (ended != EXIT_OK)
            *code = ended;
        if (summary.interrupted || ended == EXIT_USAGE || summary.ok == 0)
            return error_set(error, EXIT_ENVIRONMENT, "%s",
                             summary.interrupted ? "interrupted" : summary.reason.text);
        if (ended != EXIT_OK)
            printable_line(stderr, "%s: %s; the noise of the other cases is recorded",
                           runs[k].label, summary.reason.text);
        if (!records_add(records, runs[k].results.document, runs[k].label, error))
            return false;
    }
    return true;
}

static void noise_cell(struct table *table, const cJSON *device, const char *quantity)
{
    double percent = 100 * json_value(device, quantity);
    table_number(table, percent, "%.2f %%", percent);
}

static bool print_devices(const struct noise *noise, struct table_style *style, FILE *stream,
                          struct error *error)
{
    static const struct table_column columns[] = {
        {"device", TABLE_LEFT}, {"force", TABLE_RIGHT}, {"list", TABLE_RIGHT}};
    static const char *const keys[] = {"device", "force_percent", "list_percent"};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.keys = keys;
    table.title = "Noise between identical runs, 95th percentile of the cases";
    table.indent = 2;
    const cJSON *device = NULL;
    cJSON_ArrayForEach (device, json_get(noise->document, "devices")) {
        table_cell(&table, "%s", json_text(device, "device"));
        noise_cell(&table, device, "force");
        noise_cell(&table, device, "build");
    }
    fputs(table_for_people(style) ? "\n" : "", stream);
    bool good = table_write(&table, style, stream, error);
    table_free(&table);
    return good;
}

static bool calibrate(struct arguments *arguments, const struct config *config,
                      const struct cases *cases, int *code, struct error *error)
{
    char machine[128];
    char path[512];
    machine_name(machine, sizeof machine);
    snprintf(path, sizeof path, "results/%s/noise.json", machine);
    struct lock lock;
    struct records records = {0};
    struct noise noise = {0};
    const char *out = arguments->out != NULL ? arguments->out : path;
    if (!lock_take(out, &lock, error))
        return false;
    struct run *runs = memory_new(arguments->runs, sizeof *runs, "runs");
    bool good = measure(arguments, config, cases, runs, &records, code, error) &&
                noise_of(&records, &noise, error) && noise_write(out, &noise, error);
    if (good && !arguments->cases.run.quiet) {
        good = print_devices(&noise, &arguments->style, out_table(out), error);
        fflush(stdout);
        fprintf(stderr, "%d runs; noise in %s\n", arguments->runs, out);
    }
    noise_free(&noise);
    records_free(&records);
    for (int k = 0; k < arguments->runs; k++)
        results_free(&runs[k].results);
    free(runs);
    lock_release(&lock);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_options_all}, {.argp = &table_options}, {0}};

const struct argp command_calibrate_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "CONFIG|MODEL",
    .doc = "Runs CONFIG several times without any change and records how far the medians of a case "
           "differ from run to run, which `compare` then allows for.\vExit codes: those of run.",
};

int command_calibrate(int argc, char **argv)
{
    struct arguments arguments = {
        .runs = USUAL_RUNS,
        .cases.run = {.tolerance = -1, .interrupted = interrupt_watch()},
    };
    command_line_parse(&command_calibrate_argp, argc, argv, 0, &arguments);
    struct error error;
    struct config config = {0};
    struct cases cases = {0};
    int code = EXIT_OK;
    bool good = case_options_choose(&arguments.cases, &error) &&
                case_options_read(&arguments.cases, arguments.config, &config, &cases, &error) &&
                calibrate(&arguments, &config, &cases, &code, &error);
    cases_free(&cases);
    config_free(&config);
    case_options_free(&arguments.cases);
    const int failed = command_end(argv[0], good, &error);
    return code != EXIT_OK ? code : failed;
}

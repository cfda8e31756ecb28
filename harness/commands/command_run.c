/* `pairlanes run` measures the cases of configs. */
#include "harness/base/machine/places.h"
#include "harness/base/memory.h"
#include "harness/base/printable.h"
#include "harness/base/process/crash.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/text.h"
#include "harness/base/words.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/run_arguments.h"
#include "harness/commands/print/case_list.h"
#include "harness/devices/machine.h"
#include "harness/json/json_get.h"
#include "harness/measure/dispatch/spread.h"
#include "harness/measure/dispatch/spread_worker.h"
#include "harness/report/tables/show.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First argument of a worker process. The arguments of the process that started it follow. */
#define RUN_WORKER "--worker"

enum { AGREEMENT = 1024 };

static const struct case_spec *find(const struct cases *cases, const char *id, struct error *error)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (strcmp(cases->spec[k].id, id) == 0)
            return &cases->spec[k];
    error_set(error, EXIT_USAGE, "the config has no case %s any more", id);
    return NULL;
}

/* Does the requested work for a single case. */
static bool work_on_case(struct channel *channel, const struct spread_order *order,
                         const struct cases *cases, const struct run_options *run,
                         struct error *error)
{
    const bool moves = order->replica_of[0] != '\0';
    const struct case_spec *spec =
        find(cases, moves ? order->replica_of : order->instructions_of, error);
    return spec != NULL && (moves ? replica_work(channel, order, spec, run, error)
                                  : instruction_work(channel, order, spec, run, error));
}

/*
 * Does the work of a worker process. A worker moves one of several systems of a case, counts the
 * instructions of a case, or measures cases.
 */
static bool work(struct channel *channel, struct run_arguments *arguments, struct error *error)
{
    struct spread_order order;
    struct config config = {0};
    struct cases cases = {0};
    struct results results = {0};
    struct ceilings_set ceilings;
    struct run_options run = arguments->cases.run;
    run.ceilings = &ceilings;
    if (!spread_await_order(channel, run.interrupted, &order, error))
        return false;
    bool measures = order.path[0] != '\0' && order.instructions_of[0] == '\0';
    const char *file = measures ? order.path : "-";
    bool good = order.config < arguments->config_count &&
                run_arguments_read(arguments, order.config, &config, &cases, error) &&
                limits_ceilings(arguments->ceilings, file, &ceilings, error) &&
                results_start(NULL, &config, &cases, &results, error);
    const bool alone = order.replica_of[0] != '\0' || order.instructions_of[0] != '\0';
    if (good && !alone) {
        good = spread_work(channel, &order, &cases, &run, &results, error);
    } else {
        good = good && work_on_case(channel, &order, &cases, &run, error);
        if (!good)
            spread_give_up(channel, error);
    }
    results_free(&results);
    cases_free(&cases);
    config_free(&config);
    return good;
}

/*
 * Runs as a worker process, and reports errors to the process that started it. Returns the exit
 * code.
 */
static int run_worker(const char *program, struct run_arguments *arguments)
{
    struct error error;
    struct channel channel;
    if (!worker_become(&channel, &error))
        return command_end(program, false, &error);
    bool good = case_options_choose(&arguments->cases, &error);
    if (!good)
        spread_give_up(&channel, &error);
    good = good && work(&channel, arguments, &error);
    channel_close(&channel);
    return good ? EXIT_OK : (int)error.code;
}

static void print_summary(const struct run_summary *summary, const char *path)
{
    fprintf(stderr,
            "%" PRId64 " timed (%" PRId64 " of them before), %" PRId64 " skipped, %" PRId64
            " failed, %" PRId64 " not run; results in %s\n",
            summary->ok, summary->kept, summary->skipped, summary->failed, summary->not_run, path);
    if (summary->unmoved > 0)
        fprintf(stderr,
                "motions that ended early: %" PRId64 "; `pairlanes show` prints the reasons\n",
                summary->unmoved);
    overhead_print(&summary->overhead, stderr);
    if (summary->interrupted)
        fputs("interrupted; strategies of a system are sampled in turns, and those with too few "
              "samples are lost; --resume continues from here\n",
              stderr);
}

/* Runs the cases of config number `index` here, or distributes them over devices. */
static bool run_or_spread(const struct run_arguments *arguments, int index,
                          const struct cases *cases, const struct run_options *run,
                          struct results *results, struct run_summary *summary,
                          char agreement[AGREEMENT], struct error *error)
{
    const struct run_start start = {.arguments = arguments->worker, .config = index};
    struct run_options alone = *run;
    alone.start = &start;
    agreement[0] = '\0';
    if (arguments->devices == NULL)
        return run_cases(cases, &alone, results, summary, error);
    struct spread_options spread = {.run = run,
                                    .arguments = arguments->worker,
                                    .config = index,
                                    .devices = arguments->spread.count};
    memcpy(spread.device, arguments->spread.index, sizeof spread.device);
    return spread_cases(cases, &spread, results, summary, agreement, AGREEMENT, error);
}

/* Runs a config once. Sets `passed` for each case that passes; cases that passed in earlier runs
 * are already marked. */
static int run_to(const char *program, const char *path, const struct run_arguments *arguments,
                  int index, const struct config *config, const struct cases *cases, bool *passed)
{
    struct error error;
    struct results results;
    struct run_summary summary;
    struct ceilings_set ceilings;
    char agreement[AGREEMENT];
    struct run_options run = arguments->cases.run;
    run.ceilings = &ceilings;
    run.passed = passed;
    run.resume |= crash_begin();
    if (!limits_ceilings(arguments->ceilings, path, &ceilings, &error) ||
        !results_start(path, config, cases, &results, &error))
        return command_end(program, false, &error);
    bool good = !run.resume || results_resume(&results, cases, &error);
    if (good && results.dropped > 0)
        fprintf(stderr, "%s: %" PRId64 " %s damaged and will be measured again; the first: %s\n",
                program, results.dropped, results.dropped == 1 ? "case is" : "cases are",
                results.wrong.text);
    good = good &&
           run_or_spread(arguments, index, cases, &run, &results, &summary, agreement, &error) &&
           results_finish(&results, &error);
    int code = EXIT_OK;
    if (good) {
        code = run_exit_code(&summary);
        if (!arguments->cases.run.quiet)
            show_table(out_table(path), results.document,
                       &(struct table_style){.width = table_terminal_width()});
        if (code != EXIT_OK && summary.reason.text[0] != '\0')
            fprintf(stderr, "%s: %s\n", program, summary.reason.text);
        fflush(stdout);
        if (results.replaced > 0)
            fprintf(stderr,
                    "%s: %" PRId64 " measured %s replaced, because system, sampling, code or "
                    "machine differ; the earlier results are in %s\n",
                    program, results.replaced, results.replaced == 1 ? "case was" : "cases were",
                    results.replaced_in);
        if (results.passed > 0)
            printable_line(stderr, "%s: %" PRId64 " failed %s this time%s%s", program,
                           results.passed, results.passed == 1 ? "case passes" : "cases pass",
                           results.replaced_in != NULL ? "; the earlier results are in " : "",
                           results.replaced_in != NULL ? results.replaced_in : "");
        print_summary(&summary, out_is_standard(path) ? "the standard output" : path);
        if (agreement[0] != '\0')
            printable_line(stderr, "%s", agreement);
        if (results.aside != NULL)
            printable_line(stderr, "nothing was measured; the earlier results are in %s",
                           results.aside);
    } else {
        code = command_end(program, false, &error);
    }
    for (int64_t k = 0; k < cases->count; k++)
        passed[k] |= strcmp(json_text(results_get(&results, k), "status"), "ok") == 0;
    results_free(&results);
    return code;
}

/* Runs a config as often as requested, with a separate results file for each run. */
static int run_times(const char *program, const char *path, const struct run_arguments *arguments,
                     int index, const struct config *config, const struct cases *cases)
{
    int code = EXIT_OK;
    bool *passed = memory_new(cases->count, sizeof *passed, "cases");
    if (arguments->repeat == 0)
        code = run_to(program, path, arguments, index, config, cases, passed);
    for (int k = 1; k <= arguments->repeat && !*arguments->cases.run.interrupted; k++) {
        char *numbered = out_numbered(path, k);
        const int one = run_to(program, numbered, arguments, index, config, cases, passed);
        free(numbered);
        code = code == EXIT_OK ? one : code;
    }
    free(passed);
    return code;
}

/* Reports that a shard has no cases. A config may have fewer groups than shards. */
static void report_empty(const char *program, const struct cases *cases)
{
    int64_t left = 0;
    for (int64_t k = 0; k < cases->count; k++)
        left += !cases->spec[k].passed_over;
    if (left == 0)
        fprintf(stderr, "%s: this shard has no cases; the others have them all\n", program);
}

/* Runs a config, or prints what it would run. */
static int run_or_list(const char *program, const char *path, const struct run_arguments *arguments,
                       int index, const struct config *config, const struct cases *cases)
{
    bool wrong = false;
    if (arguments->list)
        case_list_names(cases, stdout);
    else if (!arguments->plan)
        return run_times(program, path, arguments, index, config, cases);
    else
        case_list_plan(cases, path, stdout, &wrong);
    return wrong ? EXIT_USAGE : EXIT_OK;
}

/*
 * Returns the default path of a config's results. If only a shard is run, the name includes its
 * number. The caller frees the path.
 */
static char *default_path(const struct run_arguments *arguments, const struct config *config)
{
    char machine[128];
    machine_name(machine, sizeof machine);
    char *path = results_default_path(machine, config);
    if (arguments->shards == 0)
        return path;
    char *part = text_new("%.*s-%dof%d.json", (int)(strlen(path) - strlen(".json")), path,
                          arguments->shard, arguments->shards);
    free(path);
    return part;
}

/*
 * Adds a path of results to the paths of this command's earlier configs. EXIT_USAGE if an earlier
 * config has the same path.
 */
static bool claim_path(struct words *paths, const char *path, struct error *error)
{
    if (words_find((const char *const *)paths->word, paths->count, path) >= 0)
        return error_set(error, EXIT_USAGE,
                         "%s: two configs of this command have this name, and their results would "
                         "go into the same file; run them one by one, with --out",
                         path);
    words_add(paths, "%s", path);
    return true;
}

static int run_config(const char *program, struct run_arguments *arguments, int index,
                      struct words *paths)
{
    struct error error;
    struct config config = {0};
    struct cases cases = {0};
    char *path = NULL;
    bool good = run_arguments_read(arguments, index, &config, &cases, &error);
    if (good)
        path = arguments->out != NULL ? text_new("%s", arguments->out)
                                      : default_path(arguments, &config);
    good = good && (arguments->list || claim_path(paths, path, &error));
    if (good && arguments->shards > 0)
        report_empty(program, &cases);
    int code = good ? run_or_list(program, path, arguments, index, &config, &cases)
                    : command_end(program, false, &error);
    free(path);
    cases_free(&cases);
    config_free(&config);
    return code;
}

/* Derives the arguments of worker processes from this process's arguments. */
static void set_worker(struct run_arguments *arguments, int argc, char **argv)
{
    static const char *const first[] = {"pairlanes", "run", RUN_WORKER};
    arguments->worker = memory_new(argc + 3, sizeof *arguments->worker, "arguments");
    memcpy(arguments->worker, first, sizeof first);
    for (int k = 1; k < argc; k++)
        arguments->worker[k + 2] = argv[k];
}

/* Runs all configs. Returns the exit code. */
static int run_all(const char *program, struct run_arguments *arguments)
{
    struct error error;
    struct words paths = {0};
    const volatile sig_atomic_t *interrupted = arguments->cases.run.interrupted;
    bool good = (arguments->bind == NULL || places_bind(arguments->bind, &error)) &&
                (arguments->devices == NULL ||
                 device_list_find(arguments->devices, &arguments->spread, &error)) &&
                case_options_choose(&arguments->cases, &error);
    int code = command_end(program, good, &error);
    int count = code == EXIT_OK ? arguments->config_count : 0;
    for (int k = 0; k < count && !*interrupted; k++) {
        int one = run_config(program, arguments, k, &paths);
        code = code == EXIT_OK ? one : code;
    }
    words_free(&paths);
    return code;
}

int command_run(int argc, char **argv)
{
    struct run_arguments arguments = {
        .cases.run = {.device = -1, .tolerance = -1, .interrupted = interrupt_watch()}};
    bool worker = argc > 1 && strcmp(argv[1], RUN_WORKER) == 0;
    if (worker) {
        crash_unwatch();
        argv[1] = argv[0];
        argc--;
        argv++;
    }
    arguments.configs = memory_new(argc + 1, sizeof *arguments.configs, "arguments");
    set_worker(&arguments, argc, argv);
    command_line_parse(&command_run_argp, argc, argv, 0, &arguments);
    arguments.cases.run.device = arguments.cases.run.device < 0 ? 0 : arguments.cases.run.device;
    int code = worker ? run_worker(argv[0], &arguments) : run_all(argv[0], &arguments);
    case_options_free(&arguments.cases);
    free(arguments.worker);
    free(arguments.configs);
    return code;
}

/* `pairlanes run` measures the cases of configs. */
#include "harness/base/interrupt.h"
#include "harness/base/memory.h"
#include "harness/commands/case_options.h"
#include "harness/commands/command_line.h"
#include "harness/commands/out_path.h"
#include "harness/devices/machine.h"
#include "harness/report/show.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    const char **configs;
    int config_count;
    struct case_options cases;
    const char *out;
    const char *ceilings; /* NULL for those beside the results */
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
        return 0;
    case 't':
        case_options_setting(&arguments->cases, "threads", argument, state);
        return 0;
    case 'o':
        arguments->out = out_path(state, "--out", argument);
        return 0;
    case 'c':
        arguments->ceilings = argument;
        return 0;
    case 'f':
        arguments->cases.settings.full = true;
        return 0;
    case 'r':
        arguments->cases.run.resume = true;
        return 0;
    case ARGP_KEY_ARG:
        arguments->configs[arguments->config_count++] = argument;
        return 0;
    case ARGP_KEY_END:
        if (arguments->config_count == 0)
            argp_error(state, "a config is missing");
        if (arguments->config_count > 1 && arguments->out != NULL)
            argp_error(state, "--out names one file, but there are %d configs",
                       arguments->config_count);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"threads", 't', "T", 0, "CPU threads, 0 for all (short for --set threads=…)", 0},
    {"full", 'f', NULL, 0,
     "At full length: with what the object \"full\" of the config has; for long runs of a paper",
     0},
    {"out", 'o', "FILE", 0, "Write the results to FILE, not to results/<machine>/<name>.json", 0},
    {"ceilings", 'c', "FILE", 0,
     "Hold the cases against these (initially ceilings.json beside the results, if it is there)",
     0},
    {"resume", 'r', NULL, 0,
     "Keep the finished cases of the results file and run the others, particles that move from "
     "their last checkpoint on",
     0},
    {0},
};

static void print_summary(const struct run_summary *summary, const char *path)
{
    fprintf(stderr,
            "%" PRId64 " timed (%" PRId64 " of them before), %" PRId64 " skipped, %" PRId64
            " failed, %" PRId64 " not run; results in %s\n",
            summary->ok, summary->kept, summary->skipped, summary->failed, summary->not_run, path);
    overhead_print(&summary->overhead, stderr);
    if (summary->interrupted)
        fputs("interrupted; --resume goes on from here\n", stderr);
}

static int report(const char *program, const struct error *error)
{
    fprintf(stderr, "%s: %s\n", program, error->text);
    return (int)error->code;
}

static int run_to(const char *program, const char *path, const struct arguments *arguments,
                  const struct config *config, const struct cases *cases)
{
    struct error error;
    struct results results;
    struct run_summary summary;
    struct ceilings_set ceilings;
    struct run_options run = arguments->cases.run;
    run.ceilings = &ceilings;
    if (!limits_ceilings(arguments->ceilings, path, &ceilings, &error) ||
        !results_start(path, config, cases, &results, &error))
        return report(program, &error);
    bool good = !run.resume || results_resume(&results, cases, &error);
    if (good && results.dropped > 0)
        fprintf(stderr, "%s: %" PRId64 " cases are wrong, and not kept; the first: %s\n", program,
                results.dropped, results.wrong.text);
    good = good && run_cases(cases, &run, &results, &summary, &error);
    int code = EXIT_OK;
    if (good) {
        code = run_exit_code(&summary);
        if (!arguments->cases.run.quiet)
            show_table(stdout, results.document,
                       &(struct table_style){.width = table_terminal_width()});
        if (code != EXIT_OK && summary.reason.text[0] != '\0')
            fprintf(stderr, "%s: %s\n", program, summary.reason.text);
        fflush(stdout);
        print_summary(&summary, path);
    } else {
        code = report(program, &error);
    }
    results_free(&results);
    return code;
}

static int run_config(const char *program, const char *file, struct arguments *arguments)
{
    struct error error;
    struct config config = {0};
    struct cases cases = {0};
    char *path = NULL, machine[128];
    machine_name(machine, sizeof machine);
    bool good = case_options_read(&arguments->cases, file, &config, &cases, &error);
    if (good) {
        path = arguments->out != NULL ? strdup(arguments->out)
                                      : results_default_path(machine, &config);
        good = path != NULL ||
               error_set(&error, EXIT_ENVIRONMENT, "out of memory: the path of the results");
    }
    int code = good ? run_to(program, path, arguments, &config, &cases) : report(program, &error);
    free(path);
    cases_free(&cases);
    config_free(&config);
    return code;
}

int command_run(int argc, char **argv)
{
    static const struct argp_child children[] = {{.argp = &case_options_all}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .children = children,
        .args_doc = "CONFIG…",
        .doc =
            "Measures every case of each CONFIG: verifies it against the reference, then times "
            "it, and writes the results after each case.\v"
            "Exit codes: 0 all that could run did; 1 a case is over its tolerance; 2 wrong "
            "usage, config or input; 3 this machine cannot do what was asked, or another process "
            "writes the results; 129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM.",
    };
    struct error error;
    struct arguments arguments = {.cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    arguments.configs =
        memory_allocate_zeroed(argc + 1, sizeof *arguments.configs, "arguments", &error);
    if (arguments.configs == NULL)
        return report(argv[0], &error);
    command_line_parse(&argp, argc, argv, 0, &arguments);

    int code = case_options_choose(&arguments.cases, &error) ? EXIT_OK : report(argv[0], &error);
    int count = code == EXIT_OK ? arguments.config_count : 0;
    for (int k = 0; k < count && !*arguments.cases.run.interrupted; k++) {
        int one = run_config(argv[0], arguments.configs[k], &arguments);
        code = code == EXIT_OK ? one : code;
    }
    if (*arguments.cases.run.interrupted)
        code = INTERRUPT_EXIT + *arguments.cases.run.interrupted;
    case_options_free(&arguments.cases);
    free(arguments.configs);
    return code;
}

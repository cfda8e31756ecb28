/* `pairlanes run` measures the cases of configs. */
#include "harness/base/interrupt.h"
#include "harness/base/memory.h"
#include "harness/base/places.h"
#include "harness/commands/case_list.h"
#include "harness/commands/case_options.h"
#include "harness/commands/command.h"
#include "harness/commands/command_line.h"
#include "harness/commands/option_number.h"
#include "harness/commands/out_path.h"
#include "harness/config/cases_shard.h"
#include "harness/devices/machine.h"
#include "harness/report/show.h"
#include "harness/results/limits.h"
#include "harness/results/results.h"

#include <argp.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_LIST = 256, KEY_DRY_RUN, KEY_REPEAT, KEY_SHARD, KEY_BIND, MOST_RUNS = 1000 };

struct arguments {
    const char **configs;
    int config_count;
    struct case_options cases;
    bool list, plan;   /* in the place of a run */
    int repeat;        /* how often each config is run; 0: once, without a number in the name */
    int shard, shards; /* the part of each config that is run; 0: the whole */
    const char *bind;  /* of threads; NULL: as the environment has it */
    const char *out;
    const char *ceilings; /* NULL for those beside the results */
};

static void parse_shard(const char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    char *slash = NULL, *end = NULL;
    long shard = strtol(argument, &slash, 10);
    long shards = *slash == '/' ? strtol(slash + 1, &end, 10) : 0;
    if (!isdigit((unsigned char)argument[0]) || *slash != '/' ||
        !isdigit((unsigned char)slash[1]) || *end != '\0' || shard < 1 || shard > shards ||
        shards > CASES_SHARDS)
        argp_error(state, "--shard: expected I/K, I from 1 to K, K up to %d, found \"%s\"",
                   CASES_SHARDS, argument);
    arguments->shard = (int)shard;
    arguments->shards = (int)shards;
}

static void parse_bind(const char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    for (const char *const *policy = places_policies; *policy != NULL; policy++)
        if (strcmp(*policy, argument) == 0)
            arguments->bind = *policy;
    if (arguments->bind == NULL)
        argp_error(state, "--bind: expected close, spread or none, found \"%s\"", argument);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
        return 0;
    case KEY_LIST:
        arguments->list = true;
        return 0;
    case KEY_DRY_RUN:
        arguments->plan = true;
        return 0;
    case KEY_REPEAT:
        arguments->repeat = (int)option_whole(state, "--repeat", argument, 1, MOST_RUNS);
        return 0;
    case KEY_BIND:
        parse_bind(argument, state);
        return 0;
    case KEY_SHARD:
        parse_shard(argument, state);
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
            argp_error(state, "a config is missing, or a model");
        if (arguments->config_count > 1 && arguments->out != NULL)
            argp_error(state, "--out names one file, but there are %d configs",
                       arguments->config_count);
        if (out_is_standard(arguments->out) &&
            (arguments->repeat > 1 || arguments->cases.run.resume))
            argp_error(state,
                       "--out -: there is one standard output, and nothing in it yet; "
                       "--%s needs a file",
                       arguments->repeat > 1 ? "repeat" : "resume");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"full", 'f', NULL, 0,
     "At full length: with what the object \"full\" of the config has; for long runs of a paper",
     0},
    {"out", 'o', "FILE", 0,
     "Write the results to FILE, not to results/<machine>/<name>.json; - is the standard output",
     0},
    {"ceilings", 'c', "FILE", 0,
     "Hold the cases against these (initially ceilings.json beside the results, if it is there)",
     0},
    {"resume", 'r', NULL, 0,
     "Keep the finished cases of the results file and run the others, particles that move from "
     "their last checkpoint on",
     0},
    {"list", KEY_LIST, NULL, 0, "Print the names of the cases, and run none", 0},
    {"dry-run", KEY_DRY_RUN, NULL, 0,
     "Print the cases with the memory and the time that they are foreseen to take, and run none",
     0},
    {"bind", KEY_BIND, "close|spread|none", 0,
     "Bind threads to cores, side by side or far from each other, or leave them to the system "
     "(initially as OMP_PROC_BIND has it); cases of the CPU tell where they ran",
     0},
    {"shard", KEY_SHARD, "I/K", 0,
     "Run part I of K of each config, the same on every machine; merge joins the results. Cases "
     "that are sampled in turns stay together, and those of a system as far as parts of equal "
     "length let them",
     0},
    {"repeat", KEY_REPEAT, "N", 0,
     "Run each config N times, one after the other, into files whose names end with -1 to -N: what "
     "compare takes as several runs",
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
        fputs(
            "interrupted; the strategies of a system take turns, and of the turns in flight those "
            "with too few samples are lost; --resume goes on from here\n",
            stderr);
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
    good = good && run_cases(cases, &run, &results, &summary, &error) &&
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
        print_summary(&summary, out_is_standard(path) ? "the standard output" : path);
    } else {
        code = report(program, &error);
    }
    results_free(&results);
    return code;
}

/* Runs a config as often as asked for, each time into a file of its own. */
static int run_times(const char *program, const char *path, const struct arguments *arguments,
                     const struct config *config, const struct cases *cases)
{
    int code = EXIT_OK;
    if (arguments->repeat == 0)
        return run_to(program, path, arguments, config, cases);
    for (int k = 1; k <= arguments->repeat && !*arguments->cases.run.interrupted; k++) {
        struct error error;
        char *numbered = out_numbered(path, k);
        int one = EXIT_ENVIRONMENT;
        if (numbered != NULL)
            one = run_to(program, numbered, arguments, config, cases);
        else if (!error_set(&error, EXIT_ENVIRONMENT, "out of memory: the path of the results"))
            report(program, &error);
        free(numbered);
        code = code == EXIT_OK ? one : code;
    }
    return code;
}

/* A config of few groups has nothing for some of many shards. */
static void tell_empty(const char *program, const struct cases *cases)
{
    int64_t left = 0;
    for (int64_t k = 0; k < cases->count; k++)
        left += !cases->spec[k].passed_over;
    if (left == 0)
        fprintf(stderr, "%s: no case falls to this shard; the others have them all\n", program);
}

/* Runs a config that is read, or tells what would be run. */
static int run_or_tell(const char *program, const char *path, const struct arguments *arguments,
                       const struct config *config, const struct cases *cases)
{
    struct error error;
    if (arguments->list)
        case_list_names(cases, stdout);
    else if (arguments->plan)
        return case_list_plan(cases, path, stdout, &error) ? EXIT_OK : report(program, &error);
    else
        return run_times(program, path, arguments, config, cases);
    return EXIT_OK;
}

/* Where the results of a config go; of a part of it, beside those of the others. NULL if memory
 * runs out. The caller frees it. */
static char *default_path(const struct arguments *arguments, const struct config *config)
{
    char machine[128], *part = NULL;
    machine_name(machine, sizeof machine);
    char *path = results_default_path(machine, config);
    if (path == NULL || arguments->shards == 0)
        return path;
    if (asprintf(&part, "%.*s-%dof%d.json", (int)(strlen(path) - strlen(".json")), path,
                 arguments->shard, arguments->shards) < 0)
        part = NULL;
    free(path);
    return part;
}

static int run_config(const char *program, const char *given, struct arguments *arguments)
{
    struct error error;
    struct config config = {0};
    struct cases cases = {0};
    char *path = NULL;
    bool good = case_options_read(&arguments->cases, given, &config, &cases, &error) &&
                (arguments->shards == 0 ||
                 cases_shard(&cases, arguments->shard, arguments->shards, &error));
    if (good) {
        path = arguments->out != NULL ? strdup(arguments->out) : default_path(arguments, &config);
        good = path != NULL ||
               error_set(&error, EXIT_ENVIRONMENT, "out of memory: the path of the results");
    }
    if (good && arguments->shards > 0)
        tell_empty(program, &cases);
    int code =
        good ? run_or_tell(program, path, arguments, &config, &cases) : report(program, &error);
    free(path);
    cases_free(&cases);
    config_free(&config);
    return code;
}

static const struct argp_child children[] = {{.argp = &case_options_all}, {0}};

const struct argp command_run_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "CONFIG|MODEL…",
    .doc = "Measures every case of each CONFIG: verifies it against the reference, then times "
           "it, and writes the results after each case. CONFIG is a file, the name of one in "
           "./configs or installed (`pairlanes help configs`), or - for the standard input. A "
           "MODEL that is no file is a sweep of its own, whose axes are options: `pairlanes run "
           "lj --n 4000,32000 --density 0.5 --strategy team,vertex --precision single`.\v"
           "Exit codes: 0 all that could run did; 1 a case is over its tolerance; 2 wrong "
           "usage, config or input; 3 this machine cannot do what was asked, or another process "
           "writes the results; 129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM.",
};

int command_run(int argc, char **argv)
{
    struct error error;
    struct arguments arguments = {.cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    arguments.configs =
        memory_allocate_zeroed(argc + 1, sizeof *arguments.configs, "arguments", &error);
    if (arguments.configs == NULL)
        return report(argv[0], &error);
    command_line_parse(&command_run_argp, argc, argv, 0, &arguments);

    bool good = (arguments.bind == NULL || places_bind(arguments.bind, &error)) &&
                case_options_choose(&arguments.cases, &error);
    int code = good ? EXIT_OK : report(argv[0], &error);
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

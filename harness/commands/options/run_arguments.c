#include "harness/commands/options/run_arguments.h"

#include "harness/base/machine/places.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/config/cases_shard.h"

#include <argp.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_REPEAT = 256, KEY_SHARD, KEY_BIND, MOST_RUNS = 1000 };

static void parse_shard(const char *argument, struct argp_state *state)
{
    struct run_arguments *arguments = state->input;
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
    struct run_arguments *arguments = state->input;
    for (const char *const *policy = places_policies; *policy != NULL; policy++)
        if (strcmp(*policy, argument) == 0)
            arguments->bind = *policy;
    if (arguments->bind == NULL)
        argp_error(state, "--bind: expected close, spread or none, found \"%s\"", argument);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct run_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
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
            config_argument_require(state, arguments->cases.choice.model,
                                    &arguments->configs[arguments->config_count++]);
        if (arguments->config_count > 1 && arguments->out != NULL)
            argp_error(state, "--out names one file, but there are %d configs",
                       arguments->config_count);
        out_not_input(state, "--out", arguments->out, arguments->configs[0]);
        if (arguments->devices != NULL && arguments->cases.run.device >= 0)
            argp_error(state, "--device names one device, --devices those to spread over");
        for (int k = 0; arguments->devices != NULL && k < arguments->config_count; k++)
            if (strcmp(arguments->configs[k], "-") == 0)
                argp_error(state, "--devices: each device reads the config, and a standard input "
                                  "can be read once; give a file");
        if (out_is_standard(arguments->out) &&
            (arguments->repeat > 1 || arguments->cases.run.resume))
            argp_error(state, "--out -: --%s needs a file of results, not the standard output",
                       arguments->repeat > 1 ? "repeat" : "resume");
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

static const struct argp_option options[] = {
    {"full", 'f', NULL, 0,
     "Run at full length, with the values of the config's object \"full\": the long runs of a "
     "paper",
     0},
    {"out", 'o', "FILE", 0,
     "Write the results to FILE, not to results/<machine>/<name>.json; - is the standard output",
     0},
    {"ceilings", 'c', "FILE", 0,
     "Compare the cases with these ceilings (default: ceilings.json next to the results, if it "
     "exists)",
     0},
    {"resume", 'r', NULL, 0,
     "Keep the finished cases of the results file and run the others; moving particles continue "
     "from their last checkpoint",
     0},
    {"list", OPTION_FLAG(struct run_arguments, list), NULL, 0,
     "Print the names of the cases, and run none", 0},
    {"dry-run", OPTION_FLAG(struct run_arguments, plan), NULL, 0,
     "Print the cases with the memory and the time that they are estimated to take, and run none",
     0},
    {"devices", OPTION_TEXT(struct run_arguments, devices), "all|K,K", 0,
     "Distribute the cases over all CUDA devices of this machine, or over these. A free device "
     "takes the longest case that is left. A few cases are measured on every device, to check that "
     "the devices agree; cases of the CPU run afterwards",
     0},
    {"bind", KEY_BIND, "close|spread|none", 0,
     "Bind threads to cores, side by side or far from each other, or leave them to the system "
     "(default: OMP_PROC_BIND); cases of the CPU record where they ran",
     0},
    {"shard", KEY_SHARD, "I/K", 0,
     "Run part I of K of each config, the same on every machine; merge joins the results. Cases "
     "that are sampled in turns stay together; cases of a system do if the parts stay equally long",
     0},
    {"repeat", KEY_REPEAT, "N", 0,
     "Run each config N times, one after the other, into files whose names end with -1 to -N; for "
     "compare these are several runs",
     0},
    {0},
};

static const struct argp_child children[] = {{.argp = &case_options_all}, {0}};

const struct argp command_run_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "CONFIG|MODEL…",
    .doc = "Measures every case of each CONFIG: verifies it against the reference, then times it, "
           "and writes the results after each case. CONFIG is a file, the name of one in ./configs "
           "or installed (`pairlanes help configs`), or - for the standard input. A config that "
           "names files of kernels loads code, with --list and --dry-run, too. A MODEL is a sweep "
           "without a file, whose axes are options: `pairlanes run lj --n 4000,32000 --density 0.5 "
           "--strategy team,vertex --precision single`.\vExit codes: 0 all that could run did; 1 a "
           "case is over its tolerance, or its kernel crashed; 2 wrong usage, config or input; 3 "
           "this machine cannot do what was asked, or another process writes the results; 5 "
           "--resume: the results there are of another config, build or host; 129, 130, 143 ended "
           "by SIGHUP, SIGINT, SIGTERM.",
};

bool run_arguments_read(struct run_arguments *arguments, int index, struct config *config,
                        struct cases *cases, struct error *error)
{
    if (!case_options_read(&arguments->cases, arguments->configs[index], config, cases, error))
        return false;
    if (arguments->shards > 0)
        cases_shard(cases, arguments->shard, arguments->shards);
    return true;
}

/* `pairlanes compile` compiles the kernels of a config into the cache. It needs no GPU. */
#include "harness/base/error.h"
#include "harness/base/files/cache.h"
#include "harness/catalog/embedded.h"
#include "harness/commands/compile_cpu.h"
#include "harness/commands/compile_gpu.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 256, KEY_OUT = 256 };

struct arguments {
    const char *config;
    const char *backend; /* NULL: cuda if the build has it or an architecture is named, otherwise
                          * cpu */
    const char *of;      /* results file with the cases to compile; NULL: all cases */
    bool strict;         /* true: warnings of CPU compilers are errors */
    int jobs;            /* processes that compile; 0: the default number */
    struct compile_gpu_options gpu;
    struct case_options cases;
};

static bool add_architecture(struct arguments *arguments, const char *text)
{
    char *end = NULL;
    long number = strncmp(text, "sm_", 3) == 0 ? strtol(text + 3, &end, 10) : 0;
    if (number < 50 || number > 999 || *end != '\0' ||
        arguments->gpu.architectures == COMPILE_ARCHITECTURES)
        return false;
    arguments->gpu.architecture[arguments->gpu.architectures++] = (int)number;
    return true;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->child_inputs[1] = &arguments->cases;
        state->child_inputs[2] = &arguments->cases.choice;
        break;
    case 'a':
        if (!add_architecture(arguments, argument))
            argp_error(state, "--arch: expected sm_NN as in sm_90 (at most %d), found \"%s\"",
                       COMPILE_ARCHITECTURES, argument);
        break;
    case 'b':
        if (strcmp(argument, "cpu") != 0 && strcmp(argument, "cuda") != 0)
            argp_error(state, "--backend: expected cpu or cuda, found \"%s\"", argument);
        arguments->backend = argument;
        break;
    case 'o':
        arguments->gpu.one_each = true;
        break;
    case 'w':
        arguments->strict = true;
        break;
    case 'j':
        arguments->jobs = (int)option_whole(state, "--jobs", argument, 1, JOBS);
        break;
    case KEY_OUT:
        arguments->gpu.out = out_path(state, "--out", argument);
        break;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        break;
    case ARGP_KEY_END:
        if (arguments->backend == NULL)
            arguments->backend =
                compile_gpu_built || arguments->gpu.architectures > 0 ? "cuda" : "cpu";
        if (strcmp(arguments->backend, "cpu") == 0 && arguments->gpu.architectures > 0)
            argp_error(state, "--arch is for the backend cuda");
        if (strcmp(arguments->backend, "cpu") == 0 && arguments->gpu.loops)
            argp_error(state, "--loops is for the backend cuda");
        if (strcmp(arguments->backend, "cpu") != 0 && arguments->strict)
            argp_error(state, "--strict is for the backend cpu");
        break;
    default:
        return option_store(key, argument, arguments);
    }
    return 0;
}

static const struct argp_option options[] = {
    {"backend", 'b', "cpu|cuda", 0,
     "Backend of the kernels to compile (default: cuda if the build has it)", 0},
    {"arch", 'a', "sm_NN", 0, "The architecture; may be repeated (default: that of the GPU here)",
     0},
    {"one-each", 'o', NULL, 0, "Only one case of each strategy, model and precision", 0},
    {"strict", 'w', NULL, 0, "Warnings of the C compiler are errors", 0},
    {"jobs", 'j', "N", 0,
     "Compile with N processes into the cache, and make the table from it (default: 1; for kernels "
     "of the CPU the number of cores)",
     0},
    {"loops", OPTION_FLAG(struct arguments, gpu.loops), NULL, 0,
     "Also count the instructions of the loops in strategies' kernels by class. Loops come in "
     "pairs, one of which handles periodic images; a loop over several pairs at a time has a "
     "16-byte load (LDG or LDS) for each",
     0},
    {"of", OPTION_TEXT(struct arguments, of), "RESULTS", 0,
     "Only the cases of the config that ran for these results", 0},
    {"out", KEY_OUT, "FILE", 0,
     "Also write a JSON file with the table of GPU kernels, for plot, and with the hashes of the "
     "machine code and the instructions of the loops of each case, for compare",
     0},
    {0},
};

static bool has_run(const cJSON *results, const char *id)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, json_get(results, "cases"))
        if (strcmp(json_text(item, "id"), id) == 0)
            return strcmp(json_text(item, "status"), "ok") == 0;
    return false;
}

/* Skips the cases that did not run for the results file. */
static bool choose_recorded(const char *path, struct cases *cases, struct error *error)
{
    cJSON *results = path != NULL ? json_file_read(path, error) : NULL;
    for (int64_t k = 0; k < cases->count && results != NULL; k++)
        cases->spec[k].passed_over = !has_run(results, cases->spec[k].id);
    bool good = path == NULL || results != NULL;
    cJSON_Delete(results);
    return good;
}

static bool compile(struct arguments *arguments, struct error *error)
{
    struct config config = {0};
    struct cases cases = {0};
    struct source_set sources = {0};
    bool cpu = strcmp(arguments->backend, "cpu") == 0;
    arguments->gpu.jobs = arguments->jobs;
    bool good = (cpu || compile_gpu_find(&arguments->gpu, error)) &&
                case_options_choose(&arguments->cases, error) &&
                case_options_read(&arguments->cases, arguments->config, &config, &cases, error) &&
                choose_recorded(arguments->of, &cases, error) &&
                source_load(arguments->cases.run.source, &sources, error) &&
                (cpu ? compile_cpu(&cases, &sources, arguments->jobs, arguments->strict,
                                   arguments->gpu.out, error)
                     : compile_gpu(&cases, &sources, &arguments->gpu, error)) &&
                (!cache_failed() || error_set(error, EXIT_ENVIRONMENT,
                                              "none of the kernels could be stored in the cache"));
    source_free(&sources);
    cases_free(&cases);
    config_free(&config);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_options_source}, {.argp = &case_options_set}, {.argp = &choice_options}, {0}};

const struct argp command_compile_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CONFIG|MODEL]",
    .doc = "Compiles the kernels of every case of a config, or of all cases of `verify`, into the "
           "kernel cache ($PAIRLANES_CACHE, otherwise $XDG_CACHE_HOME/pairlanes, otherwise "
           "~/.cache/pairlanes). Of GPU kernels it prints registers, shared memory, stack, spills, "
           "and the occupancy: how many blocks and what share of its warps a multiprocessor holds "
           "at a time, at most (≤) if the shared memory depends on the particles. It needs NVRTC, "
           "but no GPU. Machines without a compiler can use a cache with CPU kernels.\vExit codes: "
           "0 all compiled without spills but those declared; 1 a source failed or spilled more; 2 "
           "wrong usage; 3 this machine cannot compile.",
};

int command_compile(int argc, char **argv)
{
    struct arguments arguments = {0};
    command_line_parse(&command_compile_argp, argc, argv, 0, &arguments);
    struct error error;
    const int code = command_end(argv[0], compile(&arguments, &error), &error);
    case_options_free(&arguments.cases);
    return code;
}

#include "harness/commands/help/topics.h"

#include "harness/base/words.h"
#include "harness/commands/help/topic_catalog.h"
#include "harness/commands/options/config_argument.h"
#include "harness/config/config_keys.h"
#include "harness/report/figures/figure.h"

#include <string.h>

enum { WIDTH = 79, NAME = 24 };

/* Writes a text in the current line, and continues in lines indented by `indent` blanks. */
static void flow(FILE *stream, int column, int indent, const char *text)
{
    struct words words = {0};
    words_split(&words, text);
    for (int k = 0; k < words.count; k++) {
        int length = (int)strlen(words.word[k]);
        if (column + 1 + length > WIDTH && column > indent)
            column = fprintf(stream, "\n%*s", indent - 1, "") - 1;
        column += fprintf(stream, " %s", words.word[k]);
    }
    fputc('\n', stream);
    words_free(&words);
}

/* Writes a name with an explanation to its right. */
static void explain(FILE *stream, const char *name, const char *text)
{
    flow(stream, fprintf(stream, "  %-*s", NAME - 3, name), NAME, text);
}

static void explain_axes(FILE *stream, const struct member *members, const char *prefix)
{
    char name[MEMBER_TEXT_SIZE];
    for (; members->path != NULL; members++) {
        snprintf(name, sizeof name, "%s%s", prefix, members->path);
        if (members->axis)
            explain(stream, name, members->summary);
    }
}

static void print_axes(FILE *stream)
{
    fputs("An axis of a config is a value or a list of values; a run has a case for each\n"
          "combination. On the command line: --n 4000,32000, or --set system.n=4000,32000.\n\n",
          stream);
    explain_axes(stream, config_system_keys, "system.");
    explain_axes(stream, config_sweep_keys, "");
    explain_axes(stream, config_dynamics_keys, "dynamics.");
    fputs("\nThe parameters of the models and the tuning values of the strategies are axes, too\n"
          "(`pairlanes help models`, `pairlanes help strategies`).\n",
          stream);
}

static void print_configs(FILE *stream)
{
    struct words names = {0};
    fputs("Where a command takes a config, these are known by name, from ./configs and from\n"
          "what came with the program:\n\n",
          stream);
    config_argument_names(&names);
    for (int k = 0; k < names.count; k++)
        fprintf(stream, "  %s\n", names.word[k]);
    words_free(&names);
}

static void print_figures(FILE *stream)
{
    struct error error;
    for (const struct figure *figure = figures(&error); figure != NULL && figure->name != NULL;
         figure++)
        explain(stream, figure->name, figure->title);
}

const struct meaning topic_exit_meanings[] = {
    {"0", "everything that could run did"},
    {"1", "a force, an energy or a motion is outside its tolerance, or a kernel crashed or hung; "
          "compile: a kernel failed or spills; "
          "compare: something is slower; claims --strict: a claim holds no more; advise --check: "
          "the advised setting is over 5 % slower than the best"},
    {"2", "wrong usage, config or input"},
    {"3", "this machine cannot do what was asked; compare --strict: inconclusive"},
    {"4", "scripts: the time was up, and the same call continues"},
    {"5", "run --resume: the results there are of another config, build or host"},
    {"129, 130, 143", "ended by SIGHUP, SIGINT, SIGTERM"},
    {NULL, NULL},
};

void topic_exit_codes(FILE *stream)
{
    static const char title[] = "Exit codes: ";
    const int indent = sizeof title - 1;
    for (const struct meaning *code = topic_exit_meanings; code->name != NULL; code++)
        flow(
            stream,
            fprintf(stream, "%-*s%s", indent, code == topic_exit_meanings ? title : "", code->name),
            indent + 2, code->text);
}

const struct meaning topic_variables[] = {
    {"PAIRLANES_CACHE", "The folder of compiled kernels and built systems; otherwise "
                        "$XDG_CACHE_HOME/pairlanes, or ~/.cache/pairlanes."},
    {"PAIRLANES_CC", "The compiler of CPU kernels."},
    {"PAIRLANES_DATA", "The folder of the program's files, configs and plot scripts; otherwise "
                       "found next to the binary."},
    {"PAIRLANES_PATH",
     "Folders, with colons between, whose models/ and strategies/ are added to the catalog."},
    {"OMP_NUM_THREADS", "The CPU threads of a case that asks for all."},
    {"OMP_WAIT_POLICY", "passive: waiting threads of one OpenMP library release their cores."},
    {"OMP_STACKSIZE", "The stack of each thread; if it is too small, pairlanes does not start."},
    {"CUDA_MPS_PIPE_DIRECTORY", "The folder of NVIDIA's MPS; otherwise /tmp/nvidia-mps."},
    {"CUDA_PATH, CUDA_HOME", "The folder in which libraries of CUDA are looked for first."},
    {"TMPDIR", "The folder of temporary files."},
    {NULL, NULL},
};

static void print_variables(FILE *stream)
{
    for (const struct meaning *variable = topic_variables; variable->name != NULL; variable++)
        explain(stream, variable->name, variable->text);
}

static const struct topic table[] = {
    {"strategies", "how pairs are shared among threads, with their tuning values",
     topic_strategies},
    {"models", "pair forces, with their parameters", topic_models},
    {"precisions", "arithmetic of the force kernel, with tolerances", topic_precisions},
    {"lists", "ways to build neighbor lists on a GPU", topic_lists},
    {"axes", "keys that a config, or options of run, can vary", print_axes},
    {"configs", "configs that are known by name", print_configs},
    {"figures", "what plot draws", print_figures},
    {"exit-codes", "what the exit codes mean", topic_exit_codes},
    {"environment", "the environment variables that pairlanes reads", print_variables},
    {NULL, NULL, NULL},
};

const struct topic *topics(void)
{
    return table;
}

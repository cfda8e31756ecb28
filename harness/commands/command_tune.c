/* `pairlanes tune` searches the fastest setting for each case of a config. */
#include "harness/base/files/output.h"
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/table.h"
#include "harness/base/text.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/json/json_file.h"
#include "harness/search/candidates.h"
#include "harness/search/tune.h"
#include "harness/timing/ratio.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_SECONDS = 600 };

struct arguments {
    const char *config, *out;
    struct case_options cases;
    bool force;
    double seconds; /* seconds per case, including the preparation of particles and kernels */
};

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0, "Write the config to FILE, not to the standard output", 0},
    {"force", OPTION_FLAG(struct arguments, force), NULL, 0,
     "Search tuning values only, and compare force calls, not whole steps with their lists", 0},
    {"seconds", KEY_SECONDS, "S", 0, "Seconds for the search of a case (default: 30)", 0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
        return 0;
    case 'o':
        arguments->out = out_path(state, "--out", argument);
        return 0;
    case KEY_SECONDS:
        arguments->seconds = option_above_zero(state, "--seconds", argument);
        return 0;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        return 0;
    case ARGP_KEY_END:
        config_argument_require(state, arguments->cases.choice.model, &arguments->config);
        out_not_input(state, "--out", arguments->out, arguments->config);
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

/*
 * Selects the first cases of each search into `chosen`; returns their number. If whole steps are
 * timed and the config gives no length, the model's default length is used.
 */
static int choose(const struct cases *cases, bool step, struct case_spec *chosen)
{
    int count = 0;
    struct error reason;
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        if (spec->passed_over || !case_has_kernels(spec, &reason))
            continue;
        int before = 0;
        while (before < count && !tune_same(&chosen[before], spec, step))
            before++;
        if (before < count)
            continue;
        struct sampling_options *sampling = &chosen[count].sampling;
        double usual = spec->model->time.step > 0 ? spec->model->time.step : 0.001;
        chosen[count] = *spec;
        sampling->step = !step ? 0 : sampling->step > 0 ? sampling->step : usual;
        count++;
    }
    return count;
}

/* Checks that at least one case could be measured. Otherwise returns the first case's error. */
static bool measured_any(const struct tuned *tuned, int count, struct error *error)
{
    for (int k = 0; k < count; k++)
        if (tuned[k].reason.text[0] == '\0')
            return true;
    return error_set(error, (enum exit_code)tuned[0].reason.code, "no case can be measured: %s",
                     tuned[0].reason.text);
}

static void print_table(FILE *stream, const struct tuned *tuned, int count)
{
    static const struct table_column columns[] = {{"case", TABLE_LEFT},
                                                  {"settings", TABLE_RIGHT},
                                                  {"faster by", TABLE_RIGHT},
                                                  {"95 % interval", TABLE_RIGHT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < count; k++) {
        const struct ratio *ratio = &tuned[k].ratio;
        table_cell(&table, "%s", tuned[k].spec.id);
        table_cell(&table, "%d", tuned[k].measured);
        table_cell(&table, tuned[k].changed ? "× %.3f" : "–", ratio->median);
        if (tuned[k].reason.text[0] != '\0')
            table_cell(&table, "%s", tuned[k].reason.text);
        else if (tuned[k].doubt[0] != '\0')
            table_cell(&table, "as it was, no verdict: %s", tuned[k].doubt);
        else
            table_cell(&table, tuned[k].changed ? "[%.3f, %.3f]" : "as it was", ratio->low,
                       ratio->high);
    }
    table_print(&table, 2, stream);
    table_free(&table);
    int ended = 0;
    for (int k = 0; k < count; k++)
        ended += !tuned[k].converged && tuned[k].reason.text[0] == '\0';
    if (ended > 0)
        fprintf(stream,
                "The time was up before %d of %d searches had ended: --seconds gives more.\n",
                ended, count);
}

static bool write_config(const struct arguments *arguments, const struct config *config,
                         const struct tuned *tuned, int count, struct error *error)
{
    cJSON *document = tune_config(config, tuned, count);
    char *text = cJSON_Print(document);
    bool good = arguments->out == NULL || json_file_write(arguments->out, document, error);
    if (arguments->out == NULL)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(document);
    return good;
}

/* Tunes all cases in order. `wrong` becomes the first failed verification, if any fails. */
static bool search(const struct arguments *arguments, struct bench *bench,
                   const struct case_spec *chosen, struct tuned *tuned, int count,
                   struct error *wrong, struct error *error)
{
    for (int k = 0; k < count; k++) {
        if (!arguments->cases.run.quiet)
            fprintf(stderr, "%d of %d: %s\n", k + 1, count, chosen[k].id);
        if (!tune_case(bench, &chosen[k], arguments->seconds, &tuned[k], error))
            return false;
        if (wrong->code != EXIT_VERIFICATION)
            *wrong = bench->reason;
    }
    return true;
}

static bool tune(const struct arguments *arguments, const struct config *config,
                 const struct cases *cases, struct error *error)
{
    struct bench bench;
    struct error wrong = {0};
    char time[TEXT_NUMBER];
    struct case_spec *chosen = memory_new(cases->count, sizeof *chosen, "cases");
    struct tuned *tuned = memory_new(cases->count, sizeof *tuned, "cases");
    const int count = choose(cases, !arguments->force, chosen);
    bool good = count > 0 || error_set(error, EXIT_ENVIRONMENT, "there is no case that can run");
    if (good)
        fprintf(stderr,
                "tuning %d %s by %s, within %s in all, in which particles are made and kernels "
                "compiled\n",
                count, count == 1 ? "case" : "cases",
                arguments->force ? "force calls" : "whole steps",
                text_duration(count * arguments->seconds, time));
    if (good) {
        good = bench_open(&bench, config, &arguments->cases.run, error);
        bench.step = !arguments->force;
        good = good && search(arguments, &bench, chosen, tuned, count, &wrong, error);
        if (good)
            print_table(stderr, tuned, count);
        good = good && measured_any(tuned, count, error) &&
               write_config(arguments, config, tuned, count, error);
        bench_close(&bench);
    }
    free(tuned);
    free(chosen);
    if (good && wrong.code == EXIT_VERIFICATION) {
        *error = wrong;
        return false;
    }
    return good;
}

static const struct argp_child children[] = {{.argp = &case_options_all}, {0}};

const struct argp command_tune_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "CONFIG|MODEL",
    .doc = "Finds the fastest setting of each case of CONFIG: tuning values, order of the "
           "particles, how lists are built, skin. Prints a config with these settings for `run` "
           "and, on the standard error stream, how much faster each case became.\vValues that the "
           "config lists are only the start of a search. If other programs keep CPUs busy that a "
           "case needs, or the hardware throttles, there is no verdict, and the case keeps its "
           "setting.\nExit codes: 0 fine; 1 a kernel failed its verification; 2 wrong usage or "
           "config; 3 this machine cannot do it.",
};

int command_tune(int argc, char **argv)
{
    struct arguments arguments = {.seconds = 30,
                                  .cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    command_line_parse(&command_tune_argp, argc, argv, 0, &arguments);
    struct config config = {0};
    struct cases cases = {0};
    struct error error;
    bool good = output_check(arguments.out, &error) &&
                case_options_choose(&arguments.cases, &error) &&
                case_options_read(&arguments.cases, arguments.config, &config, &cases, &error) &&
                tune(&arguments, &config, &cases, &error);
    cases_free(&cases);
    config_free(&config);
    case_options_free(&arguments.cases);
    return command_end(argv[0], good, &error);
}

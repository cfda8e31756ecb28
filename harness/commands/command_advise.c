/* `pairlanes advise` tells which strategy is the fastest for a case, by how much, and why. */
#include "harness/base/memory.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/suggest.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/question.h"
#include "harness/commands/options/table_options.h"
#include "harness/commands/print/advice_print.h"
#include "harness/search/advise.h"
#include "harness/search/recorded.h"

#include <argp.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 256 };
enum { KEY_MEASURE = 600, KEY_SECONDS, KEY_CHECK, KEY_ON };

struct arguments {
    struct question question;
    char **files;
    int file_count;
    const char *on; /* the device of records, by name; NULL: that of this machine */
    double seconds;
    bool measure, check;
    struct table_style style;
};

static const struct argp_option options[] = {
    {"measure", KEY_MEASURE, NULL, 0, "Measure, whatever is recorded", 0},
    {"seconds", KEY_SECONDS, "S", 0, "What a measurement may take (default: 25)", 0},
    {"on", KEY_ON, "NAME", 0,
     "From what is recorded of this device, as in \"NVIDIA H200\", without one here", 0},
    {"check", KEY_CHECK, NULL, 0,
     "Measure, then sweep every setting, and fail if the advised one is more than 5 % slower than "
     "the best",
     0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->question;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case KEY_MEASURE:
        arguments->measure = true;
        return 0;
    case KEY_SECONDS:
        arguments->seconds = option_above_zero(state, "--seconds", argument);
        return 0;
    case KEY_ON:
        arguments->on = argument;
        return 0;
    case KEY_CHECK:
        arguments->check = arguments->measure = true;
        return 0;
    case ARGP_KEY_ARGS:
        arguments->files = state->argv + state->next;
        arguments->file_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->question.has_n)
            argp_error(state, "--n is missing");
        if (arguments->on != NULL && arguments->measure)
            argp_error(state, "--on is of recorded results, and these are to be measured");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Loads the files named or, if there are none, what results/ holds; of the latter those that are no
 * results are passed over. */
static bool load(const struct arguments *arguments, struct records *records, glob_t *found,
                 struct error *error)
{
    if (arguments->measure)
        return true;
    if (arguments->file_count > 0)
        return records_load(
            records,
            &(struct record_files){.path = arguments->files, .count = arguments->file_count},
            error);
    if (glob("results/*/*.json{,.gz}", GLOB_BRACE, NULL, found) == GLOB_NOSPACE)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: the files of results/");
    for (size_t k = 0; k < found->gl_pathc; k++)
        if (!records_load(
                records,
                &(struct record_files){.path = &found->gl_pathv[k], .count = 1, .quiet = true},
                error) &&
            error->code == EXIT_ENVIRONMENT)
            return false;
    return true;
}

/* The backend that a device was recorded with; NULL: there is no record of it. */
static const char *backend_on(const struct records *records, const char *device)
{
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].device, device) == 0)
            return records->record[k].backend;
    return NULL;
}

/* Refuses a device of which nothing is recorded, with those that are. */
static bool refuse_device(const struct records *records, const char *device, struct error *error)
{
    int count = 0;
    const char **names =
        memory_allocate_zeroed(records->count + 1, sizeof *names, "the devices", error);
    if (names == NULL)
        return false;
    for (int64_t k = 0; k < records->count; k++) {
        const char *name = records->record[k].device;
        int other = 0;
        while (other < count && strcmp(names[other], name) != 0)
            other++;
        if (other == count && name[0] != '\0')
            names[count++] = name;
    }
    if (count > 0)
        suggest_error(error, "recorded device", device, names);
    else
        error_set(error, EXIT_USAGE,
                  "--on \"%s\": no results are at hand: name files, or start where results/ is",
                  device);
    free(names);
    return false;
}

/* The most CPU threads that a device was recorded with. */
static int threads_on(const struct records *records, const char *device)
{
    double most = 0;
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].device, device) == 0)
            most = fmax(most, records->record[k].threads);
    return (int)most;
}

/* The threads that the question is about: those asked for, else all of the device. */
static int threads_of(const struct records *records, const struct case_spec *spec,
                      const struct opened *opened, const char *device)
{
    if (spec->threads > 0)
        return spec->threads;
    return opened != NULL ? devices_info(opened)->cores : threads_on(records, device);
}

static bool covers(const struct placings *placings, const struct cases *cases)
{
    for (int64_t k = 0; k < cases->count; k++)
        if (!placings_has(placings, cases->spec[k].strategy->name))
            return false;
    return true;
}

static int tuned(const struct case_spec *spec)
{
    struct candidates candidates;
    candidates_of(spec, false, &candidates);
    return (int)space_points(&candidates.space);
}

static void announce(const struct arguments *arguments, const struct cases *cases,
                     const char *device)
{
    int settings = 0;
    for (int64_t k = 0; k < cases->count; k++)
        settings += tuned(&cases->spec[k]);
    fprintf(stderr, "%s: measuring %d %s on %s, the best of %d %s, in about %.0f s\n",
            arguments->measure ? "as asked" : "no recorded results cover this case",
            (int)cases->count, cases->count == 1 ? "strategy" : "strategies", device, settings,
            settings == 1 ? "setting" : "settings", arguments->seconds);
}

static bool check(const struct arguments *arguments, struct bench *bench,
                  const struct advice *advice, bool *passed, struct error *error)
{
    struct advice_check result;
    fflush(stdout);
    if (!advise_check(bench, advice, &result, error))
        return false;
    advice_print_check(&result, &arguments->style);
    *passed = result.ratio.low <= advise_allowed || result.doubt[0] != '\0';
    return true;
}

static bool measure(struct arguments *arguments, struct bench *bench, const struct cases *cases,
                    const char *device, bool *passed, struct error *error)
{
    struct advice advice = {.count = 0};
    announce(arguments, cases, device);
    bench->step = arguments->question.step;
    bool good =
        advise_measure(bench, cases->spec, (int)cases->count, arguments->seconds, &advice, error) &&
        advice_print(&advice.placings, cases->spec, device, bench->step, &arguments->style, error);
    if (good)
        advice_print_search(&advice, &arguments->style);
    good = good && (!arguments->check || check(arguments, bench, &advice, passed, error));
    advice_free(&advice);
    return good;
}

/* Answers from records if they cover the case, else by a measurement, where there is a device. */
static bool answer(struct arguments *arguments, const struct records *records,
                   const struct config *config, const struct cases *cases, bool *passed,
                   struct error *error)
{
    const struct question *question = &arguments->question;
    struct bench bench;
    struct placings placings = {.count = 0};
    struct error reason;
    bool good = bench_open(&bench, config, &question->cases.run, error);
    const char *here =
        good && arguments->on == NULL ? bench_device(&bench, &cases->spec[0], &reason) : NULL;
    const char *device = here != NULL ? here : arguments->on;
    const struct opened *opened = here != NULL ? run_device(&bench.runner, &cases->spec[0]) : NULL;
    struct recorded_question asked = {
        .cases = cases,
        .device = device,
        .any_temperature = !question->has_temperature,
        .step = question->step,
    };
    char near[NEAREST];
    if (good && device != NULL && !arguments->measure) {
        asked.threads = threads_of(records, &cases->spec[0], opened, device);
        good = recorded_rank(records, &asked, &placings, error);
    }
    if (good && placings.count > 0 && (here == NULL || covers(&placings, cases))) {
        good =
            advice_print(&placings, cases->spec, device, question->step, &arguments->style, error);
        if (good)
            advice_print_sources(&placings, cases, &arguments->style);
    } else if (good && here != NULL) {
        good = measure(arguments, &bench, cases, here, passed, error);
    } else if (good) {
        good = arguments->on != NULL
                   ? error_set(error, EXIT_USAGE, "nothing is recorded of this case on %s: %s",
                               device, recorded_nearest(records, &asked, near, sizeof near))
                   : error_set(error, (enum exit_code)reason.code, "%s", reason.text);
    }
    bench_close(&bench);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &question_options}, {.argp = &table_options}, {0}};

const struct argp command_advise_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[RESULT…]",
    .doc = "Tells which strategy is the fastest for a model, a number of particles and a density "
           "on this machine's GPU or, without one, its CPU: all of them in order, with settings, "
           "times and intervals, and why.\v"
           "The times are those of recorded RESULTs (default: results/*/*.json) if these have "
           "every strategy on such a device, with as many particles and at such a density, or on "
           "both sides of them; else they are measured, by successive halving of the strategies "
           "while those left try "
           "other tuning values. Times that are not to be trusted, as `show` marks with !, are "
           "measured once more; if they still are not, there is no verdict.\n"
           "Exit codes: 0 fine; 1 --check failed; 2 wrong usage; 3 this machine cannot do it.",
};

int command_advise(int argc, char **argv)
{
    struct arguments arguments = {
        .seconds = 25, .question.cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    command_line_parse(&command_advise_argp, argc, argv, 0, &arguments);

    struct question *question = &arguments.question;
    struct records records = {0};
    struct config config = {0};
    struct cases cases = {0};
    struct error error;
    glob_t found = {0};
    bool passed = true;
    /* a device that is named may be of any backend; else the question is checked first */
    bool named = arguments.on != NULL;
    bool good = !named || load(&arguments, &records, &found, &error);
    if (good && named && backend_on(&records, arguments.on) == NULL)
        good = refuse_device(&records, arguments.on, &error);
    if (good && named && question->cases.backend == NULL)
        question->cases.backend = backend_on(&records, arguments.on);
    good = good && question_ask(question, &error) &&
           question_read(question, &config, &cases, &error) &&
           (named || load(&arguments, &records, &found, &error)) &&
           answer(&arguments, &records, &config, &cases, &passed, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    cases_free(&cases);
    config_free(&config);
    records_free(&records);
    question_free(question);
    globfree(&found);
    if (*question->cases.run.interrupted)
        return INTERRUPT_EXIT + *question->cases.run.interrupted;
    return !good ? (int)error.code : passed ? EXIT_OK : EXIT_VERIFICATION;
}

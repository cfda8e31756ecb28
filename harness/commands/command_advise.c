/* `pairlanes advise` reports which strategy is the fastest for a case, by how much, and why. */
#include "harness/backend/ceilings.h"
#include "harness/base/error.h"
#include "harness/base/machine/processors.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/text.h"
#include "harness/catalog/model.h"
#include "harness/commands/options/case_query.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/named_device.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/table_options.h"
#include "harness/commands/print/advice_print.h"
#include "harness/devices/backends.h"
#include "harness/predict/known_ceilings.h"
#include "harness/predict/predict_report.h"
#include "harness/results/record.h"
#include "harness/results/recorded_files.h"
#include "harness/search/advise.h"
#include "harness/search/recorded.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 256 };
enum { KEY_SECONDS = 600, KEY_CHECK };

struct arguments {
    struct case_query query;
    char **files;
    int file_count;
    struct named_device on; /* device of the records; without a name: this machine's device */
    double seconds;
    bool measure, check;
    struct table_style style;
};

static const struct argp_option options[] = {
    {"measure", OPTION_FLAG(struct arguments, measure), NULL, 0,
     "Measure, even if recorded results cover the case", 0},
    {"seconds", KEY_SECONDS, "S", 0, "Seconds for a measurement (default: 25)", 0},
    {"on", OPTION_TEXT(struct arguments, on.name), "NAME", 0,
     "Answer for this device, such as \"NVIDIA H200\", which may be another machine's: from its "
     "records, otherwise predicted from its ceilings or its data sheet",
     0},
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
        state->child_inputs[0] = &arguments->query;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case KEY_SECONDS:
        arguments->seconds = option_number(state, "--seconds", argument, 1e-3, 1e7);
        return 0;
    case KEY_CHECK:
        arguments->check = arguments->measure = true;
        return 0;
    case ARGP_KEY_ARGS:
        arguments->files = state->argv + state->next;
        arguments->file_count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (!settings_have(&arguments->query.cases.settings, "system.n"))
            argp_error(state, "--n is missing");
        if (arguments->on.name != NULL && arguments->measure)
            argp_error(state, "--on uses recorded results: leave it out to measure");
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

/*
 * Loads the given results files. If none is given, loads this machine's files and the files that
 * come with the program.
 */
static bool load(const struct arguments *arguments, struct records *records, struct words *found,
                 struct error *error)
{
    if (arguments->measure)
        return true;
    if (arguments->file_count > 0)
        return records_load(
            records,
            &(struct record_files){.path = arguments->files, .count = arguments->file_count},
            error);
    return records_at_hand(records, found, error);
}

/* Returns the number of threads for the case: as requested, by default all threads of the
 * device. */
static int threads_of(const struct records *records, const struct case_spec *spec,
                      const struct opened *opened, const char *device)
{
    if (spec->threads > 0)
        return spec->threads;
    return opened != NULL ? devices_info(opened)->cores : recorded_threads(records, device);
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
    char duration[TEXT_NUMBER];
    int settings = 0;
    for (int64_t k = 0; k < cases->count; k++)
        settings += tuned(&cases->spec[k]);
    fprintf(stderr,
            "%s: measuring %d %s on %s, the best of %d %s, within %s, in which particles are made "
            "and kernels compiled\n",
            arguments->measure ? "as asked" : "no recorded results cover this case",
            (int)cases->count, cases->count == 1 ? "strategy" : "strategies", device, settings,
            settings == 1 ? "setting" : "settings", text_duration(arguments->seconds, duration));
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
    bench->step = arguments->query.step;
    bool good =
        advise_measure(bench, cases->spec, (int)cases->count, arguments->seconds, &advice, error) &&
        advice_print(&advice.placings, cases, device, advice.search.converged && advice.compared,
                     bench->step, &arguments->style, error);
    if (good)
        advice_print_search(&advice, arguments->seconds, &arguments->style);
    good = good && (!arguments->check || check(arguments, bench, &advice, passed, error));
    if (good && advice.reason.code == EXIT_VERIFICATION) {
        *error = advice.reason;
        good = false;
    }
    advice_free(&advice);
    return good;
}

/* Returns the strategy that is predicted to be the fastest; NULL: none. */
static const char *fastest(const struct predictions *predictions)
{
    for (int64_t k = 0; k < predictions->count; k++)
        if (predictions->of[k].known && predictions->of[k].place == 1)
            return predictions->of[k].spec->strategy->name;
    return NULL;
}

/* Whether the times of the strategies of a case can be predicted. */
static bool can_predict(const struct arguments *arguments, const struct cases *cases)
{
    return arguments->on.has_ceilings &&
           strcmp(cases->spec[0].backend, arguments->on.ceilings.backend) == 0;
}

/*
 * Predicts times of the strategies without a record in `placings` (NULL: there are no records).
 * Nothing is run.
 */
static bool predict(struct arguments *arguments, struct cases *cases, const char *why,
                    const struct placings *placings, struct error *error)
{
    struct predictions predictions;
    const struct predict_options wanted = {
        .particles = PREDICT_FEWER,
        .one_box = true,
        .quiet = arguments->query.cases.run.quiet,
        .interrupted = arguments->query.cases.run.interrupted,
    };
    struct table_style *style = &arguments->style;
    const bool people = table_for_people(style);
    bool good = predict_cases(cases, &arguments->on.ceilings, &wanted, &predictions, error);
    if (good && people)
        table_wrapped(stdout, style->width, 0, 2, "%s", why);
    good = good && predict_print(&predictions, &arguments->on.ceilings, stdout, style, error);
    const char *first = good ? fastest(&predictions) : NULL;
    if (first != NULL && people)
        printf("\n%s is predicted to be the fastest%s.\n", first,
               placings != NULL && !placings_has(placings, first) ? ", but is not recorded here"
                                                                  : "");
    predictions_free(&predictions);
    return good;
}

/* Prints the recorded strategies. If the ceilings of the device are known, predicts the strategies
 * without a record. */
static bool print_recorded(struct arguments *arguments, const struct placings *placings,
                           struct cases *cases, const char *device, struct error *error)
{
    const bool all = placings_cover(placings, cases);
    struct table_style *style = &arguments->style;
    if (!advice_print(placings, cases, device, true, arguments->query.step, style, error))
        return false;
    advice_print_sources(placings, cases, style);
    if (all || arguments->query.step || !table_for_people(style) || !can_predict(arguments, cases))
        return true;
    fflush(stdout);
    return predict(arguments, cases, "", placings, error);
}

/*
 * Ranks the strategies for the recorded case nearest to the requested one. EXIT_USAGE if there is
 * none.
 */
static bool answer_nearest(struct arguments *arguments, const struct records *records,
                           const struct recorded_question *asked, struct cases *cases,
                           const char *why, struct error *error)
{
    struct placings placings = {.count = 0};
    struct table_style *style = &arguments->style;
    const struct record *near = recorded_near(records, asked);
    for (int64_t k = 0; k < cases->count && near != NULL; k++) {
        cases->spec[k].system.n = (int64_t)near->n;
        cases->spec[k].system.density = near->density;
    }
    if (near != NULL)
        recorded_rank(records, asked, &placings);
    if (placings.count == 0)
        return error_set(error, EXIT_USAGE, "%s", why);
    table_wrapped(table_for_people(style) ? stdout : stderr, style->width, 0, 2,
                  "%s. This is the answer for the nearest recorded case.", why);
    return print_recorded(arguments, &placings, cases, asked->device, error);
}

/*
 * Predicts a case that has no records, if possible. Otherwise ranks the strategies for the nearest
 * recorded case.
 */
static bool answer_without_records(struct arguments *arguments, const struct records *records,
                                   const struct recorded_question *asked, struct cases *cases,
                                   struct error *error)
{
    char near[NEAREST], why[NEAREST + 256];
    const bool possible = can_predict(arguments, cases);
    snprintf(why, sizeof why, "there are no records of this case on %s: %s%s", asked->device,
             recorded_nearest(records, asked, near, sizeof near),
             possible && asked->step ? "; steps cannot be predicted, only their force calls" : "");
    if (!possible)
        return answer_nearest(arguments, records, asked, cases, why, error);
    return predict(arguments, cases, why, NULL, error);
}

/*
 * Ranks the strategies by records that cover the case. Without such records a device measures them.
 */
static bool answer(struct arguments *arguments, const struct records *records,
                   const struct config *config, struct cases *cases, bool *passed,
                   struct error *error)
{
    const struct settings *settings = &arguments->query.cases.settings;
    struct bench bench;
    struct placings placings = {.count = 0};
    struct error reason;
    bool good = bench_open(&bench, config, &arguments->query.cases.run, error);
    const char *here =
        good && arguments->on.name == NULL ? bench_device(&bench, &cases->spec[0], &reason) : NULL;
    const char *device = here != NULL ? here : arguments->on.name;
    const struct opened *opened = here != NULL ? run_device(&bench.runner, &cases->spec[0]) : NULL;
    char cpu_model[64];
    processors_model(cpu_model, sizeof cpu_model);
    struct recorded_question asked = {
        .cases = cases,
        .device = device,
        .cpu_model = here != NULL && cpu_model[0] != '\0' ? cpu_model : NULL,
        .any_temperature = !settings_have(settings, "system.temperature"),
        .any_skin = !settings_have(settings, "skin"),
        .step = arguments->query.step,
    };
    if (good && device != NULL && !arguments->measure) {
        asked.threads = threads_of(records, &cases->spec[0], opened, device);
        recorded_rank(records, &asked, &placings);
    }
    if (good && placings.count > 0 && (here == NULL || placings_cover(&placings, cases)))
        good = print_recorded(arguments, &placings, cases, device, error);
    else if (good && here != NULL)
        good = measure(arguments, &bench, cases, here, passed, error);
    else if (good && arguments->on.name != NULL)
        good = answer_without_records(arguments, records, &asked, cases, error);
    else if (good)
        good = error_set(error, (enum exit_code)reason.code, "%s", reason.text);
    bench_close(&bench);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_query_options}, {.argp = &table_options}, {0}};

const struct argp command_advise_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[RESULT…]",
    .doc = "Finds the fastest strategy for a model, a number of particles and a density on this "
           "machine's GPU or, without one, its CPU. Prints all strategies in order, with settings, "
           "times, intervals and reasons.\vThe times come from recorded RESULTs (default: "
           "results/*/*.json) if these have every strategy on such a device, with this number of "
           "particles and density, or with values on both sides of them. Otherwise they are "
           "measured by successive halving: slow strategies drop out, and the others try more "
           "tuning values. Untrusted times, which `show` marks with !, are measured a second time; "
           "if they are still untrusted, there is no verdict.\nExit codes: 0 fine; 1 --check "
           "failed, or a kernel its verification; 2 wrong usage; 3 this machine cannot do it.",
};

int command_advise(int argc, char **argv)
{
    struct arguments arguments = {
        .seconds = 25, .query.cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    command_line_parse(&command_advise_argp, argc, argv, 0, &arguments);

    struct records records = {0};
    struct config config = {0};
    struct cases cases = {0};
    struct error error;
    struct words found = {0};
    bool passed = true;
    /*
     * a named device determines the backend, so it is found first; if none is named, the case is
     * checked first
     */
    bool named = arguments.on.name != NULL;
    bool good = !named || load(&arguments, &records, &found, &error);
    good = good && (!named || named_device_find(&arguments.on, &records, &error));
    if (good && named && arguments.query.cases.backend == NULL)
        arguments.query.cases.backend = arguments.on.backend;
    good = good && case_query_ask(&arguments.query, &error) &&
           case_query_read(&arguments.query, &config, &cases, &error) &&
           (named || load(&arguments, &records, &found, &error)) &&
           answer(&arguments, &records, &config, &cases, &passed, &error);
    cases_free(&cases);
    config_free(&config);
    records_free(&records);
    case_options_free(&arguments.query.cases);
    words_free(&found);
    const int code = command_end(argv[0], good, &error);
    return good && !passed ? EXIT_VERIFICATION : code;
}

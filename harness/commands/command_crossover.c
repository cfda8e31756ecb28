/*
 * `pairlanes crossover` searches the value of a setting at which one strategy becomes faster than
 * another.
 */
#include "harness/base/process/interrupt.h"
#include "harness/base/table.h"
#include "harness/commands/options/case_query.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/named_device.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/table_options.h"
#include "harness/input/builders/builder.h"
#include "harness/input/builders/builders.h"
#include "harness/predict/predict_cases.h"
#include "harness/results/recorded_files.h"
#include "harness/search/bench.h"
#include "harness/search/bisection.h"
#include "harness/search/recorded.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_AXIS = 600, KEY_RANGE, KEY_SECONDS, KEY_WITHIN };

/*
 * Settings that may vary, and their default ranges. If `relative` is set, the range is multiplied
 * by the case's value. If `recorded` is set, recorded times can be interpolated along the setting.
 */
static const struct axis_row {
    const char *name, *setting;
    bool relative, whole, recorded;
    double low, high;
} axes[] = {
    {"n", "system.n", false, true, true, 1000, 64000},
    {"density", "system.density", true, false, true, 0.125, 1},
    {"cutoff", "parameters.cutoff", true, false, false, 0.5, 1.5},
    {"temperature", "system.temperature", true, false, false, 0.5, 2},
};

enum {
    AXES = sizeof axes / sizeof *axes,
    PLACES = 64,        /* largest number of values to look up in records */
    USUAL_COUNT = 32000 /* particles if the command line gives no number */
};

struct arguments {
    struct case_query query;
    const char *strategy[2];
    int strategies;
    const struct axis_row *axis;
    double low, high; /* range of the axis; 0: not given */
    double seconds;   /* seconds to measure a value */
    double within;
    struct named_device on; /* device of the records; without a name: both strategies are timed
                             * here */
    struct table_style style;
};

static const struct argp_option options[] = {
    {"axis", KEY_AXIS, "n|density|cutoff|temperature", 0, "What varies", 0},
    {"range", KEY_RANGE, "LO:HI", 0,
     "Range of the axis (default: n 1000:64000; density from an eighth of the given one; cutoff "
     "0.5 to 1.5 times and temperature 0.5 to 2 times theirs; within the model's limits)",
     0},
    {"seconds", KEY_SECONDS, "S", 0, "Seconds for timing at one place (default: 1)", 0},
    {"on", OPTION_TEXT(struct arguments, on.name), "NAME", 0,
     "Use records of this device, such as \"NVIDIA H200\", along n or density, otherwise "
     "predictions from its ceilings or its data sheet; time nothing",
     0},
    {"within", KEY_WITHIN, "RATIO", 0,
     "Stop when neighboring places have at most this ratio (default: 1.1)", 0},
    {0},
};

static void parse_axis(struct arguments *arguments, const char *name, struct argp_state *state)
{
    for (int k = 0; k < AXES; k++)
        if (strcmp(axes[k].name, name) == 0)
            arguments->axis = &axes[k];
    if (arguments->axis == NULL)
        argp_error(state, "--axis: expected n, density, cutoff or temperature, found \"%s\"", name);
}

static void parse_range(struct arguments *arguments, char *text, struct argp_state *state)
{
    char *colon = strchr(text, ':');
    if (colon == NULL)
        argp_error(state, "--range: expected LO:HI, found \"%s\"", text);
    *colon = '\0';
    arguments->low = option_above_zero(state, "--range", text);
    arguments->high = option_above_zero(state, "--range", colon + 1);
    if (arguments->low >= arguments->high)
        argp_error(state, "--range: expected LO below HI, found %s and %s", text, colon + 1);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->query;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case KEY_AXIS:
        parse_axis(arguments, argument, state);
        return 0;
    case KEY_RANGE:
        parse_range(arguments, argument, state);
        return 0;
    case KEY_SECONDS:
        arguments->seconds = option_above_zero(state, "--seconds", argument);
        return 0;
    case KEY_WITHIN:
        arguments->within = option_above_zero(state, "--within", argument);
        if (arguments->within <= 1)
            argp_error(state, "--within: expected a ratio above 1, found \"%s\"", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->strategies == 2)
            argp_error(state, "expected two strategies, found also \"%s\"", argument);
        arguments->strategy[arguments->strategies++] = argument;
        return 0;
    case ARGP_KEY_END:
        if (arguments->strategies < 2)
            argp_error(state, "expected two strategies, found %d", arguments->strategies);
        if (strcmp(arguments->strategy[0], arguments->strategy[1]) == 0)
            argp_error(state, "expected two strategies, found \"%s\" twice",
                       arguments->strategy[0]);
        if (arguments->axis == NULL)
            argp_error(state, "--axis is missing");
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

/* Source of the times for a value. */
enum source { SOURCE_TIMED, SOURCE_RECORDS, SOURCE_PREDICTED };
static const char *const source_names[] = {"measured", "recorded", "predicted"};

/* State of a search. */
struct probing {
    struct arguments *arguments;
    const char *strategy[2];       /* names as in the catalog */
    const struct records *records; /* records for the device of --on */
    enum source source;
    struct case_spec spec; /* the requested case */
    char device[256];
    char doubt[BENCH_DOUBT]; /* reason why the first untrusted measurement cannot be trusted; "":
                              * none */
    const char *remedy;
};

/* Reads the two cases to compare, in the order of the command line. */
static bool read_pair(const struct probing *probing, struct config *config, struct cases *cases,
                      struct case_spec pair[2], struct error *error)
{
    int found = 0;
    if (!case_query_read(&probing->arguments->query, config, cases, error))
        return false;
    for (int64_t k = 0; k < cases->count; k++)
        for (int side = 0; side < 2; side++)
            if (strcmp(cases->spec[k].strategy->name, probing->strategy[side]) == 0) {
                pair[side] = cases->spec[k];
                found++;
            }
    return found == 2 || error_set(error, EXIT_ENVIRONMENT, "%s has no kernel for this case",
                                   strcmp(cases->spec[0].strategy->name, probing->strategy[0]) == 0
                                       ? probing->strategy[1]
                                       : probing->strategy[0]);
}

static bool time_pair(struct probing *probing, const struct config *config,
                      const struct case_spec pair[2], struct probe *probe, struct error *error)
{
    struct bench bench;
    struct ratio ratio;
    const struct arguments *arguments = probing->arguments;
    bool good = bench_open(&bench, config, &arguments->query.cases.run, error);
    bench.step = arguments->query.step;
    const char *device = good ? bench_device(&bench, &pair[0], error) : NULL;
    good = device != NULL &&
           bench_compare(&bench, &pair[1], &pair[0], arguments->seconds / 2, &ratio, error);
    if (good) {
        snprintf(probing->device, sizeof probing->device, "%s", device);
        /*
         * bounds are limited, because too few samples give 0 and infinity, which have no logarithm
         */
        probe->ratio = ratio.median;
        probe->low = fmax(ratio.low, ratio.median / 100);
        probe->high = fmin(ratio.high, ratio.median * 100);
        probe->doubtful = bench.doubt[0] != '\0';
        if (probing->doubt[0] == '\0') {
            memcpy(probing->doubt, bench.doubt, sizeof probing->doubt);
            probing->remedy = bench.remedy;
        }
    }
    bench_close(&bench);
    return good;
}

/* Returns the query that looks up the cases in the records. */
static struct recorded_question asked_of(const struct probing *probing, const struct cases *cases)
{
    const struct case_query *query = &probing->arguments->query;
    const char *device = probing->arguments->on.name;
    return (struct recorded_question){
        .cases = cases,
        .device = device,
        .threads = cases->spec[0].threads > 0 ? cases->spec[0].threads
                                              : recorded_threads(probing->records, device),
        .any_temperature = !settings_have(&query->cases.settings, "system.temperature"),
        .any_skin = !settings_have(&query->cases.settings, "skin"),
        .step = query->step,
    };
}

/*
 * Looks up the times of both strategies in the records. If a time is missing, no order is
 * determined.
 */
static void look_up_pair(struct probing *probing, const struct cases *cases, struct probe *probe)
{
    const struct recorded_question asked = asked_of(probing, cases);
    struct placings placings;
    struct estimate time[2] = {estimate_unknown, estimate_unknown};
    recorded_rank(probing->records, &asked, &placings);
    for (int k = 0; k < placings.count; k++)
        for (int side = 0; side < 2; side++)
            if (strcmp(placings.row[k].record.strategy, probing->strategy[side]) == 0)
                time[side] = placings.row[k].time;
    *probe = (struct probe){.at = probe->at,
                            .ratio = time[0].median / time[1].median,
                            .low = time[0].low / time[1].high,
                            .high = time[0].high / time[1].low};
    probe->doubtful = !isfinite(probe->ratio);
}

/* Predicts the times of both strategies. Their ratio then has no confidence interval. */
static bool predict_pair(const struct probing *probing, struct cases *cases, struct probe *probe,
                         struct error *error)
{
    const struct run_options *run = &probing->arguments->query.cases.run;
    const struct predict_options wanted = {.particles = PREDICT_FEWER,
                                           .one_box = true,
                                           .quiet = true,
                                           .interrupted = run->interrupted};
    struct predictions predictions;
    double time[2] = {NAN, NAN};
    bool good =
        predict_cases(cases, &probing->arguments->on.ceilings, &wanted, &predictions, error);
    for (int64_t k = 0; k < predictions.count && good; k++) {
        const struct predicted *one = &predictions.of[k];
        const int side = strcmp(one->spec->strategy->name, probing->strategy[0]) != 0;
        if (*run->interrupted)
            good = error_set(error, EXIT_ENVIRONMENT, "interrupted");
        else if (!one->known)
            good = error_set(error, one->reason.code, "%s", one->reason.text);
        else
            time[side] = one->prediction.seconds;
    }
    probe->ratio = probe->low = probe->high = time[0] / time[1];
    predictions_free(&predictions);
    return good;
}

static bool find_pair(struct probing *probing, const struct config *config, struct cases *cases,
                      const struct case_spec pair[2], struct probe *probe, struct error *error)
{
    switch (probing->source) {
    case SOURCE_RECORDS:
        look_up_pair(probing, cases, probe);
        return true;
    case SOURCE_PREDICTED:
        return predict_pair(probing, cases, probe, error);
    default:
        return time_pair(probing, config, pair, probe, error);
    }
}

static bool measure(void *context, struct probe *probe, struct error *error)
{
    struct probing *probing = context;
    struct arguments *arguments = probing->arguments;
    struct config config = {0};
    struct cases cases = {0};
    struct case_spec pair[2];
    char value[32];
    snprintf(value, sizeof value, "%.12g", probe->at);
    settings_add(&arguments->query.cases.settings, arguments->axis->setting, value);
    bool good = read_pair(probing, &config, &cases, pair, error) &&
                find_pair(probing, &config, &cases, pair, probe, error);
    if (good && probing->source == SOURCE_TIMED && !arguments->query.cases.run.quiet)
        fprintf(stderr, "%s %.6g: %s takes %.3f times as long as %s [%.3f, %.3f]%s\n",
                arguments->axis->name, probe->at, probing->strategy[0], probe->ratio,
                probing->strategy[1], probe->low, probe->high,
                probe->doubtful ? ", untrusted" : "");
    cases_free(&cases);
    config_free(&config);
    return good;
}

static bool is_axis(const struct probing *probing, const char *name)
{
    return strcmp(probing->arguments->axis->name, name) == 0;
}

/* Whether a system can have a value of the density, the temperature or the cut-off. */
static bool is_allowed(const struct probing *probing, double at)
{
    struct case_spec spec = probing->spec;
    const int cutoff = model_parameter(spec.model, "cutoff");
    if (is_axis(probing, "density"))
        spec.system.density = at;
    else if (is_axis(probing, "temperature"))
        spec.system.temperature = at;
    else if (at < spec.model->parameters[cutoff].minimum ||
             at > spec.model->parameters[cutoff].maximum)
        return false;
    else
        spec.parameters[cutoff] = at;
    return case_is_possible(&spec);
}

/* Returns the possible value nearest to a proposed value of the search. */
static double nearest_place(void *context, double at)
{
    const struct probing *probing = context;
    const bool counts = probing->arguments->axis->whole && probing->source != SOURCE_RECORDS;
    return counts ? (double)case_nearest_count(&probing->spec, at) : at;
}

/*
 * Returns the possible value nearest to `end`, an end of the range. `own` is the case's value; it
 * is possible.
 */
static double end_of_range(const struct probing *probing, double end, double own)
{
    double allowed = own, refused = end;
    if (probing->arguments->axis->whole)
        return (double)case_nearest_count(&probing->spec, end);
    if (is_allowed(probing, end))
        return end;
    while (fabs(log(refused / allowed)) > 1e-9) {
        const double middle = sqrt(allowed * refused);
        *(is_allowed(probing, middle) ? &allowed : &refused) = middle;
    }
    return allowed;
}

/* Sets a number of particles that the model's builder can make, if the command line gives none. */
static bool complete_count(struct probing *probing, struct error *error)
{
    struct case_options *cases = &probing->arguments->query.cases;
    const struct model *model = NULL;
    char n[32];
    if (probing->arguments->axis->whole || settings_have(&cases->settings, "system.n") ||
        settings_have(&cases->settings, "system.builder"))
        return true;
    if (!model_require(cases->choice.model, &model, error))
        return false;
    probing->spec = (struct case_spec){
        .model = model,
        .system = {.builder = model->builders[0], .density = NAN, .temperature = NAN}};
    model_defaults(model, probing->spec.parameters);
    builder_defaults(&probing->spec.system);
    snprintf(n, sizeof n, "%" PRId64, case_nearest_count(&probing->spec, USUAL_COUNT));
    settings_add(&cases->settings, "system.n", n);
    return true;
}

/*
 * Completes a range that is relative to the case's value. Restricts it to values that systems can
 * have.
 */
static bool complete(struct probing *probing, struct error *error)
{
    struct arguments *arguments = probing->arguments;
    const struct axis_row *axis = arguments->axis;
    struct config config = {0};
    struct cases cases = {0};
    struct case_spec pair[2];
    bool good = read_pair(probing, &config, &cases, pair, error);
    if (good && strcmp(axis->name, "cutoff") == 0 && model_parameter(pair[0].model, axis->name) < 0)
        good = error_set(error, EXIT_USAGE, "--axis cutoff: %s has no such parameter",
                         pair[0].model->name);
    const struct builder *builder;
    if (good && builder_find(pair[0].system.builder, &builder, error)) {
        probing->spec = pair[0];
        probing->spec.system.builder = builder->name; /* a copy that stays valid when the config
                                                       * is freed */
    }
    if (good && arguments->low == 0) {
        double own = 1;
        if (strcmp(axis->name, "density") == 0)
            own = pair[0].system.density;
        else if (strcmp(axis->name, "temperature") == 0)
            own = pair[0].system.temperature;
        else if (strcmp(axis->name, "cutoff") == 0)
            own = pair[0].parameters[model_parameter(pair[0].model, axis->name)];
        arguments->low = end_of_range(probing, axis->low * own, own);
        arguments->high = end_of_range(probing, axis->high * own, own);
    } else if (good && axis->whole) {
        arguments->low = (double)case_nearest_count(&probing->spec, arguments->low);
        arguments->high = (double)case_nearest_count(&probing->spec, arguments->high);
    }
    cases_free(&cases);
    config_free(&config);
    return good;
}

/* Finds the values within the range with records of both strategies. */
static bool find_places(struct probing *probing, double places[BISECTION_PROBES], int *count,
                        struct error *error)
{
    const struct arguments *arguments = probing->arguments;
    const bool ranged = arguments->low > 0;
    double found[PLACES];
    struct config config = {0};
    struct cases cases = {0};
    struct case_spec pair[2];
    int candidates = 0;
    *count = 0;
    bool good = read_pair(probing, &config, &cases, pair, error);
    if (good) {
        const struct recorded_question asked = asked_of(probing, &cases);
        candidates = recorded_places(probing->records, &asked, arguments->axis->whole,
                                     ranged ? arguments->low : 0,
                                     ranged ? arguments->high : INFINITY, found, PLACES);
    }
    cases_free(&cases);
    config_free(&config);
    for (int k = 0; k < candidates && good && *count < BISECTION_PROBES; k++) {
        struct probe probe = {.at = found[k]};
        good = measure(probing, &probe, error);
        if (good && !probe.doubtful)
            places[(*count)++] = found[k];
    }
    return good;
}

static bool print_probes(const struct probing *probing, const struct crossing *crossing,
                         struct table_style *style, struct error *error)
{
    char header[128];
    snprintf(header, sizeof header, "%s / %s", probing->strategy[0], probing->strategy[1]);
    const char *axis = probing->arguments->axis->name;
    const struct table_column columns[] = {{axis, TABLE_RIGHT},
                                           {header, TABLE_RIGHT},
                                           {"95 % interval", TABLE_RIGHT | TABLE_SHOWN},
                                           {"low", TABLE_RIGHT | TABLE_DATA},
                                           {"high", TABLE_RIGHT | TABLE_DATA},
                                           {"faster", TABLE_LEFT},
                                           {"source", TABLE_LEFT | TABLE_DATA}};
    const char *const keys[] = {axis, "ratio", "interval", "low", "high", "faster", "source"};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    table.keys = keys;
    table.indent = 2;
    for (int k = 0; k < crossing->probes; k++) {
        const struct probe *probe = &crossing->probe[k];
        table_number(&table, probe->at, "%.10g", probe->at);
        table_number(&table, probe->ratio, "%.3f", probe->ratio);
        const bool predicted = probing->source == SOURCE_PREDICTED;
        if (predicted)
            table_cell(&table, "predicted");
        else
            table_cell(&table, "[%.3f, %.3f]", probe->low, probe->high);
        table_number(&table, predicted ? NAN : probe->low, "%.3f", probe->low);
        table_number(&table, predicted ? NAN : probe->high, "%.3f", probe->high);
        table_cell(&table, "%s",
                   probe->doubtful   ? "no verdict"
                   : probe->high < 1 ? probing->strategy[0]
                   : probe->low > 1  ? probing->strategy[1]
                                     : "not distinguished");
        table_cell(&table, "%s", source_names[probing->source]);
    }
    bool brief = table_for_people(style) && style->brief;
    bool good = brief || table_write(&table, style, stdout, error);
    table_free(&table);
    return good;
}

static void print_crossing(const struct probing *probing, const struct crossing *crossing)
{
    const struct arguments *arguments = probing->arguments;
    const char *axis = arguments->axis->name;
    const char *below = probing->strategy[crossing->surely_a ? 0 : 1];
    const char *above = probing->strategy[crossing->surely_a ? 1 : 0];
    if (crossing->changes > 0) {
        printf("\n%s overtakes %s at %s = %.4g", above, below, axis, crossing->at);
        if (probing->source != SOURCE_PREDICTED)
            printf(" [%.4g, %.4g]", crossing->low, crossing->high);
        puts(".");
        if (crossing->changes > 1)
            printf("The order changes %d times between %.6g and %.6g; this is the first.\n",
                   crossing->changes, arguments->low, arguments->high);
        return;
    }
    int faster[2] = {0, 0}, doubts = 0;
    for (int k = 0; k < crossing->probes; k++) {
        const struct probe *probe = &crossing->probe[k];
        doubts += probe->doubtful;
        faster[0] += !probe->doubtful && probe->high < 1;
        faster[1] += !probe->doubtful && probe->low > 1;
    }
    int sure = faster[0] + faster[1];
    if (sure == 0 && doubts > 0) {
        printf("\nAt no place from %.6g to %.6g is one of them significantly faster.\n",
               arguments->low, arguments->high);
        return;
    }
    if (sure == 0) {
        printf("\nNeither overtakes the other from %.6g to %.6g: they cannot be distinguished.\n",
               arguments->low, arguments->high);
        return;
    }
    printf("\n%s never overtakes %s from %.6g to %.6g", probing->strategy[faster[0] > 0 ? 1 : 0],
           probing->strategy[faster[0] > 0 ? 0 : 1], arguments->low, arguments->high);
    if (sure < crossing->probes)
        printf("; one of them is significantly faster at %d of %d places%s", sure, crossing->probes,
               probing->source == SOURCE_TIMED ? ": --seconds gives more" : "");
    puts(".");
}

/* Prints the number of values without a verdict, and the reasons. */
static void print_doubts(const struct probing *probing, const struct crossing *crossing)
{
    int doubts = 0;
    for (int k = 0; k < crossing->probes; k++)
        doubts += crossing->probe[k].doubtful;
    if (doubts > 0)
        table_wrapped(stdout, probing->arguments->style.width, 0, 2,
                      "No verdict at %d of %d places with untrusted times: %s. Remedy: %s.", doubts,
                      crossing->probes, probing->doubt, probing->remedy);
}

/* Prints where the result comes from: measurements, records or predictions. */
static void print_source(const struct probing *probing, int places)
{
    const struct arguments *arguments = probing->arguments;
    const int width = arguments->style.width;
    switch (probing->source) {
    case SOURCE_TIMED:
        printf("On %s.\n", probing->device);
        break;
    case SOURCE_RECORDS:
        printf("On %s, as recorded; each with the best setting recorded at the place.\n",
               arguments->on.name);
        break;
    case SOURCE_PREDICTED:
        if (arguments->axis->recorded)
            table_wrapped(stdout, width, 0, 2,
                          "%s and %s are recorded together at %d place%s of "
                          "that range on %s, expected two at least.",
                          probing->strategy[0], probing->strategy[1], places,
                          places == 1 ? "" : "s", arguments->on.name);
        table_wrapped(
            stdout, width, 0, 2,
            "%s predicted for %s, from counts and ceilings%s; nothing was run.",
            arguments->query.step ? "Steps cannot be predicted: force calls are" : "The times are",
            arguments->on.name,
            arguments->on.ceilings.estimated ? " that are estimated from its data sheet" : "");
    }
}

/* Uses records if at least two values in the range have them; otherwise uses predictions. */
static bool choose_source(struct probing *probing, double places[BISECTION_PROBES], int *count,
                          struct error *error)
{
    const struct named_device *on = &probing->arguments->on;
    const char *axis = probing->arguments->axis->name;
    *count = 0;
    if (on->name == NULL)
        return true;
    probing->source = SOURCE_RECORDS;
    if (probing->arguments->axis->recorded && !find_places(probing, places, count, error))
        return false;
    probing->source = *count >= 2 ? SOURCE_RECORDS : SOURCE_PREDICTED;
    if (*count >= 2 || (on->has_ceilings &&
                        strcmp(probing->arguments->query.cases.backend, on->ceilings.backend) == 0))
        return true;
    if (!probing->arguments->axis->recorded)
        return error_set(
            error, EXIT_USAGE,
            "--axis %s: times of %s, which has no ceilings to predict from, are looked "
            "up along n and density only",
            axis, on->name);
    return error_set(error, EXIT_USAGE,
                     "%s and %s are recorded together at %d place%s of that range of %s on %s, "
                     "expected two at least, and it has no ceilings to predict from",
                     probing->strategy[0], probing->strategy[1], *count, *count == 1 ? "" : "s",
                     axis, on->name);
}

static bool find(struct arguments *arguments, const struct records *records, struct error *error)
{
    struct probing probing = {.arguments = arguments, .records = records};
    struct crossing crossing;
    struct choice *choice = &arguments->query.cases.choice;
    choice_strategies(choice, arguments->strategy[0]);
    choice_strategies(choice, arguments->strategy[1]);
    if (choice->strategies.count != 2)
        return error_set(error, EXIT_USAGE, "expected two strategies, found %d",
                         choice->strategies.count);
    if (!case_query_ask(&arguments->query, error))
        return false;
    for (int k = 0; k < 2; k++) {
        const char *slash = strrchr(choice->strategies.word[k], '/');
        probing.strategy[k] = slash != NULL ? slash + 1 : choice->strategies.word[k];
    }
    double places[BISECTION_PROBES];
    int count;
    struct bisection_options bisection = {
        .grid = 5, .width = arguments->within, .place = nearest_place};
    if (!choose_source(&probing, places, &count, error))
        return false;
    if (probing.source == SOURCE_RECORDS) {
        arguments->low = places[0];
        arguments->high = places[count - 1];
        bisection.grid = count;
        bisection.places = places;
        bisection.width = INFINITY;
    } else if (!complete_count(&probing, error) || !complete(&probing, error)) {
        return false;
    }
    bisection.low = arguments->low;
    bisection.high = arguments->high;
    if (!arguments->query.cases.run.quiet && probing.source == SOURCE_TIMED)
        fprintf(stderr,
                "timing at 5 to %d places, %g s each, three times that if the machine disturbs it, "
                "plus particles, kernels and verification\n",
                BISECTION_PROBES, arguments->seconds);
    if (!bisection_run(&bisection, measure, &probing, &crossing, error) ||
        !print_probes(&probing, &crossing, &arguments->style, error))
        return false;
    if (table_for_people(&arguments->style)) {
        print_crossing(&probing, &crossing);
        print_doubts(&probing, &crossing);
        print_source(&probing, count);
    }
    return true;
}

/* Reads the results, and finds the backend of the device from them or from ceilings. */
static bool read_records(struct arguments *arguments, struct records *records, struct words *paths,
                         struct error *error)
{
    if (!records_at_hand(records, paths, error) ||
        !named_device_find(&arguments->on, records, error))
        return false;
    if (arguments->query.cases.backend == NULL)
        arguments->query.cases.backend = arguments->on.backend;
    return true;
}

static const struct argp_child children[] = {
    {.argp = &case_query_options}, {.argp = &table_options}, {0}};

const struct argp command_crossover_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "A B",
    .doc = "Finds where one of the strategies A and B overtakes the other along an axis. Times "
           "both in turns at five places, and then between places where their order changes; with "
           "--on, uses recorded or predicted times.\vThe interval is where the ends of the 95 % "
           "interval of the ratio pass 1, interpolated between places. If other programs keep CPUs "
           "busy that the cases need, or the hardware throttles, there is no verdict.\nExit codes: "
           "0 fine; 2 wrong usage; 3 this machine cannot do it.",
};

int command_crossover(int argc, char **argv)
{
    struct arguments arguments = {
        .seconds = 1,
        .within = 1.1,
        .query.cases.run = {.tolerance = -1, .interrupted = interrupt_watch()}};
    command_line_parse(&command_crossover_argp, argc, argv, 0, &arguments);
    struct error error;
    struct records records = {0};
    struct words paths = {0};
    bool good = arguments.on.name == NULL || read_records(&arguments, &records, &paths, &error);
    good = good && find(&arguments, &records, &error);
    records_free(&records);
    words_free(&paths);
    case_options_free(&arguments.query.cases);
    return command_end(argv[0], good, &error);
}

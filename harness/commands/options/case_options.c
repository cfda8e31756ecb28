#include "harness/commands/options/case_options.h"

#include "harness/catalog/model.h"
#include "harness/commands/options/axis_options.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/device_option.h"
#include "harness/commands/options/option_number.h"
#include "harness/config/cases.h"
#include "harness/config/verify_matrix.h"

#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

/*
 * Largest number of repetitions in a regular expression. regcomp expands them; nested ones
 * multiply.
 */
static const double most_repeated = 1000;

/* Whether the product of all numbers of repetitions, {m,n}, is small enough. */
static bool check_repeated(const char *expression, struct error *error)
{
    double product = 1;
    for (const char *at = expression; (at = strchr(at, '{')) != NULL; at++) {
        char *end = NULL;
        const double least = strtod(at + 1, &end);
        product *= fmax(1, *end == ',' ? fmax(least, strtod(end + 1, NULL)) : least);
    }
    return product <= most_repeated ||
           error_set(error, EXIT_USAGE,
                     "--filter: expected repetitions whose numbers multiply into at most %g, found "
                     "%.3g",
                     most_repeated, product);
}

/*
 * Skips the cases whose id does not match the extended regular expression anywhere. EXIT_USAGE if
 * the expression is invalid or matches no case.
 */
static bool cases_filter(struct cases *cases, const char *expression, struct error *error)
{
    regex_t regex;
    if (!check_repeated(expression, error))
        return false;
    int wrong = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
    if (wrong != 0) {
        char reason[128];
        regerror(wrong, &regex, reason, sizeof reason);
        return error_set(error, wrong == REG_ESPACE ? EXIT_ENVIRONMENT : EXIT_USAGE,
                         "--filter: expected a regular expression, found \"%s\": %s", expression,
                         reason);
    }
    int64_t left = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        if (regexec(&regex, spec->id, 0, NULL, 0) != 0)
            spec->passed_over = true;
        left += !spec->passed_over;
    }
    regfree(&regex);
    return left > 0 ||
           error_set(error, EXIT_USAGE,
                     "--filter: no case has \"%s\" in its name; --list prints the names",
                     expression);
}

enum { KEY_FILTER = 768, KEY_STALL };

static error_t parse_device(int key, char *argument, struct argp_state *state)
{
    struct case_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->run.device;
        return 0;
    case 'b':
        if (options->backend != NULL)
            argp_error(state, "--backend is given twice, as %s and as %s", options->backend,
                       argument);
        options->backend = argument;
        return 0;
    case KEY_FILTER:
        if (options->filter != NULL)
            argp_error(state,
                       "--filter is given twice, as '%s' and as '%s'; (A|B) matches either, and "
                       "A.*B both in this order",
                       options->filter, argument);
        options->filter = argument;
        return 0;
    case KEY_STALL:
        options->run.stall = option_number(state, "--stall", argument, 1, 1e9);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_options_device = {
    .options =
        (const struct argp_option[]){
            {"backend", 'b', "cpu|cuda", 0,
             "Only the cases of this backend. For a model without a config, the axis: cpu,cuda is "
             "both",
             0},
            {"filter", KEY_FILTER, "REGEX", 0,
             "Only the cases with a name that this extended regular expression matches anywhere",
             0},
            {"stall", KEY_STALL, "SECONDS", 0,
             "Time without progress after which a case counts as hung. A CPU kernel then fails its "
             "cases, and the others run (default: 120, more for many particles). A compiler, a "
             "driver or a GPU kernel then ends the command (default: 3600)",
             0},
            {0}},
    .parser = parse_device,
    .children = (const struct argp_child[]){{.argp = &device_option}, {0}},
};

static error_t parse_source(int key, char *argument, struct argp_state *state)
{
    struct case_options *options = state->input;
    if (key != 'k')
        return ARGP_ERR_UNKNOWN;
    options->run.source = argument;
    return 0;
}

const struct argp case_options_source = {
    .options =
        (const struct argp_option[]){{"source", 'k', "DIR", 0,
                                      "Take kernel and model sources from DIR, not from the binary",
                                      0},
                                     {0}},
    .parser = parse_source,
};

static error_t parse_set(int key, char *argument, struct argp_state *state)
{
    if (key != 's')
        return ARGP_ERR_UNKNOWN;
    case_options_setting(state->input, NULL, argument, state);
    return 0;
}

const struct argp case_options_set = {
    .options =
        (const struct argp_option[]){
            {"set", 's', "KEY=VALUE", 0,
             "Override a key of the config, in all its sweeps: system.n=4000, "
             "tuning.team.lanes=4,8, cutoff=3 (a parameter of the model)",
             0},
            {0}},
    .parser = parse_set,
};

static error_t parse_all(int key, char *argument, struct argp_state *state)
{
    struct case_options *options = state->input;
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        for (int k = 0; k < 3; k++)
            state->child_inputs[k] = options;
        state->child_inputs[3] = &options->choice;
        state->child_inputs[4] = &options->settings;
        return 0;
    case 'q':
        options->run.quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_options_all = {
    .options =
        (const struct argp_option[]){{"quiet", 'q', NULL, 0, "Show neither progress nor table", 0},
                                     {0}},
    .parser = parse_all,
    .children = (const struct argp_child[]){{.argp = &case_options_device},
                                            {.argp = &case_options_source},
                                            {.argp = &case_options_set},
                                            {.argp = &choice_options},
                                            {.argp = &axis_options},
                                            {0}},
};

void case_options_setting(struct case_options *options, const char *key, const char *value,
                          struct argp_state *state)
{
    if (key != NULL)
        axis_options_set(&options->settings, key, value, state);
    else
        settings_add(&options->settings, NULL, value);
}

bool case_options_choose(struct case_options *options, struct error *error)
{
    const struct model *model = NULL;
    return choice_add(&options->choice, &options->settings, error) &&
           (options->choice.model == NULL || model_require(options->choice.model, &model, error) ||
            error_prefix(error, "--model"));
}

/* Sets a key of the config on behalf of an option for the model or the backend. */
static void set(struct case_options *options, const char *key, const char *value)
{
    if (value != NULL)
        settings_add(&options->settings, key, value);
}

static bool read_config(struct case_options *options, const char *given, bool *sweep,
                        struct config *config, struct error *error)
{
    const char *model = options->choice.model;
    struct config_argument argument;
    *sweep = false;
    if (given == NULL)
        return verify_matrix(model, &options->settings, config, error);
    if (!config_argument_find(given, &argument, error))
        return false;
    *sweep = argument.model != NULL;
    set(options, "model", model);
    if (*sweep)
        set(options, "backend", options->backend);
    bool good = config_argument_read(&argument, &options->settings, config, error);
    config_argument_free(&argument);
    return good;
}

bool case_options_read(struct case_options *options, const char *given, struct config *config,
                       struct cases *cases, struct error *error)
{
    bool sweep = false;
    if (!read_config(options, given, &sweep, config, error) ||
        !cases_expand(config, cases, error) ||
        (!sweep && options->backend != NULL && !cases_choose(cases, options->backend, error)))
        return false;
    if (given == NULL)
        verify_matrix_pass_over(cases);
    return options->filter == NULL || cases_filter(cases, options->filter, error);
}

void case_options_free(struct case_options *options)
{
    settings_free(&options->settings);
    choice_free(&options->choice);
}

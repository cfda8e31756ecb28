#include "harness/commands/case_options.h"

#include <stdlib.h>

static error_t parse_device(int key, char *argument, struct argp_state *state)
{
    struct case_options *options = state->input;
    char *end = NULL;
    switch (key) {
    case 'b':
        options->backend = argument;
        return 0;
    case 'd':
        options->run.device = (int)strtol(argument, &end, 10);
        if (end == argument || *end != '\0' || options->run.device < 0)
            argp_error(state, "--device: expected a number from 0, found \"%s\"", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_options_device = {
    .options =
        (const struct argp_option[]){
            {"backend", 'b', "cpu|cuda", 0, "Only the cases of this backend", 0},
            {"device", 'd', "K", 0, "Run on the CUDA device number K (initially 0)", 0},
            {0}},
    .parser = parse_device,
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

static error_t parse_settings(int key, char *argument, struct argp_state *state)
{
    struct case_options *options = state->input;
    switch (key) {
    case 's':
        case_options_set(options, NULL, argument, state);
        return 0;
    case 'q':
        options->run.quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_options_settings = {
    .options =
        (const struct argp_option[]){
            {"set", 's', "KEY=VALUE", 0,
             "Override a key of the config, in all its sweeps: system.n=4000, "
             "tuning.team.lanes=4,8, cutoff=3 (a parameter of the model)",
             0},
            {"quiet", 'q', NULL, 0, "Show neither progress nor table", 0},
            {0}},
    .parser = parse_settings,
};

void case_options_set(struct case_options *options, const char *key, const char *value,
                      struct argp_state *state)
{
    struct error error;
    if (!settings_add(&options->settings, key, value, &error))
        argp_failure(state, EXIT_ENVIRONMENT, 0, "%s", error.text);
}

bool case_options_expand(const struct case_options *options, const struct config *config,
                         struct cases *cases, struct error *error)
{
    return cases_expand(config, cases, error) &&
           (options->backend == NULL || cases_choose(cases, options->backend, error));
}

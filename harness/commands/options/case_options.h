/*
 * Code for all commands that run or compile cases: children of a command's argp, which read and
 * check options, and functions that make cases from the options and a config.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/commands/options/choice.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"
#include "harness/measure/run.h"

#include <argp.h>
#include <stdbool.h>

struct case_options {
    struct settings settings;
    struct choice choice;
    const char *backend; /* name of the backend; NULL: all */
    const char *filter;  /* regular expression for the ids of cases; NULL: all cases */
    struct run_options run;
};

/** Children of a command's argp. Their input is the struct case_options. */
extern const struct argp case_options_device; /* --backend, --filter, --device */
extern const struct argp case_options_source; /* --source */
extern const struct argp case_options_set;    /* --set */
extern const struct argp case_options_all;    /* all of the above, --quiet, choice_options and
                                               * axis_options */

/** Adds a setting (settings_add) on behalf of an option. */
void case_options_setting(struct case_options *options, const char *key, const char *value,
                          struct argp_state *state);

/**
 * Finds the chosen model and strategies. Must be called once before case_options_read. Fails like
 * choice_add; EXIT_USAGE if the model is unknown.
 */
bool case_options_choose(struct case_options *options, struct error *error);

/**
 * Reads the config `given` (config_argument_find); NULL: makes the config of `verify`. Expands it
 * into the cases with the chosen model, strategies, backend and filter. Fails like
 * config_argument_find, config_argument_read, verify_matrix, cases_expand and cases_choose.
 * EXIT_USAGE if the filter is invalid or matches no case.
 */
bool case_options_read(struct case_options *options, const char *given, struct config *config,
                       struct cases *cases, struct error *error);

/** Frees settings and choice. */
void case_options_free(struct case_options *options);

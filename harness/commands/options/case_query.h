/*
 * A single case on the command line: options, as children of a command's argp, and functions that
 * make a case for each strategy from them.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/commands/options/case_options.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <argp.h>
#include <stdbool.h>

struct case_query {
    struct case_options cases;
    bool step;               /* true: whole steps are requested */
    const char *step_length; /* text of --step=DT; NULL: the model's default */
};

/** The options, including those of case_options_all. The input is the struct case_query. */
extern const struct argp case_query_options;

/**
 * Completes the settings from the options: model, backend with a device, length of steps. Must be
 * called once before case_query_read. Fails like case_options_choose; EXIT_USAGE if no model is
 * given.
 */
bool case_query_ask(struct case_query *query, struct error *error);

/**
 * Reads the case for each strategy that has kernels for it, with the default tuning. EXIT_USAGE if
 * a setting is wrong or gives several cases per strategy, EXIT_ENVIRONMENT if no strategy has
 * kernels.
 */
bool case_query_read(const struct case_query *query, struct config *config, struct cases *cases,
                     struct error *error);

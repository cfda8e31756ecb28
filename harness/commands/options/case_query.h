/* One case that a command line describes: options, as children of a command's argp, and the way
 * from these to a case for each strategy. */
#pragma once

#include "harness/base/error.h"
#include "harness/commands/options/case_options.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"

#include <argp.h>
#include <stdbool.h>

struct case_query {
    struct case_options cases;
    bool step;               /* true: the question is about whole steps */
    const char *step_length; /* --step=DT; NULL for the model's usual one */
};

/** The options, those of case_options_all among them; the input is the struct case_query. */
extern const struct argp case_query_options;

/**
 * Completes the settings from the options: the model, a backend with a device, the length of steps.
 * Call it once, before case_query_read. Errors are those of case_options_choose; EXIT_USAGE if
 * there is no model.
 */
bool case_query_ask(struct case_query *query, struct error *error);

/**
 * Reads the cases of the question: one for each strategy that has kernels for it, in its initial
 * tuning. EXIT_USAGE if a setting is wrong or makes several cases of a strategy, EXIT_ENVIRONMENT
 * if there is no strategy.
 */
bool case_query_read(const struct case_query *query, struct config *config, struct cases *cases,
                     struct error *error);

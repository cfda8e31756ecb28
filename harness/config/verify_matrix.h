/* Makes the config of `pairlanes verify`: all strategies, models, precisions and tuning values. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"

/**
 * Makes a config with systems of the model `only`. NULL: uses the settings' model or, if there is
 * none, all models. Adds a sweep for each tuning value of each strategy, and one for the precisions
 * that are not the default. The settings of the command line apply to it. Fails like config_parse.
 */
bool verify_matrix(const char *only, const struct settings *settings, struct config *config,
                   struct error *error);

/**
 * Skips cases that cannot run, because their strategy does not support the method for exclusions or
 * bonded terms.
 */
void verify_matrix_pass_over(struct cases *cases);

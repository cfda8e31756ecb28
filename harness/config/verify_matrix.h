/* Config of `pairlanes verify`: every strategy, model, precision and tuning value. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"

/**
 * Makes a config with systems of one model or, if `only` is NULL and the settings name none, of all
 * models. It has one more sweep for every tuning value of every strategy, and one for the
 * precisions that are not the default. The settings of the command line apply to it. Errors are
 * those of config_parse.
 */
bool verify_matrix(const char *only, const struct settings *settings, struct config *config,
                   struct error *error);

/**
 * Skips cases of the matrix that cannot run: with exclusions or bonded terms in kernels of
 * strategies that do not support them.
 */
void verify_matrix_pass_over(struct cases *cases);

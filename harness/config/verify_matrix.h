/* What `pairlanes verify` goes through: every strategy, model, precision and tuning value. */
#ifndef PAIRLANES_VERIFY_MATRIX_H
#define PAIRLANES_VERIFY_MATRIX_H

#include "harness/base/error.h"
#include "harness/config/config.h"
#include "harness/config/settings.h"

/**
 * A config with systems of one model, or of all for NULL, a sweep more for every tuning value of
 * every strategy, and one for the precisions that are not the default, under the settings of the
 * command line. Errors as those of config_parse.
 */
bool verify_matrix(const char *only, const struct settings *settings, struct config *config,
                   struct error *error);

#endif

/* A sweep without a file: one model, and axes from the command line. */
#pragma once

#include "harness/config/config.h"

/**
 * Makes the config of a model whose other keys are `settings` (may be NULL) and defaults. Its name
 * is the model's and a hash of all of them, "lj-5f0c27a1", so that the same sweep finds the same
 * results again. Errors are those of config_parse.
 */
bool sweep_config(const char *model, const struct settings *settings, struct config *config,
                  struct error *error);
